"""What chapters build their choices from."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from rules.contract import Choice, Field, Limit, Message, Pick, say, verbatim
from rules.contract import gettext_noop as _

from .measures import measured_in
from .report_dice import DIE_NAMES
from .state import State, Vehicle
from .words import FACING_NAMES


def of_unit(
    unit: Vehicle,
    command: str,
    label: Message,
    *fields: Field,
    given: dict[str, Any] | None = None,
    limits: tuple[Limit, ...] = (),
    readily: int = 1000,
) -> Choice:
    """A report of this vehicle; `given`: what else is fixed."""
    given = {"unit": unit.id, **(given or {})}
    return Choice(
        command=command, label=label, side=unit.side, given=given, fields=fields, limits=limits, readily=readily
    )


def of_units(
    units: Sequence[Vehicle],
    command: str,
    one: str,
    several: str,
    *fields: Field,
    given: dict[str, Any] | None = None,
    limits: tuple[Limit, ...] = (),
    readily: int = 1000,
    **values: str | int | Message,
) -> Iterator[Choice]:
    """The same report of any of these vehicles, which are of one side; none where there are none. `one` names it
    (%(unit)s), `several` leaves it to be picked."""
    if len(units) == 1:
        label = say(one, unit=units[0].name, **values)
        yield of_unit(units[0], command, label, *fields, given=given, limits=limits, readily=readily)
    elif units:
        label, side = say(several, **values), units[0].side
        unit = pick_field("unit", say(_("Vehicle")), unit_picks(units))
        fields = (unit, *fields)
        given = given or {}
        yield Choice(
            command=command, label=label, side=side, given=given, fields=fields, limits=limits, readily=readily
        )


def of_side(
    side: str, command: str, label: Message, *fields: Field, urgent: bool = False, readily: int = 1000
) -> Choice:
    given = {"side": side}
    return Choice(command=command, label=label, side=side, given=given, fields=fields, urgent=urgent, readily=readily)


def pick_field(name: str, label: Message, picks: Iterable[Pick], required: bool = True) -> Field:
    """One of `picks`. A choice without picks should not be offered at all."""
    return Field(name=name, kind="pick", label=label, picks=tuple(picks), required=required)


def unit_picks(units: Iterable[Vehicle]) -> tuple[Pick, ...]:
    return tuple(Pick(unit.id, verbatim(unit.name)) for unit in units)


def length_field(name: str, label: Message, least: int, most: int, state: State, near: Iterable[int] = ()) -> Field:
    """R4: a length, as it is measured. `near`: where the ruling is another one, besides its bounds."""
    unit = measured_in(state.options)
    return Field(
        name=name,
        kind="number",
        label=label,
        least=least,
        most=most,
        measure=unit,
        required=True,
        near=(least, most, *near),
    )


def facing_field(label: Message) -> Field:
    return pick_field("facing", label, FACING_PICKS)


FACING_PICKS = tuple(
    Pick(facing, name, readily=2000 if facing == "front" else 1000) for facing, name in FACING_NAMES.items()
)


def dice_fields(*dice: str, faces: dict[str, int] | None = None) -> tuple[Field, ...]:
    """One field for each die, in order. Leaguer rolls those that are left out; only the first is sure to fall."""
    sizes = faces or {}
    return tuple(
        Field(name=die, kind="dice", label=DIE_NAMES[die], least=1, most=1, faces=sizes.get(die, 6), ahead=place > 0)
        for place, die in enumerate(dice)
    )


FARTHEST = 9999
