"""Given a fixture, when somebody is named to sit in for a platoon's players, then by the rule of the terms; whose the
game is, who may speak in it, and what nobody gains by it."""

from __future__ import annotations

from typing import Any

import pytest

from campaigns.season import explain, legal, narrate
from campaigns.season.appointments import DateAgreed, ProposeDate
from campaigns.season.kept_events import Substituted, SubstituteProposed
from campaigns.season.musters import CallOff, may_muster
from campaigns.season.people import Drop, HandOver
from campaigns.season.purchases import Buy
from campaigns.season.results import Concede, ReportReady
from campaigns.season.rounds import OpenRound
from campaigns.season.seating import played_for
from campaigns.season.substitutes.answers import AcceptSubstitute, DeclineSubstitute, SubstituteDeclined
from campaigns.season.substitutes.naming import Substitute, SubstituteWithdrawn, WithdrawSubstitute
from campaigns.season.values import Pairing, Recruit
from rules.adjudicate import CLERK, Who
from rules.contract import Command, Event
from tests.campaigns.between import ALICE, BOB, CAROL, Camp, enlist

DAVE, ERIN = Who("dave"), Who("erin")
FOR_THE_BEARS = Substitute(fixture="r1-1", platoon="bears", person="dave", reason="Bob is ill")
AGREED = AcceptSubstitute(fixture="r1-1", platoon="bears", person="dave")
ENDED = WithdrawSubstitute(fixture="r1-1", platoon="bears", reason="Bob is well again")


def begun(rule: str = "accepted", **terms: Any) -> Camp:
    """Bob's bears meet Carol's cats; Dave's dogs and Erin's elks each other, where the rule asks who is enlisted."""
    camp = Camp(substitutes=rule, **terms)
    pairs = [Pairing(home="bears", away="cats")]
    if rule in ("enlisted", "free"):
        camp.report(enlist("dogs"), DAVE)
        camp.report(enlist("elks"), ERIN)
    camp.report(OpenRound(pairings=tuple(pairs), deadline=""), ALICE)
    return camp


def seated(rule: str = "accepted", **terms: Any) -> Camp:
    camp = begun(rule, **terms)
    camp.report(FOR_THE_BEARS, BOB)
    if rule == "accepted":
        camp.report(AGREED, CAROL)
    return camp


def kind(events: list[Event]) -> type[Event]:
    (event,) = events
    return type(event)


def sits(camp: Camp, fixture: str = "r1-1") -> dict[str, str]:
    return {key: one.person for key, one in camp.season.fixtures[fixture].substitutes.items()}


def whose(camp: Camp, platoon: str = "bears") -> tuple[str, ...]:
    return played_for(camp.season, camp.season.fixtures["r1-1"], platoon).players


def test_without_a_term_nobody_sits_in_and_nothing_is_offered() -> None:
    camp = Camp()
    camp.report(OpenRound(pairings=(Pairing(home="bears", away="cats"),), deadline=""), ALICE)
    for who in (BOB, ALICE):
        assert camp.refused(FOR_THE_BEARS, who).field == "fixture"
        assert not legal(camp.season, who, Substitute)


def test_the_opponent_is_asked_and_answers_what_they_have_read() -> None:
    camp = begun()
    (event,) = camp.report(FOR_THE_BEARS, BOB)
    assert event == SubstituteProposed(fixture="r1-1", platoon="bears", person="dave", reason="Bob is ill")
    assert narrate(camp.season, event).text() == "bears proposes a substitute for Bears – Cats: Bob is ill"
    assert sits(camp) == {}
    assert camp.refused(FOR_THE_BEARS, BOB).field == "person"
    for who in (BOB, DAVE):
        assert camp.refused(AGREED, who).code == "not-yours"
    other = AcceptSubstitute(fixture="r1-1", platoon="bears", person="erin")
    assert camp.refused(other, CAROL).field == "person"
    (event,) = camp.report(AGREED, CAROL)
    assert event == Substituted(
        fixture="r1-1", platoon="bears", person="dave", players=("bob",), game="own", reason="Bob is ill"
    )
    assert narrate(camp.season, event).text() == "A substitute plays for bears in Bears – Cats: Bob is ill"
    assert sits(camp) == {"bears": "dave"}


def test_the_opponent_declines_and_the_player_or_who_sits_in_takes_it_back() -> None:
    camp = begun()
    camp.report(FOR_THE_BEARS, BOB)
    declined = camp.report(DeclineSubstitute(fixture="r1-1", platoon="bears"), CAROL)
    assert declined == [SubstituteDeclined(fixture="r1-1", platoon="bears")]
    assert camp.refused(AGREED, CAROL).field == "platoon"
    for who in (BOB, DAVE, ALICE):
        camp = seated()
        assert camp.refused(ENDED, ERIN).code == "not-yours"
        (event,) = camp.report(ENDED, who)
        assert event == SubstituteWithdrawn(fixture="r1-1", platoon="bears", reason="Bob is well again")
        assert sits(camp) == {}


def test_an_organiser_rules_at_once_but_not_for_their_own_platoon() -> None:
    camp = begun()
    assert kind(camp.report(FOR_THE_BEARS, ALICE)) is Substituted
    camp = begun()
    bob = Who("bob", referee=True)
    assert kind(camp.report(FOR_THE_BEARS, bob)) is SubstituteProposed
    assert camp.refused(AGREED, bob).code == "not-yours"
    camp.report(AGREED, ALICE)
    assert sits(camp) == {"bears": "dave"}


@pytest.mark.parametrize("person", ["", CLERK, "bob", "carol"])
def test_who_plays_in_it_already_does_not_sit_in(person: str) -> None:
    command = Substitute(fixture="r1-1", platoon="bears", person=person, reason="so")
    assert begun().refused(command, BOB).field == "person"


def test_nobody_sits_on_both_sides_even_by_a_platoon_handed_over() -> None:
    camp = seated()
    both = Substitute(fixture="r1-1", platoon="cats", person="dave", reason="so")
    assert camp.refused(both, CAROL).field == "person"
    over = HandOver(platoon="cats", players=("carol", "dave"), reason="so")
    assert camp.refused(over, CAROL).field == "players"
    camp.report(HandOver(platoon="cats", players=("carol", "erin"), reason="so"), CAROL)


def test_a_dropped_player_does_not_come_back_by_it() -> None:
    camp = begun()
    camp.report(enlist("dogs"), DAVE)
    camp.report(Drop(platoon="dogs", reason="He leaves"), DAVE)
    assert "has left" in camp.refused(FOR_THE_BEARS, BOB).text.text()


def test_only_who_is_enlisted_where_the_rule_says_so() -> None:
    camp = begun("enlisted")
    stranger = Substitute(fixture="r1-1", platoon="bears", person="frank", reason="so")
    assert "not enlisted" in camp.refused(stranger, BOB).text.text()
    assert kind(camp.report(FOR_THE_BEARS, BOB)) is Substituted


def test_only_who_has_no_fixture_in_that_round_and_sits_in_for_no_other() -> None:
    camp = Camp(substitutes="free")
    for key, who in (("dogs", DAVE), ("elks", ERIN), ("foxes", Who("frank")), ("gnus", Who("gina"))):
        camp.report(enlist(key), who)
    pairs = (Pairing(home="bears", away="cats"), Pairing(home="elks", away="foxes"))
    camp.report(OpenRound(pairings=pairs, deadline=""), ALICE)
    erin = Substitute(fixture="r1-1", platoon="bears", person="erin", reason="so")
    assert "of their own" in camp.refused(erin, BOB).text.text()
    camp.report(FOR_THE_BEARS, BOB)
    again = Substitute(fixture="r1-2", platoon="elks", person="dave", reason="so")
    assert camp.refused(again, ERIN).field == "person"
    camp.report(Substitute(fixture="r1-2", platoon="elks", person="gina", reason="so"), ERIN)


def test_a_platoon_is_substituted_no_more_often_than_the_terms_allow() -> None:
    camp = seated(substitutions=1)
    camp.count(camp.muster(fixture="r1-1"))
    camp.close_round()
    camp.report(OpenRound(pairings=(Pairing(home="bears", away="cats"),), deadline=""), ALICE)
    again = Substitute(fixture="r2-1", platoon="bears", person="dave", reason="so")
    assert camp.refused(again, BOB).field == "platoon"
    assert camp.refused(again, ALICE).field == "platoon"
    # a fixture that was not fought counts for nothing
    camp = seated(substitutions=1)
    camp.report(Concede(fixture="r1-1", platoon="cats"), CAROL)
    camp.close_round()
    camp.report(OpenRound(pairings=(Pairing(home="bears", away="cats"),), deadline=""), ALICE)
    camp.report(again, BOB)


def test_who_sits_in_speaks_in_the_fixture_and_not_for_the_platoon() -> None:
    camp = seated()
    fixture = camp.season.fixtures["r1-1"]
    assert may_muster(camp.season, fixture, DAVE)
    camp.report(ReportReady(fixture="r1-1"), DAVE)
    camp.report(ProposeDate(fixture="r1-1", at="2031-03-14T19:00:00Z"), DAVE)
    assert fixture.proposed is not None
    assert fixture.proposed.platoon == "bears"
    theirs: list[Command] = [
        Buy(platoon="bears", vehicles=(Recruit(id="new", model="Light"),)),
        Drop(platoon="bears", reason="so"),
        HandOver(platoon="bears", players=("dave",), reason="so"),
        Concede(fixture="r1-1", platoon="bears"),
    ]
    for command in theirs:
        assert camp.refused(command, DAVE).code == "not-yours"
    assert not camp.season.known_to("bears", "dave")


def test_the_seat_is_the_substitutes_before_and_while_it_is_fought() -> None:
    camp = seated()
    camp.muster(fixture="r1-1")
    fixture = camp.season.fixtures["r1-1"]
    assert camp.season.relieved(fixture) == {"north": ("dave",)}
    camp.report(ENDED, BOB)
    assert camp.season.relieved(fixture) == {}
    camp.report(Substitute(fixture="r1-1", platoon="bears", person="erin", reason="so"), ALICE)
    assert camp.season.relieved(fixture) == {"north": ("erin",)}
    camp.report(HandOver(platoon="bears", players=("frank",), reason="so"), ALICE)
    assert camp.season.relieved(fixture) == {"north": ("erin",)}


@pytest.mark.parametrize(("game", "players"), [("own", ("bob",)), ("substitute", ("dave",)), ("nobody", ())])
def test_whose_the_game_is_stands_as_the_battle_is_mustered(game: str, players: tuple[str, ...]) -> None:
    """Nor does it change hands with the platoon afterwards, or by who plays the rest of it."""
    camp = seated(substitute_game=game)
    assert whose(camp) == players
    battle = camp.muster(fixture="r1-1")
    camp.report(ENDED, BOB)
    assert whose(camp) == players
    camp.count(battle)
    camp.report(HandOver(platoon="bears", players=("frank",), reason="so"), ALICE)
    camp.count(battle, position=11, winner="south")
    assert whose(camp) == players
    assert whose(camp, "cats") == ("carol",)


def test_who_leaves_a_battle_that_goes_badly_keeps_the_game() -> None:
    camp = begun(substitute_game="nobody")
    camp.muster(fixture="r1-1")
    camp.report(FOR_THE_BEARS, BOB)
    (event,) = camp.report(AGREED, CAROL)
    assert isinstance(event, Substituted)
    assert event.game == "own"
    assert whose(camp) == ("bob",)


def test_a_battle_called_off_is_mustered_anew_with_who_sits_in_then() -> None:
    camp = begun(substitute_game="substitute")
    battle = camp.muster(fixture="r1-1")
    camp.report(CallOff(battle=battle, reason="Too early"), ALICE)
    camp.report(FOR_THE_BEARS, ALICE)
    camp.muster(fixture="r1-1")
    assert whose(camp) == ("dave",)


def test_what_is_decided_without_a_battle_is_of_the_platoons_players() -> None:
    camp = seated(substitute_game="substitute")
    camp.report(Concede(fixture="r1-1", platoon="bears"), BOB)
    assert whose(camp) == ("bob",)
    for command in (FOR_THE_BEARS, ENDED):
        assert "decided" in camp.refused(command, BOB).text.text()


def test_who_plays_both_platoons_asks_nobody() -> None:
    camp = begun()
    camp.report(HandOver(platoon="cats", players=("bob",), reason="he has both"), CAROL)
    assert kind(camp.report(FOR_THE_BEARS, BOB)) is Substituted
    assert kind(camp.report(ProposeDate(fixture="r1-1", at="2031-03-14T19:00:00Z"), BOB)) is DateAgreed


def test_it_is_explained() -> None:
    camp = seated(substitute_game="substitute")
    rows = list(enumerate(camp.told, 1))
    (step,) = explain.explain(camp.season, rows, "fixtures.r1-1.substitutes").steps
    assert "the substitute’s in a league" in step.reasons[0].text.text()
