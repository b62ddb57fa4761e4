"""Laws of the standings: each tie-breaker by its definition, order by nothing but results, rulings over battles."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from campaigns.season import Fixture, Season, replay
from campaigns.season.enlistment import Enlisted
from campaigns.season.kept_events import BattleReported, Decided
from campaigns.season.musters import BattleMustered
from campaigns.season.penalties import Penalised
from campaigns.season.standings import BREAKERS, Place, Showing, Tally, showings_of, standings
from campaigns.season.standings import results as counting_up
from campaigns.season.standings.breakers import breaker
from campaigns.season.values import Forces, Result, Scoring
from rules.contract import Event, Outcome, UnitOutcome
from rules.stream import dice
from tests.campaigns.test_ruling import SEED, battle_id, enlisted, opened

PLATOONS = ("ants", "bees", "cats", "dogs", "eels")
LEVEL = Scoring(win=0, draw=0, loss=0, scored=0)  # nothing but the breakers parts anybody
FATES = ("fit", "damaged", "withdrawn", "wrecked", "lost")
NAMES = tuple(BREAKERS)
AT_ITS_PLACE = ("lots", "score")
ENLISTED: tuple[Enlisted, ...] = tuple(enlisted(key, key, size=2) for key in PLATOONS)


@st.composite
def battles(draw: st.DrawFn, n: int) -> tuple[Event, ...]:
    """Mustered and counted, and perhaps ruled upon."""
    home, away = draw(st.permutations(PLATOONS))[:2]
    sides = {
        side: Forces(platoon=key, vehicles=(f"{key}-1", f"{key}-2")) for side, key in (("north", home), ("south", away))
    }
    units = tuple(
        UnitOutcome(id, side, draw(st.sampled_from(FATES)), {})
        for side, forces in sides.items()
        for id in forces.vehicles
    )
    outcome = Outcome(
        over=True,
        winner=draw(st.sampled_from(("", *sides))),
        points={side: draw(st.integers(0, 3)) for side in sides},
        objectives={side: draw(st.integers(0, 2)) for side in sides},
        units=units,
    )
    told: list[Event] = [
        BattleMustered(battle=battle_id(n), scenario="ridge", options={}, sides=sides),
        BattleReported(battle=battle_id(n), position=9, digest="ab" * 32, outcome=outcome),
    ]
    if draw(st.integers(0, 3)) == 0:
        told.append(draw(rulings(battle_id(n), home, away)))
    return tuple(told)


@st.composite
def rulings(draw: st.DrawFn, fixture: str, home: str, away: str) -> Decided:
    fates: tuple[Result, ...] = ("won", "drawn", "lost")
    ways: list[dict[str, Result]] = [{home: one, away: other} for one, other in zip(fates, fates[::-1], strict=True)]
    lost_by_both: dict[str, Result] = {home: "lost", away: "lost"}
    results = draw(st.sampled_from([*ways, lost_by_both, {}]))
    points = draw(st.none() | st.fixed_dictionaries({home: st.integers(0, 3), away: st.integers(0, 3)}))
    return Decided(fixture=fixture, how="adjudicated" if results else "void", results=results, points=points)


@st.composite
def courses(draw: st.DrawFn) -> list[tuple[Event, ...]]:
    """What was told of each fixture."""
    return [draw(battles(n)) for n in range(1, draw(st.integers(0, 7)) + 1)]


def season_of(course: list[tuple[Event, ...]], *further: Event, **changes: Any) -> Season:
    return replay((opened(**changes), *ENLISTED, *(event for fixture in course for event in fixture), *further))


def counting(
    course: list[tuple[Event, ...]],
) -> list[tuple[BattleMustered, BattleReported, dict[str, Result], dict[str, int]]]:
    """Read straight from the events, as a person would: battle, report, results and points of each that counts."""
    found = []
    for told in course:
        mustered, reported = told[0], told[1]
        assert isinstance(mustered, BattleMustered)
        assert isinstance(reported, BattleReported)
        decided = told[2] if len(told) > 2 else None
        winner = reported.outcome.winner
        results: dict[str, Result] = {
            forces.platoon: "drawn" if not winner else "won" if side == winner else "lost"
            for side, forces in mustered.sides.items()
        }
        points = {forces.platoon: reported.outcome.points[side] for side, forces in mustered.sides.items()}
        if isinstance(decided, Decided):
            results, points = decided.results, points if decided.points is None else decided.points
        if results:
            found.append((mustered, reported, results, points))
    return found


def figure(breaker: str, platoon: str, level: set[str], course: list[tuple[Event, ...]]) -> int:
    """What a breaker says of itself, by brute force."""
    mine = [one for one in counting(course) if platoon in one[2]]
    if breaker == "lots":
        return dice.die(SEED, f"lots/{platoon}", 1, 1_000_000)
    met = [other for _m, _r, results, _p in mine for other in results if other != platoon]
    if breaker in ("score", "penalties", "rung"):
        return 0  # `LEVEL`, nobody is penalised, and there is no ladder
    if breaker == "alive":
        seen = {unit.id for told in course if isinstance(told[1], BattleReported) for unit in told[1].outcome.units}
        return 2 - sum(id.startswith(platoon) and last_fate(id, course) in ("wrecked", "lost") for id in seen)
    if breaker == "strength":
        return sum(scored_by(other, course) for other in met)
    if breaker == "second_strength":
        return sum(figure("strength", other, level, course) for other in met)
    if breaker == "win_rate":
        return sum(won_of_a_thousand(other, course) for other in met) // (len(met) or 1)
    if breaker == "opponents":
        return sum(results.get(other) == "won" for other in met for _m, _r, results, _p in counting(course))
    figures = []
    for mustered, reported, results, points in mine:
        side = next(side for side, forces in mustered.sides.items() if forces.platoon == platoon)
        (other,) = {*results} - {platoon}
        gone = [unit.side for unit in reported.outcome.units if unit.fate in ("wrecked", "lost")]
        objectives = reported.outcome.objectives
        assert isinstance(objectives, dict)
        figures.append(
            {
                "difference": points[platoon] - points[other],
                "scored": points[platoon],
                "wins": results[platoon] == "won",
                "losses": -(results[platoon] == "lost"),
                "destroyed": len(gone) - gone.count(side),
                "preserved": 2 - gone.count(side),
                "objectives": objectives[side],
                "direct": {"won": 2, "drawn": 1, "lost": 0}[results[platoon]] if other in level else 0,
            }[breaker]
        )
    return sum(figures)


def last_fate(id: str, course: list[tuple[Event, ...]]) -> str:
    reports = (told[1] for told in course if isinstance(told[1], BattleReported))
    return [unit.fate for one in reports for unit in one.outcome.units if unit.id == id][-1]


def scored_by(platoon: str, course: list[tuple[Event, ...]]) -> int:
    """By `LEVEL` everybody's score is 0: strengths are asked with a point for each that was scored."""
    return sum(points.get(platoon, 0) for _m, _r, results, points in counting(course) if platoon in results)


def won_of_a_thousand(platoon: str, course: list[tuple[Event, ...]]) -> int:
    results = [results[platoon] for _m, _r, results, _p in counting(course) if platoon in results]
    return 1000 * results.count("won") // len(results)


@given(course=courses())
def test_each_breaker_orders_by_what_it_says_of_itself(course: list[tuple[Event, ...]]) -> None:
    for name in NAMES:
        if name != "score":  # `test_the_score_counts_where_it_is_named`
            _orders_by_what_it_says_of_itself(name, course)


def _orders_by_what_it_says_of_itself(breaker: str, course: list[tuple[Event, ...]]) -> None:
    scoring = replace(LEVEL, scored=1) if "strength" in breaker else LEVEL
    places = standings(season_of(course, scoring=scoring, breakers=(breaker, "score")))
    figures = {key: figure(breaker, key, {*PLATOONS}, course) for key in PLATOONS}
    assert {one.platoon: one.ties[breaker] for one in places} == figures, breaker
    if scoring != LEVEL:  # the score parts some whom these have left level
        assert [figures[one.platoon] for one in places] == sorted(figures.values(), reverse=True), breaker
        return
    assert [one.platoon for one in places] == sorted(PLATOONS, key=lambda key: (-figures[key], key)), breaker
    assert [one.rank for one in places] == [
        1 + sum(other > figures[one.platoon] for other in figures.values()) for one in places
    ], breaker


@given(courses(), st.integers(0, 3))
def test_the_score_counts_where_it_is_named(course: list[tuple[Event, ...]], loss: int) -> None:
    """A loss may be worth more than a win: who has won more stands higher all the same where wins come first."""
    scoring, worth = Scoring(win=1, loss=loss, scored=0), {"won": 1, "drawn": 1, "lost": loss}
    places = standings(season_of(course, scoring=scoring, breakers=("wins", "score", "destroyed")))
    results = {key: [one[2][key] for one in counting(course) if key in one[2]] for key in PLATOONS}
    order = {
        key: (mine.count("won"), sum(worth[one] for one in mine), figure("destroyed", key, set(), course))
        for key, mine in results.items()
    }
    assert [one.platoon for one in places] == sorted(PLATOONS, key=lambda key: (*(-n for n in order[key]), key))
    assert [one.rank for one in places] == [
        1 + sum(other > order[one.platoon] for other in order.values()) for one in places
    ]


Law = Callable[[list[tuple[Event, ...]]], None]
LAWS: list[Law] = []


def law(held: Law) -> Law:
    LAWS.append(held)
    return held


@given(courses())
def test_the_laws_below_hold(course: list[tuple[Event, ...]]) -> None:
    """One course is played out for all of them."""
    assert len(LAWS) == 5
    for held in LAWS:
        held(course)


@law
def penalties_part_where_they_are_named(course: list[tuple[Event, ...]]) -> None:
    penalty = Penalised(platoon="bees", score=2, points=0)
    places = standings(season_of(course, penalty, scoring=LEVEL, breakers=("penalties", "score")))
    assert (places[-1].platoon, places[-1].ties["penalties"]) == ("bees", -2)


@law
def each_figure_is_made_of_its_parts(course: list[tuple[Event, ...]]) -> None:
    tally = Tally(season_of(course))
    for key in PLATOONS:
        (place,) = (one for one in standings(season_of(course, breakers=NAMES)) if one.platoon == key)
        for name, one in BREAKERS.items():
            if name in place.ties and one.each is not None:
                assert sum(map(one.each, tally.showings(key).values())) == place.ties[name]
            elif name in place.ties and one.of_met is not None and name != "win_rate":
                assert sum(times * n for times, n in tally.of_met(one.of_met, key).values()) == place.ties[name]


@law
def direct_encounters_are_those_of_the_platoons_that_are_level(course: list[tuple[Event, ...]]) -> None:
    places = standings(season_of(course, scoring=LEVEL, breakers=("wins", "direct")))
    for place in places:
        level = {one.platoon for one in places if one.won == place.won}
        assert place.ties.get("direct", 0) == (figure("direct", place.platoon, level, course) if len(level) > 1 else 0)


@given(
    courses(),
    st.permutations([name for name in NAMES if name not in ("lots", "score")]).map(lambda names: tuple(names[:3])),
)
def test_a_breaker_is_asked_of_those_who_are_level_and_parts_only_them(
    course: list[tuple[Event, ...]], names: tuple[str, ...]
) -> None:
    """With one breaker more, whoever was parted before stays parted, the same way round."""
    for n in range(1, len(names) + 1):
        fewer, more = (standings(season_of(course, breakers=one)) for one in (names[:n], (*names[:n], "lots")))
        rank = {one.platoon: one.rank for one in fewer}
        assert [rank[one.platoon] for one in more] == sorted(rank.values())
        for place in more:
            level = {key for key in rank if rank[key] == rank[place.platoon]}
            assert ("lots" in place.ties) == (len(level) > 1)


@given(courses(), st.randoms(use_true_random=False), st.permutations(NAMES).map(lambda names: tuple(names[:3])))
def test_it_does_not_matter_in_which_order_the_fixtures_were_told(
    course: list[tuple[Event, ...]], chance: Any, names: tuple[str, ...]
) -> None:
    shuffled = list(course)
    chance.shuffle(shuffled)
    told, again = (standings(season_of(one, breakers=names)) for one in (course, shuffled))
    assert [unmet(one) for one in told] == [unmet(one) for one in again]
    assert [sorted(one.met) for one in told] == [sorted(one.met) for one in again]


def unmet(place: Place) -> Place:
    return replace(place, met=())


@given(courses(), st.sampled_from(PLATOONS), st.integers(1, 9))
def test_a_penalty_lowers_its_platoon_and_nobody_else(course: list[tuple[Event, ...]], who: str, score: int) -> None:
    without = standings(season_of(course))
    penalty = Penalised(platoon=who, score=score, points=0)
    withit = standings(season_of(course, penalty))
    before, after = ({one.platoon: one for one in places} for places in (without, withit))
    assert after[who].score == before[who].score - score
    assert after[who].rank >= before[who].rank
    assert all(after[key].score == before[key].score for key in PLATOONS if key != who)
    assert [one.platoon for one in without if one.platoon != who] == [
        one.platoon for one in withit if one.platoon != who
    ]


@law
def what_one_side_wins_the_other_loses_but_what_both_have_lost(course: list[tuple[Event, ...]]) -> None:
    places = standings(season_of(course))
    both = sum(set(results.values()) == {"lost"} for _m, _r, results, _p in counting(course))
    assert sum(place.lost for place in places) - sum(place.won for place in places) == 2 * both
    assert sum(place.points_for for place in places) == sum(place.points_against for place in places)
    assert sum(place.played for place in places) == 2 * len(counting(course))


@given(courses(), st.data())
def test_a_ruling_outranks_the_battle_whatever_is_reported(
    course: list[tuple[Event, ...]], data: st.DataObject
) -> None:
    """With its points told, the report shows only in what was destroyed, preserved and held."""
    course = [told[:2] for told in course]
    rulings: list[Event] = []
    for mustered, _reported in course:
        assert isinstance(mustered, BattleMustered)
        home, away = (forces.platoon for forces in mustered.sides.values())
        results: dict[str, Result] = {home: "won", away: "lost"}
        rulings.append(Decided(fixture=mustered.battle, how="adjudicated", results=results, points={home: 1, away: 0}))
    won = {one.platoon: (one.won, one.drawn, one.points_for) for one in standings(season_of(course, *rulings))}
    home_of = [next(iter(told[0].sides.values())).platoon for told in course if isinstance(told[0], BattleMustered)]
    assert won == {key: (home_of.count(key), 0, home_of.count(key)) for key in PLATOONS}


@law
def what_does_not_count_counts_nothing(course: list[tuple[Event, ...]]) -> None:
    """As if it had not been played."""
    for n, told in enumerate(course):
        assert isinstance(told[0], BattleMustered)
        void = Decided(fixture=told[0].battle, how="void")
        assert standings(season_of(course, void)) == standings(season_of([*course[:n], *course[n + 1 :]]))


def test_each_fixture_is_looked_at_once_however_many_are_level(monkeypatch: pytest.MonkeyPatch) -> None:
    """A season of a hundred platoons and a thousand fixtures is read at every report."""
    sides = {"north": Forces(platoon="ants"), "south": Forces(platoon="bees")}
    course: list[tuple[Event, ...]] = [
        (
            BattleMustered(battle=battle_id(n), scenario="ridge", options={}, sides=sides),
            BattleReported(battle=battle_id(n), position=9, digest="ab" * 32, outcome=Outcome(over=True)),
        )
        for n in range(1, 9)
    ]
    season, seen = season_of(course, scoring=LEVEL, breakers=("direct", "opponents", "lots")), list[str]()

    def looked_at(fixture: Fixture) -> tuple[Showing, ...]:
        seen.append(fixture.key)
        return showings_of(fixture)

    monkeypatch.setattr(counting_up, "showings_of", looked_at)
    standings(season)
    assert seen == list(season.fixtures)


def test_a_breaker_has_a_name_of_its_own() -> None:
    register = breaker("wins", "wins", "Again.")
    with pytest.raises(ValueError, match="wins"):
        register(lambda tables, equals, place: 0)
