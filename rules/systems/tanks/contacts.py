"""Who stands in contact with whom since a ram (B6): pairs of enemies. In edition 1 a vehicle knows one enemy alone."""

from __future__ import annotations

from .editions import keeps_every_contact
from .state import State, Vehicle


def stand_in_contact(state: State, one: Vehicle, other: Vehicle) -> bool:
    """Whether one of the two has run into the other, and neither has moved since."""
    if keeps_every_contact(state.edition):
        return (one.id, other.id) in state.contacts or (other.id, one.id) in state.contacts
    return one.touches == other.id or other.touches == one.id


def touched(state: State, unit: Vehicle) -> list[Vehicle]:
    """Those on the table that it stands in contact with, in the order of the muster."""
    return [other for other in state.enemies(unit.side) if stand_in_contact(state, unit, other)]


# -- folding -----------------------------------------------------------------------------------------------------------


def touch(state: State, unit: Vehicle, other: Vehicle) -> None:
    """It has run into the other one."""
    if keeps_every_contact(state.edition):
        one, two = sorted((unit.id, other.id))
        state.contacts = tuple(sorted({*state.contacts, (one, two)}))
    else:
        unit.touches, other.touches = other.id, unit.id


def part(state: State, unit: Vehicle) -> None:
    """Nobody stands in contact with it any more."""
    if keeps_every_contact(state.edition):
        state.contacts = tuple(pair for pair in state.contacts if unit.id not in pair)
        return
    unit.touches = ""
    for other in state.units.values():
        if other.touches == unit.id:
            other.touches = ""


def forget(state: State) -> None:
    """Nobody knows any more who stands in contact with whom."""
    state.contacts = ()
    for unit in state.units.values():
        unit.touches = ""
