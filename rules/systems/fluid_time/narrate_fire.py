"""Every shot as sentences to be translated, with the numbers it hangs on."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from rules.contract import Event, Message, say
from rules.contract import gettext_noop as _

from . import events_fire as f
from .words import (
    BAND_NAMES,
    EFFECT_NAMES,
    REASON_NAMES,
    distance,
    faces,
    listed,
    modified,
    named,
    plural,
    sentence,
)

FIRES = {
    "": _("%(unit)s fires at %(target)s, %(range)s."),
    "enters": _("%(unit)s fires from overwatch at %(target)s, which enters its view, %(range)s."),
    "leaves": _("%(unit)s fires from overwatch at %(target)s, which leaves its view, %(range)s."),
    "return": _("%(unit)s returns the fire of %(target)s from overwatch, %(range)s."),
}
MODIFIER_NAMES: dict[str, Message] = {
    "target_moving": say(_("target moving")),
    "light_concealment": say(_("light concealment")),
    "heavy_concealment": say(_("heavy concealment")),
    "hull_down": say(_("hull down")),
    "shooter_moved": say(_("shooter moved")),
    "russian_moved": say(_("Russian on the move")),
    "range": say(_("range")),
}


def _shot_resolved(event: f.ShotResolved) -> Message:
    """“t34 fires at tiger, short range (8 in). 4, needs 5 or less (shooter moved -3): one hit.”"""
    band = named(BAND_NAMES, event.range)
    if event.distance is not None:
        length = distance(event.distance, event.measure)
        band = say(_("%(range)s (%(distance)s)"), range=band, distance=length)
    told = say(FIRES.get(event.overwatch, FIRES[""]), unit=event.unit, target=event.target, range=band)
    return sentence([told, _result(event)])


def _result(event: f.ShotResolved) -> Message:
    if event.roll is None:
        text = _("It cannot hit: it needs %(need)s (%(why)s).") if event.modifiers else _("It cannot hit.")
        return say(text, need=event.need, why=modifiers(event.modifiers))
    text = _("%(dice)s, needs %(need)s or less (%(why)s): %(hits)s.")
    if not event.modifiers:
        text = _("%(dice)s, needs %(need)s or less: %(hits)s.")
    hits = plural(_("%(n)d hit"), _("%(n)d hits"), event.hits) if event.hits else say(_("a miss"))
    return say(text, dice=faces(event.roll), need=event.need, why=modifiers(event.modifiers), hits=hits)


def modifiers(found: Sequence[tuple[str, int]]) -> Message:
    """“target moving -1, shooter moved -2”"""
    return listed(modified(named(MODIFIER_NAMES, name), more) for name, more in found)


def _shot_wasted(event: f.ShotWasted) -> Message:
    text = _("The shot of %(unit)s is wasted: %(target)s is out.")
    if event.why == "shooter":
        text = _("The shot of %(unit)s at %(target)s is not fired any more.")
    return say(text, unit=event.unit, target=event.target)


def _hit_resolved(event: f.HitResolved) -> Message:
    """“tiger: 3, 5, 2 = 10 against armour 12: not penetrated. It has to test its morale.”"""
    text = _("%(unit)s: %(dice)s = %(total)s against armour %(armour)s: %(effect)s.")
    if event.effect_roll is not None:
        text = _("%(unit)s: %(dice)s = %(total)s against armour %(armour)s, penetrated (%(damage)s): %(effect)s.")
    told = say(
        text,
        unit=event.unit,
        dice=faces(event.roll),
        total=event.total,
        armour=event.armour,
        damage=faces(event.effect_roll),
        effect=named(EFFECT_NAMES, event.effect),
    )
    if not event.tests:
        again = say(_("Struck again while suppressed, it makes the tests that wait at -1."))
        return sentence([told, again]) if event.repeated else told
    tests = _("It tests its morale before it acts (%(reason)s).")
    if event.repeated:
        tests = _("It tests its morale before it acts (%(reason)s, at -1: struck again while suppressed).")
    return sentence([told, say(tests, reason=named(REASON_NAMES, event.tests))])


STORIES: dict[type[Event], Callable[[Any], Message]] = {
    f.FireDeclared: lambda event: say(_("%(unit)s aims at %(target)s."), unit=event.unit, target=event.target),
    f.ShotResolved: _shot_resolved,
    f.ShotWasted: _shot_wasted,
    f.HitResolved: _hit_resolved,
}
