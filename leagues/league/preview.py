"""What a report to a league would change: two states side by side, with it and without. Pure.

Asked before it is sent: the door's dry run has the league after. Pages and API show the same.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from leagues.league.state import League
from leagues.league.values import Honour, Rating, Title


class Rerated(msgspec.Struct, frozen=True):
    """A rating that would be another; over all rulebooks (`ladder` ""), or in one. None: there is none."""

    player: str
    ladder: str
    before: Rating | None
    after: Rating | None


class Transferred(msgspec.Struct, frozen=True):
    """Somebody who would play in another division, each by its key, "" for none."""

    player: str
    before: str
    after: str


class Won(msgspec.Struct, frozen=True):
    """A title that somebody would have (`given`), or have no more."""

    season: int
    title: Title
    given: bool


class Awarded(msgspec.Struct, frozen=True):
    """An honour that somebody would have (`given`), or have no more."""

    season: int
    honour: Honour
    given: bool


class Preview(msgspec.Struct, frozen=True):
    """Only what differs."""

    ratings: tuple[Rerated, ...] = ()
    divisions: tuple[Transferred, ...] = ()
    titles: tuple[Won, ...] = ()
    honours: tuple[Awarded, ...] = ()


def preview(before: League, after: League) -> Preview:
    """From `before` to `after`, two states of one league."""
    return Preview(
        ratings=tuple(_rerated(before, after)),
        divisions=tuple(_transferred(before, after)),
        titles=tuple(_won(before, after)),
        honours=tuple(_awarded(before, after)),
    )


def _rerated(before: League, after: League) -> Iterator[Rerated]:
    """Those over all rulebooks first, the players in the order in which they came."""
    was, now = _ladders(before), _ladders(after)
    for ladder in sorted({*was, *now}):
        old, new = was.get(ladder, {}), now.get(ladder, {})
        for player in dict.fromkeys((*old, *new)):
            if old.get(player) != new.get(player):
                yield Rerated(player, ladder, old.get(player), new.get(player))


def _ladders(league: League) -> dict[str, dict[str, Rating]]:
    found: dict[str, dict[str, Rating]] = {}
    for rated in league.ratings:
        for ladder, ratings in rated.items():
            found.setdefault(ladder, {}).update(ratings)
    return found


def _transferred(before: League, after: League) -> Iterator[Transferred]:
    for key in dict.fromkeys((*before.players, *after.players)):
        old, new = (league.players[key].division if key in league.players else "" for league in (before, after))
        if old != new:
            yield Transferred(key, old, new)


def _won(before: League, after: League) -> Iterator[Won]:
    was, now = (
        {(season.number, title) for season in league.seasons for title in season.titles} for league in (before, after)
    )
    for season, title in sorted(was ^ now, key=lambda one: (one[0], one[1].division, one[1].player)):
        yield Won(season, title, (season, title) in now)


def _awarded(before: League, after: League) -> Iterator[Awarded]:
    was, now = (
        {(season, one) for season, honours in league.honours.items() for one in honours} for league in (before, after)
    )
    for season, one in sorted(was ^ now, key=lambda each: (each[0], each[1].key, each[1].player, each[1].machine)):
        yield Awarded(season, one, (season, one) in now)
