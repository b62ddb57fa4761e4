"""Every event of an attack as a sentence to be translated."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rules.contract import Event, Message, say
from rules.contract import gettext_noop as _

from . import events as e
from .words import faces, hits_said, plural


def _attack_rolled(event: e.AttackRolled) -> Message:
    text = WEAPONS[event.weapon]
    if event.final_fury:
        text = _("In Final Fury %(unit)s fires at %(target)s (%(dice)s): %(hits)s.")
    elif event.again:
        text = _("%(unit)s fires again, at %(target)s (%(dice)s): %(hits)s.")
    hits = hits_said(event.hits, event.criticals)
    return say(text, unit=event.unit, target=event.target, dice=faces(event.roll), hits=hits)


WEAPONS = {
    "gun": _("%(unit)s fires at %(target)s (%(dice)s): %(hits)s."),
    "missiles": _("%(unit)s launches missiles at %(target)s (%(dice)s): %(hits)s."),
    "fixed": _("%(unit)s attacks %(target)s by a card (%(dice)s): %(hits)s."),
    "area": _("%(unit)s attacks %(target)s and what is close to it (%(dice)s): %(hits)s."),
}


def _attack_rerolled(event: e.AttackRerolled) -> Message:
    again = len(event.roll.numbers)
    if not again:
        return say(_("%(unit)s keeps its dice."), unit=event.unit)
    one = _("%(unit)s re-rolls %(n)d die (%(dice)s): now %(hits)s.")
    many = _("%(unit)s re-rolls %(n)d dice (%(dice)s): now %(hits)s.")
    hits = hits_said(event.hits, event.criticals)
    return plural(one, many, again, unit=event.unit, dice=faces(event.roll), hits=hits)


def _critical_swapped(event: e.CriticalSwapped) -> Message:
    if not event.swapped:
        kept = _("%(unit)s keeps its criticals.") if event.does == "split" else _("%(unit)s keeps its results.")
        return say(kept, unit=event.unit)
    text = CHANGES.get(event.does, _("%(unit)s changes its results: now %(hits)s."))
    if event.does == "split" and not event.by:
        text = _("Sharpshooter: %(unit)s turns a critical into two hits: now %(hits)s.")
    return say(text, unit=event.unit, hits=hits_said(event.hits, event.criticals))


CHANGES = {
    "split": _("%(unit)s turns a critical into two hits: now %(hits)s."),
    "upgrade": _("%(unit)s turns a hit into a critical: now %(hits)s."),
    "join": _("%(unit)s turns two hits into a critical: now %(hits)s."),
    "exposed": _("The target is exposed: %(unit)s turns a hit into a critical: now %(hits)s."),
    "strike_crew": _("%(unit)s strikes at the crew with two hits: now %(hits)s."),
}


def _defence_rolled(event: e.DefenceRolled) -> Message:
    if not event.settled:
        return say(_("%(unit)s defends (%(dice)s)."), unit=event.unit, dice=faces(event.roll))
    left = hits_said(event.hits, event.criticals)
    if not event.roll.numbers:
        return say(_("%(unit)s has no defence dice: %(left)s get through."), unit=event.unit, left=left)
    return say(
        _("%(unit)s defends (%(dice)s): %(left)s get through."), unit=event.unit, dice=faces(event.roll), left=left
    )


def _defence_rerolled(event: e.DefenceRerolled) -> Message:
    if not event.again:
        return say(_("%(unit)s keeps its defence dice."), unit=event.unit)
    one = _("%(unit)s re-rolls %(n)d defence die (%(dice)s).")
    many = _("%(unit)s re-rolls %(n)d defence dice (%(dice)s).")
    return plural(one, many, len(event.again), unit=event.unit, dice=faces(event.roll))


def _hits_cancelled(event: e.HitsCancelled) -> Message:
    return say(
        _("%(unit)s cancels %(cancelled)s; %(left)s are left."),
        unit=event.unit,
        cancelled=hits_said(event.cancelled_hits, event.cancelled_criticals),
        left=hits_said(event.hits, event.criticals),
    )


def _defence_settled(event: e.DefenceSettled) -> Message:
    left = hits_said(event.hits, event.criticals)
    return say(_("%(left)s get through to %(unit)s."), unit=event.unit, left=left)


def _critical_drawn(event: e.CriticalDrawn) -> Message:
    one = _("%(unit)s draws the critical card %(card)s: %(n)d damage.")
    return plural(one, one, event.damage, unit=event.unit, card=event.card)


def _critical_picked(event: e.CriticalPicked) -> Message:
    if not event.final:
        return say(_("Of the critical cards for %(unit)s %(card)s is kept."), unit=event.unit, card=event.card)
    one = _("Of the critical cards for %(unit)s %(card)s counts: %(n)d damage.")
    return plural(one, one, event.damage, unit=event.unit, card=event.card)


def _card_spent(event: e.CardSpent) -> Message:
    if not event.card:
        return say(_("%(unit)s spends nothing against %(card)s."), unit=event.unit, card=event.against)
    text = _("%(unit)s spends %(card)s against %(against)s.")
    if event.paid:
        text = _("%(unit)s uses %(card)s against %(against)s and gives up %(paid)s.")
    elif event.redraw:
        text = _("%(unit)s spends %(card)s and draws another critical card in place of %(against)s.")
    return say(text, unit=event.unit, card=event.name, against=event.against, paid=event.paid_name)


def _critical_taken(event: e.CriticalTaken) -> Message:
    one = _("%(taker)s takes %(against)s over from %(unit)s and gives up %(card)s: %(n)d damage.")
    values = {"taker": event.taker, "unit": event.unit, "against": event.against, "card": event.name}
    return plural(one, one, event.damage, **values)


def _card_lost(event: e.CardLost) -> Message:
    if not event.cause:  # what a card says of itself: its model has moved
        return say(_("%(unit)s loses %(card)s."), unit=event.unit, card=event.name)
    return say(_("%(unit)s loses %(card)s to %(cause)s."), unit=event.unit, card=event.name, cause=event.cause)


def _critical_settled(event: e.CriticalSettled) -> Message:
    if event.attached:
        return say(_("%(card)s stays on %(unit)s until repaired."), unit=event.unit, card=event.card)
    return say(_("%(card)s on %(unit)s is dealt with."), unit=event.unit, card=event.card)


def _fire_returned(event: e.FireReturned) -> Message:
    if event.roll is None:
        return say(_("%(unit)s lets the damage pass."), unit=event.unit)
    dice = faces(event.roll)
    if not event.damage:
        return say(_("%(unit)s answers (%(dice)s): in vain."), unit=event.unit, dice=dice)
    one = _("%(unit)s answers (%(dice)s): %(n)d damage to %(target)s.")
    return plural(one, one, event.damage, unit=event.unit, target=event.target, dice=dice)


def _attack_resolved(event: e.AttackResolved) -> Message:
    if not event.damage:
        return say(_("The attack on %(target)s does no damage."), target=event.target)
    one = _("The attack on %(target)s does %(n)d damage in all.")
    return plural(one, one, event.damage, target=event.target)


def _card_refunded(event: e.CardRefunded) -> Message:
    if not event.back:
        dice = faces(event.roll) if event.roll else "-"
        return say(_("%(unit)s does not get its Ammo card back (%(dice)s)."), unit=event.unit, dice=dice)
    return say(_("%(unit)s has its Ammo card back."), unit=event.unit)


def _crashed(event: e.Crashed) -> Message:
    one = _("%(unit)s crashes and is removed (%(n)d point).")
    many = _("%(unit)s crashes and is removed (%(n)d points).")
    return plural(one, many, event.points, unit=event.unit)


STORIES: dict[type[Event], Callable[[Any], Message]] = {
    e.AttackRolled: _attack_rolled,
    e.SmokeLaid: lambda event: say(_("%(unit)s lays smoke on %(target)s."), unit=event.unit, target=event.target),
    e.AttackRerolled: _attack_rerolled,
    e.CriticalSwapped: _critical_swapped,
    e.DefenceRolled: _defence_rolled,
    e.DefenceRerolled: _defence_rerolled,
    e.HitsCancelled: _hits_cancelled,
    e.DefenceSettled: _defence_settled,
    e.CriticalDrawn: _critical_drawn,
    e.CriticalTurned: lambda event: say(
        _("%(unit)s turns up the critical card %(card)s, one to be picked from."), unit=event.unit, card=event.card
    ),
    e.CriticalPicked: _critical_picked,
    e.CardSpent: _card_spent,
    e.CriticalTaken: _critical_taken,
    e.CardLost: _card_lost,
    e.CriticalSettled: _critical_settled,
    e.FireReturned: _fire_returned,
    e.AttackResolved: _attack_resolved,
    e.CardRefunded: _card_refunded,
    e.AttackClosed: lambda event: say(_("%(unit)s has nothing to add to its attack."), unit=event.unit),
    e.FireHeld: lambda event: say(_("%(unit)s holds its fire."), unit=event.unit),
    e.Crashed: _crashed,
}
