"""Knock-outs, and groups before them: whole seasons, with byes, a third place, a consolation bracket, and accidents."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable
from typing import Any

import pytest

from campaigns.season import knock_out
from campaigns.season.editions import SECOND
from campaigns.season.knock_out import lines
from campaigns.season.pairing_reasons import breaks, reasons
from campaigns.season.people import Drop
from campaigns.season.results import Adjudicate
from campaigns.season.round_end import CloseRound
from campaigns.season.rounds import OpenRound, RoundOpened
from campaigns.season.staged_methods import groups_of, qualified
from campaigns.season.terms import staged
from campaigns.season.values import Pairing
from rules.contract import Message
from tests.campaigns.between import ALICE, Camp, enlist
from tests.campaigns.test_pairing_methods import met_in, played, round_by


def camp_of(n: int, **terms: Any) -> Camp:
    camp = Camp(empty=True, **terms)
    for number in range(n):
        join(camp, f"p{number}")
    return camp


def join(camp: Camp, key: str) -> None:
    camp.report(enlist(key, "Light", player=f"player-{key}"), ALICE)


def couples(*pairs: str) -> set[frozenset[str]]:
    return {frozenset(pair.split()) for pair in pairs}


def champion_of(camp: Camp, method: str, chance: random.Random) -> tuple[str, Counter[str]]:
    """Played to its end by chance, with who had how many byes."""
    byes = Counter[str]()
    while (found := knock_out.of(camp.season)) is None or not found.is_over:
        opened = round_by(camp, method)
        byes.update(opened.byes)
        both = [key for one in opened.fixtures for key in (one.home, one.away)]
        assert len(both) == len({*both})
        played(camp, opened, *(one.home for one in opened.fixtures if chance.random() < 0.5))
    (champion,) = found.alive
    return champion, byes


def test_the_first_two_can_only_meet_at_the_end() -> None:
    assert lines("abcdefgh") == [*"ahdebgcf"]
    assert lines("abcde") == ["a", "", "d", "e", "b", "", "c", ""]
    assert lines("ab") == ["a", "b"]


def test_who_loses_is_out_and_the_winner_goes_on_in_the_bracket() -> None:
    camp = camp_of(8)
    first = round_by(camp, "knockout")
    assert met_in(first) == couples("p0 p7", "p3 p4", "p1 p6", "p2 p5")
    assert first.seeds == tuple(f"p{n}" for n in range(8))
    played(camp, first, "p0")  # the last beats the first, and meets whom the first would have met
    second = round_by(camp, "knockout")
    assert met_in(second) == couples("p7 p3", "p1 p2")
    assert second.byes == ()  # who is out has none
    played(camp, second)
    final = round_by(camp, "knockout")
    assert met_in(final) == couples("p3 p1")
    played(camp, final)
    assert "still to meet" in camp.refused(OpenRound(method="knockout", deadline=""), ALICE).text.text()


@pytest.mark.parametrize("n", [2, 3, 5, 6, 7, 9, 12, 13, 16])
def test_a_knock_out_takes_as_many_rounds_as_it_must_and_byes_are_for_the_best(n: int) -> None:
    camp = camp_of(n)
    _champion, byes = champion_of(camp, "knockout", random.Random(n))
    assert len(camp.season.rounds) == (n - 1).bit_length()
    lacking = (1 << (n - 1).bit_length()) - n
    assert byes == Counter(f"p{number}" for number in range(lacking))
    assert len(camp.season.fixtures) == n - 1


def test_the_beaten_of_the_last_four_play_for_the_third_place_if_the_terms_say_so() -> None:
    camp = camp_of(4, knockout_places="third")
    played(camp, round_by(camp, "knockout"))
    final = round_by(camp, "knockout")
    assert met_in(final) == couples("p0 p1", "p2 p3")
    played(camp, final)
    camp.refused(OpenRound(method="knockout", deadline=""), ALICE)


@pytest.mark.parametrize("n", [5, 8, 11, 16])
def test_who_is_beaten_in_the_first_fixture_plays_on_in_a_consolation_bracket(n: int) -> None:
    camp = camp_of(n, knockout_places="consolation")
    champion_of(camp, "knockout", random.Random(n))
    while (found := knock_out.of(camp.season)) and len(found.beaten_first) > 1:
        played(camp, round_by(camp, "knockout"))
    lost = Counter(
        key
        for one in camp.season.fixtures.values()
        for key, result in (one.decided.results if one.decided else {}).items()
        if result == "lost"
    )
    times = Counter(key for one in camp.season.fixtures.values() for key in one.platoons)
    assert sorted(lost) == sorted({*camp.season.platoons} - {*knock_out.of(camp.season).alive})  # type: ignore[union-attr]
    assert max(lost.values()) == 2
    assert min(times.values()) == 2 or n == 5  # one of five is beaten after all the others of the consolation


def test_of_a_draw_who_scored_more_goes_on_else_who_was_seeded_higher() -> None:
    camp = camp_of(4)
    opened = round_by(camp, "knockout")
    for one, points in zip(opened.fixtures, ({"p0": 1, "p3": 2}, {"p1": 3, "p2": 3}), strict=True):
        camp.report(Adjudicate(fixture=one.key, winner="", points=points, reason="Both ran out of time"), ALICE)
    camp.report(CloseRound(round=1), ALICE)
    assert met_in(round_by(camp, "knockout")) == couples("p3 p1")


def test_nobody_is_paired_while_nobody_knows_who_goes_on() -> None:
    camp = camp_of(4, unfinished="carry")
    opened = round_by(camp, "knockout")
    camp.season.fixtures[opened.fixtures[0].key].battle = "00000001-0000-4000-8000-000000000000"
    camp.report(Adjudicate(fixture=opened.fixtures[1].key, winner="p1", reason="Told so"), ALICE)
    camp.report(CloseRound(round=1), ALICE)
    assert "no result yet" in camp.refused(OpenRound(method="knockout", deadline=""), ALICE).text.text()
    camp.report(Adjudicate(fixture=opened.fixtures[0].key, winner="p3", reason="Told so"), ALICE)
    assert met_in(round_by(camp, "knockout")) == couples("p3 p1")


def test_who_leaves_is_out_and_whom_they_would_have_met_has_a_bye() -> None:
    camp = camp_of(8)
    played(camp, round_by(camp, "knockout"))
    camp.report(Drop(platoon="p3", reason="moved"), ALICE)
    second = round_by(camp, "knockout")
    assert (met_in(second), second.byes) == (couples("p1 p2"), ("p0",))


def test_who_comes_late_is_not_in_it() -> None:
    camp = camp_of(4)
    played(camp, round_by(camp, "knockout"))
    join(camp, "late")
    final = round_by(camp, "knockout")
    assert (met_in(final), final.byes) == (couples("p0 p1"), ())


def test_a_round_that_was_paired_otherwise_is_followed_by_one_that_goes_on_from_it() -> None:
    camp = camp_of(8)
    by_hand = (Pairing(home="p0", away="p1"), Pairing(home="p6", away="p7"))
    (opened,) = camp.report(OpenRound(method="knockout", deadline="", pairings=by_hand), ALICE)
    assert isinstance(opened, RoundOpened)
    assert met_in(opened) == couples("p0 p1", "p6 p7", "p3 p4", "p2 p5")
    played(camp, opened)
    _champion, byes = champion_of(camp, "knockout", random.Random(1))
    assert (len(camp.season.rounds), byes) == (3, Counter())


def test_of_two_sides_nobody_is_knocked_out() -> None:
    camp = Camp({"red": "Red", "blue": "Blue"}, empty=True)
    for number in range(4):
        camp.report(enlist(f"p{number}", "Light", player=f"x{number}", side=("red", "blue")[number % 2]), ALICE)
    assert camp.refused(OpenRound(method="knockout", deadline=""), ALICE).field == "method"


# -- groups ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("n", "groups", "places"), [(8, 2, 2), (9, 2, 2), (12, 3, 2), (16, 4, 2), (7, 2, 1), (6, 1, 4)]
)
def test_everyone_meets_everyone_of_the_group_and_the_best_go_on(n: int, groups: int, places: int) -> None:
    camp, chance = camp_of(n, groups=groups, group_places=places), random.Random(n)
    while True:
        opened = round_by(camp, "groups")
        if opened.seeds:
            break
        played(camp, opened, *(one.home for one in opened.fixtures if chance.random() < 0.5))
    dealt = groups_of(camp.season)
    assert max(map(len, dealt)) - min(map(len, dealt)) <= 1
    group = {key: number for number, keys in enumerate(dealt) for key in keys}
    in_groups = [one for one in camp.season.fixtures.values() if one.round < opened.number]
    assert {frozenset(one.platoons) for one in in_groups} == {
        frozenset((one, other)) for keys in dealt for one in keys for other in keys if one != other
    }
    assert len(in_groups) == sum(len(keys) * (len(keys) - 1) // 2 for keys in dealt)
    assert Counter(group[key] for key in opened.seeds or ()) == dict.fromkeys(range(groups), places)
    assert groups == 1 or all(group[one.home] != group[one.away] for one in opened.fixtures)
    played(camp, opened)
    champion, _byes = champion_of(camp, "groups", chance)
    assert champion in (opened.seeds or ())


def test_who_goes_on_is_who_stands_best_in_each_group() -> None:
    camp = camp_of(6, groups=2, group_places=1)
    assert groups_of(camp.season) == [["p0", "p3", "p4"], ["p1", "p2", "p5"]]
    for _round in range(3):
        opened = round_by(camp, "groups")
        played(camp, opened, *(one.home for one in opened.fixtures if one.away in ("p4", "p5")))
    assert {*qualified(camp.season)} == {"p4", "p5"}


def test_campaigns_that_stand_have_the_terms_of_a_knock_out_that_change_nothing() -> None:
    camp = Camp(empty=True, edition=SECOND)
    assert "groups" not in camp.season.terms
    assert (staged(camp.season.terms, "groups"), staged(camp.season.terms, "knockout_places")) == (2, "none")


# -- what the draft says -----------------------------------------------------------------------------------------------


def told(messages: Iterable[Message]) -> list[str]:
    return [one.text() for one in messages]


def test_the_draft_says_what_speaks_for_each_pair() -> None:
    camp = camp_of(5)
    played(camp, round_by(camp, "swiss"))
    assert told(reasons(camp.season, [("p2", "p1"), ("p4", "p3")])) == [
        "P2 – P1: 0 and 3 in the standings.",
        "P2 is at home, having been so less often than P1.",
        "P4 – P3: level in the standings, with 0 each.",
        "P3 was at home less often so far than P4.",
        "P0 has a bye: byes so far 0, 3 in the standings.",
    ]
    assert told(reasons(camp.season, [("p0", "p1")], "knockout"))[0] == (
        "P0 – P1: number 1 and number 2 of the knock-out."
    )


def test_the_draft_says_what_a_change_breaks() -> None:
    camp = camp_of(5)
    played(camp, round_by(camp, "swiss"))
    camp.report(enlist("twin", "Light", player="player-p0"), ALICE)
    assert told(breaks(camp.season, [("p0", "twin"), ("p1", "p2")])) == [
        "P4 has a bye again, before others who had fewer.",
        "P0 – Twin: one player has both platoons.",
    ]
    camp = camp_of(4)
    played(camp, round_by(camp, "knockout"))
    assert told(breaks(camp.season, [("p0", "p2")], "knockout")) == [
        "P2 is not due to play in this round of the knock-out."
    ]
