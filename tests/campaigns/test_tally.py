"""Standings that are counted on while a season is folded are those of a season that is counted from the start."""

from __future__ import annotations

from random import Random

import pytest

from campaigns.season import evolve, start
from campaigns.season.explain import explain
from campaigns.season.house_rules import Amend
from campaigns.season.kept_events import Opened
from campaigns.season.penalties import Penalise
from campaigns.season.results import Adjudicate
from campaigns.season.rounds import OpenRound
from campaigns.season.standings import BREAKERS, Place, Showing, Tally, showings_of, standings, tally
from campaigns.season.state import Fixture
from campaigns.season.values import Pairing, Scoring
from tests.campaigns.between import ALICE, Camp, enlist

KEYS = ("bears", "cats", "dogs", "eels", "foxes", "gulls", "hares")


def a_season(seed: int, rounds: int = 3) -> Camp:
    """Of seven platoons: battles with either result, rulings, penalties, byes, scoring and tie-breakers amended."""
    chance, camp = Random(seed), Camp(bye_score=1)
    for key in KEYS[2:]:
        camp.report(enlist(key), ALICE)
    for round in range(1, rounds + 1):
        order = chance.sample(KEYS, len(KEYS))
        pairs = [*zip(order[::2], order[1::2], strict=False)]
        pairings = tuple(Pairing(home=home, away=away) for home, away in pairs)
        camp.report(OpenRound(pairings=pairings, deadline=""), ALICE)
        for number, (home, away) in enumerate(pairs, 1):
            battle = camp.muster(north=home, south=away, fixture=f"r{round}-{number}")
            camp.count(battle, winner=chance.choice(("north", "south", "")))
        home, away = pairs[0]
        camp.report(Adjudicate(fixture=f"r{round}-1", winner=chance.choice((home, away)), reason="so"), ALICE)
        camp.report(Penalise(platoon=chance.choice(KEYS), score=1, reason="late"), ALICE)
        if round == 2:
            breakers = tuple(chance.sample(sorted(BREAKERS), 4))
            camp.report(Amend(round=3, scoring=Scoring(win=2, preserved=1), breakers=breakers, reason="so"), ALICE)
        camp.close_round()
    return camp


def told(place: Place) -> tuple[object, ...]:
    return place.platoon, place.rank, place.score, place.ties, place.byes, place.penalty, sorted(place.met)


@pytest.mark.parametrize("seed", range(3))
def test_it_is_what_the_standings_are_after_every_row(seed: int) -> None:
    camp = a_season(seed)
    opened, *rest = camp.told
    assert isinstance(opened, Opened)
    season = start(opened)
    kept = Tally(season)
    for position, event in enumerate(rest, 2):
        evolve(season, event, position)
        kept.follow()
        places = standings(season)
        for place in places:
            first = {one.platoon: one.ties.get(kept.order[0], one.score) for one in places}  # of all, or the score
            ahead = [one for one in places if first[one.platoon] > first[place.platoon]]
            level = [one for one in places if first[one.platoon] == first[place.platoon]]
            assert kept.rank(place.platoon) == place.rank
            assert [*map(told, kept.level(place.platoon))] == [*map(told, level)]
            count, last = kept.ahead(place.platoon, 2)
            assert (count, [*map(told, last)]) == (len(ahead), [*map(told, ahead[-2:])])


def test_a_rank_is_explained_without_counting_every_fixture_after_every_row(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each is counted where it is announced, mustered, reported, and ruled on: not once more for each other's row. A
    battle that is counted, and a ruling, have only their own fixture looked at."""
    camp = a_season(seed=1, rounds=4)
    counted: list[str] = []
    looked: list[str] = []
    moved = Tally._moved

    def looking(self: Tally, fixture: Fixture) -> object:
        looked.append(fixture.key)
        return moved(self, fixture)

    def counting(fixture: Fixture) -> tuple[Showing, ...]:
        counted.append(fixture.key)
        return showings_of(fixture)

    monkeypatch.setattr(tally, "showings_of", counting)
    monkeypatch.setattr(Tally, "_moved", looking)
    found = explain(camp.season, list(enumerate(camp.told, 1)), "platoons.bears.place")
    assert len(found.steps) > 4
    assert len(counted) <= 5 * len(camp.season.fixtures)
    assert len(looked) <= 8 * len(camp.season.fixtures)
