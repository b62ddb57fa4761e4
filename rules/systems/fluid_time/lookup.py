"""Finding what a report names, and whether it is its moment."""

from __future__ import annotations

from rules.contract import Message, say, verbatim
from rules.contract import gettext_noop as _

from . import grants
from .refusals import refused
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


def acting_unit(state: State, id: str, rule: str) -> Vehicle:
    """A vehicle that may spend something now: of this Impulse, in play, with its morale tested and something left, and
    no volley open; else `Refused`."""
    unit = of_impulse(state, id, rule)
    require_no_volley(state)
    check_free(state, unit)
    return unit


def of_impulse(state: State, id: str, rule: str) -> Vehicle:
    """A vehicle in play that the card of this Impulse is for (R12); else `Refused`."""
    unit = in_play(unit_of(state, id))
    require_phase(state, "impulse", rule)
    acting = state.acting()
    if unit not in acting:
        raise refused(
            "R12",
            "unit",
            say(_("This Impulse is not for %(unit)s."), unit=unit.name),
            say(_("Those that may act: %(units)s."), units=listed(one.id for one in acting)),
        )
    return unit


def check_free(state: State, unit: Vehicle) -> None:
    """`Refused` where a vehicle of this Impulse cannot spend anything now."""
    bar = grants.hindered(state, unit) or grants.spent(unit)
    if bar:
        raise refused(bar.rule, "unit", bar.why, bar.remedy)


def require_no_volley(state: State) -> None:
    """R17: what was declared is resolved before anything else of the acting side."""
    if state.volley:
        shooter = state.units[state.volley[0].unit]
        raise refused(
            "R17",
            "",
            say(_("Shots that were declared have not been resolved.")),
            say(_("Report them in the order they were declared; next is that of %(unit)s."), unit=shooter.name),
        )


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
