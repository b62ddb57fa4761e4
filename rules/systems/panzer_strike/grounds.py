"""What a line of the sheet follows from: for those who ask why it is so (see `rules.explain`)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from .outcome import verdict
from .state import Miniature, State

# The lines of a unit: what each follows from, by the lines of the same unit.
LINES = {
    "status": ("mobility", "crew"),
    "gun": ("facing",),
    "mobility": ("timer",),
}
OUTCOMES = {
    "fate": ("status",),
    "condition": ("status", "mobility", "crew", "timer"),
}
DECIDED = ("outcome.winner", "outcome.how", "facts.winner", "facts.how")


def grounds(state: State, of: str) -> Sequence[str]:
    """Paths of the lines that the line `of` follows from; none for what a report says by itself."""
    what, _dot, rest = of.partition(".")
    if what == "outcome" and rest.startswith("units."):
        found = [*_of_unit(state, rest.removeprefix("units."), OUTCOMES)]
        return [*found, "outcome.field"] if found and rest.endswith(".fate") else found
    if what == "units":
        return _of_unit(state, rest, LINES)
    if of in DECIDED:
        return tuple(_decided(state))
    if of == "outcome.field":
        return ("outcome.winner",)
    if of == "facts.coordinated":
        return [f"units.{unit.id}.used" for unit in state.units.values() if unit.side == state.side]
    return tuple(_of_side(state, of))


def _of_unit(state: State, rest: str, known: dict[str, tuple[str, ...]]) -> Sequence[str]:
    unit, _dot, line = rest.partition(".")
    return [f"units.{unit}.{one}" for one in known.get(line, ())] if unit in state.units else ()


def _decided(state: State) -> Iterator[str]:
    """A concession and a result that people reported stand alone."""
    over = verdict(state)
    match over.how if over else "":
        case "objectives":
            yield from _statuses(unit for unit in state.units.values() if unit.objective)
        case "wiped_out":
            yield from _statuses(unit for unit in state.units.values() if unit.side != over.winner)  # type: ignore[union-attr]
        case "rounds":
            yield "round"


def _of_side(state: State, of: str) -> Iterator[str]:
    for side in state.sides:
        enemies = [unit for unit in state.units.values() if unit.side != side]
        if of in (f"outcome.points.{side}", f"facts.points-{side}"):
            yield from (*_statuses(enemies), "outcome.field")
        if of == f"facts.objectives-{side}":
            yield from _statuses(unit for unit in enemies if unit.objective)


def _statuses(units: Iterable[Miniature]) -> Iterator[str]:
    return (f"units.{unit.id}.status" for unit in units)
