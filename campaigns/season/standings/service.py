"""A vehicle's service record, folded from the log: its battles, and what it did and suffered in each."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from campaigns.season.state import Crew, Season, Vehicle
from rules.contract import Feat


class Sortie(msgspec.Struct, frozen=True):
    """A vehicle's part in one battle. Each feat cites the row of the battle's log that tells of it."""

    battle: str
    fate: str
    feats: tuple[Feat, ...]


class Service(msgspec.Struct, kw_only=True):
    """A vehicle as its battles and the workshop have left it. `status` is "fighting" in a battle not yet counted, and
    `battle` is that one; "" when in none."""

    status: str = "fit"
    battle: str = ""
    condition: dict[str, Any] = {}
    crew: Crew = msgspec.field(default_factory=Crew)
    sorties: tuple[Sortie, ...] = ()

    def counts(self) -> dict[str, int]:
        """How many there are of each kind of feat: shot, hit, kill, damage, repair, ..."""
        found: dict[str, int] = {}
        for sortie in self.sorties:
            for feat in sortie.feats:
                found[feat.kind] = found.get(feat.kind, 0) + feat.n
        return found

    def count(self, kind: str) -> int:
        """How many there are of one kind."""
        return self.counts().get(kind, 0)


def record_of(season: Season, vehicle: Vehicle, battle: str, fixtures: Iterable[str]) -> Service:
    """Of one vehicle, where somebody knows the battle it is in and the `fixtures` it came home from."""
    fought = sorted((season.fixtures[key] for key in fixtures), key=lambda one: one.mustered)
    sorties = (
        Sortie(fixture.battle, unit.fate, unit.feats)
        for fixture in fought
        for unit in (fixture.reported.outcome.units if fixture.reported else ())
        if unit.id == vehicle.id
    )
    return _service(vehicle, battle, tuple(sorties))


def as_they_are(season: Season) -> dict[str, Service]:
    """Every vehicle's condition, by its id, without its battles."""
    fighting = season.fighting()
    return {id: _service(one, fighting.get(id, ""), ()) for id, one in season.vehicles.items()}


def service(season: Season) -> dict[str, Service]:
    """Every vehicle's condition and record, by its id."""
    fighting = season.fighting()
    sorties: dict[str, list[Sortie]] = {}
    for fixture in season.in_order():
        for unit in fixture.reported.outcome.units if fixture.reported else ():
            sorties.setdefault(unit.id, []).append(Sortie(fixture.battle, unit.fate, unit.feats))
    return {id: _service(one, fighting.get(id, ""), tuple(sorties.get(id, ()))) for id, one in season.vehicles.items()}


def _service(vehicle: Vehicle, battle: str, sorties: tuple[Sortie, ...]) -> Service:
    return Service(
        status="fighting" if battle else vehicle.status,
        battle=battle,
        condition=vehicle.condition,
        crew=vehicle.crew,
        sorties=sorties,
    )
