"""Whole seasons by the methods of pairing: everyone once, everyone twice, and Swiss."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest

from campaigns.season import pairing_methods
from campaigns.season.editions import SECOND
from campaigns.season.people import Drop
from campaigns.season.results import Adjudicate
from campaigns.season.round_end import CloseRound, RoundClosed
from campaigns.season.rounds import OpenRound, RoundOpened
from campaigns.season.values import Pairing
from tests.campaigns.between import ALICE, Camp, enlist


def camp_of(n: int, sides: dict[str, str] | None = None, edition: str = "3", **terms: int) -> Camp:
    """Of two sides every second platoon is on the other one."""
    camp = Camp(sides, empty=True, edition=edition, **terms)
    for number in range(n):
        side = [*sides][number % 2] if sides else ""
        camp.report(enlist(f"p{number}", "Light", player=f"player-{number}", side=side), ALICE)
    return camp


def round_by(camp: Camp, method: str) -> RoundOpened:
    (opened,) = camp.report(OpenRound(method=method, deadline=""), ALICE)
    assert isinstance(opened, RoundOpened)
    return opened


def played(camp: Camp, opened: RoundOpened, *losers: str) -> None:
    """The home platoon of each fixture wins, unless it is one of the losers."""
    for one in opened.fixtures:
        winner = one.away if one.home in losers else one.home
        camp.report(Adjudicate(fixture=one.key, winner=winner, reason="As both of them told it"), ALICE)
    camp.report(CloseRound(round=opened.number), ALICE)


def met_in(opened: RoundOpened) -> set[frozenset[str]]:
    return {frozenset((one.home, one.away)) for one in opened.fixtures}


@pytest.mark.parametrize("n", [*range(3, 41)])
def test_a_round_robin_is_complete_and_everybody_is_at_home_as_often_as_away(n: int) -> None:
    """After each of its rounds, give or take one. The pure circle, which a season undisturbed goes by."""
    keys = [f"p{k}" for k in range(n)]
    rounds = list(pairing_methods.around(keys, stays=None))
    assert len(rounds) == n - 1 + n % 2
    lead = Counter[str]()
    for pairs in rounds:
        assert len({key for pair in pairs for key in pair}) == 2 * len(pairs) == n - n % 2
        lead.update(home for home, _away in pairs)
        lead.subtract(away for _home, away in pairs)
        assert {*lead.values()} <= {-1, 0, 1}
    assert sorted(sorted(pair) for pairs in rounds for pair in pairs) == sorted(map(sorted, combinations(keys, 2)))


@pytest.mark.parametrize(("n", "sides"), [(6, None), (7, None), (10, {"red": "Red", "blue": "Blue"})])
def test_everyone_twice_is_home_and_away(n: int, sides: dict[str, str] | None) -> None:
    camp = camp_of(n, sides)
    rounds = n // 2 if sides else n - 1 + n % 2
    at_home = Counter[tuple[str, str]]()
    for _round in range(2 * rounds):
        opened = round_by(camp, "twice")
        camp.tell(RoundClosed(number=opened.number))
        at_home.update((one.home, one.away) for one in opened.fixtures)
    side = {key: one.side for key, one in camp.season.platoons.items()}
    may = [(one, other) for one, other in combinations(side, 2) if not sides or side[one] != side[other]]
    assert at_home == Counter([*may, *((other, one) for one, other in may)])
    assert camp.refused(OpenRound(method="twice", deadline=""), ALICE).field == "method"


def test_campaigns_of_an_older_edition_keep_who_is_at_home() -> None:
    def leads(edition: str) -> set[int]:
        camp, lead = camp_of(10, edition=edition), Counter[str]()
        for _round in range(9):
            opened = round_by(camp, "everyone")
            camp.tell(RoundClosed(number=opened.number))
            lead.update(one.home for one in opened.fixtures)
            lead.subtract(one.away for one in opened.fixtures)
        return set(lead.values())

    assert leads("3") == {-1, 1}
    assert max(leads(SECOND)) == 3


# -- Swiss -------------------------------------------------------------------------------------------------------------


def test_swiss_pairs_who_stands_level_and_the_lowest_has_the_bye() -> None:
    camp = camp_of(5, bye_score=3)
    first = round_by(camp, "swiss")
    assert met_in(first) == {frozenset(("p0", "p2")), frozenset(("p1", "p3"))}
    assert first.byes == ("p4",)
    played(camp, first)  # p0 and p1 win; p4 has three points for the bye
    second = round_by(camp, "swiss")
    assert second.byes in (("p2",), ("p3",))
    assert not met_in(first) & met_in(second)
    played(camp, second)
    third = round_by(camp, "swiss")
    assert not (met_in(first) | met_in(second)) & met_in(third)
    assert len({*first.byes, *second.byes, *third.byes}) == 3


def test_swiss_crosses_sides_where_there_are_two() -> None:
    camp = camp_of(6, {"red": "Red", "blue": "Blue"})
    for _round in range(3):
        opened = round_by(camp, "swiss")
        assert len(opened.fixtures) == 3
        assert all(
            camp.season.platoons[one.home].side != camp.season.platoons[one.away].side for one in opened.fixtures
        )
        played(camp, opened)


def test_swiss_pairs_no_two_platoons_of_one_player() -> None:
    camp = Camp(empty=True)
    for key, player in (("a", "bob"), ("b", "bob"), ("c", "carol")):
        camp.report(enlist(key, "Light", player=player), ALICE)
    (pair,) = round_by(camp, "swiss").fixtures
    assert "c" in (pair.home, pair.away)


def test_swiss_pairs_whoever_the_organiser_has_left_out_and_nobody_who_left() -> None:
    camp = camp_of(7)
    camp.report(Drop(platoon="p6", reason="moved"), ALICE)
    by_hand = (Pairing(home="p5", away="p0"),)
    (opened,) = camp.report(OpenRound(method="swiss", deadline="", pairings=by_hand), ALICE)
    assert isinstance(opened, RoundOpened)
    assert met_in(opened) == {frozenset(("p5", "p0")), frozenset(("p1", "p3")), frozenset(("p2", "p4"))}
    assert opened.byes == ()


def test_swiss_meets_again_only_where_there_is_no_other_way() -> None:
    camp = camp_of(4)
    seen = Counter[frozenset[str]]()
    for number in range(6):
        opened = round_by(camp, "swiss")
        played(camp, opened, "p0")
        seen.update(met_in(opened))
        assert max(seen.values()) == 1 + number // 3
