"""What a card allows each vehicle to spend, and what keeps one from spending it (R7 to R12, A2, A6)."""

from __future__ import annotations

from typing import NamedTuple

from rules.contract import Message, say
from rules.contract import gettext_noop as _

from . import morale, tables
from .deck import parts
from .state import State, Vehicle


class Bar(NamedTuple):
    """Why a vehicle of this Impulse can do nothing now: the rule's number, the reason and the remedy."""

    rule: str
    why: Message
    remedy: Message


def grants_of(state: State, card: str) -> tuple[str, ...]:
    """R7 to R11: what each vehicle may spend of a card; "" is a commander's (R4)."""
    if not card:
        return tables.GRANTS["free_action"]
    kind = parts(card).kind
    if kind == "half_move" and state.options["half_move_card"] == "full_move":
        kind = "move"
    return tables.GRANTS[kind]


def barred(state: State, unit: Vehicle) -> tuple[Message, Message] | None:
    """Why a vehicle of this Impulse cannot spend anything now, and the remedy; None where it can."""
    bar = hindered(state, unit) or spent(unit)
    return (bar.why, bar.remedy) if bar else None


def hindered(state: State, unit: Vehicle) -> Bar | None:
    """R24, R29: its morale, that it has to test first, or that was lost."""
    if morale.due(state, unit):
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
