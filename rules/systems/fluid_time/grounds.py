"""What a line of the sheet follows from: for those who ask why it is so (see `rules.stream.explain`)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from .outcome import verdict
from .state import State, Vehicle

# The lines of a vehicle: what each follows from, by the lines of the same vehicle.
LINES = {"status": ("nerve", "gun", "mobility")}
OUTCOMES = {"fate": ("status",), "condition": ("status", "mobility", "gun")}
DECIDED = ("outcome.winner", "outcome.how", "outcome.field", "facts.winner", "facts.how")


def grounds(state: State, of: str) -> Sequence[str]:
    """Paths of the lines that the line `of` follows from; none for what a report says by itself."""
    what, _dot, rest = of.partition(".")
    if what == "outcome" and rest.startswith("units."):
        found = [*_of_unit(state, rest.removeprefix("units."), OUTCOMES)]
        return [*found, "outcome.field"] if found and rest.endswith(".fate") else found
    if what == "units":
        return _of_unit(state, rest, LINES)
    if of in DECIDED:
        return tuple(_decided(state, of))
    return tuple(_of_side(state, of))


def _of_unit(state: State, rest: str, known: Mapping[str, tuple[str, ...]]) -> Sequence[str]:
    unit, _dot, line = rest.partition(".")
    return [f"units.{unit}.{one}" for one in known.get(line, ())] if unit in state.units else ()


def _decided(state: State, of: str) -> Iterator[str]:
    """A concession and a result that people reported stand alone; points decide at the last Turn Over."""
    over = verdict(state)
    if over is None or over.how in ("reported", "conceded"):
        return
    yield from _statuses(state.units.values())
    if over.how == "turns":
        yield "round"
        if of.endswith(".winner"):
            yield from (f"facts.points-{side}" for side in state.sides)


def _of_side(state: State, of: str) -> Iterator[str]:
    for side in state.sides:
        if of in (f"outcome.points.{side}", f"facts.points-{side}"):
            yield from _statuses(unit for unit in state.units.values() if unit.side != side)
        if of.startswith(f"facts.strength-{side}-"):
            platoon = of.removeprefix(f"facts.strength-{side}-")
            yield from _statuses(state.of_platoon(side, platoon))


def _statuses(units: Iterable[Vehicle]) -> Iterator[str]:
    return (f"units.{unit.id}.status" for unit in units)
