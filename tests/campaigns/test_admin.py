"""The organisers' office: the desk is edited, the log and what it comes to are shown, and rulings go by the door."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any
from uuid import uuid4

import pytest
from django.contrib import admin
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from battles import door as battle_door
from battles import log
from battles.models import LogLine, Sheet
from campaigns import clerk
from campaigns.models import Campaign, CampaignSheet, Club, Fixture, Standing, User, Vehicle
from campaigns.pages import tries
from tests.campaigns.conftest import Season
from tests.cast import PASSWORD, CampaignFactory, Cast, ClubFactory, UserFactory
from tests.village import Village

pytestmark = pytest.mark.django_db
SHOWN = (Sheet, CampaignSheet, Standing, Vehicle, Fixture, LogLine)
LISTS = (*SHOWN, Campaign, Club)


def url(model: type, page: str, *args: object) -> str:
    return reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_{page}", args=args)  # type: ignore[attr-defined]


def office_of(user: User) -> Client:
    user.is_staff = True
    user.save()
    client = Client()
    client.force_login(user)
    return client


@pytest.fixture
def alice(cast: Cast) -> Client:
    return office_of(cast.alice)


def act(client: Client, model: type, action: str, *keys: object) -> list[str]:
    """Take an action on rows; what is said about it."""
    data = {"action": action, "_selected_action": [str(key) for key in keys]}
    response = client.post(url(model, "changelist"), data, follow=True)
    assert response.redirect_chain, response.content[:500]
    return [str(message) for message in response.context["messages"]]


# ---------------------------------------------------------------------------------------------------- who may enter


def test_only_staff_who_organise_find_something(season: Season) -> None:
    season.begin().fight()
    clerk.sweep()
    cast = season.cast
    assert Client().get(url(Sheet, "changelist")).status_code == 302
    for outsider in (cast.bob, cast.dave, cast.erin):  # who umpires, works on the battles' own pages
        client = office_of(outsider)
        for model in LISTS:
            assert client.get(url(model, "changelist")).status_code == 403
        for model in SHOWN:
            key = model._default_manager.values_list("pk", flat=True)[0]
            assert client.get(url(model, "change", key)).status_code in (302, 403)


def test_an_organiser_finds_what_is_of_his_clubs_and_a_superuser_everything(season: Season) -> None:
    season.begin().fight()
    clerk.sweep()
    other = ClubFactory.create(organisers=[season.cast.dave])
    mine, theirs = office_of(season.cast.alice), office_of(season.cast.dave)
    root = office_of(UserFactory.create(username="root", is_superuser=True))
    for model in LISTS:
        rows = model._default_manager.count()
        found = {who: _rows(client.get(url(model, "changelist"))) for who, client in _of(mine, theirs, root).items()}
        if model is Club:
            assert found == {"mine": 1, "theirs": 1, "root": 2}
        else:
            assert found == {"mine": rows, "theirs": 0, "root": rows}
            key = model._default_manager.values_list("pk", flat=True)[0]
            assert mine.get(url(model, "change", key)).status_code == 200
            assert theirs.get(url(model, "change", key)).status_code == 302  # there is none such, for him
    assert theirs.get(url(Club, "change", other.pk)).status_code == 200


def _of(mine: Client, theirs: Client, root: Client) -> dict[str, Client]:
    return {"mine": mine, "theirs": theirs, "root": root}


def _rows(response: Any) -> int:
    assert response.status_code == 200
    count: int = response.context["cl"].result_count
    return count


# ---------------------------------------------------------------------------------------------------- only shown


@pytest.mark.parametrize("model", SHOWN)
def test_nothing_of_log_and_read_tables_is_edited(season: Season, model: type) -> None:
    """Not by a superuser either."""
    season.begin().fight()
    clerk.sweep()
    root = office_of(UserFactory.create(username="root", is_superuser=True))
    manager = model._default_manager  # type: ignore[attr-defined]
    before = list(manager.order_by("pk").values())
    key = manager.values_list("pk", flat=True)[0]
    assert root.get(url(model, "add")).status_code == 403
    assert root.post(url(model, "add"), {}).status_code == 403
    assert root.get(url(model, "delete", key)).status_code == 403
    assert root.post(url(model, "delete", key), {"post": "yes"}).status_code == 403
    page = root.get(url(model, "change", key))
    assert page.status_code == 200
    assert b'name="_save"' not in page.content
    assert root.post(url(model, "change", key), {"status": "open"}).status_code == 403
    root.post(url(model, "changelist"), {"action": "delete_selected", "_selected_action": [str(key)], "post": "yes"})
    assert list(manager.order_by("pk").values()) == before


def test_every_model_of_the_house_but_the_logs_own_is_in_the_office() -> None:
    assert {*LISTS, User} <= set(admin.site._registry)


def test_the_log_shows_commitments_and_finds_a_stream(season: Season, alice: Client) -> None:
    battle = season.begin().muster()
    seed = season.open().state.opened.seed
    for search in (battle, season.stream):
        page = alice.get(url(LogLine, "changelist"), {"q": search})
        assert _rows(page) == log.head(search).position
    assert _rows(alice.get(url(LogLine, "changelist"), {"stream": battle})) == 1
    assert _rows(alice.get(url(LogLine, "changelist"), {"type": "Enlisted"})) == 2
    assert _rows(alice.get(url(LogLine, "changelist"), {"kind": "campaign"})) == log.head(season.stream).position
    for nonsense in ({"q": "' OR 1=1"}, {"stream": "x"}, {"q": str(uuid4())}):
        assert _rows(alice.get(url(LogLine, "changelist"), nonsense)) == 0
    assert b"bob" in alice.get(url(LogLine, "changelist")).content
    line = alice.get(url(LogLine, "change", f"{season.stream}:1")).content.decode()
    assert "sealed" in line
    assert seed not in line
    assert "The long ridge" not in line
    for nowhere in (f"{season.stream}:99", f"{season.stream}:x", "x:1"):
        assert alice.get(url(LogLine, "change", nowhere)).status_code == 302


# ---------------------------------------------------------------------------------------------------- rulings


def test_an_organiser_confirms_for_the_silent_sides_and_settles(season: Season, alice: Client) -> None:
    battle = season.begin().muster()
    season.win(battle)
    assert act(alice, Sheet, "confirm", battle) == [f"{Sheet.objects.get()} is confirmed for: north, south."]
    row = log.read(battle)[-1]
    assert (row.type, row.by, row.via) == ("Confirmed", str(season.cast.alice.pk), "admin")
    assert act(alice, Sheet, "settle", battle) == [f"{Sheet.objects.get()} is settled."]
    assert Fixture.objects.get().status == Fixture.Status.COUNTED
    assert "nothing to settle" in act(alice, Sheet, "settle", battle)[0]


def test_a_ruling_that_the_rules_refuse_says_why_and_changes_nothing(season: Season, alice: Client) -> None:
    battle = season.begin().muster()
    before = log.head(battle)
    assert "not over" in act(alice, Sheet, "confirm", battle)[0]
    assert "nothing to settle" in act(alice, Sheet, "settle", battle)[0]
    assert log.head(battle) == before
    season.win(battle)
    season.confirm(battle)
    assert "already" in act(alice, Sheet, "confirm", battle)[0]


def test_one_refusal_does_not_stop_the_others(season: Season, alice: Client) -> None:
    first = season.begin().muster()
    season.enlist(season.cast.bob, "dogs")
    season.enlist(season.cast.carol, "eels")
    second = season.muster("dogs", "eels")
    season.win(second, "dogs", "eels")
    said = act(alice, Sheet, "confirm", first, second)
    assert len(said) == 2
    assert battle_door.replay(second)[0].agreed


def test_verify_names_the_row_that_does_not_hold(season: Season, alice: Client) -> None:
    battle = season.begin().fight()
    assert "all 7 rows hold" in act(alice, Sheet, "verify", battle)[0]
    with log.lifted(), connection.cursor() as cursor:
        cursor.execute("UPDATE log_row SET via = 'api' WHERE stream = %s AND position = 6", [battle])
        cursor.execute("UPDATE log_row SET via = 'page' WHERE stream = %s AND position = 6", [battle])
    assert "row 6 of its log" in act(alice, Sheet, "verify", battle)[0]


def test_a_battle_of_another_club_is_not_to_be_ruled_on(season: Season) -> None:
    battle = season.begin().muster()
    season.win(battle)
    ClubFactory.create(organisers=[season.cast.dave])
    assert act(office_of(season.cast.dave), Sheet, "confirm", battle) == []
    assert not battle_door.replay(battle)[0].confirmed


# ---------------------------------------------------------------------------------------------------- the desk


def prepared(cast: Cast, **changes: object) -> dict[str, object]:
    form: dict[str, object] = {
        "club": cast.club.pk,
        "name": "Autumn",
        "visibility": "public",
        "system": "skirmish",
        "sides": "red: Red\nblue: Blue",
        "confirm_within": 3600,
        "win": 3,
        "draw": 1,
        "loss": 0,
        "scored": 1,
    }
    return form | changes


def test_a_campaign_is_prepared_and_opened(cast: Cast, alice: Client) -> None:
    page = alice.post(url(Campaign, "add"), prepared(cast))
    assert page.status_code == 302, page.context["errors"]
    campaign = Campaign.objects.get()
    assert campaign.sides == {"red": "Red", "blue": "Blue"}
    form = alice.get(url(Campaign, "change", campaign.pk)).content.decode()
    assert "Nobody sees far." in form  # the option, as the rulebook declares it
    alice.post(url(Campaign, "change", campaign.pk), prepared(cast, option_fog="on"))
    assert act(alice, Campaign, "open_campaigns", campaign.pk)[-1] == "Autumn is open."
    assert CampaignSheet.objects.get().options == '{"fog":true}'
    row = log.read(str(campaign.pk))[0]
    assert (row.by, row.via) == (str(cast.alice.pk), "admin")


def test_an_open_campaign_keeps_all_but_who_may_read_it(season: Season, alice: Client) -> None:
    season.open()
    before = Campaign.objects.values().get()
    form = prepared(season.cast, visibility="members", name="Other", system="modern_age", win=99)
    assert alice.post(url(Campaign, "change", season.stream), form).status_code == 302
    assert Campaign.objects.values().get() == before | {"visibility": "members"}
    assert alice.post(url(Campaign, "delete", season.stream), {"post": "yes"}).status_code == 403
    alice.post(
        url(Campaign, "changelist"), {"action": "delete_selected", "_selected_action": [season.stream], "post": "yes"}
    )
    assert Campaign.objects.exists()


def test_umpires_are_named_before_it_opens_and_after(season: Season, cast: Cast, alice: Client) -> None:
    change = url(Campaign, "change", season.stream)
    form = alice.get(change).content.decode()
    assert "see no more than their own side does, and the log shows" in form
    for named in ([cast.dave], [cast.bob, cast.erin], []):
        assert alice.post(change, prepared(cast, umpires=[one.pk for one in named])).status_code == 302
        assert set(season.desk.umpires.all()) == set(named)
        if not season.desk.is_open:
            season.open()
            season.desk.refresh_from_db()
            assert 'name="umpires"' in alice.get(change).content.decode()
    assert season.desk.name == "Autumn"


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"sides": "red: Red"}, "nobody to fight"),
        ({"sides": "red: Red\nblue: red"}, "is taken"),
        ({"sides": "red"}, "not of the form"),
        ({"sides": "red: Red\nred: Blue"}, "there twice"),
        ({"sides": "RED!: Red\nblue: Blue"}, "is no key"),
        ({"system": "chess"}, "Select a valid choice"),
        ({"win": 40000}, "less than or equal"),
        ({"confirm_within": 10**9}, "less than or equal"),
        ({"name": ""}, "required"),
    ],
)
def test_what_could_not_be_opened_cannot_be_saved(
    cast: Cast, alice: Client, changes: dict[str, object], said: str
) -> None:
    page = alice.post(url(Campaign, "add"), prepared(cast, **changes))
    assert page.status_code == 200
    assert said in page.content.decode()
    assert not Campaign.objects.exists()


def test_another_rulebook_brings_its_own_options(cast: Cast, alice: Client) -> None:
    campaign = CampaignFactory.create(club=cast.club, system="skirmish", options={"fog": True})
    alice.post(url(Campaign, "change", campaign.pk), prepared(cast, system="modern_age", option_fog="on"))
    campaign.refresh_from_db()
    assert (campaign.system, campaign.options) == ("modern_age", {})


def test_an_option_of_several_lines_is_typed_and_read_by_its_rulebook(
    village: Village, cast: Cast, alice: Client
) -> None:
    """Its lines end as everywhere; what the rulebook cannot read is not saved, for every battle would be refused."""
    campaign = CampaignFactory.create(club=cast.club, system="squares")
    change = url(Campaign, "change", campaign.pk)
    form = alice.get(change).content.decode()
    assert re.search(r'<textarea name="option_letters"[^>]*maxlength="60"', form)
    assert "What the umpire has written. (squares Q4)" in form
    said: dict[str, object] = {"system": "squares", "sides": ""}
    assert alice.post(change, prepared(cast, **said, option_letters="one\r\n two")).status_code == 302
    campaign.refresh_from_db()
    assert campaign.options == {"letters": "one\n two", "fog": False}
    assert "one\n two</textarea>" in alice.get(change).content.decode()
    for text, why in (("who?", "No questions."), ("x" * 61, "at most 60")):
        page = alice.post(change, prepared(cast, **said, option_letters=text))
        assert page.status_code == 200
        assert why in page.content.decode()
    assert alice.post(change, prepared(cast, **said, option_letters="\r\n".join("x" * 30))).status_code == 302
    campaign.refresh_from_db()
    assert len(campaign.options["letters"]) == 59
    assert act(alice, Campaign, "open_campaigns", campaign.pk)[-1] == "Autumn is open."


def test_a_campaign_is_prepared_for_a_club_one_organises(cast: Cast, alice: Client) -> None:
    other = ClubFactory.create()
    assert alice.post(url(Campaign, "add"), prepared(cast, club=other.pk)).status_code == 200
    assert not Campaign.objects.exists()
    assert alice.get(url(Club, "add")).status_code == 403


# ---------------------------------------------------------------------------------------------------- size


@pytest.mark.parametrize("model", LISTS)
def test_a_list_that_grows_asks_no_more(season: Season, alice: Client, model: type) -> None:
    def queries() -> int:
        with CaptureQueriesContext(connection) as asked:
            assert alice.get(url(model, "changelist")).status_code == 200
        return len(asked)

    _grow(season)
    few = queries()
    for _ in range(3):
        _grow(Season(season.cast))
    assert queries() == few


def _grow(season: Season) -> None:
    make: Callable[[], str] = season.begin().fight
    make()
    clerk.sweep()


def test_guessing_has_to_pause_at_the_offices_own_door(cast: Cast) -> None:
    cache.clear()
    cast.alice.is_staff = True
    cast.alice.save()
    right = {"username": "alice", "password": PASSWORD}
    assert Client().post("/admin/login/", right).status_code == 302
    for _try in range(tries.TRIES):
        Client().post("/admin/login/", right | {"password": "wrong"})
    for door in ("/admin/login/", "/login/"):
        assert "Too many wrong tries." in Client().post(door, right).content.decode()
    cache.clear()
