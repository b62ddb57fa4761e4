"""Two seasons side by side: as it is, and as it would be. Pure; what it holds may be read by one reader.

Lots are not drawn for it, unless the season's seed is known: who only asks is not told how they would fall. Vehicles
that are alive part platoons as they do in the season that is, unless the reader knows every purse: what a purse could
have paid for is its platoon's to know.
"""

from __future__ import annotations

from collections.abc import Iterator, Set

import msgspec

from campaigns.season.mendable import TOLD_WHY
from campaigns.season.standings import DRAWN, Place, standings, tables_of
from campaigns.season.state import Season
from campaigns.season.what_if.folding import Folded
from rules.stream.revision.rebase import Item

COUNTED = frozenset((*TOLD_WHY, "ReportBattle"))  # reports whose standing turns on no purse and on no card


class Standing(msgspec.Struct, frozen=True, kw_only=True):
    """`purse`: None where it is not the reader's to know."""

    rank: int
    score: int
    played: int
    won: int
    drawn: int
    lost: int
    purse: int | None = None


class Row(msgspec.Struct, frozen=True, kw_only=True):
    """A platoon, before and after; None where it has no place."""

    platoon: str
    before: Standing | None
    after: Standing | None

    @property
    def moved(self) -> int:
        """Places up, or below 0 down."""
        return self.before.rank - self.after.rank if self.before and self.after else 0

    @property
    def differs(self) -> bool:
        return self.before != self.after


class Sector(msgspec.Struct, frozen=True, kw_only=True):
    """A sector that another side would own; "" for nobody."""

    sector: str
    before: str
    after: str


class Side(msgspec.Struct, frozen=True, kw_only=True):
    """A side's score in the war on the map."""

    side: str
    before: int
    after: int


class Comparison(msgspec.Struct, frozen=True, kw_only=True):
    """`rows`: all platoons as they would stand, then those without a place. `sectors`: those that differ; `sides`: all
    where there is a map. `items`: the reports that stand as they were played though they could not be decided again,
    as far as the reader may know of them; `rolls`: those among them that asked for a die that never fell."""

    rows: tuple[Row, ...]
    sectors: tuple[Sector, ...] = ()
    sides: tuple[Side, ...] = ()
    items: tuple[Item, ...] = ()

    @property
    def rolls(self) -> int:
        return sum(one.kind == "unanswered" for one in self.items)

    @property
    def differs(self) -> bool:
        return (
            any(one.differs for one in self.rows) or bool(self.sectors) or any(s.before != s.after for s in self.sides)
        )


def compare(now: Season, then: Folded, known: Set[str]) -> Comparison:
    """`known`: the platoons whose purse the reader may know."""
    after = then.season
    was = _standings(now, now, known)
    would = _standings(after, after if known >= now.platoons.keys() else now, known)
    keys = [*would, *(key for key in was if key not in would)]
    return Comparison(
        rows=tuple(Row(platoon=key, before=was.get(key), after=would.get(key)) for key in keys),
        sectors=tuple(_sectors(now, after)),
        sides=tuple(_sides(now, after)),
        items=tuple(one for one in then.items if one.type in COUNTED or known >= now.platoons.keys()),
    )


def ranked(season: Season, alive: Season | None = None) -> list[Place]:
    """The standings with nothing drawn that is secret. `alive`: the season whose vehicles part equals."""
    tables = tables_of(season)
    if alive is not None and alive is not season:
        there = tables_of(alive).alive
        tables = msgspec.structs.replace(tables, alive={key: there.get(key, 0) for key in season.platoons})
    return standings(season, () if season.disclosed else DRAWN, tables)


def _standings(season: Season, alive: Season, known: Set[str]) -> dict[str, Standing]:
    return {
        one.platoon: Standing(
            rank=one.rank,
            score=one.score,
            played=one.played,
            won=one.won,
            drawn=one.drawn,
            lost=one.lost,
            purse=season.platoons[one.platoon].purse if one.platoon in known else None,
        )
        for one in ranked(season, alive)
    }


def _sectors(now: Season, after: Season) -> Iterator[Sector]:
    for sector in dict.fromkeys((*now.owners, *after.owners)):
        before, would = now.owners.get(sector, ""), after.owners.get(sector, "")
        if before != would:
            yield Sector(sector=sector, before=before, after=would)


def _sides(now: Season, after: Season) -> Iterator[Side]:
    if now.opened.theatre is not None:
        for side in now.opened.sides:
            yield Side(side=side, before=now.scores.get(side, 0), after=after.scores.get(side, 0))
