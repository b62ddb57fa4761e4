"""What chapters build their choices from."""

from __future__ import annotations

from collections.abc import Iterable

from rules.contract import Choice, Field, Message, Pick
from rules.kit import offers
from rules.kit.offers import of_unit as of_unit
from rules.kit.offers import of_units as of_units
from rules.kit.offers import pick_field as pick_field
from rules.kit.offers import unit_picks as unit_picks

from .measures import measured_in
from .report_dice import DIE_NAMES
from .state import State
from .words import FACING_NAMES


def of_side(
    side: str, command: str, label: Message, *fields: Field, urgent: bool = False, readily: int = 1000
) -> Choice:
    given = {"side": side}
    return Choice(command=command, label=label, side=side, given=given, fields=fields, urgent=urgent, readily=readily)


def length_field(name: str, label: Message, least: int, most: int, state: State, near: Iterable[int] = ()) -> Field:
    """R4: a length, as it is measured."""
    return offers.length_field(name, label, least, most, measured_in(state.options), near)


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
