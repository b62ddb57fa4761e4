"""What a dry run of a ruling over a campaign adds to its answer: what would change in standings and conditions, a
correction's report by report preview, and the faults that the campaign's terms only warn of."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress

from api.presenters import Seen, plain
from api.revision_preview import in_shape
from api.shapes import rounds as shapes
from api.shapes.corrections import Told
from api.shapes.reports import Answer, Fault, Ruling
from battles.reports import Report
from battles.sentences import words
from campaigns import handler, rereading
from campaigns.presenters import story
from campaigns.rereading import Readings
from campaigns.revision_preview import foresee, history_of
from campaigns.season import CONTENTS, MENDS, Season, narrate, see_event, warnings
from campaigns.season.decider import REPORTS
from campaigns.season.house_rules import Amend
from campaigns.season.kept_events import Amended
from campaigns.season.mending import MENDING as MENDED
from campaigns.season.penalties import Penalise
from campaigns.season.preview import Altered, Moved, Preview, Stock, preview
from campaigns.season.results import Adjudicate
from campaigns.season.visibility import as_read_by
from rules.adjudicate import Who
from rules.contract import Command, Event, Refused, Unfallen

RULINGS: tuple[type[Command], ...] = (Amend, Adjudicate, Penalise, *MENDS)


def foretell(
    given: Answer, stream: str, report: Report, who: Who, after: Season, names: Mapping[str, str], seen: Seen
) -> None:
    """Add it, unless the report was refused, needs a die or has counted already. `after`: the season with the report;
    `names`: those in refusals.

    Of a correction there is no preview where dice have to be rolled first, or others have to see it first.
    """
    if given.status != "accepted" or any(ruling.digest for ruling in given.events):
        return
    now, told, rows = handler.replay(stream)
    command = REPORTS.decode(report.type, report.data)
    if type(command) in CONTENTS.warning:
        given.warnings = list(_warnings(now, command, story.names_in(after)))
    if isinstance(command, RULINGS):
        given.shift = _shift(preview(now, after, _round(after, given.events)), after, who.id)
    if isinstance(command, Amend):
        given.rereading = _reread(rereading.of_command(now, command))
    if not MENDED.mends(command):
        return
    with suppress(Refused, Unfallen):
        found = foresee(history_of(told, rows), report, who)
        now = as_read_by(now, who.id, who)
        given.preview = in_shape(found, telling(seen), names, telling(seen_in(now, who.id)))


def _reread(found: Readings) -> shapes.Rereading | None:
    if not found.over:
        return None
    battles = [
        shapes.RereadBattle(
            one.battle,
            one.count,
            [
                shapes.RereadRuling(each.position, each.report, [*each.dice], [*each.before], [*each.after])
                for each in one.rulings
            ],
            [*one.outcome],
        )
        for one in found.differ
    ]
    return shapes.Rereading(found.over, found.read, found.rulings, battles)


def seen_in(season: Season, reader: str) -> Seen:
    """How an event reads in this season, for who may know no more than the reader."""
    names = story.names_in(season)

    def seen(event: Event) -> tuple[Event, str]:
        shown = see_event(season, event, reader)
        return shown, words(narrate(season, shown), names)

    return seen


def telling(seen: Seen) -> Callable[[Iterable[Event]], list[Told]]:
    """Events as the reader may know them, each with its sentence."""
    return lambda events: [_told(event, seen) for event in events]


def _told(event: Event, seen: Seen) -> Told:
    known = seen(event)
    if known is None:
        return Told("", None, "")
    shown, text = known
    return Told(type(shown).__name__, plain(shown), text)


def _round(after: Season, rulings: Iterable[Ruling]) -> int | None:
    """The round from which house rules are amended, if it is a later one."""
    amended = [ruling.data["round"] for ruling in rulings if ruling.type == Amended.__name__]
    return max(amended[-1], after.turn) if amended else None


def _shift(one: Preview, season: Season, reader: str) -> shapes.Shift:
    """Facts that depend on a platoon's cards or purse are shown only to those who may know them."""
    return shapes.Shift(
        platoons=[_moved(each, season.known_to(each.platoon, reader)) for each in one.platoons],
        vehicles=[_altered(each, season.known_to(each.platoon, reader)) for each in one.vehicles],
    )


def _moved(one: Moved, known: bool) -> shapes.Moved:
    before, after = (shapes.Stood(row.rank, row.score, row.purse if known else 0) for row in (one.before, one.after))
    return shapes.Moved(one.platoon, before, after, known)


def _altered(one: Altered, known: bool) -> shapes.Altered:
    before, after = (_condition(stock, known) for stock in (one.before, one.after))
    return shapes.Altered(one.platoon, one.vehicle, before, after, known)


def _condition(one: Stock, known: bool) -> shapes.Condition:
    jobs = [
        shapes.Work(job.key, words(job.label), job.rounds, job.points if known else 0, job.needs, job.faces)
        for job in one.jobs
    ]
    return shapes.Condition(one.status, one.condition, one.grade, jobs)


def _warnings(season: Season, command: Command, names: Mapping[str, str]) -> Iterator[Fault]:
    """The faults the platoon would stand with."""
    for flaw in warnings(season, command):
        remedy = words(flaw.remedy, names) if flaw.remedy else ""
        yield Fault(rule=flaw.rule, detail=words(flaw.text, names), remedy=remedy, fault=flaw.key)
