"""The life of a season or a league as its log's rows tell it: its landmarks, and which of them a later correction
reaches back before. Nothing is folded for it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import msgspec

from battles.log import Row
from rules.stream import history
from rules.stream.revision.reports import Retold, Revised

REVISED, RETOLD = Revised.__name__, Retold.__name__


class Correction(msgspec.Struct, frozen=True):
    """One that counts: its first row and the last of its report, when it was made, and the row, as it was first told,
    from which on it has told otherwise."""

    position: int
    ends: int
    at: str
    reaches: int


class Stop(msgspec.Struct, frozen=True):
    """A moment to look back to: the last row of its report, when that was told, what it was (a key of `landmarks`,
    "correction", or "now") and of which round or season. `since`: when corrections were made that reach back before
    it."""

    at: int
    when: str
    kind: str
    number: int = 0
    since: tuple[str, ...] = ()


class _Of(msgspec.Struct):
    of: int


class _From(msgspec.Struct):
    from_position: int


class _Number(msgspec.Struct):
    number: int = 0
    season: int = 0
    round: int = 0


_of, _from, _number = msgspec.json.Decoder(_Of), msgspec.json.Decoder(_From), msgspec.json.Decoder(_Number)


def ends_of(rows: Sequence[Row]) -> dict[int, int]:
    """For each row of a log the one that its report ends with."""
    ends: dict[int, int] = {}
    last = 0
    for row in reversed(rows):
        last = last or row.position
        ends[row.position] = last
        last = 0 if row.ordinal == 0 else last
    return ends


class Life:
    """`rows`: all of the log's, from the first on."""

    def __init__(self, rows: Sequence[Row]) -> None:
        self.rows = rows
        self._first: list[int] = []  # for each row: where its report was first told, 0 of one that was put in later
        self._again: set[int] = set()  # rows of reports that a correction told
        self._ends = ends_of(rows)
        begins = origin = 0
        for row in rows:
            if row.ordinal == 0 or row.type in (REVISED, RETOLD):
                begins = origin = row.position
                if row.type == RETOLD:
                    of = _of.decode(row.data).of
                    origin = self._first[of - 1] if of else 0
            self._first.append(origin)
            if rows[begins - 1].type in (REVISED, RETOLD):
                self._again.add(row.position)
        self.corrections = tuple(self._corrections())

    def _corrections(self) -> Iterable[Correction]:
        told = [row for row in self.rows if row.type == REVISED]
        jumps = history.jumps((row.position, row.data) for row in told)
        off = history.struck(len(self.rows), jumps)
        for row in told:
            if row.position not in off:
                back = _from.decode(row.data).from_position
                yield Correction(row.position, self._ends[row.position], row.at, self._first[back - 1] or back)

    def since(self, position: int) -> tuple[str, ...]:
        """When corrections were made after a row that reach back before it."""
        return tuple(one.at for one in self.corrections if one.reaches <= position < one.position)

    def stops(self, landmarks: Mapping[str, str]) -> list[Stop]:
        """The landmarks, oldest first: `landmarks` has the kind of each type of event that is one. The last is as it
        stands now."""
        made = {one.position: one for one in self.corrections}
        found: dict[int, Stop] = {}
        for row in self.rows:
            ends = self._ends[row.position]
            if row.position in made:
                found[ends] = Stop(ends, row.at, "correction")
            elif row.type in landmarks and row.position not in self._again:
                number = _number.decode(row.data)
                found[ends] = Stop(
                    ends, row.at, landmarks[row.type], number.number or number.season or number.round, self.since(ends)
                )
        head = self.rows[-1]
        return [*(found[at] for at in sorted(found) if at < head.position), Stop(head.position, head.at, "now")]


OF_SEASON = {
    "Opened": "opened",
    "RoundOpened": "announced",
    "OrdersResolved": "orders",
    "RoundClosed": "closed",
    "SeasonClosed": "over",
}
OF_LEAGUE = {"Founded": "founded", "CampaignAdded": "added", "LeagueSeasonClosed": "season"}
MOST = 120  # moments that a page shows


class Slider(msgspec.Struct, frozen=True):
    """A life to look back over. `place`: which of the stops is shown, or the last one before what is shown."""

    stops: tuple[Stop, ...]
    place: int

    @property
    def shown(self) -> Stop:
        return self.stops[self.place]

    @property
    def before(self) -> Stop | None:
        return self.stops[self.place - 1] if self.place else None

    @property
    def after(self) -> Stop | None:
        return self.stops[self.place + 1] if self.place + 1 < len(self.stops) else None


def slider(rows: Sequence[Row], landmarks: Mapping[str, str], at: int | None) -> Slider:
    """`at`: the row that is shown, None for now. Of very many moments the first and the newest are there."""
    stops = Life(rows).stops(landmarks)
    stops = stops if len(stops) <= MOST else [stops[0], *stops[1 - MOST :]]
    place = len(stops) - 1 if at is None else max(0, sum(one.at <= at for one in stops) - 1)
    return Slider(tuple(stops), place)
