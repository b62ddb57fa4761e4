"""Support as sentences to be translated: what came, and whom it struck."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rules.contract import Event, Message, say
from rules.contract import gettext_noop as _

from . import events_support as s
from .words import AIRCRAFT_NAMES, LEVEL_NAMES, card_name, faces, named, plural


def _support_called(event: s.SupportCalled) -> Message:
    text = _("Support for %(side)s: %(what)s.")
    if event.rolls:
        text = _("Support for %(side)s (%(dice)s): %(what)s.")
    return say(text, side=event.side, dice=" / ".join(map(faces, event.rolls)), what=_what(event))


def _what(event: s.SupportCalled) -> Message:
    if event.kind == "artillery":
        return say(_("artillery"))
    if event.kind == "air":
        return say(_("an airstrike, %(aircraft)s"), aircraft=named(AIRCRAFT_NAMES, event.aircraft))
    return say(_("nothing comes"))


def _strike_sent(event: s.StrikeSent) -> Message:
    one = _("The strike of %(side)s is sent (%(dice)s): %(level)s, %(n)d template.")
    many = _("The strike of %(side)s is sent (%(dice)s): %(level)s, %(n)d templates.")
    level = named(LEVEL_NAMES, event.level)
    told = plural(one, many, event.templates, side=event.side, dice=faces(event.roll), level=level)
    return say(_("%(told)s It comes in at %(entry)s."), told=told, entry=event.entry) if event.entry else told


def _target_attacked(event: s.TargetAttacked) -> Message:
    if event.roll is None:
        return say(
            _("%(unit)s is under a template and cannot be hit (needs %(need)s)."), unit=event.unit, need=event.need
        )
    text = _("%(unit)s is under a template: %(dice)s, needs %(need)s or less: a miss.")
    if event.hit:
        text = _("%(unit)s is under a template: %(dice)s, needs %(need)s or less: a hit.")
    return say(text, unit=event.unit, dice=faces(event.roll), need=event.need)


def _discarded(event: s.SupportDiscarded) -> Message:
    return say(_("No observer is in position: “%(card)s” is discarded."), card=card_name(event.card))


STORIES: dict[type[Event], Callable[[Any], Message]] = {
    s.SupportCalled: _support_called,
    s.SupportDiscarded: _discarded,
    s.FighterHeld: lambda event: say(_("The fighter of %(side)s is held back."), side=event.side),
    s.StrikeCancelled: lambda event: say(_("The fighter of %(side)s cancels the airstrike."), side=event.side),
    s.StrikeLetPass: lambda event: say(_("The airstrike is let pass by %(side)s."), side=event.side),
    s.StrikeSent: _strike_sent,
    s.TargetAttacked: _target_attacked,
    s.StrikeClosed: lambda event: say(_("Nobody else is under the templates of %(side)s."), side=event.side),
}
