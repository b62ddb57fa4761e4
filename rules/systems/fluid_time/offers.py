"""What choices of every moment are made of."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from msgspec.structs import replace

from rules.contract import Bulk, Choice, Field, Message, Pick, say
from rules.contract import gettext_noop as _
from rules.kit import offers
from rules.kit.offers import drawing
from rules.kit.offers import in_bulk as in_bulk
from rules.kit.offers import of_side as of_side
from rules.kit.offers import pick_field as pick_field
from rules.kit.offers import unit_picks as unit_picks

from . import tables
from .state import State, Vehicle
from .tables import measured_in
from .words import CONCEALMENT_NAMES, GRANT_NAMES, modified

MOST = 9999


def of_units(
    units: Sequence[Vehicle],
    command: str,
    one: str,
    several: str,
    *fields: Field,
    given: dict[str, Any] | None = None,
    readily: int = 1000,
    bulk: Bulk | None = None,
    **values: str | int | Message,
) -> Iterator[Choice]:
    """The same report for any of these vehicles, as the kit offers it. Random players prefer some of the vehicles."""
    weights = {unit.id: _readily(unit, command) for unit in units}
    for choice in offers.of_units(
        units, command, one, several, *fields, given=given, limits=(), readily=readily, bulk=bulk, **values
    ):
        if len(units) == 1:
            yield replace(choice, readily=readily * weights[units[0].id] // 1000)
        else:
            unit, *others = choice.fields
            picks = tuple(replace(pick, readily=weights[pick.value]) for pick in unit.picks)
            yield replace(choice, fields=(replace(unit, picks=picks), *others))


def _readily(unit: Vehicle, command: str) -> int:
    """R15, A18, B4: random players prefer to leave vehicles on overwatch, and to move and fire with vehicles that have
    tested their morale or have moved."""
    if command == "GoOnOverwatch" and unit.tested:
        return 300
    if command not in ("Move", "Aim"):
        return 1000
    if unit.overwatch:
        return 300
    return 6000 if unit.tested or (command == "Aim" and unit.moving) else 1000


def of_nobody(side: str, command: str, label: Message, *fields: Field) -> Choice:
    """A report that either side may make, offered to this one."""
    return Choice(command=command, label=label, side=side, fields=fields)


def length_field(label: Message, least: int, most: int, state: State, near: Iterable[int] = ()) -> Field:
    """R37: a length, as it is measured."""
    return offers.length_field("distance", label, least, most, measured_in(state.options), near)


CONCEALMENT_PICKS = tuple(
    Pick(concealment, modified(name, -tables.CONCEALMENT[concealment]))
    for concealment, name in CONCEALMENT_NAMES.items()
)


def concealment_field() -> Field:
    field = pick_field("concealment", say(_("Concealment of the target")), CONCEALMENT_PICKS, required=False)
    return replace(field, drawing=CONCEALMENT)


CONCEALMENT = drawing(
    __package__,
    "concealment",
    _("What conceals the target"),
    _("Look along the line from the shooter to the target: what stands on it or around the target conceals it."),
)


def die_field(name: str, label: Message, least: int = 1, most: int = 1, **more: Any) -> Field:
    """Dice of six faces, or of so many; if left out, Leaguer rolls them. `ahead`: they fall only if the dice before
    them call for them."""
    return Field(name=name, kind="dice", label=label, least=least, most=most, **more)


def by_grants(
    units: Sequence[Vehicle], command: str, one: str, several: str, readily: int = 1000, bulk: Bulk | None = None
) -> Iterator[Choice]:
    """A choice for vehicles that may spend the same on it. If there are two kinds to spend, the player picks one."""
    groups: dict[tuple[str, ...], list[Vehicle]] = {}
    for unit in units:
        if kinds := expenditures(unit):
            groups.setdefault(kinds, []).append(unit)
    for kinds, same in groups.items():
        if len(kinds) == 1:
            yield from of_units(same, command, one, several, given={"by": kinds[0]}, readily=readily, bulk=bulk)
        else:
            by = pick_field("by", say(_("Spends")), (Pick(kind, GRANT_NAMES[kind]) for kind in kinds))
            yield from of_units(same, command, one, several, by, readily=readily)


def expenditures(unit: Vehicle) -> tuple[str, ...]:
    """What the vehicle may spend, each kind once."""
    return tuple(dict.fromkeys(unit.grants))
