"""Who has a bye, and what it scores."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from campaigns.season.editions import NEWEST
from campaigns.season.kept_events import Amended
from campaigns.season.pairing_methods import byes_of, meetings
from campaigns.season.pairings import Pair
from campaigns.season.people import Drop
from campaigns.season.round_end import CloseRound, RoundClosed
from campaigns.season.rounds import OpenRound
from campaigns.season.standings import standings
from campaigns.season.values import Pairing
from tests.campaigns.between import ALICE, Camp
from tests.campaigns.test_rounds import EVERYONE, camp_of, join, next_round
from tests.length import examples


def most_byes_of(camp: Camp, there: list[str]) -> list[int]:
    """Byes so far of those who have one when they are shared out as fairly as can be, the most first: by trying every
    pairing of as many as can be."""
    met, byes = meetings(camp.season), Counter(key for one in camp.season.rounds for key in one.byes)
    left = [frozenset(rest) for rest in singles(there, met)]
    fewest = min(len(rest) for rest in left)
    return min(sorted((byes[key] for key in rest), reverse=True) for rest in left if len(rest) == fewest)


def singles(there: list[str], met: set[frozenset[str]]) -> Iterator[list[str]]:
    """Who is left over, for every way to pair some of them."""
    if not there:
        yield []
        return
    first, *rest = there
    for single in singles(rest, met):
        yield [first, *single]
    for other in rest:
        if frozenset((first, other)) not in met:
            yield from singles([one for one in rest if one != other], met)


COURSES = st.lists(st.sampled_from(["play", "play", "play", "join", "drop", "by hand"]), min_size=3, max_size=8)


@given(st.integers(3, 6), COURSES)
@example(6, ["drop", "by hand", "play", "play"])  # who has had none was paired first, as another's partner
@settings(max_examples=examples(30), deadline=None)
def test_nobody_has_a_second_bye_while_somebody_who_could_have_it_has_had_none(n: int, course: list[str]) -> None:
    """Whoever joins, leaves, or is paired by hand: as few byes as can be, and of those as few second ones."""
    camp = camp_of(n)
    for step in course:
        there = [key for key, platoon in camp.season.platoons.items() if not platoon.dropped]
        if step == "join" and len(camp.season.platoons) < 7:
            join(camp, f"p{len(camp.season.platoons)}")
        elif step == "drop" and len(there) > 2:
            camp.report(Drop(platoon=there[n % len(there)], reason="moved"), ALICE)
        elif step == "by hand":
            camp.report(OpenRound(pairings=(Pairing(home=there[0], away=there[1]),), deadline=""), ALICE)
            camp.tell(RoundClosed(number=camp.season.turn))
        elif any(frozenset((a, b)) not in meetings(camp.season) for a in there for b in there if a != b):
            fair, before = most_byes_of(camp, there), byes_of(camp.season)
            byes = next_round(camp).byes
            assert sorted((before[key] for key in byes), reverse=True) == fair


@pytest.mark.parametrize(("reds", "blues"), [(3, 5), (2, 5), (4, 1)])
def test_of_two_unlike_sides_the_larger_ones_byes_go_round(reds: int, blues: int) -> None:
    side_of = {f"p{n}": "red" if n < reds else "blue" for n in range(reds + blues)}
    camp = camp_of(reds + blues, {"red": "Red", "blue": "Blue"}, **side_of)
    larger = [key for key, side in side_of.items() if side == ("red" if reds > blues else "blue")]
    had: Counter[str] = Counter()
    for _round in range(max(reds, blues)):
        had.update(next_round(camp).byes)
        assert set(had) <= set(larger)
        assert max(had[key] for key in larger) - min(had[key] for key in larger) <= 1


def test_a_campaign_of_the_first_edition_keeps_byes_few_and_no_more() -> None:
    side_of = {f"p{n}": "red" if n < 3 else "blue" for n in range(8)}
    camp = camp_of(8, {"red": "Red", "blue": "Blue"}, edition="1", **side_of)
    assert [next_round(camp).byes for _ in range(2)] == [("p6", "p7"), ("p3", "p7")]


RECORDED = (  # by release 0.2.0: who is at home, who is away; the last round with other byes than today
    [("p1", "p8"), ("p3", "p6"), ("p4", "p5")],
    [("p1", "p4"), ("p2", "p3"), ("p6", "p8")],
    [("p6", "p1"), ("p8", "p2"), ("p3", "p4")],
)


def disturbed(edition: str) -> Camp:
    """Seven of nine are left, and two of them were paired by hand."""
    camp = camp_of(9, edition=edition)
    for gone in ("p7", "p0"):
        camp.report(Drop(platoon=gone, reason="moved"), ALICE)
    camp.report(OpenRound(pairings=(Pairing(home="p5", away="p2"),), deadline=""), ALICE)
    camp.tell(RoundClosed(number=1))
    return camp


def test_a_round_of_the_first_edition_is_decided_again_with_the_pairs_it_had() -> None:
    camp = disturbed("1")
    for recorded in RECORDED:
        assert [(one.home, one.away) for one in next_round(camp).fixtures] == recorded
    assert camp.season.rounds[-1].byes == ("p5",)


def test_today_whoever_comes_last_of_equals_is_left_over() -> None:
    """By hand all but p2 and p5 had a bye. Once they had theirs, all have met as many and had as many."""
    camp = disturbed(NEWEST)
    assert [next_round(camp).byes for _time in range(3)] == [("p5",), ("p2",), ("p8",)]


# ------------------------------------------------------------------------------------------------- what it scores


def scores(camp: Camp) -> dict[str, tuple[int, int, int]]:
    return {one.platoon: (one.score, one.byes, one.played) for one in standings(camp.season)}


@pytest.mark.parametrize("score", [0, 2])
def test_a_bye_scores_what_the_term_says_and_is_no_fixture_played(score: int) -> None:
    camp = Camp(bye_score=score, unplayed="void")
    join(camp, "dogs")
    camp.report(OpenRound(pairings=(Pairing(home="bears", away="cats"),), deadline=""), ALICE)
    assert scores(camp) == {"bears": (0, 0, 0), "cats": (0, 0, 0), "dogs": (score, 1, 0)}
    camp.report(CloseRound(round=1), ALICE)
    assert scores(camp)["dogs"] == (score, 1, 0)
    assert {one.platoon: one.score for one in camp.season.rounds[0].places} == {"dogs": score, "bears": 0, "cats": 0}


def test_who_is_paired_after_all_has_no_bye() -> None:
    camp = Camp(bye_score=2)
    join(camp, "dogs")
    camp.report(OpenRound(pairings=(Pairing(home="bears", away="cats"),), deadline=""), ALICE)
    camp.report(Pair(pairings=(Pairing(home="dogs", away="cats"),)), ALICE)
    assert scores(camp)["dogs"] == (0, 0, 0)


def test_the_score_of_a_bye_is_that_of_its_round() -> None:
    camp = Camp(bye_score=2)
    join(camp, "dogs")
    for number, score in ((1, 2), (2, 5)):
        camp.tell(Amended(round=number, terms={"bye_score": score}))
        camp.report(OpenRound(pairings=(Pairing(home="bears", away="cats"),), deadline=""), ALICE)
        camp.report(CloseRound(round=number), ALICE)
    assert scores(camp)["dogs"][:2] == (7, 2)


def test_a_campaign_that_opened_before_byes_scored_goes_on_without() -> None:
    camp = Camp()
    del camp.season.opened.terms["bye_score"]
    join(camp, "dogs")
    camp.report(EVERYONE, ALICE)
    assert {score for score, _byes, _played in scores(camp).values()} == {0}
    assert camp.season.terms["bye_score"] == 0
