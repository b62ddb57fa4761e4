"""What a season comes to: each platoon's standing, each vehicle's condition and record. Pure functions of it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal

import msgspec

from campaigns.reports import Scoring
from campaigns.season import Fixture, Season, fighting
from rules.contract import Feat, Outcome, UnitOutcome

Status = Literal["fit", "damaged", "withdrawn", "fighting", "wrecked", "lost"]


class Place(msgspec.Struct, kw_only=True):
    """A platoon's standing. Rank 1 is best; platoons that nothing parts share a rank."""

    platoon: str
    rank: int = 0
    score: int = 0
    played: int = 0
    won: int = 0
    drawn: int = 0
    lost: int = 0
    points_for: int = 0
    points_against: int = 0


class Sortie(msgspec.Struct, frozen=True):
    """A vehicle's part in one battle. Each feat cites the row of the battle's log that tells of it."""

    battle: str
    fate: str
    feats: tuple[Feat, ...]


class Service(msgspec.Struct, kw_only=True):
    """A vehicle as its battles have left it. `battle` is the one it is in now; "" when in none."""

    status: Status = "fit"
    battle: str = ""
    condition: dict[str, Any] = {}
    sorties: tuple[Sortie, ...] = ()

    def count(self, kind: str) -> int:
        """How many of a kind of feat: shot, hit, kill, damage, repair, ..."""
        return sum(feat.n for sortie in self.sorties for feat in sortie.feats if feat.kind == kind)


def standings(season: Season) -> list[Place]:
    """Best first: by score, then points gained over points given, points gained, battles won. Equals go by key."""
    places = {key: Place(platoon=key) for key in sorted(season.platoons)}
    for fixture, outcome in counted(season):
        for side in fixture.sides:
            _count(places[fixture.sides[side].platoon], side, outcome)
    for place in places.values():
        place.score = score(place, season.opened.scoring)
    ranked = sorted(places.values(), key=_merit, reverse=True)
    for n, place in enumerate(ranked, 1):
        place.rank = ranked[n - 2].rank if n > 1 and _merit(ranked[n - 2]) == _merit(place) else n
    return ranked


def score(place: Place, scoring: Scoring) -> int:
    results = place.won * scoring.win + place.drawn * scoring.draw + place.lost * scoring.loss
    return results + place.points_for * scoring.scored


def _count(place: Place, side: str, outcome: Outcome) -> None:
    place.played += 1
    place.won += outcome.winner == side
    place.drawn += not outcome.winner
    place.lost += outcome.winner not in ("", side)
    gained = outcome.points.get(side, 0)
    place.points_for += gained
    place.points_against += sum(outcome.points.values()) - gained


def _merit(place: Place) -> tuple[int, int, int, int]:
    return place.score, place.points_for - place.points_against, place.points_for, place.won


def service(season: Season) -> dict[str, Service]:
    """Every vehicle's condition and record, by its id. The newest battle it came back from says how it is."""
    records = {vehicle: Service() for vehicle in season.vehicles}
    for fixture, outcome in counted(season):
        for unit in outcome.units:
            if unit.id in records:
                _came_back(records[unit.id], fixture, unit)
    for vehicle, battle in fighting(season).items():
        records[vehicle].status, records[vehicle].battle = "fighting", battle
    return records


def _came_back(record: Service, fixture: Fixture, unit: UnitOutcome) -> None:
    record.status = unit.fate
    record.condition = unit.condition
    record.sorties = (*record.sorties, Sortie(fixture.battle, unit.fate, unit.feats))


def counted(season: Season) -> Iterator[tuple[Fixture, Outcome]]:
    """The battles that count, in the order they were mustered, each with its newest outcome."""
    for fixture in season.fixtures.values():
        if fixture.reported is not None:
            yield fixture, fixture.reported.outcome
