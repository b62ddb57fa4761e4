"""How a platoon can still come to a rank, against somebody who counts every end of the season by its standings."""

from __future__ import annotations

from copy import deepcopy
from fractions import Fraction
from itertools import product
from random import Random
from time import process_time
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from campaigns.season import Season
from campaigns.season.chances.answer import SEASONS, Answer, Estimate, answer
from campaigns.season.chances.conditions import enough
from campaigns.season.chances.drawing import Cases
from campaigns.season.chances.remaining import OTHER, RESULTS, games, remaining
from campaigns.season.chances.worlds import Standings, Worlds
from campaigns.season.kept_events import Decided
from campaigns.season.penalties import Penalise
from campaigns.season.rounds import OpenRound
from campaigns.season.standings import standings
from campaigns.season.values import Announced, Pairing, Scoring
from tests.budgets import Budget
from tests.campaigns.between import ALICE, Camp, enlist
from tests.length import many, seeds, some_of

KEYS = ("bears", "cats", "dogs", "eels", "foxes", "gulls")
FATES: tuple[Any, ...] = ("lost", {})
EXACT = ("wins", "losses", "direct", "opponents", "strength", "second_strength", "win_rate", "penalties")


def a_season(seed: int, left: int = 4, breakers: tuple[str, ...] = (), scoring: Scoring | None = None) -> Season:
    """Of up to six platoons, two rounds of which were fought; of the third so many fixtures are left."""
    chance, camp = Random(seed), Camp()
    keys = KEYS[: chance.randint(3, 6)]
    for key in keys[2:]:
        camp.report(enlist(key), ALICE)
    for round in (1, 2):
        order = chance.sample(keys, len(keys))
        pairs = [*zip(order[::2], order[1::2], strict=False)]
        camp.report(OpenRound(pairings=tuple(Pairing(home=a, away=b) for a, b in pairs), deadline=""), ALICE)
        for number, (home, away) in enumerate(pairs, 1):
            battle = camp.muster(north=home, south=away, fixture=f"r{round}-{number}")
            winner = chance.choice(("north", "south", ""))
            camp.count(battle, 9, winner, None, **{f"{home}_1": chance.choice(FATES)})
        camp.close_round()
    camp.report(Penalise(platoon=chance.choice(keys), score=chance.randint(1, 3), reason="late"), ALICE)
    pairs = [(one, other) for one, other in (chance.sample(keys, 2) for _fixture in range(left))]
    camp.open_round(*(Announced(key=f"r3-{n}", home=home, away=away) for n, (home, away) in enumerate(pairs, 1)))
    return with_rules(camp.season, breakers, scoring or Scoring(scored=0))


def with_rules(season: Season, breakers: tuple[str, ...], scoring: Scoring) -> Season:
    season.opened = replace(season.opened, breakers=breakers, scoring=scoring)
    return season


def ends(season: Season) -> Any:
    """Every end of the season, by its results, counted from the start."""
    left = [key for key, *_rest in remaining(season, "announced")]
    for results in product(RESULTS, repeat=len(left)):
        then = deepcopy(season)
        for key, result in zip(left, results, strict=True):
            home, away = then.fixtures[key].platoons
            then.fixtures[key].decided = Decided(
                fixture=key, how="adjudicated", results={home: result, away: OTHER[result]}
            )
        yield results, {one.platoon: one.rank for one in standings(then, ("lots",))}


def asked(season: Season, platoon: str, rank: int, **more: Any) -> Answer:
    return answer(season, platoon, rank, "announced", lambda: Random(7), **more)


def check_against_every_end(season: Season) -> None:
    every = list(ends(season))
    for platoon in season.platoons:
        for rank in (1, 2):
            found = asked(season, platoon, rank)
            counted = [(results, ranks[platoon] <= rank) for results, ranks in every]
            share = sum(holds for _results, holds in counted) / len(counted)
            wanted = "certain" if share == 1 else "possible" if share else "impossible"
            assert found.verdict == wanted, (platoon, rank)
            if wanted == "possible":
                assert found.sure == found.possible
                assert found.sure / found.ends == pytest.approx(share)
                check_groups(season, found, counted)


def check_groups(season: Season, found: Answer, counted: Any) -> None:
    """Each group is enough, needs all it says, and together they have every end but those that are counted."""
    covered = 0
    for results, holds in counted:
        fits = any(all(results[n] in those for n, those in group.needs) for group in found.groups)
        assert holds or not fits
        covered += fits
    assert found.more or covered == sum(holds for _results, holds in counted)
    for group in found.groups:
        for n, _those in group.needs:
            others = [(at, those) for at, those in group.needs if at != n]
            free = [holds for results, holds in counted if all(results[at] in those for at, those in others)]
            assert not all(free), "what it needs is not needed"


@pytest.mark.parametrize("seed", range(many(1) * 3))
def test_it_is_what_the_standings_of_every_end_say(seed: int) -> None:
    chance = Random(seed)
    check_against_every_end(a_season(seed, chance.randint(1, 3), tuple(chance.sample(EXACT, 3))))


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(100, 100 + many(40)))
def test_it_is_what_the_standings_of_every_end_say_at_length(seed: int) -> None:
    chance = Random(seed)
    order = tuple(chance.sample((*EXACT, "score"), 4))
    check_against_every_end(a_season(seed, chance.randint(1, 5), order))


@pytest.mark.parametrize("seed", seeds(2))
def test_what_points_may_change_is_neither_certain_nor_impossible(seed: int) -> None:
    """Against every battle that was ever fought in the place of each that is left."""
    season = a_season(seed, 2, ("difference", "destroyed"), Scoring(preserved=1))
    left = games(season, "announced", drawn=True)
    for platoon in season.platoons:
        found = asked(season, platoon, 1)
        firsts = []
        for cases in product(*(game.cases for game in left)):
            alone = [replace(game, cases=(case,)) for game, case in zip(left, cases, strict=True)]
            table = Standings(season, alone)
            ahead, rivals = table.rivals(platoon)
            ((best, worst),) = Worlds(table, {n: [0] for n in range(len(alone))}, 1).ranks(platoon, ahead, rivals)
            assert best == worst
            firsts.append(best == 1)
        if found.verdict == "certain":
            assert all(firsts)
        elif found.verdict == "impossible":
            assert not any(firsts)


@pytest.mark.at_length
def test_many_seasons_are_drawn_and_say_how_sure_they_are(monkeypatch: pytest.MonkeyPatch) -> None:
    """Drawn where it could be counted: within four standard errors of what it is."""
    season = a_season(11, 5, ("wins", "direct"))
    every = list(ends(season))
    monkeypatch.setattr("campaigns.season.chances.answer.MOST_EXACT", 0)
    for platoon in some_of(season.platoons, 2):
        exact = sum(ranks[platoon] == 1 for _results, ranks in every) / len(every)
        found = asked(season, platoon, 1)
        if found.estimate is None:
            assert exact in (0, 1)
            continue
        assert found.estimate.seasons == SEASONS
        assert abs(found.estimate.share - exact) <= 4 * max(found.estimate.error, 1 / SEASONS)
        low, high = found.estimate.interval
        assert 0 <= low <= found.estimate.share <= high <= 1


class Shown:
    """A source of chance that has every part once, and always the same fraction of it."""

    def __init__(self, fraction: float) -> None:
        self.fraction = fraction

    def randbytes(self, n: int) -> bytes:
        return bytes(range(n))

    def random(self) -> float:
        return self.fraction

    def randrange(self, stop: int) -> int:
        raise AssertionError("no lot is drawn")


@pytest.mark.parametrize("fraction", [0.0, 0.37, 0.999])
@given(weights=st.lists(st.integers(0, 9), min_size=1, max_size=180).filter(any))
def test_a_draw_has_the_case_in_whose_share_it_falls(weights: list[int], fraction: float) -> None:
    def case(share: Fraction) -> int:
        return next(n for n in range(len(weights)) if Fraction(sum(weights[: n + 1]), sum(weights)) > share)

    drawn = Cases(weights).drawn(Shown(fraction), 256)
    assert [*drawn] == [case((part + Fraction(fraction)) / 256) for part in range(256)]


def test_none_of_many_is_not_impossible() -> None:
    low, high = Estimate(10_000, 0, {2: 10_000}).interval
    assert (low, round(high, 4)) == (0, 0.0004)


def test_what_is_enough_is_said_as_shortly_as_it_can_be() -> None:
    """First if Bob beats Carol (0), or draws with her and the other two (1) do not part."""
    truth = [own == 0 or (own == 1 and other == 1) for other in range(3) for own in range(3)]
    found, more = enough(truth, (3, 3), (0,))
    assert (found, more) == ([{0: frozenset({0})}, {0: frozenset({0, 1}), 1: frozenset({1})}], 0)


@given(st.lists(st.booleans(), min_size=27, max_size=27))
def test_groups_are_never_too_wide(truth: list[bool]) -> None:
    found, more = enough(truth, (3, 3, 3))
    fits = [any(all(world // 3**n % 3 in those for n, those in one.items()) for one in found) for world in range(27)]
    assert all(holds for holds, fit in zip(truth, fits, strict=True) if fit)
    assert sum(truth) - sum(fits) == more


def test_what_is_still_to_come_of_everyone_once() -> None:
    season = a_season(3, 1)
    pairs = {frozenset((home, away)) for _key, home, away, _round in remaining(season, "everyone")}
    known = {frozenset(one.platoons) for one in season.fixtures.values() if not one.is_open}
    n = len(season.platoons)
    assert len(pairs | known) == n * (n - 1) // 2
    assert len(remaining(season, "announced")) == 1


@pytest.mark.soak
@pytest.mark.parametrize(("platoons", "left"), [(36, 576), (100, 4800)])
def test_ten_thousand_seasons_are_drawn_within_five_seconds(platoons: int, left: int, budget: Budget) -> None:
    """Everyone meets everyone, of which three rounds were played. Of a hundred platoons fewer seasons are drawn."""
    season = a_big_season(platoons, 3)
    began = process_time()
    found = answer(season, "p010", 10, "everyone", lambda: Random(7))
    spent = process_time() - began
    assert found.estimate is not None
    assert len(found.matter) == left
    assert found.estimate.seasons == (SEASONS if left <= 600 else 1_250)
    budget("skirmish", "10,000 seasons drawn, milliseconds", 1000 * spent, f"{platoons} platoons")


def a_big_season(platoons: int, rounds: int) -> Season:
    chance, camp = Random(5), Camp(empty=True)
    for n in range(platoons):
        camp.report(enlist(f"p{n:03}"), ALICE)
    keys = [*camp.season.platoons]
    for round in range(1, rounds + 1):
        pairs = [(keys[n], keys[(n + 2 * round - 1) % platoons]) for n in range(0, platoons, 2)]
        camp.open_round(*(Announced(key=f"r{round}-{n}", home=a, away=b) for n, (a, b) in enumerate(pairs, 1)))
        for n, (home, away) in enumerate(pairs, 1):
            battle = camp.muster(north=home, south=away, fixture=f"r{round}-{n}")
            camp.count(battle, 9, chance.choice(("north", "south", "")), None, **{f"{home}_1": chance.choice(FATES)})
        camp.season.rounds[-1].closed = True
    return camp.season
