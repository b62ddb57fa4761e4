"""A ladder: challenges, what a refusal or silence costs, rest after a battle, and what all of it does to the rungs."""

from __future__ import annotations

from typing import Any

import pytest

from campaigns.season.challenges.answers import AcceptChallenge, ChallengeRefused, RefuseChallenge
from campaigns.season.challenges.making import Challenge, Challenged, ChallengeWithdrawn, WithdrawChallenge
from campaigns.season.challenges.situation import UNTOLD, next_due, situation
from campaigns.season.challenges.tending import ChallengeLapsed, LadderTended, TendLadder
from campaigns.season.explain import explain
from campaigns.season.kept_events import Decided
from campaigns.season.pairing_reasons import breaks, reasons
from campaigns.season.people import Drop, HandOver
from campaigns.season.results import Adjudicate, Concede
from campaigns.season.round_end import CloseRound
from campaigns.season.rounds import OpenRound
from campaigns.season.standings import rungs, standings
from rules.adjudicate import Who
from tests.campaigns.between import ALICE, THE_CLERK, Camp
from tests.campaigns.test_knock_out import camp_of, join
from tests.campaigns.test_pairing_methods import round_by

MONDAY, TUESDAY, THURSDAY = "2027-03-01T20:00:00Z", "2027-03-02T20:00:00Z", "2027-03-04T20:00:00Z"
NO_REST: dict[str, Any] = {"rest_days": 0, "rematch_days": 0}


def of(key: str) -> Who:
    return Who(f"player-{key}")


def ladder_of(n: int = 5, **terms: Any) -> Camp:
    camp = camp_of(n, **terms)
    round_by(camp, "ladder")
    return camp


def challenge(camp: Camp, one: str, other: str) -> None:
    camp.report(Challenge(platoon=one, against=other), of(one))


def accept(camp: Camp, one: str, other: str) -> str:
    """The other one accepts; the fixture."""
    (event,) = camp.report(AcceptChallenge(platoon=other, challenger=one), of(other))
    return str(event.fixture.key)  # type: ignore[attr-defined]


def beats(camp: Camp, one: str, other: str, winner: str = "") -> str:
    """The one challenges the other, and wins unless another one does."""
    challenge(camp, one, other)
    fixture = accept(camp, one, other)
    camp.report(Adjudicate(fixture=fixture, winner=winner or one, reason="As both of them told it"), ALICE)
    return fixture


def stands(camp: Camp) -> str:
    return " ".join(rungs(camp.season))


def why_not(camp: Camp, one: str, other: str) -> str:
    return camp.refused(Challenge(platoon=one, against=other), of(one)).text.text()


# -- a round of the ladder ---------------------------------------------------------------------------------------------


def test_a_ladder_begins_by_the_standings_pairs_nobody_and_nobody_has_a_bye() -> None:
    camp = camp_of(4)
    opened = round_by(camp, "ladder")
    assert (opened.fixtures, opened.byes, opened.ladder) == ((), (), ("p0", "p1", "p2", "p3"))
    assert [*reasons(camp.season, (), "ladder")] == [*breaks(camp.season, (), "ladder")] == []


def test_it_goes_on_in_the_next_round_that_is_opened_by_it() -> None:
    camp = ladder_of(3, **NO_REST)
    beats(camp, "p2", "p0")
    camp.report(CloseRound(round=1), ALICE)
    assert round_by(camp, "ladder").ladder == ("p2", "p0", "p1")
    beats(camp, "p0", "p2")
    assert stands(camp) == "p0 p2 p1"


def test_two_sides_have_no_ladder() -> None:
    camp = Camp({"red": "Red", "blue": "Blue"}, empty=True)
    assert "“ladder”" in camp.refused(OpenRound(method="ladder", deadline=""), ALICE).text.text()


def test_nobody_challenges_in_another_round() -> None:
    camp = ladder_of(2)
    camp.report(CloseRound(round=1), ALICE)
    round_by(camp, "swiss")
    assert "not opened by the ladder" in why_not(camp, "p1", "p0")


# -- challenges --------------------------------------------------------------------------------------------------------


def test_who_wins_from_below_takes_the_rung_and_those_between_move_down() -> None:
    camp = ladder_of(5, **NO_REST)
    beats(camp, "p4", "p1")
    assert stands(camp) == "p0 p4 p1 p2 p3"
    assert [one.platoon for one in standings(camp.season)] == ["p0", "p4", "p1", "p2", "p3"]


@pytest.mark.parametrize("winner", ["p1", ""])
def test_nobody_moves_where_the_challenged_wins_or_it_is_a_draw(winner: str) -> None:
    camp = ladder_of(3, **NO_REST)
    challenge(camp, "p2", "p1")
    fixture = accept(camp, "p2", "p1")
    camp.report(Adjudicate(fixture=fixture, winner=winner, reason="As both of them told it"), ALICE)
    assert stands(camp) == "p0 p1 p2"


def test_a_battle_that_is_counted_moves_rungs_too() -> None:
    camp = ladder_of(2)
    challenge(camp, "p1", "p0")
    camp.count(camp.muster(north="p1", south="p0", fixture=accept(camp, "p1", "p0")), winner="north")
    assert stands(camp) == "p1 p0"


def test_only_who_stands_above_within_the_range_is_challenged() -> None:
    camp = ladder_of(5, ladder_range=2)
    assert "does not stand above" in why_not(camp, "p1", "p2")
    assert "It stands 3 rungs above" in why_not(camp, "p4", "p1")
    challenge(camp, "p4", "p2")


def test_who_has_a_challenge_or_a_fixture_settles_it_first() -> None:
    camp = ladder_of(5)
    challenge(camp, "p3", "p2")
    assert "P2 has a challenge to settle" in why_not(camp, "p4", "p2")
    accept(camp, "p3", "p2")
    assert "P3 has a challenge to settle" in why_not(camp, "p4", "p3")
    assert "P2 has a challenge to settle" in why_not(camp, "p2", "p1")
    challenge(camp, "p4", "p1")


def test_two_platoons_of_one_player_do_not_challenge_each_other() -> None:
    camp = ladder_of(2)
    camp.report(HandOver(platoon="p0", players=("player-p1",), reason="Moved away"), ALICE)
    assert why_not(camp, "p1", "p0") == "One player has both platoons."


def test_who_challenges_may_take_it_back_and_nobody_answers_for_others() -> None:
    camp = ladder_of(2)
    challenge(camp, "p1", "p0")
    camp.refused(AcceptChallenge(platoon="p0", challenger="p1"), of("p1"))
    camp.refused(WithdrawChallenge(platoon="p1", against="p0"), of("p0"))
    camp.report(WithdrawChallenge(platoon="p1", against="p0"), of("p1"))
    camp.refused(AcceptChallenge(platoon="p0", challenger="p1"), of("p0"))
    challenge(camp, "p1", "p0")


def test_challenges_that_wait_as_the_round_closes_are_over_and_nothing_follows() -> None:
    camp = ladder_of(2, free_refusals=0)
    challenge(camp, "p1", "p0")
    told = camp.report(CloseRound(round=1), ALICE)
    assert [one.how for one in told if isinstance(one, ChallengeWithdrawn)] == ["round closed"]
    assert stands(camp) == "p0 p1"


# -- refusals ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("costs", "then"),
    [("place", "p2 p0 p1"), ("swap", "p2 p1 p0"), ("nothing", "p0 p1 p2")],
)
def test_a_refusal_that_is_not_free_costs_what_the_terms_say(costs: str, then: str) -> None:
    camp = ladder_of(3, refusal_costs=costs)  # one is free in each round
    for cost, after in ("", "p0 p1 p2"), (costs, then):
        challenge(camp, "p2", "p0")
        (told,) = camp.report(RefuseChallenge(platoon="p0", challenger="p2"), of("p0"))
        assert isinstance(told, ChallengeRefused)
        assert told.cost == (cost if cost != "nothing" else "")
        assert stands(camp) == after


def test_refusals_are_free_anew_in_each_round() -> None:
    camp = ladder_of(2)
    for number in (1, 2):
        challenge(camp, "p1", "p0")
        (told,) = camp.report(RefuseChallenge(platoon="p0", challenger="p1"), of("p0"))
        assert told.cost == ""  # type: ignore[attr-defined]
        camp.report(CloseRound(round=number), ALICE)
        round_by(camp, "ladder")


# -- time --------------------------------------------------------------------------------------------------------------


def made_at(camp: Camp, one: str, other: str, at: str) -> None:
    """As through the door, which adds the time."""
    camp.tell(Challenged(challenger=one, challenged=other, at=at, due=THURSDAY))


def test_a_challenge_can_be_answered_for_as_many_days_as_the_terms_say() -> None:
    camp = ladder_of(2)
    (told,) = camp.report(Challenge(platoon="p1", against="p0", at=MONDAY), of("p1"))
    assert (told.at, told.due) == (MONDAY, THURSDAY)  # type: ignore[attr-defined]
    assert next_due(camp.season) == THURSDAY
    camp.refused(TendLadder(at=TUESDAY), THE_CLERK)
    camp.refused(TendLadder(at=THURSDAY), of("p1"))


@pytest.mark.parametrize(("rule", "then"), [("refused", "p1 p0"), ("forfeit", "p1 p0"), ("nothing", "p0 p1")])
def test_silence_counts_as_the_terms_say(rule: str, then: str) -> None:
    camp = ladder_of(2, unanswered=rule, free_refusals=0)
    made_at(camp, "p1", "p0", MONDAY)
    lapsed, *ruled = camp.report(TendLadder(at=THURSDAY), THE_CLERK)
    assert isinstance(lapsed, ChallengeLapsed)
    assert [one.how for one in ruled if isinstance(one, Decided)] == ["walkover"] * (rule == "forfeit")
    assert stands(camp) == then
    camp.refused(AcceptChallenge(platoon="p0", challenger="p1"), of("p0"))


def test_after_a_battle_both_rest_and_do_not_meet_again_for_a_while() -> None:
    camp = ladder_of(4, rest_days=1, rematch_days=3)
    beats(camp, "p2", "p1")
    assert why_not(camp, "p1", "p0") == "P1 rests after its last battle."  # until when the clerk has still to say
    assert next_due(camp.season) == UNTOLD
    (told,) = camp.report(TendLadder(at=MONDAY), THE_CLERK)
    assert isinstance(told, LadderTended)
    assert why_not(camp, "p3", "p2") == "P2 rests after its last battle, until 2 March 2027, 20:00 UTC."
    assert next_due(camp.season) == TUESDAY
    camp.report(TendLadder(at=TUESDAY), THE_CLERK)
    assert why_not(camp, "p1", "p2") == "They have met a short time ago, until 4 March 2027, 20:00 UTC."
    camp.report(TendLadder(at=THURSDAY), THE_CLERK)
    assert next_due(camp.season) == ""
    challenge(camp, "p1", "p2")


# -- who comes and goes ------------------------------------------------------------------------------------------------


def test_who_comes_or_comes_back_enters_at_the_bottom() -> None:
    camp = ladder_of(3, **NO_REST)
    challenge(camp, "p1", "p0")
    camp.report(Drop(platoon="p0", reason="A new job"), of("p0"))
    assert stands(camp) == "p1 p2"
    challenge(camp, "p2", "p1")  # the challenge to who left is over
    join(camp, "p9")
    assert stands(camp) == "p1 p2 p9"


def test_a_fixture_of_who_has_left_moves_nobody() -> None:
    camp = ladder_of(3, **NO_REST)
    challenge(camp, "p2", "p0")
    accept(camp, "p2", "p0")
    camp.report(Drop(platoon="p0", reason="A new job"), of("p0"))
    camp.report(CloseRound(round=1), ALICE)
    assert stands(camp) == "p1 p2"


# -- what is asked of it -----------------------------------------------------------------------------------------------


def test_a_corrected_result_moves_the_rungs_as_if_it_had_been_so() -> None:
    camp = ladder_of(4, **NO_REST)
    first = beats(camp, "p1", "p0")
    beats(camp, "p3", "p0")
    assert stands(camp) == "p1 p3 p0 p2"
    camp.report(Adjudicate(fixture=first, winner="p0", reason="It was the other way round"), ALICE)
    assert stands(camp) == "p3 p0 p1 p2"


def test_a_rung_is_explained_by_the_reports_that_moved_it() -> None:
    camp = ladder_of(4, free_refusals=0)
    beats(camp, "p3", "p0")
    challenge(camp, "p2", "p1")
    camp.report(RefuseChallenge(platoon="p1", challenger="p2"), of("p1"))
    told = explain(camp.season, enumerate(camp.told, 1), "platoons.p1.rung")
    assert [(step.before, step.after) for step in told.steps] == [(None, 2), (2, 3), (3, 4)]
    assert all(step.reasons for step in told.steps)
    assert told.fact.value == 4
    place = explain(camp.season, enumerate(camp.told, 1), "platoons.p1.place")
    assert place.fact.value == 4


def test_a_choice_says_why_not_the_others() -> None:
    camp = ladder_of(4)
    challenge(camp, "p1", "p0")
    there = situation(camp.season)
    assert there.targets("p3") == ["p2"]
    assert [key for key, _why in there.out_of_reach("p3")] == ["p0", "p1"]


def test_who_concedes_is_passed() -> None:
    camp = ladder_of(2)
    challenge(camp, "p1", "p0")
    camp.report(Concede(fixture=accept(camp, "p1", "p0"), platoon="p0"), of("p0"))
    assert stands(camp) == "p1 p0"
