"""Find what a report names. `rule` is cited whole: "001 R1"."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol, TypeVar

from rules.contract import Message, Refused, say, verbatim
from rules.contract import gettext_noop as _
from rules.messages import listed


class Named(Protocol):
    """A vehicle of a rulebook."""

    id: str
    side: str
    name: str


V = TypeVar("V", bound=Named)


def vehicle_of(units: Mapping[str, V], id: str, rule: str, field: str = "unit") -> V:
    """The vehicle of this id. Raises `Refused` if there is none."""
    if id not in units:
        raise Refused(
            rule,
            say(_("There is no vehicle “%(unit)s”."), unit=id),
            say(_("Vehicles: %(units)s."), units=listed(as_written(unit) for unit in units.values())),
            field=field,
            code="unknown",
        )
    return units[id]


def as_written(unit: Named) -> Message:
    """The id that a report has to write, and the vehicle's name."""
    return verbatim(unit.id if unit.name == unit.id else f"{unit.id} ({unit.name})")


def side_of(sides: Sequence[str], side: str, rule: str) -> str:
    """A side of the battle. Raises `Refused` (field "side") if it is none."""
    if side not in sides:
        raise Refused(
            rule,
            say(_("There is no side “%(side)s”."), side=side),
            say(_("Sides: %(sides)s."), sides=", ".join(sides)),
            field="side",
            code="unknown",
        )
    return side


def check_enemy(unit: Named, target: Named, rule: str, field: str) -> None:
    if target.side == unit.side:
        raise Refused(
            rule,
            say(_("%(target)s is a friend of %(unit)s."), target=target.name, unit=unit.name),
            say(_("Name an enemy.")),
            field=field,
        )
