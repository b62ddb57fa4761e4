"""Every shot as sentences to be translated, with the numbers it hangs on."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from rules.contract import Event, Message, say, verbatim
from rules.contract import gettext_noop as _

from . import events_fire as f
from .words import ARMOUR_NAMES, EFFECT_NAMES, MODIFIER_NAMES, SAVE_NAMES, distance, faces, listed, named

RESULTS = {
    "hit": _("a hit"),
    "miss": _("a miss"),
    "range": _("out of range"),
    "blocked": _("out of sight"),
    "arc": _("not brought to bear"),
}


def _shot_fired(event: f.ShotFired) -> Message:
    return _to_hit(event, _("%(unit)s fires at %(target)s over %(distance)s: %(how)s."))


def _bombarded(event: f.Bombarded) -> Message:
    told = _to_hit(event, _("%(unit)s bombards %(target)s over %(distance)s: %(how)s."))
    return say(_("%(told)s %(spotter)s sees it."), told=told, spotter=event.spotter) if event.spotter else told


def _to_hit(event: f.ShotFired | f.Bombarded, text: str) -> Message:
    """“tiger fires at m4 over 30 cm: 4, needs 6 (target moved +1, beyond half range +1): a miss.”"""
    how = say(RESULTS.get(event.result, _("spent")))
    if event.roll and event.result in ("hit", "miss"):
        needs = _("%(dice)s, needs %(needed)s (%(why)s): %(result)s")
        if not event.modifiers:
            needs = _("%(dice)s, needs %(needed)s: %(result)s")
        why = _because(event.modifiers) if event.modifiers else verbatim("-")
        how = say(needs, dice=faces(event.roll), needed=event.needed, why=why, result=how)
    return say(text, unit=event.unit, target=event.target, distance=distance(event.distance, event.measure), how=how)


def _because(modifiers: Mapping[str, int]) -> Message:
    return listed(
        say(_("%(what)s %(more)s"), what=named(MODIFIER_NAMES, name), more=f"{more:+d}")
        for name, more in modifiers.items()
    )


def _scattered(event: f.Scattered) -> Message:
    if not event.reach:
        return say(_("The cap stays on %(target)s."), target=event.target)
    text = _("The cap of %(unit)s moves %(length)s from %(target)s, to %(hour)s o'clock.")
    length = distance(event.length, event.measure)
    return say(text, unit=event.unit, length=length, target=event.target, hour=event.hour)


def _area_closed(event: f.AreaClosed) -> Message:
    text = _("Nobody else is under the cap of %(unit)s.")
    if event.cause == "blast":
        text = _("Nobody else is within the explosion of %(unit)s.")
    return say(text, unit=event.source)


def _save_rolled(event: f.SaveRolled) -> Message:
    text = _("%(unit)s is saved by %(kind)s: %(dice)s, needs %(needed)s.")
    if not event.saved:
        text = _("%(unit)s is not saved by %(kind)s: %(dice)s, needs %(needed)s.")
    kind = named(SAVE_NAMES, event.save)
    return say(text, unit=event.unit, kind=kind, dice=faces(event.roll), needed=event.needed)


PENETRATION = {
    "penetrates": _("%(unit)s: %(strength)s + %(dice)s = %(total)s against %(facing)s %(armour)s: penetrated."),
    "glances": _("%(unit)s: %(strength)s + %(dice)s = %(total)s against %(facing)s %(armour)s: it glances."),
    "bounces": _("%(unit)s: %(strength)s + %(dice)s = %(total)s against %(facing)s %(armour)s: it bounces off."),
}


def _penetration_rolled(event: f.PenetrationRolled) -> Message:
    return say(
        PENETRATION.get(event.result, PENETRATION["bounces"]),
        unit=event.unit,
        strength=event.strength,
        dice=faces(event.roll),
        total=event.total,
        facing=named(ARMOUR_NAMES, event.facing),
        armour=event.armour,
    )


def _damage_rolled(event: f.DamageRolled) -> Message:
    dice: str | Message = faces(event.roll)
    if event.glance:
        dice = say(_("%(dice)s - 1 for a glance"), dice=dice)
    effect = named(EFFECT_NAMES, event.effect)
    return say(_("Damage to %(unit)s (%(dice)s): %(effect)s."), unit=event.unit, dice=dice, effect=effect)


def _exploded(event: f.Exploded) -> Message:
    text = _("%(unit)s explodes (%(dice)s): everybody within %(length)s takes a hit.")
    return say(text, unit=event.unit, dice=faces(event.roll), length=distance(event.length, event.measure))


STORIES: dict[type[Event], Callable[[Any], Message]] = {
    f.ShotFired: _shot_fired,
    f.Bombarded: _bombarded,
    f.Scattered: _scattered,
    f.AreaClosed: _area_closed,
    f.SaveRolled: _save_rolled,
    f.PenetrationRolled: _penetration_rolled,
    f.DamageRolled: _damage_rolled,
    f.Exploded: _exploded,
}
