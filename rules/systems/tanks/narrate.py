"""Every event as a sentence to be translated. Vehicles go by their ids: names are kept beside the log."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec import UNSET

from rules.contract import Event, Message, say
from rules.contract import gettext_noop as _

from . import events as e
from .narrate_fire import STORIES as FIRE
from .words import all_called, distance, faces, ground, plural


def narrate(event: Event) -> Message:
    return STORIES[type(event)](event)


# -- set-up and turns --------------------------------------------------------------------------------------------------


def _setup_rolled(event: e.SetupRolled) -> Message:
    if not event.winner:
        return say(_("The set-up roll (%(dice)s) is a tie."), dice=faces(event.roll))
    return say(_("The set-up roll (%(dice)s) goes to %(side)s."), side=event.winner, dice=faces(event.roll))


def _setup_chosen(event: e.SetupChosen) -> Message:
    text = _("%(side)s: the choice is to pick an edge and deploy first; %(first)s: the table and the first move.")
    if event.choice == "build":
        text = _("%(side)s: the choice is to build the table and move first; the other side deploys first.")
    return say(text, side=event.side, first=event.first)


def _spotted(event: e.Spotted) -> Message:
    if not event.spotted:
        return say(_("In sight of %(side)s: no enemy."), side=event.side)
    return say(_("In sight of %(side)s: %(units)s."), side=event.side, units=all_called(event.spotted))


# -- Move --------------------------------------------------------------------------------------------------------------


def _driven(event: e.Driven) -> Message:
    text = _("%(unit)s drives %(length)s over %(ground)s.")
    if event.reverse:
        text = _("%(unit)s backs %(length)s over %(ground)s.")
    told = say(text, unit=event.unit, length=distance(event.length, event.measure), ground=ground(event.over))
    if event.turned and event.corner is not UNSET:
        one = _("%(told)s It turns by %(n)d degree, after %(corner)s.")
        many = _("%(told)s It turns by %(n)d degrees, the last of them after %(corner)s.")
        told = plural(one, many, event.turned, told=told, corner=distance(event.corner, event.measure))
    elif event.turned:
        told = plural(
            _("%(told)s It turns by %(n)d degree."), _("%(told)s It turns by %(n)d degrees."), event.turned, told=told
        )
    return _into(told, event.contact)


def _into(told: Message, contact: str) -> Message:
    return say(_("%(told)s It runs into %(contact)s."), told=told, contact=contact) if contact else told


def _smoke_popped(event: e.SmokePopped) -> Message:
    if not event.length:
        return say(_("%(unit)s pops smoke and stays where it is."), unit=event.unit)
    text = _("%(unit)s pops smoke and backs up %(length)s over %(ground)s.")
    length = distance(event.length, event.measure)
    return _into(say(text, unit=event.unit, length=length, ground=ground(event.over)), event.contact)


# -- Ram and after -----------------------------------------------------------------------------------------------------


def _rammed(event: e.Rammed) -> Message:
    text = _("%(unit)s rams %(target)s (armour %(own)s to %(other)s): %(victim)s is hit; both are stunned.")
    own, other = event.totals
    return say(text, unit=event.unit, target=event.target, own=own, other=other, victim=event.victim)


ASSESSED = {
    "kept": _("%(unit)s comes home."),
    "wrecked": _("The hull of %(unit)s can be recovered."),
    "captured": _("%(unit)s is captured by the enemy, who holds the field."),
    "scrapped": _("%(unit)s is scrapped: hulls are not recovered here."),
    "lost": _("%(unit)s is lost."),
}


def _assessed(event: e.Assessed) -> Message:
    return say(ASSESSED.get(event.fate, _("%(unit)s is seen to.")), unit=event.unit)


STORIES: dict[type[Event], Callable[[Any], Message]] = {
    e.SetupRolled: _setup_rolled,
    e.SetupChosen: _setup_chosen,
    e.Deployed: lambda event: say(_("The vehicles of %(side)s are on the table."), side=event.side),
    e.RoundDeclared: lambda event: say(_("Shots are reported again from round %(round)s on."), round=event.round),
    e.TurnBegan: lambda event: say(_("Round %(round)s, turn of %(side)s."), round=event.round, side=event.side),
    e.Driven: _driven,
    e.Crossed: lambda event: say(_("%(unit)s crosses a fence or wall."), unit=event.unit),
    e.SmokePopped: _smoke_popped,
    e.Retreated: lambda event: say(_("%(unit)s retreats off the table."), unit=event.unit),
    e.MovementEnded: lambda event: say(_("The Move step of %(side)s is over, the Shoot step begins."), side=event.side),
    e.FireHeld: lambda event: say(_("The Shoot step of %(side)s is over."), side=event.side),
    e.Rammed: _rammed,
    e.TurnEnded: lambda event: say(_("The turn of %(side)s is over."), side=event.side),
    e.Spotted: _spotted,
    e.Conceded: lambda event: say(_("The field is conceded by %(side)s."), side=event.side),
    e.Assessed: _assessed,
    **FIRE,
}
