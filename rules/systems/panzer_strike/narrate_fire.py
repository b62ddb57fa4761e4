"""Every shot as sentences to be translated, with the numbers it hangs on."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rules.contract import Event, Message, say
from rules.contract import gettext_noop as _

from . import events_fire as e
from .words import ZONE_NAMES, faces, named, wreck


def _target(target: str, wall: str) -> str | Message:
    return say(_("the wall on %(square)s"), square=wall) if wall else target


def _announced(event: e.Announced) -> Message:
    text = _("%(unit)s is to fire at %(target)s, range %(range)s.")
    if event.how == "parabolic":
        text = _("%(unit)s is to fire at %(target)s by a high trajectory, range %(range)s.")
    told = say(text, unit=event.unit, target=_target(event.target, event.wall), range=event.range)
    if event.cover:
        cover = say(_("terrain")) if event.cover == "terrain" else wreck(event.cover)
        told = say(_("%(told)s More than half of it is hidden by %(cover)s."), told=told, cover=cover)
    if event.by == "ruler" and event.board_range == 0:
        told = say(_("%(told)s So says the ruler; by the board there is no shot."), told=told)
    elif event.by == "ruler" and event.board_range != event.range:
        told = say(_("%(told)s So says the ruler; by the board it is %(board)s."), told=told, board=event.board_range)
    if event.reporter:
        told = say(_("%(told)s %(reporter)s reports the target."), told=told, reporter=event.reporter)
    return told


def _radio_rolled(event: e.RadioRolled) -> Message:
    text = _("%(reporter)s is heard by %(unit)s (%(dice)s).")
    if not event.heard:
        text = _("%(reporter)s is not heard by %(unit)s (%(dice)s): no shot.")
    return say(text, unit=event.unit, reporter=event.reporter, dice=faces(event.roll))


def _accuracy_rolled(event: e.AccuracyRolled) -> Message:
    """The obstacle is struck by a sum that would have been enough without it. What is more than the dice show is the
    crew's gunnery."""
    text = _("%(unit)s fires at %(target)s: %(dice)s = %(total)s, needs %(needed)s: a hit.")
    if event.result == "miss":
        text = _("%(unit)s fires at %(target)s: %(dice)s = %(total)s, needs %(needed)s: a miss.")
    elif event.result == "obstacle":
        text = _("%(unit)s fires at %(target)s: %(dice)s = %(total)s, needs %(needed)s: strikes what covers it.")
        if event.victim:
            text = _("%(unit)s fires at %(target)s: %(dice)s = %(total)s, needs %(needed)s: strikes %(victim)s.")
    return say(
        text,
        unit=event.unit,
        target=_target(event.target, event.wall),
        dice=_summed(event),
        total=event.total,
        needed=event.needed,
        victim=event.victim,
    )


def _summed(event: e.AccuracyRolled) -> str | Message:
    dice = faces(event.roll).replace(", ", " + ")
    learned = event.total - sum(event.roll.numbers)
    return say(_("%(dice)s + %(learned)s (crew)"), dice=dice, learned=learned) if learned > 0 else dice


def _shot_drifted(event: e.ShotDrifted) -> Message:
    dice = faces(event.roll)
    if not event.square:
        return say(_("The shot of %(unit)s comes down where nothing stands (%(dice)s)."), unit=event.unit, dice=dice)
    text = _("The shot of %(unit)s comes down on %(square)s (%(dice)s): nobody is hit.")
    if event.victim:
        text = _("The shot of %(unit)s comes down on %(square)s (%(dice)s) and strikes %(victim)s.")
    return say(text, unit=event.unit, square=event.square, victim=event.victim, dice=dice)


# -- hit and penetration -----------------------------------------------------------------------------------------------

MISSED = {
    "x": _("%(unit)s fires from the move: the hit die (%(dice)s) makes it a miss."),
    "turn": _("%(unit)s has turned: the hit die (%(dice)s) makes it a miss."),
    "crew": _("The crew of %(unit)s is injured: the hit die (%(dice)s) makes it a miss."),
}


def _hit_rolled(event: e.HitRolled) -> Message:
    dice = faces(event.roll) if event.roll else "-"
    if event.missed:
        return say(MISSED.get(event.missed, _("The hit die of %(unit)s makes it a miss.")), unit=event.unit, dice=dice)
    text = _("%(victim)s is hit: %(zone)s, armour %(armour)s.")
    if event.roll:
        text = _("%(victim)s is hit (%(dice)s): %(zone)s, armour %(armour)s.")
        if event.angled:
            text = _("%(victim)s is hit at an angle (%(dice)s): %(zone)s, armour %(armour)s.")
    elif event.angled:
        text = _("%(victim)s is hit at an angle: %(zone)s, armour %(armour)s.")
    zone = named(ZONE_NAMES, event.zone)
    return say(text, victim=event.victim, dice=dice, zone=zone, armour=event.armour)


def _penetration_rolled(event: e.PenetrationRolled) -> Message:
    """“Hellcat fires at Tiger: 12 -2 -1 = 9 against front 10: no effect.”"""
    text = _("%(unit)s fires at %(victim)s: %(sum)s = %(final)s against %(zone)s %(armour)s: %(outcome)s.")
    told = say(
        text,
        unit=event.unit,
        victim=event.victim,
        sum=_sum(event.base, *event.roll.numbers, -event.drop),
        final=event.final,
        zone=named(ZONE_NAMES, event.zone),
        armour=event.armour,
        outcome=_came_to(event),
    )
    return say(_("%(told)s The die of this gun has no such face."), told=told) if event.unusual else told


def _sum(base: int, *changes: int) -> str:
    return " ".join((str(base), *(f"{change:+d}" for change in changes if change)))


OUTCOMES = {
    "none": _("no effect"),
    "destroyed": _("destroyed"),
    "injured": _("the crew is injured"),
    "semi": _("semi-immobilised"),
    "immobilised": _("immobilised"),
    "delayed": _("repairs are delayed, timer %(timer)s"),
    "reset": _("repairs begin anew, timer %(timer)s"),
}


def _came_to(event: e.PenetrationRolled) -> Message:
    if event.outcome not in OUTCOMES:
        return say(_("“%(name)s”"), name=event.outcome)
    return say(OUTCOMES[event.outcome], timer=event.timer)


STORIES: dict[type[Event], Callable[[Any], Message]] = {
    e.Announced: _announced,
    e.RadioRolled: _radio_rolled,
    e.AccuracyRolled: _accuracy_rolled,
    e.ShotDrifted: _shot_drifted,
    e.WallDestroyed: lambda event: say(
        _("%(unit)s shoots down the wall on %(square)s."), unit=event.unit, square=event.square
    ),
    e.HitRolled: _hit_rolled,
    e.PenetrationRolled: _penetration_rolled,
}
