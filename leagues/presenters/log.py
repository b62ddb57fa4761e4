"""A league's log for one reader: each event as they may know of it, with its sentence."""

from __future__ import annotations

from collections.abc import Callable, Collection

import msgspec

from battles.sentences import speaker
from leagues.league import League, narrate, see_event
from leagues.league.players import ProfileSet
from leagues.league.ratings import Rated
from leagues.presenters.names import Names
from rules.contract import Event

Seen = Callable[[Event], tuple[Event, str]]


def teller(league: League, names: Names, reader: str, unseen: Collection[str] = ()) -> Seen:
    """How an event of this league reads for `reader` ("" for who is not logged in). `unseen`: campaigns that they may
    not read (`leagues.roles.unseen`)."""
    tell = speaker(names.in_sentences())

    def seen(event: Event) -> tuple[Event, str]:
        shown = see_event(league, event, reader)
        if isinstance(shown, ProfileSet) and names.is_hidden(shown.player):
            shown = msgspec.structs.replace(shown, alias=names.name(shown.player) if shown.alias else "")
        if isinstance(shown, Rated) and unseen:
            games = tuple("" if key.partition("/")[0] in unseen else key for key in shown.games)
            shown = msgspec.structs.replace(shown, games=games)
        return shown, tell(narrate(league, shown))

    return seen
