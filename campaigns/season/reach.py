"""How far a correction reaches in a season: the season as it stands, and all ways in which it may stand then. Pure.

Where dice have still to fall there are several ways, and each figure has a range over them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import msgspec

from campaigns.season import preview as pair
from campaigns.season.mendable import SeasonHistory
from campaigns.season.pairing_methods import METHODS
from campaigns.season.preview import Standing, Stock
from campaigns.season.rounds import OpenRound, RoundOpened
from campaigns.season.state import Season
from rules.contract import Event, Refused
from rules.stream.history import Cursor, Past

Pairs = tuple[tuple[str, str], ...]


class Span(msgspec.Struct, frozen=True):
    """A figure over all ways, from the lowest to the highest."""

    low: int
    high: int

    @classmethod
    def of(cls, values: Sequence[int]) -> Span:
        return cls(min(values), max(values))


class Place(msgspec.Struct, frozen=True):
    """A platoon that would stand otherwise, in some way at least."""

    platoon: str
    before: Standing
    rank: Span
    score: Span
    purse: Span


class Kept(msgspec.Struct, frozen=True):
    """A vehicle with its crew: the crew's state, and for how many rounds it is out."""

    stock: Stock
    crew: str
    out: int


class Changed(msgspec.Struct, frozen=True):
    """A vehicle that would be otherwise, or its crew. `after`: as it may be, each once."""

    platoon: str
    vehicle: str
    before: Kept
    after: tuple[Kept, ...]


class Announced(msgspec.Struct, frozen=True):
    """A round that was paired by a method: the pairings as they were published, and those that it would make.
    `stays`: those that were published stand all the same."""

    round: int
    published: tuple[tuple[str, str], ...]
    would_be: tuple[tuple[str, str], ...]
    stays: bool


class Reach(msgspec.Struct, frozen=True):
    """Only what differs."""

    platoons: tuple[Place, ...] = ()
    vehicles: tuple[Changed, ...] = ()
    pairings: tuple[Announced, ...] = ()


def reach(before: Season, afters: Sequence[Season]) -> Reach:
    """`afters`: one at least."""
    return Reach(platoons=tuple(_places(before, afters)), vehicles=tuple(_vehicles(before, afters)))


def _places(before: Season, afters: Sequence[Season]) -> Iterator[Place]:
    """In the order in which they would stand in the first of the ways."""
    was = pair.standings_of(before)
    after = [pair.standings_then(before, one) for one in afters]
    for key in after[0]:
        found = [one[key] for one in after if key in one]
        if key in was and any(one != was[key] for one in found):
            figures = ([getattr(one, name) for one in found] for name in ("rank", "score", "purse"))
            yield Place(key, was[key], *map(Span.of, figures))


def _vehicles(before: Season, afters: Sequence[Season]) -> Iterator[Changed]:
    was, after = _kept(before), [_kept(one) for one in afters]
    for id, one in was.items():
        found: list[Kept] = []
        for then in after:
            if id in then and then[id] not in found:
                found.append(then[id])
        if found and found != [one]:
            yield Changed(before.vehicles[id].platoon, id, one, tuple(found))


def _kept(season: Season) -> dict[str, Kept]:
    stock = pair.stock_of(season)
    return {id: Kept(stock[id], one.crew.state, one.crew.out) for id, one in season.vehicles.items()}


def would_be(history: SeasonHistory, line: SeasonHistory, since: int) -> tuple[Announced, ...]:
    """The rounds opened by a method after row `since` of `history` that it would have paired otherwise on `line`: the
    same rows, and those of a correction behind them."""
    old = {history.first_told(past.position): past for past in _openings(history)}
    cursor, found = Cursor(line, line.head), list[Announced]()
    for past in _openings(line):
        first = line.first_told(past.position)
        was = old.get(first) if first > since else None
        if was is None or past.position <= history.head:  # decided again it comes out the same
            continue
        command = history.command(was)
        if not isinstance(command, OpenRound) or command.method not in METHODS:
            continue
        published = _paired(history.played(was), command)
        told = _paired(past.events, command)
        then = _pairs(cursor.before(past.position), command) if past.is_open else told
        if then is not None and _sets(then) != _sets(published):
            number = next(event.number for event in history.played(was) if isinstance(event, RoundOpened))
            found.append(Announced(number, published, then, stays=_sets(told) == _sets(published)))
    return tuple(found)


def _openings(history: SeasonHistory) -> list[Past]:
    return [past for past in history.live_reports() if any(isinstance(event, RoundOpened) for event in past.events)]


def _paired(events: Sequence[Event], command: OpenRound) -> Pairs:
    """The pairings that its method made."""
    made = _sets((one.home, one.away) for one in command.pairings)
    fixtures = (one for event in events if isinstance(event, RoundOpened) for one in event.fixtures)
    return tuple((one.home, one.away) for one in fixtures if frozenset((one.home, one.away)) not in made)


def _pairs(season: Season, command: OpenRound) -> Pairs | None:
    """What the method makes of the platoons that are left to it; None where it can pair nobody."""
    paired = {key for one in command.pairings for key in (one.home, one.away)}
    free = [key for key, one in season.platoons.items() if not one.dropped and key not in paired]
    try:
        return tuple((home, away) for home, away in METHODS[command.method].of(season, free))
    except (Refused, LookupError, ValueError):
        return None


def _sets(pairs: Iterable[tuple[str, str]]) -> set[frozenset[str]]:
    return set(map(frozenset, pairs))
