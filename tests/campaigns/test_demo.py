"""manage.py demo: loaded once, through the doors, and a shot to log that is legal when it is printed."""

from __future__ import annotations

import json
import re
from io import StringIO
from typing import Any
from uuid import uuid4

import pytest
from django.core.management import CommandError, call_command
from django.test import Client, override_settings

from battles import door as battle_door
from battles import log
from battles.models import LogLine, Sheet
from battles.reports import Report
from campaigns import door
from campaigns.demo import loading
from campaigns.demo.example import example
from campaigns.models import CampaignSheet, Club, Fixture, Standing, User, Vehicle
from campaigns.reports import Enlist, Recruit
from campaigns.roles import who_in_battle
from rules import codec
from rules.adjudicate import Who
from rules.contract import Refused

pytestmark = pytest.mark.django_db


def demo(*options: str) -> str:
    said = StringIO()
    call_command("demo", "--address", "http://leaguer.example/", *options, stdout=said)
    return said.getvalue()


def everything() -> list[object]:
    models = (LogLine, User, Club, Sheet, CampaignSheet, Standing, Vehicle, Fixture)
    return [list(model._default_manager.order_by("pk").values()) for model in models]


def test_one_battle_is_settled_and_one_under_way() -> None:
    demo()
    assert set(Sheet.objects.values_list("title", "status")) == {
        ("Ambush at the ford", Sheet.Status.SETTLED),
        ("The Last Battle of Alpha 66", Sheet.Status.OPEN),
    }
    assert list(Standing.objects.values_list("name", "rank", "won", "lost")) == [
        ("Alpha 66", 1, 1, 0),
        ("Red Banner", 2, 0, 1),
    ]
    assert dict(Vehicle.objects.values_list("name", "status")) == {
        "Alpha 66": "fighting",
        "Tagil": "lost",
        "Ural": "fit",
        "Kama": "fighting",
        "Volga": "fighting",
    }
    assert Vehicle.objects.get(name="Alpha 66").kills == 1
    call_command("rebuild", "--check")
    call_command("verify")


def test_every_report_is_by_one_of_the_three_or_the_clerk() -> None:
    """The umpire has had nothing to rule yet."""
    demo()
    people = {str(user.pk) for user in User.objects.exclude(username="erin")}
    assert set(LogLine.objects.values_list("by", flat=True)) == {*people, "clerk"}


def test_it_names_an_umpire_who_may_rule_in_its_battles() -> None:
    said = demo()
    assert "erin (umpire), password: leaguer at dusk" in said
    who = who_in_battle(User.objects.get(username="erin"), loading.ALPHA_66)
    assert who is not None
    assert who.referee
    assert re.findall(r"Log in as (\w+)", said) == ["alice", "bob", "carol", "erin"]


def test_a_second_run_changes_nothing() -> None:
    demo()
    before = everything()
    said = demo()
    assert everything() == before
    assert "alice (organiser), password: leaguer at dusk" in said


def test_a_password_that_was_changed_is_not_told() -> None:
    demo()
    bob = User.objects.get(username="bob")
    bob.set_password("something else")
    bob.save()
    said = demo()
    assert "Log in as bob" not in said
    assert "Log in as carol" in said
    assert User.objects.get(username="bob").check_password("something else")


def test_nothing_stays_of_a_demo_that_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(loading, "ALPHA_66", loading.AMBUSH)  # two battles of one id
    with pytest.raises(Refused):
        demo()
    assert everything() == [[]] * 8
    assert not list(log.streams())


def test_the_shot_it_prints_is_accepted_and_counts_once() -> None:
    line = demo().split("To log a shot as bob:\n")[1]
    url = re.findall(r"http://leaguer\.example(/api\S+)", line)[0]
    login, body = re.findall(r"-d '([^']*)'", line)
    token = Client().post("/api/v1/token/", login, content_type="application/json").json()["token"]
    before = log.head(str(loading.ALPHA_66)).position
    for _ in range(2):
        answer = Client().post(url, body, content_type="application/json", headers={"Authorization": f"Token {token}"})
        assert answer.status_code == 200, answer.content
        assert answer.json()["reports"][0]["status"] == "accepted"
        assert log.head(str(loading.ALPHA_66)).position == before + 1
    assert json.loads(body)["type"] == "Fire"


def test_there_is_always_something_legal_to_print_until_the_battle_is_over() -> None:
    demo()
    for _ in range(30):
        if (one := example()) is None:
            break
        who = who_in_battle(User.objects.get(username=one.username), loading.ALPHA_66)
        assert who is not None
        report = Report(str(uuid4()), one.type, json.dumps(one.data))
        battle_door.execute(str(loading.ALPHA_66), [report], who, "api")
    else:
        assert Sheet.objects.get(pk=loading.ALPHA_66).round > 1


def test_production_takes_force_and_makes_passwords_up() -> None:
    with override_settings(PRODUCTION=True):
        with pytest.raises(CommandError, match="--force"):
            demo()
        assert not User.objects.exists()
        said = demo("--force")
        password = re.findall(r"alice \(organiser\), password: (\S+)", said)[0]
        assert User.objects.get(username="alice").check_password(password)
        assert "leaguer at dusk" not in said
        assert "password" not in demo("--force")


def test_its_campaign_is_like_any_other() -> None:
    demo()
    season, _told, _rows = door.replay(str(loading.CAMPAIGN))
    assert season.opened.name == "Fulda, autumn 1985"
    assert [platoon.name for platoon in season.platoons.values()] == ["Alpha 66", "Red Banner"]


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"vehicles": (Recruit(id="tiger", model="Tiger"),)}, "vehicles"),
        ({"card": "Fantasy Corps"}, "card"),
        ({"fittings": {"tiger": ("Death Ray",)}}, "fittings.tiger"),
    ],
)
def test_what_the_rulebook_does_not_know_cannot_enlist(change: dict[str, Any], field: str) -> None:
    """It would be there to stay, and never be fit to muster."""
    demo()
    bob = User.objects.get(username="bob")
    forces = {"platoon": "cats", "name": "Cats", "side": "nato", "vehicles": (Recruit(id="tiger", model="T-64"),)}
    enlist = Enlist(**(forces | change))
    with pytest.raises(Refused) as refused:
        door.execute(
            str(loading.CAMPAIGN), [Report(str(uuid4()), "Enlist", codec.encode(enlist))], Who(str(bob.pk)), "api"
        )
    assert refused.value.field == field
    assert refused.value.remedy is not None
