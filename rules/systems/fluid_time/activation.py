"""What a vehicle may spend in an Impulse, and what keeps it from acting (R7 to R12, R24, R29, A6, B4)."""

from __future__ import annotations

from typing import Any, NamedTuple

from rules.contract import Message, say
from rules.contract import gettext_noop as _

from .lookup import in_play, refused, require_phase, unit_of
from .state import State, Vehicle
from .words import GRANT_NAMES, left_to_spend, listed, named

RALLY = "rally"  # the reason of a suppressed vehicle that has no other to test (R29)


def due(state: State, unit: Vehicle) -> tuple[str, ...]:
    """The reasons for which it would have to test now; () for none. It tests once an Impulse (B4), before it does
    anything else in it (R24). A suppressed vehicle tests only on a Free Action (A6)."""
    if unit not in state.acting() or unit.tested or not (unit.grants or unit.reach):
        return ()
    if not unit.suppressed:
        return unit.tests
    if "free" not in unit.grants:
        return ()
    return unit.tests or (RALLY,)


class Bar(NamedTuple):
    """Why a vehicle of this Impulse can do nothing now: the rule's number, the reason and the remedy."""

    rule: str
    why: Message
    remedy: Message


def hindered(state: State, unit: Vehicle) -> Bar | None:
    """R24, R29: the vehicle has to test its morale first, or has failed the test."""
    if due(state, unit):
        text = _("%(unit)s has to test its morale before it does anything.")
        return Bar("R24", say(text, unit=unit.name), say(_("Report its morale test first.")))
    if not unit.suppressed:
        return None
    other = say(_("Act with another vehicle, or end the Impulse."))
    if unit.tested or not unit.grants:
        return Bar("B4", say(_("%(unit)s is suppressed and does nothing in this Impulse."), unit=unit.name), other)
    text = _("%(unit)s is suppressed, and tests its morale on a Free Action alone.")
    return Bar("A6", say(text, unit=unit.name), other)


def spent(unit: Vehicle) -> Bar | None:
    if unit.grants or unit.reach:
        return None
    text = _("%(unit)s has nothing left to spend in this Impulse.")
    return Bar("R7", say(text, unit=unit.name), say(_("Act with another vehicle, or end the Impulse.")))


# -- whose moment it is ------------------------------------------------------------------------------------------------


def is_its_impulse(state: State, side: str) -> bool:
    """Whether vehicles of this side may act now: it is their Impulse and no volley is open."""
    return state.phase == "impulse" and not state.volley and state.impulse is not None and state.impulse.side == side


def acting(state: State, side: str) -> list[Vehicle]:
    """The vehicles of this side that may act at this moment. None if it is not their Impulse, or if a volley is
    open."""
    return state.acting() if is_its_impulse(state, side) else []


def able(state: State, side: str) -> list[Vehicle]:
    """Those of them that have something left to spend."""
    return [unit for unit in acting(state, side) if not (hindered(state, unit) or spent(unit))]


# -- what a report names -----------------------------------------------------------------------------------------------


def acting_unit(state: State, id: str, rule: str) -> Vehicle:
    """The vehicle, if it may spend something now: it belongs to this Impulse, is in play, has tested its morale and has
    something left, and no volley is open. Otherwise raises `Refused`."""
    unit = of_impulse(state, id, rule)
    require_no_volley(state)
    check_free(state, unit)
    return unit


def of_impulse(state: State, id: str, rule: str) -> Vehicle:
    """The vehicle, if it is in play and the card of this Impulse is for it (R12). Otherwise raises `Refused`."""
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
    """Raises `Refused` if a vehicle of this Impulse cannot spend anything now."""
    bar = hindered(state, unit) or spent(unit)
    if bar:
        raise refused(bar.rule, "unit", bar.why, bar.remedy)


def check_spends(unit: Vehicle, by: str) -> None:
    """Raises `Refused` if the vehicle has no such expenditure left."""
    if by not in unit.grants:
        raise refused(
            "R7",
            "by",
            say(_("%(unit)s has no “%(spent)s” left to spend."), unit=unit.name, spent=named(GRANT_NAMES, by)),
            say(_("What it has left: %(left)s."), left=left_to_spend(unit.grants)),
        )


def require_no_volley(state: State) -> None:
    """R17: declared shots are resolved before the acting side does anything else."""
    if state.volley:
        shooter = state.units[state.volley[0].unit]
        raise refused(
            "R17",
            "",
            _("Shots that were declared have not been resolved."),
            say(_("Report them in the order they were declared; next is that of %(unit)s."), unit=shooter.name),
        )


def spend(unit: Vehicle, grant: str) -> None:
    """Take one such grant away. The move that the vehicle had begun is over."""
    unit.reach = 0
    grants: list[Any] = list(unit.grants)
    if grant in grants:
        grants.remove(grant)
    unit.grants = tuple(grants)
