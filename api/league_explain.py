"""Explains the figures of a league: ratings, records, places, titles, honours, and what vehicles have done."""

from __future__ import annotations

from uuid import UUID

from django.http import HttpResponse
from rest_framework.request import Request

from api import access, as_of
from api.endpoints import Endpoint, revalidated
from api.leagues import MOMENT, READ
from api.schema_texts import WORD, describe
from api.shapes import filled
from api.shapes import league_explain as shapes
from battles.presenters.story import way
from leagues import roles
from leagues.presenters.explanations import Link, Telling
from leagues.presenters.names import names_for

OF = {
    "of": (
        WORD,
        "The figure: “players.7.rating”, “players.7.rating:<rulebook>”, “players.7.luck”, “players.7.division”,"
        " “vehicles.<campaign>/<vehicle>.kills”, “honours.2.1”. Left out: those there are.",
    )
}


class LeagueExplainView(Endpoint):
    url_name = "league-explain"

    @describe(
        "Explain a figure of a league",
        (shapes.LeagueExplanation, shapes.LeagueFacts),
        query={**OF, **MOMENT},
        problems=READ,
    )
    def get(self, request: Request, id: UUID) -> HttpResponse:
        """Why a figure of the league is what it is: the games behind it, each with what it changed and with the
        fixture and battle that it was; or the rows of the log that settled it. Of a player: ratings, record and other
        metrics, luck, division, titles, and the place in a campaign that is over. Of a vehicle, with what it was in
        earlier seasons: battles, shots, hits, kills, damage. Of an honour: what it was awarded for, as the league stood
        then.

        Without `of`: every figure of players and every honour that can be explained to you, with its value. With `at`
        or `as_of`, as it stood then.
        """
        desk, sheet, asked = access.read_league(request.user, id)
        of, then = request._request.GET.get("of"), as_of.told_of_league(request._request, sheet, asked)

        def read() -> tuple[shapes.LeagueExplanation | shapes.LeagueFacts, int]:
            _stood, told = then()
            rows = told.rows
            names = names_for(request.user, desk, sheet, {row.by for row in rows})
            unseen = roles.unseen(request.user, sheet)
            telling = Telling(told.league, told.live, rows, names, asked.who.id if asked.who else "", unseen)
            if of is None:
                facts = telling.facts()
                people = names.by_key(one.player for one in facts)
                shown = [filled(shapes.LeagueFact, one) for one in facts]
                return shapes.LeagueFacts(shown, len(rows), people), sheet.position
            fact, links = telling.why(of)
            people = names.by_key((fact.player, *(one.row.by for one in links if one.row)))
            steps = [_step(one) for one in links]
            why = filled(shapes.LeagueExplanation, fact, steps=steps, position=len(rows), people=people)
            return why, sheet.position

        return revalidated(request._request, asked, read)


def _step(one: Link) -> shapes.LeagueStep:
    row = one.row
    return filled(
        shapes.LeagueStep,
        one,
        position=row.position if row else 0,
        by=row.by if row else "",
        at=row.at if row else None,
        via=way(row.via) if row else "",
        type=one.kind,
        reasons=list(one.reasons),
        campaign=str(one.campaign) if one.campaign else None,
        fixture=one.fixture or None,
        battle=str(one.battle) if one.battle else None,
        of=one.asks,
        of_battle=one.asks_battle,
    )
