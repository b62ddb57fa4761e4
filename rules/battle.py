"""A battle, whatever its rulebook: the State around the rulebook's State, and its fold.

Pure. The rulebook plays inside this frame; `rules.adjudicate` decides, `rules.show` is what may be seen and reported.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

import msgspec

from rules import system as find_system
from rules.contract import Event, Mustered, Outcome, RuleSystem, Unit
from rules.reports import Confirmed, Depth, DepthChanged, Settled


class Battle(msgspec.Struct):
    """A battle as the fold leaves it. `head`: (position, digest) of the last row; `fought`: of the last row of play."""

    muster: Mustered
    system: Any
    play: Any
    depth: Depth = "shots"
    head: tuple[int, str] = (0, "")
    fought: tuple[int, str] = (0, "")
    confirmed: dict[str, bool] = {}  # side -> by default?
    agreed: bool = False  # every side has confirmed
    settled: bool = False

    @property
    def rules(self) -> RuleSystem:
        system: RuleSystem = self.system
        return system

    def outcome(self) -> Outcome:
        return self.rules.outcome(self.play)


def start(mustered: Mustered) -> Battle:
    system = find_system(mustered.system)
    mustered = msgspec.structs.replace(mustered, units=named(mustered.units, mustered.names))
    return Battle(muster=mustered, system=system, play=system.start(mustered))


def named(units: Iterable[Unit], names: Mapping[str, str]) -> tuple[Unit, ...]:
    """The units with their names filled in; the model's where there is none (or it was erased)."""
    return tuple(msgspec.structs.replace(u, name=names.get(u.id) or u.name or u.model) for u in units)


def nameless(units: Iterable[Unit]) -> tuple[tuple[Unit, ...], dict[str, str]]:
    """The units as they stand in the log, and the names that are sealed beside it."""
    units = tuple(units)
    names = {unit.id: unit.name for unit in units if unit.name}
    return tuple(msgspec.structs.replace(unit, name="") for unit in units), names


def evolve(battle: Battle, event: Event, position: int = 0, digest: str = "", report: int = 0) -> None:
    """Apply one event in place. `report` is the position of the first event of the report it belongs to."""
    battle.head = (position, digest)
    if (aside := _ASIDE.get(type(event))) is not None:
        aside(battle, event)
        return
    if type(event) is DepthChanged:
        battle.depth = event.depth
    battle.play.report = report
    battle.system.evolve(battle.play, event)
    if not battle.agreed:
        battle.fought = battle.head


def _confirmed(battle: Battle, event: Any) -> None:
    battle.confirmed = {**battle.confirmed, event.side: event.by_default}
    battle.agreed = battle.confirmed.keys() >= battle.muster.sides.keys()


def _settled(battle: Battle, event: Any) -> None:
    battle.settled = True


# What concerns the frame alone; everything else the rulebook folds.
_ASIDE: dict[type[Event], Callable[[Battle, Any], None]] = {Confirmed: _confirmed, Settled: _settled}


def replay(events: Iterable[Event]) -> Battle:
    """Fold bare events (positions counted from 1, no digests, each its own report): for tests and goldens."""
    iterator = iter(events)
    first = next(iterator)
    assert isinstance(first, Mustered)
    battle = start(first)
    battle.head = battle.fought = (1, "")
    for position, event in enumerate(iterator, 2):
        evolve(battle, event, position, "", position)
    return battle


def stamp(battle: Battle, digests: dict[int, str]) -> None:
    """Fill in the digests of rows just appended, which were not known while they were decided."""
    position = battle.head[0]
    battle.head = (position, digests.get(position, battle.head[1]))
    fought = battle.fought[0]
    battle.fought = (fought, digests.get(fought, battle.fought[1]))
