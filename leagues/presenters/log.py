"""A league's log for one reader: each event as they may know of it, with its sentence."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

import msgspec

from battles.sentences import speaker
from leagues.league import League, narrate, see_event
from leagues.league.players import ProfileSet
from leagues.presenters.names import is_hidden, names_for
from rules.contract import Event

Seen = Callable[[Event], tuple[Event, str]]


def teller(league: League, reader: str, belongs: bool) -> Seen:
    """How an event of this league reads for `reader` ("" for who is not logged in)."""
    names = names_for(league, belongs, people_in(league))
    tell = speaker(names)

    def seen(event: Event) -> tuple[Event, str]:
        shown = see_event(league, event, reader)
        if isinstance(shown, ProfileSet) and is_hidden(league, belongs, shown.player):
            shown = msgspec.structs.replace(shown, alias=names[shown.player] if shown.alias else "")
        return shown, tell(narrate(league, shown))

    return seen


def people_in(league: League) -> Iterator[str]:
    """Everybody a sentence may name."""
    yield from league.players
    yield from league.offices


def named(league: League, belongs: bool, texts: Iterable[str]) -> dict[str, str]:
    """Names of whoever is among these, sorted by key."""
    known = {*people_in(league)}
    return dict(sorted(names_for(league, belongs, (one for one in texts if one in known)).items()))
