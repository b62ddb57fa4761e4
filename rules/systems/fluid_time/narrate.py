"""Every event as a sentence to be translated. Vehicles go by their ids: names are kept beside the log."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rules.contract import Event, Message, say
from rules.contract import gettext_noop as _

from . import events as e
from .narrate_fire import STORIES as FIRE
from .narrate_support import STORIES as SUPPORT
from .words import OVER_NAMES, REASON_NAMES, acting, card_name, distance, faces, listed, named, plural, sentence


def narrate(event: Event) -> Message:
    return STORIES[type(event)](event)


# -- the deck ----------------------------------------------------------------------------------------------------------


def _deck_shuffled(event: e.DeckShuffled) -> Message:
    one = _("Turn %(turn)s: the Command Deck of %(n)d card is shuffled.")
    many = _("Turn %(turn)s: the Command Deck of %(n)d cards is shuffled.")
    if event.order is not None:
        one = _("Turn %(turn)s: Leaguer shuffles the Command Deck of %(n)d card and seals its order.")
        many = _("Turn %(turn)s: Leaguer shuffles the Command Deck of %(n)d cards and seals its order.")
    return plural(one, many, len(event.cards), turn=event.turn)


def _card_drawn(event: e.CardDrawn) -> Message:
    one, many = _("Drawn: %(card)s. %(n)d card is left."), _("Drawn: %(card)s. %(n)d cards are left.")
    return plural(one, many, event.left, card=card_name(event.card))


def _commanders_tied(event: e.CommandersTied) -> Message:
    text = _("Both commanders announce their cards at once (%(dice)s); first comes that of %(side)s.")
    return say(text, dice=faces(event.roll), side=event.first)


def _turn_ended(event: e.TurnEnded) -> Message:
    told = say(_("Turn %(turn)s is over."), turn=event.turn)
    if not event.out:
        return told
    one, many = _("%(told)s %(n)d card stays out of the deck."), _("%(told)s %(n)d cards stay out of the deck.")
    return plural(one, many, len(event.out), told=told)


def _deck_disclosed(event: e.DeckDisclosed) -> Message:
    return say(_("The order of the deck of turn %(turn)s is disclosed."), turn=event.turn)


# -- Impulses ----------------------------------------------------------------------------------------------------------


def _impulse_began(event: e.ImpulseBegan) -> Message:
    return acting(event.side, event.platoon, event.grants)


ENDED = {
    "done": _("The Impulse of %(side)s is over."),
    "time": _("The time of the Impulse of %(side)s is over."),
    "nobody": _("The Impulse of %(side)s is over: nobody can act."),
}


def _impulse_ended(event: e.ImpulseEnded) -> Message:
    told = say(ENDED.get(event.why, ENDED["done"]), side=event.side)
    if not event.halted:
        return told
    return say(_("%(told)s Stationary now: %(units)s."), told=told, units=listed(event.halted))


CHECKED = {
    "passed": _("%(unit)s tests its morale (%(reason)s): %(dice)s %(modifier)s = %(total)s, passed."),
    "suppressed": _("%(unit)s tests its morale (%(reason)s): %(dice)s %(modifier)s = %(total)s, suppressed."),
    "abandoned": _("%(unit)s tests its morale (%(reason)s): %(dice)s %(modifier)s = %(total)s, abandoned by its crew."),
}


def _morale_checked(event: e.MoraleChecked) -> Message:
    told = say(
        CHECKED.get(event.result, CHECKED["passed"]),
        unit=event.unit,
        reason=listed(named(REASON_NAMES, reason) for reason in (event.reason, *event.others)),
        dice=faces(event.roll),
        modifier=f"{event.modifier:+d}",
        total=event.total,
    )
    return sentence([told, say(_("Its crew is steady."))]) if event.steady else told


def _moved(event: e.Moved) -> Message:
    text = _("%(unit)s moves %(length)s over %(ground)s.")
    if not event.spent:
        text = _("%(unit)s moves on, %(length)s over %(ground)s.")
    return say(
        text, unit=event.unit, length=distance(event.length, event.measure), ground=named(OVER_NAMES, event.over)
    )


def _observed(event: e.Observed) -> Message:
    if not event.note:
        return say(_("%(unit)s observes."), unit=event.unit)
    return say(_("%(unit)s observes: %(note)s"), unit=event.unit, note=event.note)


# -- after the battle --------------------------------------------------------------------------------------------------

ASSESSED = {
    "kept": _("%(unit)s comes home."),
    "wrecked": _("The hull of %(unit)s can be recovered."),
    "captured": _("%(unit)s is captured by the enemy, who holds the field."),
    "lost": _("%(unit)s is lost."),
}


def _assessed(event: e.Assessed) -> Message:
    told = say(ASSESSED.get(event.fate, _("%(unit)s is seen to.")), unit=event.unit)
    crew = say(_("Its crew is lost.")) if event.crew == "lost" else say(_("Its crew is well."))
    if event.roll is not None and event.roll.values:
        crew = say(_("%(told)s (%(dice)s)"), told=crew, dice=faces(event.roll))
    return sentence([told, crew])


STORIES: dict[type[Event], Callable[[Any], Message]] = {
    e.DeckShuffled: _deck_shuffled,
    e.CardDrawn: _card_drawn,
    e.CommanderInvoked: lambda event: say(_("The commander of %(side)s plays his Free Action card."), side=event.side),
    e.CommandersTied: _commanders_tied,
    e.ImpulseBegan: _impulse_began,
    e.MoraleChecked: _morale_checked,
    e.LastOfPlatoon: lambda event: say(_("%(unit)s is the last of its platoon."), unit=event.unit),
    e.Moved: _moved,
    e.Halted: lambda event: say(_("%(unit)s halts."), unit=event.unit),
    e.WentOnOverwatch: lambda event: say(_("%(unit)s goes on overwatch."), unit=event.unit),
    e.TookHullDown: lambda event: say(_("%(unit)s is hull down."), unit=event.unit),
    e.Observed: _observed,
    e.LeftTable: lambda event: say(_("%(unit)s drives off the table."), unit=event.unit),
    **FIRE,
    **SUPPORT,
    e.ImpulseEnded: _impulse_ended,
    e.TurnEnded: _turn_ended,
    e.DeckDisclosed: _deck_disclosed,
    e.TurnDeclared: lambda event: say(_("Shots are reported again from turn %(turn)s on."), turn=event.turn),
    e.Conceded: lambda event: say(_("The field is conceded by %(side)s."), side=event.side),
    e.Assessed: _assessed,
}
