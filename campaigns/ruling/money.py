"""Reinforcements: the points platoons get as a round closes, for the round, by result, and up to a minimum force."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby

from campaigns.prices import price_of
from campaigns.reports import Grant, PointsGranted
from campaigns.reports.kinds import Result
from campaigns.ruling.owning import is_wreck, present
from campaigns.season import Fixture, Platoon, Season
from campaigns.standings import showings_of
from rules.contract import Event

TERM_OF: dict[Result, tuple[str, str]] = {
    "won": ("per_win", "win"),
    "drawn": ("per_draw", "draw"),
    "lost": ("per_loss", "loss"),
}


def reinforce(season: Season, number: int) -> Iterator[Event]:
    """The points of round `number`, platoon by platoon in the order they enlisted; none for one that has left.

    A fixture of an earlier round whose result came later, or was corrected, brings what it had not brought yet. What it
    had brought too much is taken back as far as the purse goes, and the rest as later rounds close.
    """
    grants: list[Grant] = []
    due = tuple(_due(season, number))
    for platoon in season.platoons.values():
        if not platoon.dropped:
            mine = [*_of_round(season, platoon, number), *_of_results(platoon, due)]
            grants += [*mine, *_guaranteed(season, platoon, mine, number)]
    if grants:
        yield PointsGranted(round=number, grants=tuple(grants))


def _of_round(season: Season, platoon: Platoon, number: int) -> Iterator[Grant]:
    points = int(season.settings(number).terms["per_round"])
    if points:
        yield Grant(platoon=platoon.key, points=points, why="round")


def _due(season: Season, number: int) -> Iterator[tuple[Fixture, str, int, str]]:
    """What each fixture should have brought its platoons beyond what it has: fixture, platoon, points, what for. What
    a platoon has from a fixture that counts no more, it should not have."""
    fixtures = sorted((one for one in season.fixtures.values() if one.round <= number), key=lambda one: one.round)
    for round, of_round in groupby(fixtures, key=lambda one: one.round):
        terms = season.settings(round).terms
        for fixture in of_round:
            results = {showing.platoon: showing.result for showing in showings_of(fixture)}
            for platoon in fixture.platoons:
                term, why = TERM_OF[results[platoon]] if platoon in results else ("", "")
                points = (int(terms[term]) if term else 0) - fixture.granted.get(platoon, 0)
                if points:
                    yield fixture, platoon, points, why if platoon not in fixture.granted else "correction"


def _of_results(platoon: Platoon, due: Iterable[tuple[Fixture, str, int, str]]) -> Iterator[Grant]:
    """Never more taken than the purse holds: what is taken back comes from what was there before the round."""
    purse = platoon.purse
    for fixture, key, points, why in due:
        points = max(points, -purse)
        if key == platoon.key and points:
            purse += min(0, points)
            yield Grant(platoon=key, points=points, why=why, fixture=fixture.key)


def _guaranteed(season: Season, platoon: Platoon, grants: Iterable[Grant], number: int) -> Iterator[Grant]:
    purse = platoon.purse + sum(grant.points for grant in grants)
    missing = int(season.settings(number).terms["minimum_force"]) - purse - force(season, platoon)
    if missing > 0:
        yield Grant(platoon=platoon.key, points=missing, why="guarantee")


def force(season: Season, platoon: Platoon) -> int:
    """What its vehicles are worth to a platoon that has to fight on: wrecks nothing, and less by what a new crew costs
    those that have lost theirs."""
    crew = int(season.terms["spare_crew_points"])
    return sum(
        max(0, price_of(season, vehicle) - crew * (vehicle.crew.state == "lost"))
        for vehicle in present(season, platoon)
        if not is_wreck(season, vehicle)
    )
