"""A league's log, what may be reported to it, and reporting to it."""

from __future__ import annotations

from collections.abc import Iterable
from uuid import UUID

import msgspec
from django.http import HttpResponse
from django.utils.translation import gettext as _
from rest_framework.request import Request

from api import access, campaign_choices, presenters, queries, report, shapes
from api.access import LeagueAccess
from api.battles import PAGE, READ, REPORT
from api.endpoints import Endpoint, answer, revalidated
from api.examples import A_LEAGUE_SEASON, A_PROFILE
from api.people import ID
from api.problems import Trouble, conflicting, refusal, trouble
from api.schema_texts import NUMBER, PAGED, describe
from battles.command_session import plain
from battles.log import Row
from battles.reports import Conflict, Ruled
from battles.sentences import speaker
from leagues import handler, scripts
from leagues.league import MENDS, OF_ORGANISERS, OF_PLAYERS, League, legal
from leagues.league.decider import LEAGUES
from leagues.league.mending import mends_of
from leagues.models import League as Desk
from leagues.presenters.candidates import candidates, with_candidates
from leagues.presenters.log import Seen, named, people_in, teller
from leagues.presenters.names import names_for
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

    @describe("Read a league's log", shapes.Events, query=PAGE, problems=READ)
    def get(self, request: Request, id: UUID) -> HttpResponse:
        """Every fact of the league in order, in words, with the names that you may know. `history=all` returns the rows
        that do not count, too. Send `If-None-Match` to get an answer only if it changed.
        """
        _desk, _sheet, asked = access.read_league(request.user, id)
        after = queries.number(request._request, "after", 0)
        limit = queries.limit(request._request)
        every = queries.word(request._request, "history", "all") is not None

        def read() -> tuple[shapes.Events, int]:
            league, told, rows = handler.replay(asked.stream)
            facts = list(zip(told, rows, strict=True))
            page = [(fact, row) for fact, row in facts[after:] if every or not fact.struck][:limit]
            last = page[-1][1].position if page else after
            rest = any(every or not fact.struck for fact, _row in facts[last:])
            more = queries.address(request._request, after=last) if rest else None
            lines = _events(league, page, asked, presenters.revisions(facts))
            found = shapes.Events(lines, more, len(rows), _people(league, asked, lines))
            return found, len(rows)

        return revalidated(request._request, asked, read)


class LeagueReportsView(Endpoint):
    url_name = "league-reports"

    @describe("Read what a league can be told", shapes.Commands, problems=(400, 401, 429))
    def get(self, request: Request) -> HttpResponse:
        """What players say of themselves, and what organisers do, with how each is written as a line of script. The
        clerk reports what campaigns have come to."""
        script = {command.__name__: outline(command) for command in _COMMANDS}
        return answer(shapes.Commands(CommandCodec(_COMMANDS).schema(), script))


class LeagueChoicesView(Endpoint):
    url_name = "league-choices"

    @describe(
        "Read what you may report to a league",
        shapes.LeagueChoices,
        query={**PAGED, "command": ({"type": "string", "enum": COMMANDS}, "Only this kind of report.")},
        problems=READ,
    )
    def get(self, request: Request, id: UUID) -> HttpResponse:
        """Every report that you may send now, with what each asks for. None without an account. Send `If-None-Match` to
        get an answer only if it changed: that does not tell of campaigns that have been opened since, which may join.
        """
        desk, _sheet, asked = access.read_league(request.user, id)
        wanted = queries.word(request._request, "command", *COMMANDS)
        limit = queries.limit(request._request)
        (start,) = map(int, queries.cursor(request._request, queries.COUNT) or ("0",))

        def read() -> tuple[shapes.LeagueChoices, int]:
            league, told, rows = handler.replay(asked.stream)
            last = MendedHistory(LEAGUES, plain(told, rows)).reports.get(league.last)
            every = (*legal(league, asked.who), *mends_of(league, asked.who, last))
            offers = [one for one in every if wanted in (None, one.command)]
            page = offers[start : start + limit]
            after = start + len(page)
            rest = queries.next_page(request._request, str(after)) if after < len(offers) else None
            return _choices(desk, league, asked, page, rest, len(offers), len(rows)), len(rows)

        return revalidated(request._request, asked, read)


class LeagueCommandsView(Endpoint):
    url_name = "league-commands"

    @describe(
        "Report to a league",
        shapes.Receipt,
        body={report.JSON: report.BODY, report.SCRIPT: {"type": "string"}},
        query={**report.HOW, "after": (NUMBER, "For a script: the position you have seen.")},
        problems=REPORT,
        examples=[A_PROFILE, A_LEAGUE_SEASON],
    )
    def post(self, request: Request, id: UUID) -> HttpResponse:
        """Players say how they are shown, organisers rule: /api/v1/leagues/commands/ has the fields of each report, and
        /api/v1/leagues/{id}/choices/ what you may report now. What a campaign of the league comes to, the clerk
        reports.

        Reports can also be lines of a script, in which players, divisions and campaigns may be called by their names.
        A dry run (`dry_run`) answers with what would follow.
        """
        desk, _sheet, asked = access.read_league(request.user, id)
        who, stream = asked.who, asked.stream
        if who is None:
            raise Trouble("not-yours", _("Only people with an account here report to its leagues."))

        def lines(text: str) -> Iterable[Line]:
            return scripts.read(text, desk, handler.replay(stream)[0])

        said = report.incoming(request._request, stream, who.id, lines)
        try:
            receipt = handler.execute(
                stream, said.reports, who, "api", after=said.after, dry_run=said.dry_run, atomic=said.atomic
            )
        except Refused as refused:
            raise trouble(refusal(in_line(refused, said.lines))) from None
        except Conflict as conflict:
            raise _conflict(asked, conflict) from None
        report.name_lines(receipt, said)
        seen = _seen(receipt.state, asked)
        return answer(presenters.receipt_of(receipt, seen, said.dry_run))


def _seen(league: League, asked: LeagueAccess) -> Seen:
    return teller(league, asked.who.id if asked.who else "", asked.belongs)


def _events(
    league: League, facts: Iterable[Fact], asked: LeagueAccess, revisions: presenters.Revisions | None = None
) -> list[shapes.Event]:
    """Rows of the league's log with their facts, as the caller may know of them."""
    lines, seen = list[shapes.Event](), _seen(league, asked)
    for fact, row in facts:
        shown, text = seen(fact.event)
        lines.append(presenters.row(row, shown, text, row.command, row.command_type))
        if fact.struck and revisions is not None:
            lines[-1].struck = fact.struck
            lines[-1].struck_by, lines[-1].struck_why = revisions[fact.struck]
    return lines


def _people(league: League, asked: LeagueAccess, lines: list[shapes.Event]) -> dict[str, str]:
    """Who reported or struck a row, and whom a row itself names."""
    known = {*people_in(league)}
    spoken = {found for one in lines for found in _spoken(one) if found in known}
    actors = {name for one in lines for name in (one.by, one.struck_by) if name}
    return dict(sorted(names_for(league, asked.belongs, sorted(spoken | actors)).items()))


def _spoken(line: shapes.Event) -> Iterable[str]:
    return (found.decode() for found in ID.findall(msgspec.json.encode(line.data)))


def _choices(
    desk: Desk, league: League, asked: LeagueAccess, page: list[Choice], rest: str | None, count: int, position: int
) -> shapes.LeagueChoices:
    known = named(league, asked.belongs, (*league.players, *league.offices))
    tell = speaker(known)
    picks = candidates(desk) if asked.who is not None and asked.who.referee else ()

    def said(message: Message | None) -> str:
        return tell(message) if message is not None else ""

    choices = [
        shapes.LeagueChoice(
            command=one.command,
            label=said(one.label),
            help=said(one.help),
            given=one.given,
            fields=[campaign_choices.field(each, said, {}) for each in one.fields],
        )
        for one in (with_candidates(each, picks) for each in page)
    ]
    return shapes.LeagueChoices(choices, rest, count, position, known)


def _conflict(asked: LeagueAccess, conflict: Conflict) -> Trouble:
    league, told, rows = handler.replay(asked.stream)
    missed = {fact.position for fact in conflict.missed}
    facts = [(fact, row) for fact, row in zip(told, rows, strict=True) if row.position in missed]
    lines = _events(league, facts, asked)
    return conflicting(conflict, lines, called=_people(league, asked, lines))
