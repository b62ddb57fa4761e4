"""Battles: the list of them, the current state, earlier moments, the log, luck, and reporting."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from uuid import UUID

from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from rest_framework.exceptions import NotAuthenticated
from rest_framework.request import Request

import rules
from api import as_of, keys, people, presenters, queries, report, revision_preview
from api.access import Access
from api.as_of import AS_OF, AT
from api.endpoints import Endpoint, OneBattle, answer, fingerprinted, revalidated
from api.examples import A_CORRECTION, A_DECLARATION, A_SHOT, AN_UNDO, BATCH, MENDED, SCRIPTED
from api.problems import Trouble, conflicting, refusal, trouble
from api.schema_texts import MOVED_SINCE, NUMBER, PAGED, WORD, describe
from api.schema_texts import UUID as UUID_SCHEMA
from api.shapes import battles as shapes
from api.shapes import filled
from api.shapes.reports import Receipt
from battles import handler, log, naming, projections, viewer
from battles.models import Seat, Sheet, name_battles
from battles.presenters import luck
from battles.presenters.people import reader_of
from battles.presenters.tape import tape
from battles.reports import Conflict
from battles.standing import standing
from campaigns.listed import Listed
from campaigns.roles import Person, played_by, visible_battles
from rules import system as find_system
from rules.adjudicate import Who
from rules.contract import Refused
from rules.reports import command_codec
from rules.stream.script import Line, in_line, parse


class BattlesView(Endpoint):
    url_name = "battles"

    @describe(
        "List battles",
        shapes.Battles,
        query={
            **PAGED,
            "campaign": (UUID_SCHEMA, "Only battles of this campaign."),
            "status": ({"type": "string", "enum": list(Sheet.Status.values)}, "Only battles in this state."),
            "system": (WORD, "Only battles of this rule system."),
            "player": (WORD, "Only battles of this account: an id, or “me”."),
            **MOVED_SINCE,
        },
        problems=(400, 401, 429),
    )
    def get(self, request: Request) -> HttpResponse:
        """The battles you may see, newest first. Battles of an unlisted campaign appear only if you name it or ask for
        your own.
        """
        found = _filtered(request._request, request.user)
        page, rest = queries.newest(request._request, found, "mustered_at")
        told = list(lines(page))
        return fingerprinted(request._request, shapes.Battles(told, rest, people_in(told, reader_of(request.user))))


def lines(sheets: Iterable[Sheet]) -> Iterable[shapes.BattleLine]:
    """Each battle with its name and players. A few queries for all of them."""
    sheets = name_battles(sheets)
    players: dict[UUID, dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
    for stream, side, player in Seat.objects.filter(sheet__in=sheets).values_list("sheet", "side", "player"):
        players[stream][side].append(player)
    for sheet in sheets:
        yield filled(
            shapes.BattleLine,
            sheet,
            id=str(sheet.stream),
            campaign=str(sheet.campaign) if sheet.campaign else None,
            name=sheet.called,
            players=dict(players[sheet.stream]),
            waiting=sheet.asked,
            voided=sheet.voided.split(",") if sheet.voided else [],
        )


def people_in(battles: Iterable[shapes.BattleLine], reader: str) -> dict[str, str]:
    """Names of all their players, for a reader. One query; one more where somebody is shown otherwise to them."""
    players = (player for one in battles for players in one.players.values() for player in players)
    return people.called(players, reader)


def _filtered(request: HttpRequest, user: Person) -> QuerySet[Sheet]:
    campaign, player = queries.uuid(request, "campaign"), _player(request, user)
    asked_for = campaign is not None or (player is not None and player == str(user.pk))
    battles = visible_battles(user) if asked_for else Listed(user).battles
    if campaign:
        battles = battles.filter(campaign=campaign)
    if status := queries.word(request, "status", *Sheet.Status.values):
        battles = battles.filter(status=status)
    if system := queries.word(request, "system", *rules.all_systems()):
        battles = battles.filter(system=system)
    if player:
        battles = battles.filter(stream__in=played_by(player).values("stream"))
    return battles


def _player(request: HttpRequest, user: Person) -> str | None:
    said = queries.word(request, "player")
    if said != "me":
        found = queries.uuid(request, "player")
        return str(found) if found else None
    if not user.is_authenticated:
        raise NotAuthenticated()
    return str(user.pk)


READ = (400, 401, 404, 429)
REPORT = (400, 401, 403, 404, 409, 413, 415, 422, 429, 503)
PAGE = {
    "after": (NUMBER, "Only rows after this position."),
    "limit": ({"type": "integer", "minimum": 1, "maximum": 200, "default": 50}, "How many rows to a page."),
    "history": (
        {"type": "string", "enum": ["all"]},
        "all: every row, struck ones with the row that struck them. Left out: the rows that count.",
    ),
    **AS_OF,
}


class BattleView(OneBattle):
    url_name = "battle"

    @describe("Read a battle", shapes.Battle, query=AS_OF, problems=READ)
    def get(self, request: Request, id: UUID) -> HttpResponse:
        """The battle as you may see it, and what you may report now. Send `If-None-Match` to get an answer only if it
        changed.
        """
        asked = self.asked(request, id)
        until = as_of.of_battle(request._request, asked)

        def read() -> tuple[shapes.Battle, int]:
            seen = _seen(asked, until(), offers=True)
            return seen, max(seen.position, asked.position)

        return revalidated(request._request, asked, read)


class StateView(OneBattle):
    url_name = "battle-state"

    @describe("Read an earlier moment", shapes.Battle, query={**AT, **AS_OF}, problems=READ)
    def get(self, request: Request, id: UUID) -> HttpResponse:
        """The battle as it stood at a position of its log, or as it was believed to stand at a time, as you may see it.

        Without choices: a position may lie in the middle of a report.
        """
        asked = self.asked(request, id)
        until = as_of.of_battle(request._request, asked)

        def read() -> tuple[shapes.Battle, int]:
            at = until() or asked.position
            return _seen(asked, at, offers=False), max(at, asked.position)

        return revalidated(request._request, asked, read)


class EventsView(OneBattle):
    url_name = "battle-events"

    @describe("Read a battle's log", shapes.Events, query=PAGE, problems=READ)
    def get(self, request: Request, id: UUID) -> HttpResponse:
        """The ruled facts that count, in order, in words, as you may know of them.

        Nothing is removed from the log: a correction adds a row `Revised`. If you keep rows and read on with `after`,
        that row tells you what to drop: earlier rows from its `data.from_position` on no longer count, and their
        replacements follow. After a redo (see its `data.act`) rows that you have dropped count again: read the log from
        the start. If you keep every row, walk back from the newest to find those that count, and at a `Revised`
        continue with the row before its `from_position`.

        `history=all` returns every row; one that was struck says by which row (`struck`), by whom and why.
        """
        asked = self.asked(request, id)
        after = queries.number(request._request, "after", 0)
        limit = queries.limit(request._request)
        every = queries.word(request._request, "history", "all") is not None
        until = as_of.of_battle(request._request, asked)

        def read() -> tuple[shapes.Events, int]:
            found, last = log_of(asked, after, limit, every, until())
            if last < found.position:
                found.next = queries.address(request._request, after=last)
            return found, max(found.position, asked.position)

        return revalidated(request._request, asked, read)


def log_of(asked: Access, after: int, limit: int, every: bool, until: int | None = None) -> tuple[shapes.Events, int]:
    """Rows of the log (all of them, or those that count) as the caller may know them, and the position of the last: all
    there are, where it is that of the log."""
    battle, told, rows = handler.replay(asked.stream, until)
    facts = list(zip(told, rows, strict=True))
    page = [(fact, row) for fact, row in facts[after:] if every or not fact.struck][:limit]
    events = presenters.events(asked.stream, battle, facts, page, asked.who)
    found = shapes.Events(events, None, len(rows), people.of_events(events, asked.reader))
    return found, page[-1][1].position if page else after


class CommandsView(OneBattle):
    url_name = "battle-commands"

    @describe(
        "Report to a battle",
        Receipt,
        body={report.JSON: report.BODY, report.SCRIPT: {"type": "string"}},
        query={**report.HOW, "after": (NUMBER, "For a battle script: the position you have seen.")},
        problems=REPORT,
        examples=[A_SHOT, BATCH, SCRIPTED, AN_UNDO, A_CORRECTION, A_DECLARATION],
        typed=MENDED,
    )
    def post(self, request: Request, id: UUID) -> HttpResponse:
        """One report, a list of them, or a battle script. Reports are decided in order; a report sent again counts
        once.

        Leaguer rolls the dice you leave out; where the players roll their own (`dice` of the battle), only those from
        the field on that `leaguer` names in a report's data. A report id used before with the same content gets the
        same bytes as the first answer.

        `Undo`, `Correct`, `Resolve`, `Declare` and `Amend` correct a battle. Send one alone with `dry_run=true` to get
        a `preview` of what it would change. What needs the other side's consent becomes a proposal, which they answer
        with `Agree` or `Decline`.
        """
        asked = self.asked(request, id)
        if asked.who is None:
            raise NotAuthenticated()
        codec = command_codec(find_system(asked.system))

        def lines(text: str) -> Iterable[Line]:
            return parse(text, codec, handler.state(asked.stream, 1).measure)

        said = report.incoming(request._request, asked.stream, asked.who.id, lines)
        keys.check_reports(request.user, said.reports)
        try:
            receipt = handler.execute(
                asked.stream,
                said.reports,
                asked.who,
                "api",
                after=said.after,
                dry_run=said.dry_run,
                atomic=said.atomic,
                at=asked.position,
            )
        except Conflict as conflict:
            raise _conflict(asked, asked.who, conflict) from None
        except Refused as refused:
            raise trouble(
                refusal(in_line(refused, said.lines), naming.called(asked.stream, handler.state(asked.stream)))
            ) from None
        report.name_lines(receipt, said)
        if said.dry_run:
            return answer(revision_preview.tried(receipt, asked.stream, said.reports, asked.who))
        return answer(presenters.receipt(asked.stream, receipt, receipt.state, asked.who, False))


def _seen(asked: Access, until: int | None, offers: bool) -> shapes.Battle:
    """The battle as the caller may see it. A past moment is folded from the log. As it stands now it comes from what
    this process keeps."""
    if until is None:
        stands = standing(asked.stream)
        battle, once = stands.battle, stands.once
        confirmations = [row.data for row in stands.rows if row.type == projections.CONFIRMED]
    else:
        facts = log.facts(asked.stream, until)
        battle, once = handler.state_of(asked.stream, facts), viewer.each_time
        confirmations = [fact[3] for fact in facts if fact[1] == projections.CONFIRMED]
    look = viewer.look_at(asked.stream, battle, asked.who, now=offers, once=once)
    return presenters.battle(look, projections.voided(battle, confirmations), asked.reader)


def _conflict(asked: Access, who: Who, conflict: Conflict) -> Trouble:
    missed = {fact.position for fact in conflict.missed}
    battle, told, rows = handler.replay(asked.stream)
    facts = list(zip(told, rows, strict=True))
    page = [(fact, row) for fact, row in facts if row.position in missed]
    events = presenters.events(asked.stream, battle, facts, page, who)
    return conflicting(conflict, events, people.of_events(events, who.id), naming.called(asked.stream, battle))


class LuckView(OneBattle):
    url_name = "battle-luck"

    @describe("Read the luck of a battle", shapes.BattleLuck, query={**AT, **AS_OF}, problems=(400, 401, 404, 429))
    def get(self, request: Request, id: UUID) -> HttpResponse:
        """What each side's dice came to, beside what they should come to on average, as the rulebook counts them.

        The chances are exact: those of the faces of every die that fell, of the table's as of Leaguer's.
        """
        asked = self.asked(request, id)
        until = as_of.of_battle(request._request, asked)

        def read() -> tuple[shapes.BattleLuck, int]:
            read = tape(asked.stream, asked.who, until())
            found = shapes.BattleLuck(read.head, [_luck(one) for one in luck.luck_of(read)])
            return found, max(read.head, asked.position)

        return revalidated(request._request, asked, read)


def _luck(one: luck.Luck) -> shapes.DiceLuck:
    tally = one.tally
    return filled(shapes.DiceLuck, tally, side=one.side, question=tally.question.key, label=one.called, says=one.says)
