"""Who commands a platoon, who has left, and who holds an office in the campaign."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from campaigns.reports import Appoint, Appointed, Dismiss, Dismissed, Drop, Dropped, HandedOver, HandOver
from campaigns.ruling.beaten import relieved
from campaigns.ruling.checks import commanded, no, organiser
from campaigns.season import Platoon, Season
from campaigns.season.whereabouts import changing_hands, places
from rules.adjudicate import CLERK, Who
from rules.contract import Decision, Dice, Refused, at_once, say
from rules.contract import gettext_noop as _


def drop(season: Season, command: Drop, who: Who, dice: Dice) -> Decision:
    """Its fixtures stay announced until the round closes: who took its place there would have to be handed it over."""
    commanded(season, command.platoon, who)
    held = changing_hands(season, places(season) | {command.platoon: ""})
    yield Dropped(platoon=command.platoon, held=held, reason=command.reason)
    yield from relieved(season)


def hand_over(season: Season, command: HandOver, who: Who, dice: Dice) -> Decision:
    platoon = commanded(season, command.platoon, who)
    at_once(_wrong_players(platoon, command.players))
    yield HandedOver(platoon=command.platoon, players=command.players, reason=command.reason)


def _wrong_players(platoon: Platoon, players: tuple[str, ...]) -> Iterator[Refused]:
    for player, times in Counter(players).items():
        if times > 1:
            yield no(
                say(_("Player %(player)s is named twice."), player=player), say(_("Name each once.")), field="players"
            )
    if not all(players):
        yield no(say(_("A player has no name.")), say(_("Name who commands the platoon.")), "players")
    if CLERK in players:
        yield no(say(_("The clerk commands no platoon.")), say(_("Name a person.")), "players")
    if players == platoon.players:
        yield no(
            say(_("They command %(platoon)s already."), platoon=platoon.key),
            say(_("Name others, or the same in another order.")),
            "players",
        )


def appoint(season: Season, command: Appoint, who: Who, dice: Dice) -> Decision:
    """Whoever holds the other office changes it: nobody holds two."""
    organiser(who)
    if command.person in ("", CLERK):
        raise no(say(_("The clerk and nobody hold no office.")), say(_("Name a person.")), "person")
    if season.offices.get(command.person) == command.office:
        raise no(say(_("They hold this office already.")), field="person")
    yield Appointed(person=command.person, office=command.office, reason=command.reason)


def dismiss(season: Season, command: Dismiss, who: Who, dice: Dice) -> Decision:
    """Oneself too: a campaign is never without organisers, for those of its club stay what they are."""
    organiser(who)
    if command.person not in season.offices:
        raise no(
            say(_("They hold no office in this campaign.")),
            say(_("Organisers of the club are named with the club.")),
            "person",
        )
    yield Dismissed(person=command.person, reason=command.reason)
