"""An organiser's own fixtures are ruled on by another, as long as there is one and their club has it so."""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy
from uuid import uuid4

import pytest
from pytest_django import DjangoDbBlocker

from battles import handler as battle_door
from battles.reports import Report
from campaigns import handler, roles
from campaigns.admin.ruling.round_page import address
from campaigns.models import Club, User
from campaigns.season.results import Adjudicate, Concede, WalkOver
from campaigns.season.rounds import OpenRound
from campaigns.season.values import Pairing
from rules.adjudicate import Who
from rules.contract import Command, Refused
from rules.reports import Amend
from rules.stream import codec
from rules.stream.revision.reports import Correct, Undo
from tests.campaigns.conftest import Season, shared_season
from tests.campaigns.office import AtForm, office_of
from tests.campaigns.ruled import state
from tests.campaigns.skirmish import Shoot
from tests.cast import logged_in

pytestmark = pytest.mark.django_db
KEY = {"Idempotency-Key": "7d9f2c1e-5a34-4c8b-9a53-2f1d6f0c2b11"}
RULING = Adjudicate(fixture="r1-1", winner="bears", reason="We have agreed")


@pytest.fixture(scope="module")
def at_first(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Season]:
    """Bob, who plays Carol, organises the club, too."""
    with shared_season(django_db_blocker, Season) as season:
        season.begin()
        season.report(season.organiser, OpenRound(pairings=(Pairing(home="bears", away="cats"),), deadline=""))
        season.cast.club.organisers.add(season.cast.bob)
        yield season


@pytest.fixture
def paired(db: None, at_first: Season) -> Season:
    return deepcopy(at_first)


def officer(user: User) -> Who:
    return Who(str(user.pk), referee=True, needs_case=True)


def refused(season: Season, command: Command, dry_run: bool = False) -> Refused:
    report = Report(str(uuid4()), type(command).__name__, codec.encode(command))
    with pytest.raises(Refused) as told:
        handler.execute(season.stream, [report], officer(season.cast.bob), "api", dry_run=dry_run)
    return told.value


@pytest.mark.parametrize("command", [RULING, WalkOver(fixture="r1-1", winner="bears", reason="She is not here")])
@pytest.mark.parametrize("dry_run", [False, True])
def test_who_plays_in_it_leaves_it_to_another(paired: Season, command: Command, dry_run: bool) -> None:
    told = refused(paired, command, dry_run)
    assert (told.code, told.field) == ("not-yours", "fixture")
    paired.report(officer(paired.cast.alice), command)
    assert state(paired).fixtures["r1-1"].decided


def test_who_rules_alone_rules_on_their_own(paired: Season) -> None:
    paired.cast.club.organisers.set([paired.cast.bob])
    paired.report(officer(paired.cast.bob), RULING)
    assert state(paired).fixtures["r1-1"].decided


def test_one_who_has_left_is_no_other(paired: Season) -> None:
    User.objects.filter(pk=paired.cast.alice.pk).update(is_active=False)
    paired.report(officer(paired.cast.bob), RULING)


def test_where_both_organisers_play_in_it_either_rules(paired: Season) -> None:
    paired.cast.club.organisers.set([paired.cast.bob, paired.cast.carol])
    paired.report(officer(paired.cast.bob), RULING)


def test_a_club_may_have_it_otherwise(paired: Season) -> None:
    Club.objects.update(rule_own=True)
    paired.report(officer(paired.cast.bob), RULING)


def test_what_was_told_stays_when_another_comes(paired: Season) -> None:
    paired.cast.club.organisers.set([paired.cast.bob])
    report = Report(str(uuid4()), "Adjudicate", codec.encode(RULING))
    first = handler.execute(paired.stream, [report], officer(paired.cast.bob), "api")
    paired.cast.club.organisers.add(paired.cast.alice)
    again = handler.execute(paired.stream, [report], officer(paired.cast.bob), "api")  # sent twice
    assert again.answers == first.answers
    assert state(paired).fixtures["r1-1"].decided is not None


def test_a_ruling_on_their_own_is_not_taken_back_or_changed_either(paired: Season) -> None:
    receipt = paired.report(officer(paired.cast.alice), RULING)
    at = receipt.answers[0].events[0].position
    said = {"fixture": "r1-1", "winner": "cats", "reason": "No"}
    assert refused(paired, Undo(position=at, reason="No")).code == "not-yours"
    assert refused(paired, Correct(position=at, how="strike", reason="No")).code == "not-yours"
    changed = Correct(position=at, how="change", type="Adjudicate", data=said, reason="No")
    assert refused(paired, changed).code == "not-yours"


def test_as_a_player_they_concede_as_everybody(paired: Season) -> None:
    paired.report(officer(paired.cast.bob), Concede(fixture="r1-1", platoon="bears"))


def test_the_office_says_so_at_the_form(paired: Season) -> None:
    form = AtForm(office_of(paired.cast.bob), address(paired.stream, 1, "adjudicate", "r1-1").partition("#")[0])
    form.fill(winner="bears", reason="We have agreed").press("look")
    assert form.page.status_code == 422
    assert "another organiser rules on it" in form.read
    assert not state(paired).fixtures["r1-1"].decided


# -- in the battle itself ----------------------------------------------------------------------------------------------

AMENDED = Amend(winner="north", reason="The last shot was a hit")


def test_the_outcome_of_their_own_battle_is_amended_by_another(paired: Season) -> None:
    bob, battle = paired.cast.bob, paired.fight()
    with pytest.raises(Refused) as told:
        paired.play(battle, AMENDED, roles.who_in_battle(bob, battle))
    assert (told.value.code, told.value.field) == ("not-yours", "fixture")
    amended = paired.play(battle, AMENDED, roles.who_in_battle(paired.cast.alice, battle))
    at = amended.answers[0].events[0].position
    changed = {"winner": "south", "reason": "No"}
    for back in (
        Undo(position=at, reason="No"),
        Correct(position=at, how="strike", reason="No"),
        Correct(position=at, how="change", type="Amend", data=changed, reason="No"),
    ):
        with pytest.raises(Refused, match="another organiser rules on it"):
            paired.play(battle, back, roles.who_in_battle(bob, battle))
    assert [row.type for row in battle_door.replay(battle)[2]].count("Amended") == 1


def test_a_club_lets_them_amend_it(paired: Season) -> None:
    battle = paired.fight()
    Club.objects.update(rule_own=True)
    paired.play(battle, AMENDED, roles.who_in_battle(paired.cast.bob, battle))


def test_what_they_report_as_a_player_is_theirs_to_take_back(paired: Season) -> None:
    battle, bob = paired.muster(), paired.cast.bob
    shot = paired.play(battle, Shoot(shooter="bears-1", target="cats-1", dice=(6,)), roles.who_in_battle(bob, battle))
    paired.play(battle, Undo(position=shot.position, reason="Misread"), roles.who_in_battle(bob, battle))


# -- by every way ------------------------------------------------------------------------------------------------------


def test_by_api_and_by_script_it_is_refused_alike(paired: Season) -> None:
    client, where = logged_in(paired.cast.bob), f"/api/v1/campaigns/{paired.stream}/commands/"
    said = {"id": str(uuid4()), "type": "Adjudicate", "data": {"fixture": "r1-1", "winner": "bears", "reason": "So"}}
    told = client.post(where, said, content_type="application/json")
    assert (told.status_code, told.json()["code"]) == (403, "not-yours")
    line = 'adjudicate r1-1 winner=bears reason="So"'
    told = client.post(where, line, content_type="text/x-battle-script", headers=KEY)
    assert told.status_code == 403
    assert not state(paired).fixtures["r1-1"].decided
