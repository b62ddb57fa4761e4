"""Platoons leave and change hands; people are given offices."""

from __future__ import annotations

import pytest

from campaigns.season.people import Appoint, Appointed, Dismiss, Dismissed, Drop, Dropped, HandedOver, HandOver
from campaigns.season.results import Concede
from campaigns.season.rounds import OpenRound
from campaigns.season.values import Pairing
from rules.adjudicate import CLERK, Who
from rules.contract import Command
from tests.campaigns.between import ALICE, BOB, CAROL, Camp

HAND_OVER = HandOver(platoon="bears", players=("dora", "bob"), reason="away in June")
DROP = Drop(platoon="bears", reason="moved")
ERIN = Appoint(person="erin", office="umpire", reason="knows the rules")


@pytest.mark.parametrize("who", [BOB, ALICE])
def test_a_platoon_leaves_and_is_gone(who: Who) -> None:
    camp = Camp()
    assert camp.report(DROP, who) == [Dropped(platoon="bears", reason="moved")]
    for command in (DROP, HAND_OVER):
        assert camp.refused(command, ALICE).field == "platoon"


@pytest.mark.parametrize("who", [BOB, ALICE])
def test_a_platoon_changes_hands_and_obeys_the_new_ones(who: Who) -> None:
    camp = Camp()
    camp.report(OpenRound(pairings=(Pairing(home="bears", away="cats"),)), ALICE)
    handed = HandedOver(platoon="bears", players=("dora",), reason="so")
    assert camp.report(HandOver(platoon="bears", players=("dora",), reason="so"), who) == [handed]
    concede = Concede(fixture="r1-1", platoon="bears")
    assert camp.refused(concede, BOB).code == "not-yours"
    assert camp.report(concede, Who("dora"))


@pytest.mark.parametrize("command", [DROP, HAND_OVER])
def test_somebody_elses_platoon_is_let_be(command: Command) -> None:
    assert Camp().refused(command, CAROL).code == "not-yours"


@pytest.mark.parametrize(
    ("players", "faults"),
    [(("dora", "dora"), 1), (("",), 1), ((CLERK,), 1), (("bob",), 1), (("", "", CLERK), 3)],
)
def test_a_platoon_is_handed_to_people_each_once_and_others_than_now(players: tuple[str, ...], faults: int) -> None:
    refused = Camp().refused(HandOver(platoon="bears", players=players, reason="so"), BOB)
    assert [fault.field for fault in refused.faults] == ["players"] * faults


def test_an_office_is_given_changed_and_taken_back() -> None:
    camp = Camp()
    assert camp.report(ERIN, ALICE) == [Appointed(person="erin", office="umpire", reason="knows the rules")]
    assert camp.refused(ERIN, ALICE).field == "person"
    camp.report(Appoint(person="erin", office="organiser", reason="helps"), ALICE)
    assert camp.season.offices == {"erin": "organiser"}
    dismiss = Dismiss(person="erin", reason="thanks")
    assert camp.report(dismiss, ALICE) == [Dismissed(person="erin", reason="thanks")]
    assert camp.season.offices == {}
    assert camp.refused(dismiss, ALICE).field == "person"


def test_who_was_appointed_may_resign() -> None:
    camp = Camp()
    camp.report(Appoint(person="erin", office="organiser", reason="helps"), ALICE)
    assert camp.report(Dismiss(person="erin", reason="enough"), Who("erin", referee=True))


@pytest.mark.parametrize("command", [ERIN, Dismiss(person="erin", reason="so")])
def test_offices_are_the_organisers_to_give(command: Command) -> None:
    assert Camp().refused(command, BOB).code == "not-yours"


@pytest.mark.parametrize("person", ["", CLERK])
def test_neither_the_clerk_nor_nobody_holds_an_office(person: str) -> None:
    assert Camp().refused(Appoint(person=person, office="umpire", reason="so"), ALICE).field == "person"
