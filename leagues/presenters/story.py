"""A league's log in words, as one reader may know it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

import msgspec

from battles.log import Row
from battles.presenters.story import by_report, way
from battles.reports import Ruled
from battles.sentences import words
from leagues.league import League, narrate, see_event
from leagues.league.mending import BY_THE_CLERK
from leagues.league.players import ProfileSet
from leagues.presenters.log import campaign_of, without
from leagues.presenters.names import Names
from rules.kit.person_corrections import ASIDE

Fact = tuple[Ruled, Row]
PAGE = 15


class Entry(msgspec.Struct, frozen=True):
    """A report in words: where it begins and `ends`, who told it when and how. `report`: where the report begins
    that can be corrected, 0 for none."""

    position: int
    at: str
    by: str
    via: str
    lines: tuple[str, ...]
    ends: int
    report: int = 0


def reports_of(facts: Sequence[Fact], names: Names, unseen: Collection[str] = ()) -> list[list[Fact]]:
    """The reports that the reader may know of, the oldest first. `unseen`: campaigns that they may not read."""
    return [report for report in by_report(facts) if not _is_secret(report[0][0], names, unseen)]


def _is_secret(fact: Ruled, names: Names, unseen: Collection[str]) -> bool:
    event = fact.event
    if isinstance(event, ProfileSet):  # it may tell a name that they have hidden since
        return names.is_hidden(event.player)
    return campaign_of(event) in unseen


def entries(
    league: League, reports: Iterable[Sequence[Fact]], names: Names, reader: str, unseen: Collection[str] = ()
) -> list[Entry]:
    """The reports as `reader` ("" for a spectator) may read them. `unseen` as in `reports_of`."""
    called = named(league, names)
    return [_entry(league, report, names, reader, called, unseen) for report in reports]


def named(league: League, names: Names) -> dict[str, str]:
    """Names for the ids in a league's sentences: campaigns and people."""
    campaigns = {one.id: one.name for season in league.seasons for one in season.campaigns.values()}
    return campaigns | names.in_sentences()


def _entry(
    league: League,
    report: Sequence[Fact],
    names: Names,
    reader: str,
    called: Mapping[str, str],
    unseen: Collection[str],
) -> Entry:
    fact, row = report[0]
    told = (without(see_event(league, one.event, reader), unseen) for one, _row in report)
    return Entry(
        position=fact.position,
        at=row.at,
        by=names.name(row.by),
        via=way(row.via),
        lines=tuple(words(narrate(league, event), called) for event in told),
        ends=report[-1][0].position,
        report=fact.position - row.ordinal if _is_correctable(fact, row) else 0,
    )


def _is_correctable(fact: Ruled, row: Row) -> bool:
    return fact.position > 1 and type(fact.event) not in ASIDE and row.command_type not in BY_THE_CLERK


def people_in(facts: Iterable[Fact]) -> set[str]:
    """Everybody whom the log names beside players: who reported, and who was given an office."""
    found = set()
    for fact, row in facts:
        found.add(row.by)
        if person := str(getattr(fact.event, "person", "")):
            found.add(person)
    return found
