"""An organiser's own fixtures are ruled on by another, as long as there is one and their club has it so."""

from __future__ import annotations

from uuid import uuid4

import pytest

from battles.reports import Report
from campaigns import handler
from campaigns.admin.ruling.round_page import address
from campaigns.models import Club, User
from campaigns.season.results import Adjudicate, Concede, WalkOver
from campaigns.season.rounds import OpenRound
from campaigns.season.values import Pairing
from rules.adjudicate import Who
from rules.contract import Command, Refused
from rules.stream import codec
from rules.stream.revision.reports import Correct, Undo
from tests.campaigns.conftest import Season
from tests.campaigns.office import AtForm, office_of
from tests.campaigns.ruled import state

pytestmark = pytest.mark.django_db
RULING = Adjudicate(fixture="r1-1", winner="bears", reason="We have agreed")


@pytest.fixture
def paired(season: Season) -> Season:
    """Bob, who plays Carol, organises the club, too."""
    season.begin()
    season.report(season.organiser, OpenRound(pairings=(Pairing(home="bears", away="cats"),), deadline=""))
    season.cast.club.organisers.add(season.cast.bob)
    return season


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
