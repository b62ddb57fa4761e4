"""A league's log, what may be reported to it, and reporting to it."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from uuid import UUID

from django.http import HttpResponse
from django.utils.translation import gettext as _
from rest_framework.request import Request

from api import access, as_of, campaign_choices, keys, league_preview, presenters, queries, report
from api.access import LeagueAccess
from api.battles import PAGE, READ, REPORT
from api.endpoints import Endpoint, answer, revalidated
from api.examples import A_LEAGUE_SEASON, A_PROFILE
from api.people import ids_in
from api.problems import Trouble, conflicting, refusal, trouble
from api.schema_texts import NUMBER, PAGED, describe
from api.shapes import battles as shapes
from api.shapes.leagues import LeagueChoice, LeagueChoices
from api.shapes.reports import Commands, Receipt
from battles.log import Row
from battles.presenters.people import reader_of
from battles.replay import plain
from battles.reports import Conflict, Ruled
from battles.sentences import speaker
from leagues import handler, joining, roles, scripts
from leagues.league import MENDS, OF_ORGANISERS, OF_PLAYERS, League, legal
from leagues.league.decider import LEAGUES
from leagues.league.mending import mends_of
from leagues.models import League as Desk
from leagues.models import LeagueSheet
from leagues.presenters.log import campaign_of, teller
from leagues.presenters.names import Names, names_for
from rules.contract import Choice, Command, Refused
from rules.messages import Message
from rules.stream.codec import CommandCodec
from rules.stream.revision.contract import MendedHistory
from rules.stream.script import Line, in_line, outline

_COMMANDS: tuple[type[Command], ...] = (*OF_PLAYERS, *OF_ORGANISERS, *MENDS)
COMMANDS = [kind.__name__ for kind in _COMMANDS]
Fact = tuple[Ruled, Row]


class LeagueEventsView(Endpoint):
    url_name = "league-events"

    @describe("Read a league's log", shapes.Events, query={**PAGE, **as_of.MOMENT_OF_LEAGUE}, problems=READ)
    def get(self, request: Request, id: UUID) -> HttpResponse:
        """Every fact of the league in order, in words, with the names that you may know; without what campaigns
        come to that you may not read; with `at` or `as_of` as it stood then. `history=all` returns the rows
        that do not count, too. Send `If-None-Match` to get an answer only if it changed.
        """
        desk, sheet, asked = access.read_league(request.user, id)
        after = queries.number(request._request, "after", 0)
        limit = queries.limit(request._request)
        every = queries.word(request._request, "history", "all") is not None

        then = as_of.told_of_league(request._request, sheet, asked)

        def read() -> tuple[shapes.Events, int]:
            _stood, told = then()
            rows, there = told.rows, {one.position for one in told.live}
            facts, unseen = list(zip(told.told, rows, strict=True)), roles.unseen(request.user, sheet)

            def shows(fact: Ruled) -> bool:
                return (every or fact.position in there) and not _is_of(fact, unseen)

            page = [(fact, row) for fact, row in facts[after:] if shows(fact)][:limit]
            last = page[-1][1].position if page else after
            rest = any(shows(fact) for fact, _row in facts[last:])
            more = queries.address(request._request, after=last) if rest else None
            names = _names(request, desk, sheet, rows)
            lines = events(told.league, page, names, reader_of(request.user), presenters.revisions(facts), unseen)
            found = shapes.Events(lines, more, len(rows), people_in(names, lines))
            return found, max(len(rows), asked.position)

        return revalidated(request._request, asked, read)


class LeagueReportsView(Endpoint):
    url_name = "league-reports"

    @describe("Read what a league can be told", Commands, problems=(400, 401, 429))
    def get(self, request: Request) -> HttpResponse:
        """What players say of themselves, captains of their teams, and what organisers do, with how each is written as
        a line of script. The clerk reports what campaigns have come to."""
        script = {command.__name__: outline(command) for command in _COMMANDS}
        return answer(Commands(CommandCodec(_COMMANDS).schema(), script))


class LeagueChoicesView(Endpoint):
    url_name = "league-choices"

    @describe(
        "Read what you may report to a league",
        LeagueChoices,
        query={**PAGED, "command": ({"type": "string", "enum": COMMANDS}, "Only this kind of report.")},
        problems=READ,
    )
    def get(self, request: Request, id: UUID) -> HttpResponse:
        """Every report that you may send now, with what each asks for. None without an account. Send `If-None-Match` to
        get an answer only if it changed: that does not tell of campaigns that have been opened since, which may join.
        """
        desk, sheet, asked = access.read_league(request.user, id)
        wanted = queries.word(request._request, "command", *COMMANDS)
        part = queries.part(request._request)

        def read() -> tuple[LeagueChoices, int]:
            league, told, rows = handler.replay(asked.stream)
            last = MendedHistory(LEAGUES, plain(told, rows)).reports.get(league.last)
            every = (*legal(league, asked.who), *mends_of(league, asked.who, last))
            offers = [one for one in every if wanted in (None, one.command)]
            page, rest = part.of(offers)
            names = names_for(request.user, desk, sheet)
            rules = asked.who is not None and asked.who.referee
            free = joining.free_campaigns(desk, request.user) if rules else {}
            choices = _choices(names, [joining.picked(one, free) for one in page])
            people = names.by_key((*league.players, *league.offices))
            return LeagueChoices(choices, rest, len(offers), len(rows), people), len(rows)

        return revalidated(request._request, asked, read)


class LeagueCommandsView(Endpoint):
    url_name = "league-commands"

    @describe(
        "Report to a league",
        Receipt,
        body={report.JSON: report.BODY, report.SCRIPT: {"type": "string"}},
        query={**report.HOW, "after": (NUMBER, "For a script: the position you have seen.")},
        problems=REPORT,
        examples=[A_PROFILE, A_LEAGUE_SEASON],
    )
    def post(self, request: Request, id: UUID) -> HttpResponse:
        """Players say how they are shown, captains who plays for their team, organisers rule:
        /api/v1/leagues/commands/ has the fields of each report, and /api/v1/leagues/{id}/choices/ what you may report
        now. What a campaign of the league comes to, the clerk reports.

        Reports can also be lines of a script, in which players, divisions and campaigns may be called by their names.
        A dry run (`dry_run`) answers with what would follow; of a single report also with what it would change in
        ratings, divisions, titles and honours, and of a correction with what would be told otherwise.
        """
        desk, sheet, asked = access.read_league(request.user, id)
        who, stream = asked.who, asked.stream
        if who is None:
            raise Trouble("not-yours", _("Only people with an account here report to its leagues."))

        def lines(text: str) -> Iterable[Line]:
            return scripts.read(text, desk, handler.replay(stream)[0], request.user)

        said = report.incoming(request._request, stream, who.id, lines)
        keys.check_reports(request.user, said.reports)
        try:
            receipt = handler.execute(
                stream, said.reports, who, "api", after=said.after, dry_run=said.dry_run, atomic=said.atomic
            )
        except Refused as refused:
            raise trouble(refusal(in_line(refused, said.lines))) from None
        except Conflict as conflict:
            raise _conflict(request, desk, sheet, asked, conflict) from None
        report.name_lines(receipt, said)
        names = names_for(request.user, desk, sheet)
        answered = presenters.receipt_of(receipt, teller(receipt.state, names, who.id), said.dry_run)
        if said.dry_run and len(said.reports) == 1:
            unseen = roles.unseen(request.user, sheet)
            league_preview.foretell(answered.reports[0], stream, said.reports[0], who, receipt.state, names, unseen)
        return answer(answered)


def _is_of(fact: Ruled, campaigns: Collection[str]) -> bool:
    """Whether it is about one of these campaigns."""
    return campaign_of(fact.event) in campaigns


def _names(request: Request, desk: Desk, sheet: LeagueSheet, rows: Iterable[Row]) -> Names:
    """Of everybody a league's log can name, and of who reported it."""
    return names_for(request.user, desk, sheet, {row.by for row in rows})


def events(
    league: League,
    facts: Iterable[Fact],
    names: Names,
    reader: str,
    revisions: presenters.Revisions | None = None,
    unseen: Collection[str] = (),
) -> list[shapes.Event]:
    """Rows of the league's log with their facts, as `reader` may know of them."""
    lines, seen = list[shapes.Event](), teller(league, names, reader, unseen)
    for fact, row in facts:
        shown, text = seen(fact.event)
        lines.append(presenters.row(row, shown, text, row.command, row.command_type))
        if fact.struck and revisions is not None:
            lines[-1].struck = fact.struck
            lines[-1].struck_by, lines[-1].struck_why = revisions[fact.struck]
    return lines


def people_in(names: Names, lines: list[shapes.Event]) -> dict[str, str]:
    """Who reported or struck a row, and whom a row itself names."""
    known = names.in_sentences()
    spoken = {id for one in lines for id in ids_in(one)}
    actors = {name for one in lines for name in (one.by, one.struck_by) if name}
    return {key: known[key] for key in sorted((spoken | actors) & known.keys())}


def _choices(names: Names, offers: Iterable[Choice]) -> list[LeagueChoice]:
    tell = speaker(names.in_sentences())

    def said(message: Message | None) -> str:
        return tell(message) if message is not None else ""

    return [
        LeagueChoice(
            command=one.command,
            label=said(one.label),
            help=said(one.help),
            given=one.given,
            fields=[campaign_choices.field(each, said, {}) for each in one.fields],
        )
        for one in offers
    ]


def _conflict(request: Request, desk: Desk, sheet: LeagueSheet, asked: LeagueAccess, conflict: Conflict) -> Trouble:
    league, told, rows = handler.replay(asked.stream)
    missed, unseen = {fact.position for fact in conflict.missed}, roles.unseen(request.user, sheet)
    known = zip(told, rows, strict=True)
    facts = [(fact, row) for fact, row in known if row.position in missed and not _is_of(fact, unseen)]
    names = _names(request, desk, sheet, rows)
    lines = events(league, facts, names, reader_of(request.user), unseen=unseen)
    return conflicting(conflict, lines, people_in(names, lines))
