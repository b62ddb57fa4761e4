"""Repairs, in battle and after it, as sentences to be translated."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rules.contract import Event, Message, say
from rules.contract import gettext_noop as _

from . import events as e
from .words import MOBILITY_NAMES, named, plural


def _finished(event: e.RepairFinished) -> Message:
    mobility = named(MOBILITY_NAMES, event.mobility)
    if event.timer:
        text = _("The crew of %(unit)s has repaired a part and goes on: it is %(mobility)s, the timer at %(timer)s.")
        return say(text, unit=event.unit, mobility=mobility, timer=event.timer)
    return say(_("The crew of %(unit)s has done its repairs: it is %(mobility)s."), unit=event.unit, mobility=mobility)


def _recovery_began(event: e.RecoveryBegan) -> Message:
    one = _("%(unit)s begins to repair %(patient)s: %(n)d round of standing still.")
    many = _("%(unit)s begins to repair %(patient)s: %(n)d rounds of standing still.")
    if event.ready:
        one = _("%(unit)s repairs %(patient)s, beside which it stood before: %(n)d round of standing still, this one.")
        many = _(
            "%(unit)s repairs %(patient)s, beside which it stood before: %(n)d rounds of standing still with this one."
        )
    return plural(one, many, event.rounds, unit=event.unit, patient=event.patient)


def _recovery_worked(event: e.RecoveryWorked) -> Message:
    one = _("%(unit)s has worked on %(patient)s for %(n)d round.")
    many = _("%(unit)s has worked on %(patient)s for %(n)d rounds.")
    return plural(one, many, event.worked, unit=event.unit, patient=event.patient)


def _recovery_finished(event: e.RecoveryFinished) -> Message:
    text = _("%(unit)s has repaired %(patient)s, which is %(mobility)s.")
    return say(text, unit=event.unit, patient=event.patient, mobility=named(MOBILITY_NAMES, event.mobility))


def _assessed(event: e.Assessed) -> Message:
    if event.fate == "wrecked":
        return say(_("%(unit)s is a wreck of %(mass)s t to be recovered."), unit=event.unit, mass=event.mass)
    if event.fate == "lost":
        return say(_("%(unit)s is lost to the enemy."), unit=event.unit)
    if event.stuck:
        return say(_("%(unit)s comes home, and nobody at hand can repair it."), unit=event.unit)
    if not event.rounds:
        return say(_("%(unit)s comes home."), unit=event.unit)
    one = _("%(unit)s comes home; its crew has %(n)d round of repairs to do.")
    many = _("%(unit)s comes home; its crew has %(n)d rounds of repairs to do.")
    if event.by:
        one = _("%(unit)s comes home; %(by)s has %(n)d round of repairs to do.")
        many = _("%(unit)s comes home; %(by)s has %(n)d rounds of repairs to do.")
    return plural(one, many, event.rounds, unit=event.unit, by=event.by)


STORIES: dict[type[Event], Callable[[Any], Message]] = {
    e.RepairStarted: lambda event: say(
        _("The crew of %(unit)s begins repairs: timer %(timer)s."), unit=event.unit, timer=event.timer
    ),
    e.RepairStopped: lambda event: say(
        _("The crew of %(unit)s gives its repairs up; it fires again from round %(round)s."),
        unit=event.unit,
        round=event.fires_from,
    ),
    e.RepairTicked: lambda event: say(
        _("Repairs of %(unit)s go on: timer %(timer)s."), unit=event.unit, timer=event.timer
    ),
    e.RepairFinished: _finished,
    e.RecoveryBegan: _recovery_began,
    e.RecoveryWorked: _recovery_worked,
    e.RecoveryFinished: _recovery_finished,
    e.RecoveryBroken: lambda event: say(
        _("%(unit)s has to give up the repair of %(patient)s."), unit=event.unit, patient=event.patient
    ),
    e.Assessed: _assessed,
}
