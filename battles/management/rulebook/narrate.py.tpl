"""Every event as one sentence, in words to be translated."""

from __future__ import annotations

from rules.contract import Event, Message, say
from rules.contract import gettext_noop as _
from rules.systems.RULEBOOK_KEY import events


def narrate(event: Event) -> Message:
    match event:
        case events.ShotResolved():
            return Message(
                _("%(unit)s fires at %(target)s: %(faces)s, %(n)s hit."),
                _("%(unit)s fires at %(target)s: %(faces)s, %(n)s hits."),
                event.hits,
                {"unit": event.unit, "target": event.target, "faces": ", ".join(map(str, event.attack.values))},
            )
        case events.CardPlayed():
            text = _("%(unit)s plays %(card)s: %(face)s. The shot is blinded.")
            if not event.saved:
                text = _("%(unit)s plays %(card)s: %(face)s. It does not help.")
            return say(text, unit=event.unit, card=event.card, face=event.die.values[0])
        case events.CardKept():
            return say(_("%(unit)s keeps its card."), unit=event.unit)
        case events.DamageTaken():
            if event.wrecked:
                return say(_("%(unit)s is wrecked by %(by)s."), unit=event.unit, by=event.by)
            return say(_("%(unit)s is damaged by %(by)s."), unit=event.unit, by=event.by)
        case events.Held():
            return say(_("%(unit)s holds."), unit=event.unit)
        case events.RoundEnded():
            return say(_("Round %(round)s is over."), round=event.round)
        case events.RoundDeclared():
            return say(_("Round %(round)s comes next."), round=event.round)
        case events.Conceded():
            return say(_("%(side)s concede."), side=event.side)
        case _:
            return _after(event)


def _after(event: Event) -> Message:
    match event:
        case events.WreckRecovered():
            return say(_("%(face)s: the wreck of %(unit)s is recovered."), unit=event.unit, face=event.die.values[0])
        case events.WreckLost():
            return say(_("%(face)s: the wreck of %(unit)s is lost."), unit=event.unit, face=event.die.values[0])
        case events.DamageMended():
            text = _("%(face)s: %(unit)s is mended.") if event.mended else _("%(face)s: %(unit)s is not mended.")
            return say(text, unit=event.unit, face=event.die.values[0])
    raise TypeError(type(event).__name__)
