"""Who stands in contact with whom since a ram (R13, R29, B6): pairs of enemies. In edition 1 a vehicle has one
contact."""

from __future__ import annotations

from rules.contract import Message, say
from rules.contract import gettext_noop as _
from rules.kit.chapters import Chapter

from .editions import keeps_every_contact
from .lookup import enemy_of, impossible, refused
from .state import Event, State, Vehicle

CHAPTER = Chapter[State, Event]("Contact", "R13, R29, B6")


def stand_in_contact(state: State, one: Vehicle, other: Vehicle) -> bool:
    """Whether one of the two has run into the other, and neither has moved since."""
    if keeps_every_contact(state.edition):
        return (one.id, other.id) in state.contacts or (other.id, one.id) in state.contacts
    return one.touches == other.id or other.touches == one.id


def touched(state: State, unit: Vehicle) -> list[Vehicle]:
    """The vehicles on the table that it stands in contact with, in the order of the muster."""
    return [other for other in state.enemies(unit.side) if stand_in_contact(state, unit, other)]


def touchable(state: State, unit: Vehicle) -> list[Vehicle]:
    """The enemies it may run into now."""
    return [enemy for enemy in state.enemies(unit.side) if not stand_in_contact(state, unit, enemy)]


def check_contact(state: State, unit: Vehicle, contact: str) -> None:
    """R29, B6: with an enemy; who stood in contact as the move began has not run into it."""
    if not contact:
        return
    enemy = enemy_of(state, unit, contact, "contact")
    if enemy not in touchable(state, unit):
        raise refused(
            "B6",
            "contact",
            say(_("%(unit)s stood in contact with %(enemy)s as its move began."), unit=unit.name, enemy=enemy.name),
            _("Leave it out: that is no new ram."),
        )


def tell_contact(told: Message, contact: str) -> Message:
    return say(_("%(told)s It runs into %(contact)s."), told=told, contact=contact) if contact else told


# -- folding -----------------------------------------------------------------------------------------------------------


def run_into(state: State, unit: Vehicle, contact: str, length: int) -> None:
    """R29, B6: a vehicle that moves loses its contacts, and may run into another enemy, which ends its move."""
    part(state, unit)
    if contact:
        touch(state, unit, state.units[contact])
        unit.halted, unit.ram, unit.ram_length = True, contact, length


def touch(state: State, unit: Vehicle, other: Vehicle) -> None:
    """The two stand in contact from now on."""
    if keeps_every_contact(state.edition):
        one, two = sorted((unit.id, other.id))
        state.contacts = tuple(sorted({*state.contacts, (one, two)}))
    else:
        unit.touches, other.touches = other.id, unit.id


def part(state: State, unit: Vehicle) -> None:
    """It stands in contact with nobody any more."""
    if keeps_every_contact(state.edition):
        state.contacts = tuple(pair for pair in state.contacts if unit.id not in pair)
        return
    unit.touches = ""
    for other in state.units.values():
        if other.touches == unit.id:
            other.touches = ""


def forget(state: State) -> None:
    """All contacts are forgotten."""
    state.contacts = ()
    for unit in state.units.values():
        unit.touches = ""


# -- what can be declared ----------------------------------------------------------------------------------------------


@CHAPTER.forbids
def impossible_contacts(state: State) -> None:
    """R29, B6: rams and contacts are with enemies; each pair once, whichever of the two is named first."""
    for unit in state.units.values():
        for fact, id in (("ram", unit.ram), ("touches", unit.touches)):
            if id and not _are_enemies(state, unit.id, id):
                raise impossible(
                    f"units.{unit.id}.{fact}",
                    say(_("%(unit)s can run into enemies only."), unit=unit.name),
                    _("Name an enemy, or declare it empty."),
                )
    known = {frozenset(pair) for pair in state.contacts if _are_enemies(state, *pair)}
    if len(known) < len(state.contacts):
        raise impossible(
            "contacts",
            _("A pair is no two enemies, or is named twice."),
            _("Name a vehicle of each side for every pair in contact, and each pair once."),
        )


def _are_enemies(state: State, *ids: str) -> bool:
    return len({state.units[id].side for id in ids if id in state.units}) == len(ids)
