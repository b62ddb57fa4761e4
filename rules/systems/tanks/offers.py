"""What the choices of every step are made of."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from rules.contract import Choice, Field, Message, Pick, say, verbatim
from rules.contract import gettext_noop as _

from .reported import NAMES
from .state import State, Vehicle
from .words import FACING_NAMES


def of_unit(unit: Vehicle, command: str, label: Message, *fields: Field, given: dict[str, Any] | None = None) -> Choice:
    """A report of this vehicle; `given` is what else is fixed."""
    given = {"unit": unit.id, **(given or {})}
    return Choice(command=command, label=label, side=unit.side, given=given, fields=fields)


def of_units(
    units: Sequence[Vehicle], command: str, one: str, several: str, *fields: Field, **values: str | int | Message
) -> Iterator[Choice]:
    """The same report of any of these vehicles, which are of one side; none where there are none. `one` names it
    (%(unit)s), `several` leaves it to be picked."""
    if len(units) == 1:
        yield of_unit(units[0], command, say(one, unit=units[0].name, **values), *fields)
    elif units:
        unit = pick_field("unit", say(_("Vehicle")), unit_picks(units))
        yield Choice(command=command, label=say(several, **values), side=units[0].side, fields=(unit, *fields))


def of_side(side: str, command: str, label: Message, *fields: Field, urgent: bool = False) -> Choice:
    return Choice(command=command, label=label, side=side, given={"side": side}, fields=fields, urgent=urgent)


def pick_field(name: str, label: Message, picks: Iterable[Pick], required: bool = True) -> Field:
    """One of `picks`; no field where there are none should be offered at all."""
    return Field(name=name, kind="pick", label=label, picks=tuple(picks), required=required)


def unit_picks(units: Iterable[Vehicle]) -> tuple[Pick, ...]:
    return tuple(Pick(unit.id, verbatim(unit.name)) for unit in units)


def length_field(name: str, label: Message, least: int, most: int, state: State) -> Field:
    """R4: a length in tenths of the unit of measure."""
    text = _("In tenths of an inch.") if state.options["scale"] == "inch" else _("In millimetres.")
    return Field(name=name, kind="number", label=label, help=say(text), least=least, most=most, required=True)


def facing_field(label: Message) -> Field:
    return pick_field("facing", label, FACING_PICKS)


FACING_PICKS = tuple(Pick(facing, name) for facing, name in FACING_NAMES.items())


def dice_fields(*dice: str, faces: dict[str, int] | None = None) -> tuple[Field, ...]:
    """A die each, left out they are Leaguer's: the first, and those it may come to."""
    sizes = faces or {}
    return tuple(
        Field(name=die, kind="dice", label=NAMES[die], least=1, most=1, faces=sizes.get(die, 6), ahead=place > 0)
        for place, die in enumerate(dice)
    )
