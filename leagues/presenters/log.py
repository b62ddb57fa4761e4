"""A league's log for one reader: each event as they may know of it, with its sentence."""

from __future__ import annotations

from collections.abc import Callable, Collection

import msgspec

from battles.sentences import speaker
from leagues.league import League, narrate, see_event
from leagues.league.honours import HonoursAwarded
from leagues.league.players import ProfileSet
from leagues.league.ratings import Rated
from leagues.presenters.names import Names
from rules.contract import Event


def campaign_of(event: Event) -> str:
    """The campaign that an event tells of; "" for one that tells of none, or of several."""
    return str(getattr(event, "campaign", "") or str(getattr(event, "game", "")).partition("/")[0])


def without(event: Event, unseen: Collection[str]) -> Event:
    """An event that tells of several campaigns, without those that the reader may not read."""
    if isinstance(event, Rated) and unseen:
        games = tuple("" if key.partition("/")[0] in unseen else key for key in event.games)
        return msgspec.structs.replace(event, games=games)
    if isinstance(event, HonoursAwarded) and unseen:
        known = tuple(one for one in event.honours if one.machine.partition("/")[0] not in unseen)
        return msgspec.structs.replace(event, honours=known)
    return event


Seen = Callable[[Event], tuple[Event, str]]


def teller(league: League, names: Names, reader: str, unseen: Collection[str] = ()) -> Seen:
    """How an event of this league reads for `reader` ("" for who is not logged in). `unseen`: campaigns that they may
    not read (`leagues.roles.unseen`)."""
    tell = speaker(names.in_sentences())

    def seen(event: Event) -> tuple[Event, str]:
        shown = see_event(league, event, reader)
        if isinstance(shown, ProfileSet) and names.is_hidden(shown.player):
            shown = msgspec.structs.replace(shown, alias=names.name(shown.player) if shown.alias else "")
        shown = without(shown, unseen)
        return shown, tell(narrate(league, shown))

    return seen
