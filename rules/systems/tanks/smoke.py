"""Smoke (R14, R15, A5, B8): once a battle, and it takes the whole move."""

from __future__ import annotations

from rules.contract import Decision, Dice, Message, Refused, say
from rules.contract import gettext_noop as _

from . import commands as c
from . import events as e
from . import measures, tables
from .lookup import acting
from .moving import barred, check_contact, check_length
from .refusals import refused
from .state import State, Vehicle


def pop_smoke(state: State, command: c.PopSmoke, dice: Dice) -> Decision:
    """R14: stay, or back up by at most a quarter of Speed, at what the ground costs."""
    unit = acting(state, command.unit, "move", "R14")
    if bar := hindrance(unit):
        raise bar
    cost = 0
    if command.over:
        if bar := barred(unit):  # A5, B8: who cannot drive may still stay
            raise bar
        if not command.length:
            raise _stays("length", say(_("It backs up by nothing.")))
        check_length(state, unit, command.over, command.length, backing(state, unit))
        check_contact(state, unit, command.contact)
        cost = command.length * measures.pace(command.over, unit.turned)
    elif command.length or command.contact:
        raise _stays("length" if command.length else "contact", say(_("It is not told what it backs up over.")))
    yield e.SmokePopped(
        unit=unit.id,
        over=command.over,
        length=command.length,
        measure=measures.measure(state.options),
        cost=cost,
        contact=command.contact,
    )


def _stays(field: str, text: Message) -> Refused:
    return refused("R14", field, text, say(_("Tell the ground and how far it backs up, or neither if it stays.")))


def hindrance(unit: Vehicle) -> Refused | None:
    """Why a vehicle cannot pop smoke now, in its own Move step."""
    if not unit.is_tank:
        rule, text = "R14", _("%(unit)s is no tank and has no smoke.")
    elif unit.smoke != "available":
        rule, text = "R14", _("%(unit)s has popped its smoke in this battle.")
    elif unit.moved or unit.halted:
        rule, text = "B8", _("%(unit)s has moved: smoke takes the whole move.")
    else:
        return None
    return refused(rule, "unit", say(text, unit=unit.name), say(_("Go on without it.")))


def backing(state: State, unit: Vehicle) -> int:
    """R14: what backing up may cost."""
    return measures.allowance(state.options, unit.figures.speed) // tables.BACKING
