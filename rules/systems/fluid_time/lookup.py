"""Finding what a report names, and whether it is its moment."""

from __future__ import annotations

from collections.abc import Sequence

from rules.contract import Message, say, verbatim
from rules.contract import gettext_noop as _

from .refusals import impossible, refused
from .state import State, Vehicle
from .words import listed

NOW: dict[str, Message] = {
    "turn": say(_("Which turn comes next has not been said.")),
    "shuffle": say(_("The Command Deck has not been shuffled.")),
    "gap": say(_("The next card has not been drawn.")),
    "impulse": say(_("An Impulse is being played.")),
    "support": say(_("A support card is being played.")),
}
FIRST: dict[str, Message] = {
    "turn": say(_("Say which turn comes next.")),
    "shuffle": say(_("Shuffle the deck first.")),
    "gap": say(_("Draw a card, or invoke a commander.")),
    "impulse": say(_("End the Impulse first.")),
    "support": say(_("Play the support card to its end first.")),
}
GONE = {"burning": "R22", "exploded": "R22", "abandoned": "R28", "left_table": "section 5"}


def unit_of(state: State, id: str, field: str = "unit") -> Vehicle:
    """The vehicle of this id; `Refused` where there is none."""
    if id not in state.units:
        raise refused(
            "A3",
            field,
            say(_("There is no vehicle “%(unit)s”."), unit=id),
            say(_("Vehicles: %(units)s."), units=listed(_known(unit) for unit in state.units.values())),
            code="unknown",
        )
    return state.units[id]


def _known(unit: Vehicle) -> Message:
    """The id to write, and whose it is."""
    return verbatim(unit.id if unit.name == unit.id else f"{unit.id} ({unit.name})")


def side_of(state: State, side: str) -> str:
    """A side of this battle; `Refused` (field "side") where it is none."""
    if side not in state.sides:
        raise refused(
            "R1",
            "side",
            say(_("There is no side “%(side)s”."), side=side),
            say(_("Sides: %(sides)s."), sides=", ".join(state.sides)),
            code="unknown",
        )
    return side


def require_phase(state: State, phase: str, rule: str) -> None:
    """`Refused` unless the battle is there."""
    if state.phase != phase:
        raise refused(rule, "", NOW[state.phase], FIRST[state.phase])


def enemy_of(state: State, unit: Vehicle, id: str, field: str = "target") -> Vehicle:
    """An enemy in play; else `Refused`."""
    target = unit_of(state, id, field)
    if target.side == unit.side:
        raise refused(
            "R17",
            field,
            say(_("%(target)s is a friend of %(unit)s."), target=target.name, unit=unit.name),
            say(_("Name an enemy.")),
        )
    return in_play(target, field)


def in_play(unit: Vehicle, field: str = "unit") -> Vehicle:
    """The vehicle; `Refused` where it is out of action or has left the table."""
    if not unit.in_play:
        raise refused(
            GONE[unit.presence],
            field,
            say(_("%(unit)s is out of action, or has left the table."), unit=unit.name),
            say(_("Name a vehicle that is in play.")),
        )
    return unit


def check_sides(state: State, fact: str, *sides: str) -> None:
    """`Refused` where a fact names a side there is not."""
    for side in sides:
        if side not in state.sides:
            raise impossible(
                fact,
                say(_("There is no side “%(side)s”."), side=side),
                say(_("Sides: %(sides)s."), sides=listed(state.sides)),
            )


def check_units(state: State, fact: str, ids: Sequence[str]) -> None:
    """`Refused` where a fact names a vehicle twice, or one there is not."""
    if len(set(ids)) < len(ids) or any(id not in state.units for id in ids):
        raise impossible(
            fact,
            say(_("A vehicle is named twice, or there is none of that name.")),
            say(_("Name each once; vehicles: %(units)s."), units=listed(state.units)),
        )
