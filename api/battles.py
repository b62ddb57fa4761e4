"""Battles: one of them, its earlier moments, its log, and reporting to it."""

from __future__ import annotations

from uuid import UUID

from django.http import HttpResponse
from rest_framework.exceptions import NotAuthenticated
from rest_framework.request import Request

from api import access, queries, reporting, seeing, shapes
from api.access import Access
from api.describing import NUMBER, describe
from api.endpoints import Endpoint, answer, revalidated
from api.examples import A_SHOT, BATCH, SCRIPTED
from api.problems import Trouble, conflicting
from battles import door, looking
from battles.reports import Conflict
from rules import system as find_system
from rules.adjudicate import Who
from rules.codec import command_codec
from rules.reports import COMMANDS

READ = (400, 401, 404, 429)
REPORT = (400, 401, 403, 404, 409, 413, 415, 422, 429, 503)
PAGE = {
    "after": (NUMBER, "Only rows after this position."),
    "limit": ({"type": "integer", "minimum": 1, "maximum": 200, "default": 50}, "How many rows to a page."),
}


class BattleView(Endpoint):
    url_name = "battle"

    @describe("Read a battle", shapes.Battle, problems=READ)
    def get(self, request: Request, id: UUID) -> HttpResponse:
        """The battle as you may see it, and what you may report now. Send `If-None-Match` to hear only of news."""
        asked = access.to_battle(request.user, id)

        def read() -> tuple[shapes.Battle, int]:
            look = looking.look(asked.stream, asked.who)
            return seeing.battle(look), look.position

        return revalidated(request._request, asked, read)


class StateView(Endpoint):
    url_name = "battle-state"

    @describe("Read an earlier moment", shapes.Battle, query={"at": (NUMBER, "A position.")}, problems=READ)
    def get(self, request: Request, id: UUID) -> HttpResponse:
        """The battle as it stood at a position of its log, as you may see it."""
        asked = access.to_battle(request.user, id)
        at = queries.number(request._request, "at", asked.position, 1, asked.position)

        def read() -> tuple[shapes.Battle, int]:
            return seeing.battle(looking.look(asked.stream, asked.who, until=at)), asked.position

        return revalidated(request._request, asked, read)


class EventsView(Endpoint):
    url_name = "battle-events"

    @describe("Read a battle's log", shapes.Events, query=PAGE, problems=READ)
    def get(self, request: Request, id: UUID) -> HttpResponse:
        """Every ruled fact in order, told in words, as you may know of it."""
        asked = access.to_battle(request.user, id)
        after = queries.number(request._request, "after", 0)
        limit = queries.limit(request._request)

        def read() -> tuple[shapes.Events, int]:
            battle, told, rows = door.replay(asked.stream)
            facts = list(zip(told, rows, strict=True))[after : after + limit]
            last = facts[-1][1].position if facts else after
            more = queries.address(request._request, after=last) if last < len(rows) else None
            return shapes.Events(seeing.events(battle, facts, asked.who), more, len(rows)), len(rows)

        return revalidated(request._request, asked, read)


class CommandsView(Endpoint):
    url_name = "battle-commands"

    @describe(
        "Report to a battle",
        shapes.Receipt,
        body={reporting.JSON: reporting.BODY, reporting.SCRIPT: {"type": "string"}},
        query={**reporting.HOW, "after": (NUMBER, "For a battle script: the position you have seen.")},
        problems=REPORT,
        examples=[A_SHOT, BATCH, SCRIPTED],
    )
    def post(self, request: Request, id: UUID) -> HttpResponse:
        """One report, a list of them, or a battle script. Each is ruled on in turn; a report sent again counts once.

        Dice you leave out are rolled by Leaguer. A report id used before with the same content is answered with the
        bytes of the first answer.
        """
        asked = access.to_battle(request.user, id)
        if asked.who is None:
            raise NotAuthenticated()
        codec = command_codec(find_system(asked.system), COMMANDS)
        said = reporting.incoming(request._request, asked.stream, asked.who.id, codec)
        try:
            receipt = door.execute(
                asked.stream, said.reports, asked.who, "api", after=said.after, dry_run=said.dry_run, atomic=said.atomic
            )
        except Conflict as conflict:
            raise _conflict(asked, asked.who, conflict) from None
        return answer(seeing.receipt(receipt, receipt.state, asked.who, said.dry_run))


def _conflict(asked: Access, who: Who, conflict: Conflict) -> Trouble:
    missed = {fact.position for fact in conflict.missed}
    battle, told, rows = door.replay(asked.stream)
    facts = [(fact, row) for fact, row in zip(told, rows, strict=True) if row.position in missed]
    return conflicting(conflict, seeing.events(battle, facts, who))
