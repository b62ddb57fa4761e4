"""A campaign's log, and reporting to it."""

from __future__ import annotations

from collections.abc import Iterable
from uuid import UUID

from django.http import HttpResponse
from django.utils.translation import gettext as _
from rest_framework.request import Request

from api import access, as_of, campaign_preview, held_rulings, keys, people, presenters, queries, report
from api.battles import PAGE, READ, REPORT
from api.endpoints import Endpoint, answer, revalidated
from api.examples import A_REPAIR, A_RETREAT, A_ROUND, A_RULING, A_SEASON, AN_ENLISTMENT, AN_ORDER
from api.problems import Trouble, conflicting, refusal, trouble
from api.schema_texts import NUMBER, describe
from api.shapes import battles as shapes
from api.shapes.reports import Commands, Receipt
from battles.log import Row
from battles.reports import Conflict, Ruled
from battles.sentences import words
from campaigns import handler, roles, scripts
from campaigns.presenters import story
from campaigns.presenters.as_it_stood import When, reader_then, told_at
from campaigns.season import MENDS, OF_ORGANISERS, OF_PLAYERS, Season, narrate, see_event
from campaigns.season.visibility import as_read_by
from campaigns.second_officer import Held
from rules.adjudicate import Who
from rules.contract import Refused
from rules.stream.codec import CommandCodec
from rules.stream.script import Line, in_line, outline


class CampaignEventsView(Endpoint):
    url_name = "campaign-events"

    @describe(
        "Read a campaign's log", shapes.Events, query={**PAGE, **as_of.MOMENT_OF_CAMPAIGN, **as_of.SINCE}, problems=READ
    )
    def get(self, request: Request, id: UUID) -> HttpResponse:
        """Every fact of the campaign in order, in words, as you may know of it; with `at` or `as_of` as it stood then.
        `since`:
        only rows after that position or time. Send `If-None-Match` to get an answer only if it changed.

        The other parameters are those of a battle's log: `history=all` returns the rows that do not count, too. A
        correction that comes to few other facts names rows that count on in `data.keeps`: `first` to `last` follow from
        its row `after` now.
        """
        sheet, asked = access.read_campaign(request.user, id)
        after = max(queries.number(request._request, "after", 0), as_of.since_position(request._request, sheet) or 0)
        limit = queries.limit(request._request)
        every = queries.word(request._request, "history", "all") is not None
        then = as_of.of_campaign(request._request, asked)

        def read() -> tuple[shapes.Events, int]:
            found, last = log_of(asked, after, limit, every, then())
            if last is not None:
                found.next = queries.address(request._request, after=last)
            return found, max(found.position, asked.position)

        return revalidated(request._request, asked, read)


def log_of(
    asked: access.Access, after: int, limit: int, every: bool, when: When | None = None
) -> tuple[shapes.Events, int | None]:
    """Rows of the log (all of them, or those that count) as the caller may know them; with the position of the last,
    where there are more."""
    season, told, rows, count, _facts = told_at(asked.stream, when)
    as_read_by(season, asked.reader, asked.who)
    reader = _reader_then(asked, season) if when else asked.reader
    facts, there = list(zip(told, rows, strict=True)), {one.position for one in count}
    page = [(fact, row) for fact, row in facts[after:] if every or row.position in there][:limit]
    last = page[-1][1].position if page else after
    rest = any(every or row.position in there for _fact, row in facts[last:])
    lines = events(season, page, reader, presenters.revisions(facts))
    found = shapes.Events(lines, None, len(rows), people.of_events(lines, asked.reader))
    return found, last if rest else None


class ReportsView(Endpoint):
    url_name = "campaign-reports"

    @describe("Read what a campaign can be told", Commands, problems=(400, 401, 429))
    def get(self, request: Request) -> HttpResponse:
        """What members report of their platoons and fixtures, and what organisers do, with how each is written as a
        line of script. The clerk reports the rest."""
        commands = (*OF_PLAYERS, *OF_ORGANISERS, *MENDS)
        script = {command.__name__: outline(command) for command in commands}
        return answer(Commands(CommandCodec(commands).schema(), script))


class CampaignCommandsView(Endpoint):
    url_name = "campaign-commands"

    @describe(
        "Report to a campaign",
        Receipt,
        body={report.JSON: report.BODY, report.SCRIPT: {"type": "string"}},
        query={**report.HOW, "after": (NUMBER, "For a script: the position you have seen.")},
        problems=REPORT,
        held=True,
        examples=[AN_ENLISTMENT, A_REPAIR, AN_ORDER, A_RETREAT, A_ROUND, A_RULING, A_SEASON],
    )
    def post(self, request: Request, id: UUID) -> HttpResponse:
        """Players enlist and command their platoons, organisers rule: /api/v1/campaigns/commands/ has the fields of
        each report, and /api/v1/campaigns/{id}/choices/ what you may report now.

        Reports can also be lines of a script, in which platoons, vehicles, sectors and people may be called by their
        names. A script does not wait for the clerk: a line that needs what the clerk has still to do is refused, and
        with `atomic=false` the lines before it count.

        A dry run (`dry_run`) answers with what would follow, and for Amend, Adjudicate, Penalise and for
        corrections with what would change in the standings and conditions (`shift`); for corrections also report by
        report, with those that cannot be told again and why (`preview`).

        Where the club has it so, a ruling waits for a second officer (202): `held` of the answer is where another
        officer of the campaign confirms or declines it.
        """
        sheet = access.to_campaign(request.user, id)
        who = roles.who_in_campaign(request.user, id)
        if who is None:
            raise Trouble("not-yours", _("Only members of the club report to its campaigns."))
        stream = str(sheet.stream)

        def lines(text: str) -> list[Line]:
            return scripts.read(text, stream, as_read_by(handler.replay(stream)[0], who.id, who), who)

        said = report.incoming(request._request, stream, who.id, lines)
        keys.check_reports(request.user, said.reports)
        tell = scripts.play if said.lines else handler.execute
        try:
            receipt = tell(stream, said.reports, who, "api", after=said.after, dry_run=said.dry_run, atomic=said.atomic)
        except Held as held:
            return held_rulings.waiting(held.row, said.reports)
        except Refused as refused:
            raise _refused(stream, who, in_line(refused, said.lines)) from None
        except Conflict as conflict:
            raise _conflict(stream, who, conflict) from None
        report.name_lines(receipt, said)
        season: Season = as_read_by(receipt.state, who.id, who)
        seen = campaign_preview.seen_in(season, who.id)
        answered = presenters.receipt_of(receipt, seen, said.dry_run, _called(season, who.id))
        if said.dry_run and len(said.reports) == 1:
            given, called = answered.reports[0], _called(season, who.id)
            campaign_preview.foretell(given, stream, said.reports[0], who, season, called, seen)
        return answer(answered)


def _refused(stream: str, who: Who, refused: Refused) -> Trouble:
    """The refusal, without the cards of somebody else's vehicles: only their player may know them."""
    season = as_read_by(handler.replay(stream)[0], who.id, who)
    return trouble(refusal(refused, _called(season, who.id)))


def _called(season: Season, reader: str) -> dict[str, str]:
    """Names in refusals: of battles, and of cards that `reader` may not know. Platoons and vehicles keep their keys,
    which a program has to send.
    """
    return story.hidden_from(season, reader) | story.battles_in(season)


def _reader_then(asked: access.Access, season: Season) -> str:
    """The reader at an earlier moment, whoever may report to the campaign or not."""
    who = reader_then(asked.stream, season, asked.who or (Who(asked.reader) if asked.reader else None))
    return who.id if who else ""


def events(
    season: Season, facts: Iterable[tuple[Ruled, Row]], reader: str, revisions: presenters.Revisions | None = None
) -> list[shapes.Event]:
    """Rows of the campaign's log with their facts, as `reader` may know of them. `revisions`: of the whole log, where
    struck ones may be among them."""
    lines, names = list[shapes.Event](), story.names_in(season)
    for fact, row in facts:
        shown = see_event(season, fact.event, reader)
        text = words(narrate(season, shown), names)
        lines.append(presenters.row(row, shown, text, row.command, row.command_type))
        if fact.struck and revisions is not None:
            lines[-1].struck = fact.struck
            lines[-1].struck_by, lines[-1].struck_why = revisions[fact.struck]
    return lines


def _conflict(stream: str, who: Who, conflict: Conflict) -> Trouble:
    season, told, rows = handler.replay(stream)
    as_read_by(season, who.id, who)
    missed = {fact.position for fact in conflict.missed}
    facts = [(fact, row) for fact, row in zip(told, rows, strict=True) if row.position in missed]
    lines = events(season, facts, who.id)
    return conflicting(conflict, lines, people.of_events(lines, who.id), _called(season, who.id))
