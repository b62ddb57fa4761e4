"""Every event as a sentence to be translated. Units go by their ids: names are kept beside the log."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rules.contract import Event, Message, say
from rules.contract import gettext_noop as _

from . import events as e
from .geometry import COMPASS
from .narrate_fire import STORIES as FIRE
from .narrate_repairs import STORIES as REPAIRS
from .words import COMPASS_NAMES, bearing, each, faces, named, plural, wreck


def narrate(event: Event) -> Message:
    return STORIES[type(event)](event)


# -- set-up and turns --------------------------------------------------------------------------------------------------


def _deployed(event: e.Deployed) -> Message:
    told: dict[str, str | Message] = {"unit": event.unit, "square": event.square}
    told["facing"] = named(COMPASS_NAMES, event.facing)
    if not event.turret or event.facing not in COMPASS:
        return say(_("%(unit)s is deployed on %(square)s, facing %(facing)s."), **told)
    gun = bearing(COMPASS.index(event.facing) * 45 + event.turret)
    return say(_("%(unit)s is deployed on %(square)s, facing %(facing)s, its gun to the %(gun)s."), **told, gun=gun)


def _deployment_ended(event: e.DeploymentEnded) -> Message:
    if not event.first:
        return say(_("Everybody stands on the board; who goes first is rolled for."))
    return say(_("Everybody stands on the board; the first turn is that of %(side)s."), side=event.first)


def _first_rolled(event: e.FirstRolled) -> Message:
    dice = faces(event.roll)
    if not event.first:
        return say(_("The roll for the first turn (%(dice)s) is a tie."), dice=dice)
    return say(_("The first turn is that of %(side)s (%(dice)s)."), side=event.first, dice=dice)


def _turn_began(event: e.TurnBegan) -> Message:
    active = plural(_("%(n)d active vehicle"), _("%(n)d active vehicles"), event.active)
    moves = plural(_("%(n)d coordinated movement"), _("%(n)d coordinated movements"), event.limit)
    return say(_("Turn of %(side)s: %(active)s, %(moves)s."), side=event.side, active=active, moves=moves)


def _speed_rolled(event: e.SpeedRolled) -> Message:
    if not event.change:
        return say(_("%(unit)s drives at its usual speed (%(dice)s)."), unit=event.unit, dice=faces(event.roll))
    text = _("%(unit)s drives faster this turn, by %(n)s (%(dice)s).")
    if event.change < 0:
        text = _("%(unit)s drives slower this turn, by %(n)s (%(dice)s).")
    return say(text, unit=event.unit, n=abs(event.change), dice=faces(event.roll))


# -- movement ----------------------------------------------------------------------------------------------------------


def _moved(event: e.Moved) -> Message:
    """With what it drove down, pushed and drew behind it."""
    place: dict[str, str | Message] = {"unit": event.unit, "square": event.square}
    place["facing"] = named(COMPASS_NAMES, event.facing)
    steps = " ".join(event.steps)
    one = _("%(unit)s drives to %(square)s, facing %(facing)s (%(steps)s, %(n)d step).")
    many = _("%(unit)s drives to %(square)s, facing %(facing)s (%(steps)s, %(n)d steps).")
    if event.gear == "reverse":
        one = _("%(unit)s backs to %(square)s, facing %(facing)s (%(steps)s, %(n)d step).")
        many = _("%(unit)s backs to %(square)s, facing %(facing)s (%(steps)s, %(n)d steps).")
    elif not event.path:
        one = _("%(unit)s turns on %(square)s and faces %(facing)s (%(steps)s, %(n)d step).")
        many = _("%(unit)s turns on %(square)s and faces %(facing)s (%(steps)s, %(n)d steps).")
    told = plural(one, many, event.used, **place, steps=steps or "-")
    if event.broken:
        told = say(_("%(told)s It breaks the wall on %(squares)s."), told=told, squares=", ".join(event.broken))
    for id, square in event.pushed.items():
        told = say(_("%(told)s It pushes %(wreck)s to %(square)s."), told=told, wreck=wreck(id), square=square)
    if event.weapon:
        told = say(_("%(told)s %(weapon)s is drawn to %(at)s."), told=told, weapon=event.weapon, at=event.weapon_square)
    return told


def _traversed(event: e.Traversed) -> Message:
    if event.at:
        return say(_("%(unit)s turns its turret to %(at)s."), unit=event.unit, at=event.at)
    if not event.turret:
        return say(_("%(unit)s turns its turret straight ahead."), unit=event.unit)
    right, left = event.turret % 360, -event.turret % 360
    if right == left:
        return say(_("%(unit)s turns its turret to the rear."), unit=event.unit)
    if right < left:
        return say(_("%(unit)s turns its turret to %(degrees)s° right of its hull."), unit=event.unit, degrees=right)
    return say(_("%(unit)s turns its turret to %(degrees)s° left of its hull."), unit=event.unit, degrees=left)


def _board_left(event: e.BoardLeft) -> Message:
    if not event.weapon:
        return say(_("%(unit)s leaves the board."), unit=event.unit)
    return say(_("%(unit)s leaves the board with %(weapon)s in tow."), unit=event.unit, weapon=event.weapon)


STORIES: dict[type[Event], Callable[[Any], Message]] = {
    e.Deployed: _deployed,
    e.DeploymentEnded: _deployment_ended,
    e.FirstRolled: _first_rolled,
    e.RoundDeclared: lambda event: say(_("Shots are reported again from round %(round)s on."), round=event.round),
    e.RoundBegan: lambda event: say(_("Round %(round)s begins."), round=event.round),
    e.TurnBegan: _turn_began,
    e.SpeedRolled: _speed_rolled,
    e.Moved: _moved,
    e.Traversed: _traversed,
    e.Hooked: lambda event: say(_("%(unit)s takes %(weapon)s in tow."), unit=event.unit, weapon=event.weapon),
    e.Unhooked: lambda event: say(_("%(unit)s lets %(weapon)s stand."), unit=event.unit, weapon=event.weapon),
    e.LeftStanding: lambda event: say(
        _("%(unit)s drives off without %(weapons)s."), unit=event.unit, weapons=each(event.weapons)
    ),
    e.BoardLeft: _board_left,
    e.MovementEnded: lambda event: say(_("The movement of %(side)s is over; now for the shots."), side=event.side),
    e.TurnEnded: lambda event: say(_("The turn of %(side)s is over."), side=event.side),
    e.Conceded: lambda event: say(_("The battle is conceded by %(side)s."), side=event.side),
    **FIRE,
    **REPAIRS,
}
