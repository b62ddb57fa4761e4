"""Who drives off from behind a fixed weapon that it could tow is asked whether it goes along (R48)."""

from __future__ import annotations

from collections.abc import Iterator

from rules.contract import Event, Refused, say
from rules.contract import gettext_noop as _

from . import events as e
from .editions import counts_from_position
from .naming import all_called
from .refusals import refused
from .state import Miniature, State
from .steps import Unable
from .towing import check_hook, place_of_tug, stands_ready

NOTHING = "-"  # the answer that nothing goes along; no unit is called so


def weapons_ready(state: State, unit: Miniature) -> list[Miniature]:
    """The weapons a vehicle may take along in this turn, while nobody has said whether it does: those it stood ready to
    tow before."""
    asked = unit.figures.is_vehicle and not unit.moved and not unit.along
    if not counts_from_position(state.edition) or not asked or _is_held_fast(unit):
        return []
    fixed = (one for one in state.of_side(unit.side) if one.on_board and not one.figures.is_vehicle)
    behind = [weapon for weapon in fixed if place_of_tug(weapon) == unit.at]
    return [weapon for weapon in behind if stands_ready(state, unit, weapon) and _can_hook(state, unit, weapon)]


def taken_along(state: State, unit: Miniature, answer: str) -> Miniature | None:
    """The weapon that goes along by this answer. `Refused` where the question is left open, or was not asked."""
    ready = weapons_ready(state, unit)
    if not ready and answer:
        raise refused(
            "R48",
            "tow",
            say(_("%(unit)s does not stand ready to take a weapon along."), unit=unit.called),
            say(_("Leave “tow” out. Behind a weapon since an earlier round, a vehicle may take it along.")),
        )
    if ready and answer not in (NOTHING, *(weapon.id for weapon in ready)):
        raise _open(unit, ready)
    return next((weapon for weapon in ready if weapon.id == answer), None)


def answered(unit: Miniature, weapon: Miniature | None, ready: list[Miniature]) -> Iterator[Event]:
    """What the answer comes to, before the vehicle drives: nothing where nobody was asked."""
    if weapon is not None:
        yield e.Hooked(unit=unit.id, weapon=weapon.id, ready=True)
    elif ready:
        yield e.LeftStanding(unit=unit.id, weapons=tuple(one.id for one in ready))


def _is_held_fast(unit: Miniature) -> bool:
    """R35, R65, B7: it goes nowhere in this turn."""
    return unit.timer > 0 or unit.halted or unit.mobility == "immobilised"


def _can_hook(state: State, unit: Miniature, weapon: Miniature) -> bool:
    try:
        check_hook(state, unit, weapon)
    except Unable:
        return False
    return True


def _open(unit: Miniature, ready: list[Miniature]) -> Refused:
    names = all_called(ready)
    text = _("%(unit)s stands ready to tow %(weapons)s: does it take it along?")
    remedy = _("Say “tow=%(example)s” to take it along, “tow=-” to leave it where it stands.")
    return refused("R48", "tow", say(text, unit=unit.called, weapons=names), say(remedy, example=ready[0].id))
