"""A draft of the next round's pairings with its reasons, and a campaign's ladder."""

from __future__ import annotations

from datetime import UTC
from uuid import UUID

from django.http import Http404, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from rest_framework.request import Request

from api import access, as_of, queries
from api.campaigns import MOMENT, READ
from api.endpoints import Endpoint, answer, revalidated
from api.problems import Trouble
from api.schema_texts import describe
from api.shapes import filled
from api.shapes import rounds as shapes
from battles import log
from battles.presenters.people import reader_of
from battles.sentences import words
from campaigns import roles
from campaigns.presenters.as_it_stood import told_at
from campaigns.presenters.ladder import LadderTable, ladder_of
from campaigns.presenters.why_paired import WhyPaired, why_paired
from campaigns.season import Season, pairing_reasons, unconfirmed
from campaigns.season.pairing_methods import METHODS
from campaigns.season.pairings import unknown_method
from rules.contract import at_once


class PairingsView(Endpoint):
    url_name = "pairings"

    @describe(
        "Draw up pairings",
        shapes.PairingDraft,
        query={"method": ({"type": "string", "enum": list(METHODS)}, "The method of pairing."), **MOMENT},
        problems=(*READ, 403, 422),
    )
    def get(self, request: Request, id: UUID) -> HttpResponse:
        """Who would meet in the next round by a method, why, and what it breaks: before it is published by `OpenRound`,
        which pairs anew. Without a method by the first there is; on a map nobody is paired by any. With `at` or `as_of`
        as it would have been drawn up then. For organisers.
        """
        sheet, reads = access.read_campaign(request.user, id)
        if not roles.may(request.user, "administer", id):
            raise Trouble("not-yours", _("Only an organiser of the campaign may read this."))
        asked = queries.word(request._request, "method", *METHODS)
        season = told_at(str(sheet.stream), as_of.of_campaign(request._request, reads)()).season
        first = "" if season.opened.theatre is not None else next(iter(METHODS))
        return answer(draft_of(season, asked or first))


def draft_of(season: Season, method: str) -> shapes.PairingDraft:
    """`Refused` where the method cannot pair the next round. No method, as on a map: nobody is paired."""
    if not method:
        return shapes.PairingDraft(method, [], [], [], [], [], [], season.head[0])
    at_once([*unknown_method(season, method), *METHODS[method].wrong(season), *unconfirmed.refused(season, method)])
    free = [key for key, one in season.platoons.items() if not one.dropped]
    pairs = METHODS[method].of(season, free)
    paired = {key for pair in pairs for key in pair}
    open_ = unconfirmed.unconfirmed(season, method)
    still_in = METHODS[method].still_in
    there = {*free} if still_in is None else {*still_in(season)}
    return shapes.PairingDraft(
        method=method,
        pairings=[shapes.DraftedPair(home, away) for home, away in pairs],
        byes=[key for key in free if key in there and key not in paired],
        reasons=[words(one) for one in pairing_reasons.reasons(season, pairs, method)],
        breaks=[words(one) for one in pairing_reasons.breaks(season, pairs, method)],
        unconfirmed=[*open_],
        rests_on=[[*unconfirmed.rests_on(season, pair, open_)] for pair in pairs],
        position=season.head[0],
    )


class WhyPairedView(Endpoint):
    url_name = "why-paired"

    @describe("Read why a fixture was paired", shapes.FixturePaired, problems=READ)
    def get(self, request: Request, id: UUID, fixture: str) -> HttpResponse:
        """From what it was made when it was announced, by which method, and what that is as it is known now.
        Send `If-None-Match` to get an answer only if it changed.
        """
        sheet, asked = access.read_campaign(request.user, id)

        def read() -> tuple[shapes.FixturePaired, int]:
            every = log.read(asked.stream)
            found = why_paired(asked.stream, every, fixture, now=True)
            if found is None and not sheet.fixtures.filter(fixture=fixture).exists():
                raise Http404
            position = every[-1].position
            told = None if found is None else _paired(request, id, found)
            return shapes.FixturePaired(fixture, told, position), position

        return revalidated(request._request, asked, read)


def _paired(request: Request, id: UUID, found: WhyPaired) -> shapes.WhyPaired:
    return shapes.WhyPaired(
        at=found.at,
        announced_at=found.when,
        standings=request.build_absolute_uri(f"{reverse('api:standings', args=[id])}?at={found.at}"),
        method=found.method,
        reasons=list(found.reasons),
        since=list(found.since),
        known=None if found.known is None else shapes.PairedNow(list(found.known.reasons), found.known.meets),
    )


class LadderView(Endpoint):
    url_name = "ladder"

    @describe("Read the ladder", shapes.Ladder, query=MOMENT, problems=READ)
    def get(self, request: Request, id: UUID) -> HttpResponse:
        """Who stands on which rung, from the top, and what each has to settle; with `at` or `as_of` as it was then.
        Whom you may challenge is among the choices. A campaign without a ladder has no rungs.
        """
        _sheet, asked = access.read_campaign(request.user, id)
        season = told_at(asked.stream, as_of.of_campaign(request._request, asked)()).season
        return answer(_ladder(season, ladder_of(season, reader_of(request.user)) or LadderTable((), False, 0)))


def _ladder(season: Season, found: LadderTable) -> shapes.Ladder:
    moment = "%Y-%m-%dT%H:%M:%SZ"
    rungs = [
        filled(
            shapes.Rung,
            one,
            rung=one.number,
            against=one.opponent,
            challenged=one.by,
            answer_by=one.until.astimezone(UTC).strftime(moment) if one.until else "",
            rests=one.rests.astimezone(UTC).strftime(moment) if one.rests else "",
        )
        for one in found.rungs
    ]
    return shapes.Ladder(rungs=rungs, open=found.is_open, range=found.range, position=season.head[0])
