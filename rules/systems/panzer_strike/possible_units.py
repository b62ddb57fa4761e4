"""What one unit cannot be in any battle: its drive, crew, turret and repairs."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from rules.contract import gettext_noop as _
from rules.contract import say

from .refusals import impossible
from .state import Miniature, State


class Fault(NamedTuple):
    """A fact that does not fit the others of its unit. Texts may name %(unit)s and %(round)s."""

    fact: str
    holds: Callable[[State, Miniature], bool]
    text: str
    remedy: str


def check_unit(state: State, unit: Miniature) -> None:
    """`Refused` about `facts.units.<id>`."""
    for fault in FAULTS:
        if fault.holds(state, unit):
            raise impossible(
                f"units.{unit.id}.{fault.fact}",
                say(fault.text, unit=unit.called, round=state.round),
                say(fault.remedy, unit=unit.called, round=state.round),
            )


def _off_its_steps(state: State, unit: Miniature, turret: int) -> bool:
    """R14, B12: a turret stands in steps of 45 degrees, or with option 3 anywhere; what is none stands ahead."""
    if not unit.figures.turreted:
        return turret != 0
    return turret % 45 != 0 and not state.options["free_turrets"]


TURRET = _("The turret of %(unit)s cannot stand so.")
STEPS = _("Declare a multiple of 45 degrees, or 0 where it has no turret; other angles take option 3.")
LATER = _("It cannot be of a later round than the one being played, round %(round)s.")
EARLIER = _("Declare round %(round)s or an earlier one; 0 for none.")

FAULTS = (
    Fault(
        "square",
        lambda state, unit: unit.life == "left" and unit.on_board,
        _("%(unit)s has left the board."),
        _("Declare its square empty, or its life “active” or “destroyed”."),
    ),
    Fault("turret", lambda state, unit: _off_its_steps(state, unit, unit.turret), TURRET, STEPS),
    Fault("turret_was", lambda state, unit: _off_its_steps(state, unit, unit.turret_was), TURRET, STEPS),
    Fault(
        "mobility",
        lambda state, unit: not unit.figures.is_vehicle and unit.mobility != "mobile",
        _("%(unit)s is a fixed weapon and has no tracks or wheels."),
        _("Declare it “mobile”."),
    ),
    Fault(
        "timer",
        lambda state, unit: unit.timer > 0 and (unit.mobility == "mobile" or unit.injured or not unit.active),
        _("The crew of %(unit)s cannot be at repairs: it is not active, not immobilised, or its crew is injured."),
        _("Declare the timer 0, or the rest of it, too."),
    ),
    Fault(
        "change",
        lambda state, unit: unit.change is not None and not (state.options["speed_die"] and unit.figures.is_vehicle),
        _("No speed die is rolled for %(unit)s: that takes a vehicle, and option 2."),
        _("Declare none: leave it blank."),
    ),
    Fault(
        "pulled",
        lambda state, unit: unit.pulled and unit.figures.is_vehicle,
        _("%(unit)s is a vehicle; only fixed weapons are towed."),
        _("Declare that it was not."),
    ),
    Fault(
        "worked",
        lambda state, unit: unit.worked > (1 if unit.patient else 0),
        _("%(unit)s cannot have worked so long: a level takes two rounds at most, and a patient."),
        _("Declare 0; 1 for a first round of two."),
    ),
    Fault("hurt", lambda state, unit: unit.hurt > state.round, LATER, EARLIER),
    Fault("since", lambda state, unit: unit.since > state.round, LATER, EARLIER),
    Fault(
        "along",
        lambda state, unit: unit.along == "yes" and not unit.tows,
        _("%(unit)s has nothing in tow that could go along."),
        _("Declare what it has in tow, or the answer empty or “no”."),
    ),
    Fault("hooked", lambda state, unit: unit.hooked > state.round, LATER, EARLIER),
    Fault(
        "fires_from",
        lambda state, unit: unit.fires_from > state.round + 1,
        _("%(unit)s cannot be kept from firing longer than to the next round."),
        _("Declare the round after round %(round)s, or an earlier one."),
    ),
)
