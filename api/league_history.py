"""Results of before into a league: a list, looked at line by line, and taken in."""

from __future__ import annotations

from uuid import UUID

from django.http import HttpResponse
from django.utils.translation import gettext as _
from rest_framework.request import Request

import rules
from api import access, bodies, queries
from api.endpoints import Endpoint, answer
from api.problems import Trouble, refusal, trouble
from api.schema_texts import FLAG, describe
from api.shapes import league_history as shapes
from leagues import handler, history
from leagues.history import Line, Look
from leagues.history.listing import names_in
from rules.contract import Refused


class LeagueHistoryView(Endpoint):
    url_name = "league-history"
    largest = 900_000  # what a request may hold at all is a little more

    @describe(
        "Take results of before into a league",
        shapes.HistoryTaken,
        body=shapes.TakeInHistory,
        query={"preview": (FLAG, "Only answer what each line comes to; nothing is written.")},
        example={
            "text": "season,round,player,opponent,points,against\n2019,1,Anna,Otto,3,1",
            "people": {"Otto": "new"},
        },
        problems=(400, 401, 403, 404, 413, 415, 422, 429, 503),
    )
    def post(self, request: Request, id: UUID) -> HttpResponse:
        """For organisers of the league, while no season is under way. `text` is a list in CSV, a tournament of
        Challonge (JSON) or an archive of Tabbycat (XML); each season of it becomes one of the league, closed and marked
        as history. All of it or nothing: a line at fault stops it, unless `despite` leaves those out. A preview answers
        with the faults among its lines."""
        said = bodies.said(request._request, shapes.TakeInHistory)
        preview = queries.flag(request._request, "preview", False)
        desk, sheet, asked = access.read_league(request.user, id)
        if asked.who is None or not asked.who.referee:
            raise Trouble("not-yours", _("Only organisers of the league may do this."))
        if said.system and said.system not in rules.all_systems():
            raise Trouble("malformed", _("There is no such rulebook."), field="system")
        try:
            found = history.look(
                desk,
                handler.replay(asked.stream)[0],
                said.text,
                kind=said.kind,
                people=said.people,
                system=said.system,
                division=said.division,
            )
            if found.seasons or not preview:
                history.take(asked.stream, found, asked.who, "api", despite=said.despite or preview, dry_run=preview)
        except Refused as refused:
            raise trouble(refusal(refused)) from None
        sheet.refresh_from_db()
        return answer(_taken(found, preview, sheet.position))


def _taken(found: Look, preview: bool, position: int) -> shapes.HistoryTaken:
    return shapes.HistoryTaken(
        kind=found.kind,
        lines=[_line(one) for one in found.lines],
        names=[_name(name, found) for name in names_in(found.listed.games)],
        seasons=[
            shapes.HistorySeason(one.campaign, one.title, len(one.games), len(one.places)) for one in found.seasons
        ],
        preview=preview,
        position=position,
    )


def _line(one: Line) -> shapes.HistoryLine:
    remedy, field = (one.fault.remedy, one.fault.field) if one.fault is not None else ("", "")
    return shapes.HistoryLine(one.line, one.text, one.game, one.fault is not None, remedy, field)


def _name(name: str, found: Look) -> shapes.HistoryName:
    key = found.matched.key(name)
    out = name.casefold() in found.matched.out
    return shapes.HistoryName(name, None if out or key in found.matched.new else key, out)
