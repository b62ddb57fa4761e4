"""What became of a unit, for the outcome of a battle, and which lines of the sheet one of them follows from."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping
from typing import Annotated, Literal, Protocol

import msgspec

from rules.contract import Feat, Message, Outcome, UnitOutcome

Fate = Literal["fit", "damaged", "withdrawn", "wrecked", "lost"]


class Fought(Protocol):
    """A unit of a rulebook."""

    id: str
    side: str

    @property
    def feats(self) -> Iterable[Feat]: ...


def unit_outcome(unit: Fought, fate: Fate, condition: msgspec.Struct) -> UnitOutcome:
    return UnitOutcome(unit.id, unit.side, fate, msgspec.to_builtins(condition), tuple(unit.feats))


class Result(msgspec.Struct, forbid_unknown_fields=True):
    """The winner as reported, "" for a draw."""

    winner: Annotated[str, msgspec.Meta(max_length=40)] = ""


class Verdict(msgspec.Struct, frozen=True):
    """A battle that is over. `winner` is "" for a draw, `holder` of the field is "" for nobody."""

    winner: str
    how: str
    holder: str = ""


def ahead(points: Mapping[str, int]) -> str:
    """Of two sides the one with more points; "" for a tie."""
    (one, first), (other, second) = points.items()
    return "" if first == second else one if first > second else other


def outcome_of(
    over: Verdict | None,
    holder: str,
    how: Mapping[str, Message],
    points: dict[str, int],
    units: Iterable[UnitOutcome],
) -> Outcome:
    """The outcome of a battle. `over`: how it was decided, None while it goes on; `how` says it in words; `holder` of
    the field."""
    return Outcome(
        over=over is not None,
        winner=over.winner if over else "",
        points=points,
        field=holder,
        how=how[over.how] if over else None,
        units=tuple(units),
    )


Lines = Mapping[str, tuple[str, ...]]  # the lines of a unit that one of its lines follows from

# Lines that say how a battle was decided.
DECIDED = ("outcome.winner", "outcome.how", "outcome.field", "facts.winner", "facts.how")


class Known(Protocol):
    id: str


def grounds_of_unit(units: Container[str], of: str, lines: Lines, outcomes: Lines) -> list[str]:
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
