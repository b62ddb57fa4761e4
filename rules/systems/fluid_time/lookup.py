"""Find what a report names, check that the moment is right for it, and refuse it by its rule."""

from __future__ import annotations

from collections.abc import Sequence

from rules.contract import Message, say
from rules.contract import gettext_noop as _
from rules.kit import lookup
from rules.kit.lookup import Refusals
from rules.kit.lookup import impossible as impossible

from .state import State, Vehicle
from .tables import NUMBER, rule
from .words import listed

refused = Refusals(NUMBER)


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
    """The vehicle of this id. Raises `Refused` if there is none."""
    return lookup.vehicle_of(state.units, id, rule("A3"), field)


def side_of(state: State, side: str) -> str:
    """A side of this battle. Raises `Refused` (field "side") if it is none."""
    return lookup.side_of(state.sides, side, rule("R1"))


def require_phase(state: State, phase: str, rule: str) -> None:
    """Raises `Refused` unless the battle is in this phase."""
    if state.phase != phase:
        raise refused(rule, "", NOW[state.phase], FIRST[state.phase])


def enemy_of(state: State, unit: Vehicle, id: str, field: str = "target") -> Vehicle:
    """An enemy in play; otherwise raises `Refused`."""
    target = unit_of(state, id, field)
    lookup.check_enemy(unit, target, rule("R17"), field)
    return in_play(target, field)


def in_play(unit: Vehicle, field: str = "unit") -> Vehicle:
    """The vehicle. Raises `Refused` if it is out of action or has left the table."""
    if not unit.in_play:
        raise refused(
            GONE[unit.presence],
            field,
            say(_("%(unit)s is out of action, or has left the table."), unit=unit.name),
            _("Name a vehicle that is in play."),
        )
    return unit


def check_sides(state: State, fact: str, *sides: str) -> None:
    """Raises `Refused` if a fact names a side that is not in this battle."""
    for side in sides:
        if side not in state.sides:
            raise impossible(
                fact,
                say(_("There is no side “%(side)s”."), side=side),
                say(_("Sides: %(sides)s."), sides=listed(state.sides)),
            )


def check_units(state: State, fact: str, ids: Sequence[str]) -> None:
    """Raises `Refused` if a fact names a vehicle twice, or one that is not in this battle."""
    if len(set(ids)) < len(ids) or any(id not in state.units for id in ids):
        raise impossible(
            fact,
            _("A vehicle is named twice, or there is none of that name."),
            say(_("Name each once; vehicles: %(units)s."), units=listed(state.units)),
        )
