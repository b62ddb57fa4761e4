"""Which lines of the sheet one of them follows from, as far as all rulebooks agree."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping
from typing import Protocol

Lines = Mapping[str, tuple[str, ...]]  # the lines of a unit that one of its lines follows from

# Lines that say how a battle was decided.
DECIDED = ("outcome.winner", "outcome.how", "outcome.field", "facts.winner", "facts.how")


class Known(Protocol):
    id: str


def of_unit(units: Container[str], of: str, lines: Lines, outcomes: Lines) -> list[str]:
    """For a line of a unit ("units.alpha.status") by `lines`, for one of its outcome by `outcomes`. Its fate also
    follows from who holds the field."""
    what, _dot, rest = of.partition(".")
    known = lines
    if what == "outcome" and rest.startswith("units."):
        what, known, rest = "units", outcomes, rest.removeprefix("units.")
    unit, _dot, line = rest.partition(".")
    found = [f"units.{unit}.{one}" for one in known.get(line, ())] if what == "units" and unit in units else []
    return [*found, "outcome.field"] if found and known is outcomes and line == "fate" else found


def of_verdict(of: str, how: str | None, units: Iterable[Known], points: Iterable[str]) -> Iterator[str]:
    """For a line of `DECIDED`: how the battle was decided, None while it goes on. A concession and a reported result
    follow from nothing else. The winner also follows from the `points` of these sides."""
    if how is None or how in ("reported", "conceded"):
        return
    yield from statuses(units)
    if how == "turns":
        yield "round"
    if of.endswith(".winner"):
        yield from (f"facts.points-{side}" for side in points)


def statuses(units: Iterable[Known]) -> Iterator[str]:
    return (f"units.{unit.id}.status" for unit in units)
