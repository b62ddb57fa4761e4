"""Rounds are opened, paired, put off and reminded of; and who meets whom, held to its laws."""

from __future__ import annotations

from collections import Counter
from datetime import UTC, datetime
from itertools import combinations, pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from campaigns.completion import deadline
from campaigns.season import pairing_methods
from campaigns.season.editions import NEWEST
from campaigns.season.matching import completed
from campaigns.season.pairing_methods import METHODS, meetings
from campaigns.season.pairings import Pair, Paired
from campaigns.season.people import Drop
from campaigns.season.reminders import Remind, Reminded
from campaigns.season.round_end import CloseRound, RoundClosed
from campaigns.season.rounds import Extend, Extended, OpenRound, RoundOpened
from campaigns.season.values import Announced, Pairing
from rules.contract import Command
from tests.campaigns.between import ALICE, BOB, THE_CLERK, Camp, enlist

EVENING = "2027-03-14T20:00:00Z"
EVERYONE = OpenRound(method="everyone", deadline="")


def camp_of(n: int, sides: dict[str, str] | None = None, edition: str = NEWEST, **side_of: str) -> Camp:
    """`n` platoons, "p0" first."""
    camp = Camp(sides, empty=True, edition=edition)
    for number in range(n):
        join(camp, f"p{number}", side_of.get(f"p{number}", ""))
    return camp


def join(camp: Camp, key: str, side: str = "") -> None:
    camp.report(enlist(key, "Light", player=f"player-{key}", side=side), ALICE)


def next_round(camp: Camp) -> RoundOpened:
    """Everyone once more; the round before is closed without any of its fixtures being played."""
    (opened,) = camp.report(EVERYONE, ALICE)
    assert isinstance(opened, RoundOpened)
    camp.tell(RoundClosed(number=opened.number))
    return opened


def pairs(opened: RoundOpened) -> list[frozenset[str]]:
    return [frozenset((one.home, one.away)) for one in opened.fixtures]


def test_an_organiser_announces_who_meets_whom_and_who_has_a_bye() -> None:
    camp = camp_of(3)
    command = OpenRound(
        title="First blood", deadline=EVENING, pairings=(Pairing(home="p2", away="p0", scenario="ridge"),)
    )
    assert camp.report(command, ALICE) == [
        RoundOpened(
            number=1,
            title="First blood",
            deadline=EVENING,
            fixtures=(Announced(key="r1-1", home="p2", away="p0", scenario="ridge"),),
            byes=("p1",),
        )
    ]


def test_further_fixtures_are_counted_on_and_end_a_bye() -> None:
    camp = camp_of(3)
    camp.report(OpenRound(pairings=(Pairing(home="p0", away="p2"),)), ALICE)
    (paired,) = camp.report(Pair(pairings=(Pairing(home="p1", away="p0"),)), ALICE)
    assert paired == Paired(fixtures=(Announced(key="r1-2", home="p1", away="p0"),))
    assert camp.season.rounds[-1].byes == ()


def test_the_method_pairs_whoever_the_organiser_has_left_out() -> None:
    camp = camp_of(6)
    (opened,) = camp.report(OpenRound(method="everyone", pairings=(Pairing(home="p0", away="p1"),)), ALICE)
    assert isinstance(opened, RoundOpened)
    assert pairs(opened)[0] == {"p0", "p1"}
    assert Counter(key for one in pairs(opened) for key in one) == Counter(f"p{n}" for n in range(6))


@pytest.mark.parametrize(
    ("changes", "fields"),
    [
        ({"pairings": (Pairing(home="p0", away="p9"),)}, ["pairings.0.away"]),
        ({"pairings": (Pairing(home="p0", away="p0"),)}, ["pairings.0.away"]),
        ({"pairings": (Pairing(home="p0", away="p1", scenario="sea"),)}, ["pairings.0.scenario"]),
        ({"pairings": (Pairing(home="p2", away="p1"),)}, ["pairings.0.home"]),
        ({"method": "a hat"}, ["method"]),
        ({"deadline": "2027-02-30T20:00:00Z"}, ["deadline"]),
        ({"deadline": "0001-01-01T00:00:00Z"}, ["deadline"]),
        (
            {"method": "chess", "deadline": "2027-13-01T20:00:00Z", "pairings": (Pairing(home="x", away="x"),)},
            ["deadline", "pairings.0.home", "pairings.0.away", "pairings.0.away", "method"],
        ),
    ],
)
def test_everything_wrong_with_a_round_is_said_at_once(changes: dict[str, Any], fields: list[str]) -> None:
    camp = camp_of(3)
    camp.report(Drop(platoon="p2", reason="moved"), ALICE)
    refused = camp.refused(OpenRound(**changes), ALICE)
    assert [fault.field for fault in refused.faults] == fields


def test_one_round_at_a_time() -> None:
    camp = camp_of(2)
    camp.report(EVERYONE, ALICE)
    assert "Round 1 is under way" in camp.refused(EVERYONE, ALICE).text.text()


@pytest.mark.parametrize(
    "command", [EVERYONE, Pair(pairings=(Pairing(home="p0", away="p1"),)), Extend(deadline="", reason="so")]
)
def test_rounds_are_organisers_business(command: Command) -> None:
    assert camp_of(2).refused(command, BOB).code == "not-yours"


@pytest.mark.parametrize("command", [Pair(pairings=(Pairing(home="p0", away="p1"),)), Extend(deadline="", reason="so")])
def test_without_a_round_there_is_nothing_to_pair_or_put_off(command: Command) -> None:
    assert camp_of(2).refused(command, ALICE).field == "round"


def test_a_deadline_is_put_off_or_lifted_and_reminded_of_anew() -> None:
    camp = camp_of(2)
    camp.report(OpenRound(method="everyone", deadline=EVENING), ALICE)
    camp.report(Remind(round=1), THE_CLERK)
    assert camp.refused(Remind(round=1), THE_CLERK).field == "round"
    assert camp.refused(Extend(deadline=EVENING, reason="no"), ALICE).field == "deadline"
    assert camp.report(Extend(deadline="", reason="fair"), ALICE) == [Extended(number=1, deadline="", reason="fair")]
    assert camp.report(Remind(round=1), THE_CLERK)


def test_who_has_still_to_fight_is_reminded() -> None:
    """A battle begun is not over; one counted is, and one who left has nothing to do."""
    camp = camp_of(8)
    camp.report(OpenRound(pairings=tuple(Pairing(home=f"p{n}", away=f"p{n + 1}") for n in (0, 2, 4, 6))), ALICE)
    camp.muster(north="p2", south="p3", fixture="r1-2")
    camp.count(camp.muster(north="p4", south="p5", fixture="r1-3"))
    camp.report(Drop(platoon="p7", reason="moved"), ALICE)
    players = tuple(f"player-p{n}" for n in (0, 1, 2, 3, 6))
    assert camp.report(Remind(round=1), THE_CLERK) == [Reminded(round=1, players=players)]
    assert camp.refused(Remind(round=2), THE_CLERK).field == "round"
    assert camp.refused(Remind(round=1), ALICE).code == "not-yours"


# ----------------------------------------------------------------------------------------------- whose deadline


@pytest.mark.parametrize(
    ("days", "now", "then"),
    [
        (14, datetime(2027, 2, 28, 9, 30, tzinfo=UTC), "2027-03-14T20:00:00Z"),
        (1, datetime(2027, 12, 31, 23, 59, tzinfo=UTC), "2028-01-01T20:00:00Z"),
        (0, datetime(2027, 2, 28, 9, 30, tzinfo=UTC), ""),
    ],
)
def test_a_deadline_left_out_is_an_evening_by_the_terms(days: int, now: datetime, then: str) -> None:
    assert deadline(Camp(round_days=days).season, now) == then


# --------------------------------------------------------------------------------------------------- everyone once


@pytest.mark.parametrize("n", [2, 3, 4, 7, 8, 11])
def test_everyone_meets_everyone_exactly_once(n: int) -> None:
    """In n - 1 rounds, or n with a bye each; and nobody is much more often at home than away."""
    camp = camp_of(n)
    rounds = [next_round(camp) for _ in range(n - 1 + n % 2)]
    met = Counter(pair for opened in rounds for pair in pairs(opened))
    assert met == Counter(frozenset(pair) for pair in combinations(camp.season.platoons, 2))
    byes = Counter(key for opened in rounds for key in opened.byes)
    assert byes == Counter(list(camp.season.platoons) if n % 2 else [])
    home = Counter(one.home for opened in rounds for one in opened.fixtures)
    assert max(home.values()) - min(home[key] for key in camp.season.platoons) <= 2
    assert camp.refused(EVERYONE, ALICE).field == "method"


@pytest.mark.parametrize(("reds", "blues"), [(3, 3), (2, 4), (4, 1)])
def test_of_two_sides_everyone_meets_everyone_of_the_other(reds: int, blues: int) -> None:
    side_of = {f"p{n}": "red" if n < reds else "blue" for n in range(reds + blues)}
    camp = camp_of(reds + blues, {"red": "Red", "blue": "Blue"}, **side_of)
    met = Counter(pair for _ in range(max(reds, blues)) for pair in pairs(next_round(camp)))
    across = [pair for pair in combinations(side_of, 2) if side_of[pair[0]] != side_of[pair[1]]]
    assert met == Counter(map(frozenset, across))


@given(st.integers(2, 7), st.lists(st.sampled_from(["play", "play", "join", "drop"]), max_size=14))
def test_whoever_joins_or_leaves_nobody_meets_twice_and_as_few_as_can_be_have_a_bye(n: int, course: list[str]) -> None:
    camp = camp_of(n)
    for step in course:
        there = [key for key, platoon in camp.season.platoons.items() if not platoon.dropped]
        if step == "join" and len(camp.season.platoons) < 9:
            join(camp, f"p{len(camp.season.platoons)}")
        elif step == "drop" and len(there) > 2:
            camp.report(Drop(platoon=there[len(course) % len(there)], reason="moved"), ALICE)
        elif step == "play":
            met = meetings(camp.season)
            new = {
                key: [other for other in there if other != key and frozenset((key, other)) not in met] for key in there
            }
            most = most_pairs(there, new)
            if most == 0:
                camp.refused(EVERYONE, ALICE)
                continue
            opened = next_round(camp)
            assert len(opened.fixtures) == most
            assert not met.intersection(pairs(opened))
            assert {key for one in pairs(opened) for key in one} | {*opened.byes} == {*there}


def most_pairs(nodes: list[str], neighbours: dict[str, list[str]]) -> int:
    """By trying everything."""
    if not nodes:
        return 0
    first, *rest = nodes
    without = most_pairs(rest, neighbours)
    if without == len(rest) // 2 and len(nodes) % 2:
        return without
    others = (other for other in rest if other in neighbours[first])
    return max([without, *(1 + most_pairs([one for one in rest if one != other], neighbours) for other in others)])


GRAPHS = st.integers(1, 8).flatmap(
    lambda n: st.sets(st.sampled_from(list(combinations("abcdefgh"[: max(n, 2)], 2))), max_size=28)
)


@given(GRAPHS, st.data())
def test_a_matching_is_as_large_as_can_be_and_keeps_who_was_paired(
    edges: set[tuple[str, str]], data: st.DataObject
) -> None:
    nodes = sorted({node for edge in edges for node in edge})
    graph = {one: [other for other in nodes if {(one, other), (other, one)} & edges] for one in nodes}
    given: list[tuple[str, str]] = []
    for edge in sorted(edges):
        if not {node for pair in given for node in pair} & {*edge} and data.draw(st.booleans()):
            given.append(edge)
    found = completed(graph, given)
    paired = [node for pair in found for node in pair]
    assert len(found) == most_pairs(nodes, graph)
    assert len(paired) == len({*paired})
    assert {node for pair in given for node in pair} <= {*paired}
    assert all(other in graph[one] for one, other in found)


def test_what_does_not_count_has_not_been_met() -> None:
    camp = Camp(unplayed="void", empty=True)
    for n in range(2):
        join(camp, f"p{n}")
    for _round in range(2):
        camp.report(EVERYONE, ALICE)
        camp.report(CloseRound(round=camp.season.turn), ALICE)
    assert [one.platoons for one in camp.season.fixtures.values()] == [("p0", "p1"), ("p1", "p0")]


@pytest.mark.parametrize("stays", [None, "p0"])
@pytest.mark.parametrize("n", [6, 9])
def test_the_circle_turns_every_seat(n: int, stays: str | None) -> None:
    seats = [f"p{k}" for k in range(n)]
    rounds = [[frozenset(pair) for pair in one] for one in pairing_methods.around(seats, stays)]
    assert sorted(map(sorted, {pair for one in rounds for pair in one})) == sorted(map(sorted, combinations(seats, 2)))
    assert all(not {*one} & {*other} for one, other in pairwise(rounds))


def test_a_league_registers_a_method_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pairing_methods, "METHODS", methods := dict(METHODS))
    pairing_methods.method("ends", "ends", "First against last.")(lambda season, free: [(free[0], free[-1])])
    assert methods["ends"].of(camp_of(4).season, ["p0", "p1", "p2"]) == [("p0", "p2")]
    again = pairing_methods.method("ends", "ends", "Again.")
    with pytest.raises(ValueError, match="ends"):
        again(lambda season, free: ())
