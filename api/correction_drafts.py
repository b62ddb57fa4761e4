"""Corrections that are looked at before they are reported: all that they would change, in one answer."""

from __future__ import annotations

from uuid import UUID, uuid4

from django.http import Http404, HttpResponse
from django.urls import reverse
from rest_framework.exceptions import PermissionDenied
from rest_framework.request import Request

from api import access, bodies, presenters
from api import revision_preview as previews
from api.campaign_preview import seen_in, telling
from api.endpoints import Endpoint, answer
from api.problems import refusal, trouble
from api.schema_texts import describe
from api.shapes import correction_drafts as shapes
from api.shapes import filled
from api.shapes.corrections import Preview
from battles import handler as battle_handler
from battles import log, naming
from battles.not_found import or_404, uuid_in
from battles.reports import Report
from campaigns import correction_drafts as drafts
from campaigns import handler
from campaigns.models import Campaign, CorrectionDraft, Fixture, User
from campaigns.presenters import reach as presenter
from campaigns.presenters import story
from campaigns.reach import now, reached
from campaigns.reached import Correction, Further, Reached
from campaigns.roles import user_of, who_in_battle, who_in_campaign
from rules.adjudicate import Who
from rules.contract import Refused, Unfallen


class CorrectionDraftsView(Endpoint):
    url_name = "campaign-correction-drafts"

    @describe(
        "See all that a correction would change",
        shapes.CorrectionReach,
        body=shapes.DraftCorrection,
        example={"battle": "…", "type": "Amend", "data": {"winner": "axis", "reason": "Misread"}},
        problems=(400, 401, 403, 404, 413, 415, 422, 429),
    )
    def post(self, request: Request, id: UUID) -> HttpResponse:
        """Of a correction or an amended outcome of one of the campaign's battles, or of a correction, an adjudication,
        a penalty or amended house rules in the campaign: on from the battle to the season and its league.

        Nothing is reported. Where the report itself has to bring dice, `asks` says which, and there is nothing else.
        """
        user = user_of(request)
        access.to_campaign(user, id)
        said = bodies.said(request._request, shapes.DraftCorrection)
        stream = _stream(id, said.battle)
        report = Report(str(uuid4()), said.type, bytes(said.data).decode())
        who = who_in_battle(user, stream) if said.battle is not None else who_in_campaign(user, id)
        if who is None:
            raise PermissionDenied
        wanted = Correction(stream, said.battle is not None, report, who, who, who_in_campaign(user, id))
        found = _found(wanted, user)
        row = None
        if said.keep or said.share:
            row = drafts.keep(Campaign.objects.get(pk=id), stream, report, user)
            row.shared = said.share
            row.save(update_fields=["shared"])
        return _answer(request, wanted, found, row)


class CorrectionDraftView(Endpoint):
    url_name = "campaign-correction-draft"

    @describe(
        "See what was shared: all that a correction would change",
        shapes.CorrectionReach,
        problems=(400, 401, 403, 404, 422, 429),
    )
    def get(self, request: Request, id: UUID, key: UUID) -> HttpResponse:
        """As things stand now, and as you may know it. To propose it, or to report it, send the same report to the
        commands of its stream."""
        row, user = _kept(request, id, key), user_of(request)
        try:
            wanted = drafts.correction(row, user)
        except Refused as refused:
            raise trouble(refusal(refused)) from None
        return _answer(request, wanted, _found(wanted, user), row)

    @describe("Withdraw a correction that was shared", None, problems=(400, 401, 403, 404, 429), status=204)
    def delete(self, request: Request, id: UUID, key: UUID) -> HttpResponse:
        """By whoever has asked for it, or an organiser. Its link shows nothing any more."""
        row = _kept(request, id, key)
        if not drafts.may_end(row, user_of(request)):
            raise PermissionDenied
        drafts.end(row)
        return HttpResponse(status=204)


def _kept(request: Request, campaign: UUID, key: UUID) -> CorrectionDraft:
    return or_404(drafts.found(campaign, key, user_of(request)))


def _stream(campaign: UUID, battle: str | None) -> str:
    """Of the campaign or of one of its battles."""
    if battle is None:
        return str(campaign)
    found = or_404(uuid_in(battle))
    if not Fixture.objects.filter(battle=found, campaign=campaign).exists():
        raise Http404
    return str(found)


def _found(wanted: Correction, user: User) -> Reached | Unfallen:
    try:
        return now(reached(wanted, user))
    except Refused as refused:
        raise trouble(refusal(refused, _names(wanted))) from None
    except Unfallen as die:
        return die
    except log.NoSuchStream:
        raise Http404 from None


def _names(wanted: Correction) -> dict[str, str]:
    """A refusal tells no card that the reader may not know."""
    if wanted.battle:
        return naming.called(wanted.stream, battle_handler.state(wanted.stream))
    return story.names_in_refusals(handler.replay(wanted.stream)[0], wanted.in_season.id if wanted.in_season else "")


# -- the answer --------------------------------------------------------------------------------------------------------


def _answer(
    request: Request, wanted: Correction, found: Reached | Unfallen, row: CorrectionDraft | None
) -> HttpResponse:
    told = presenter.told(found) if isinstance(found, Reached) else presenter.Told()
    head = log.head(wanted.stream).position
    address = reverse("correction-draft", args=[row.campaign.pk, row.pk]) if row is not None else ""
    season = _season(found) if isinstance(found, Reached) else None
    body = filled(
        shapes.CorrectionReach,
        told,
        id=str(row.pk) if row is not None else "",
        link=request._request.build_absolute_uri(address) if address else "",
        shared=row.shared if row is not None else False,
        position=head,
        asked_at=row.position if row is not None else head,
        asks=presenters.dice(found) if isinstance(found, Unfallen) else None,
        summary=list(told.summary),
        hangs=[shapes.ReachQuestion(one.question, one.count, one.faces) for one in told.hangs],
        units=[shapes.ReachUnit(one.unit, one.name, list(one.may_be)) for one in told.units],
        platoons=[_platoon(one) for one in told.platoons],
        vehicles=[
            shapes.ReachVehicle(one.owner, one.vehicle, one.what, one.before, list(one.after)) for one in told.vehicles
        ],
        rounds=[shapes.ReachRound(one.round, [*one.published], [*one.would_be], one.stays) for one in told.rounds],
        letters=[shapes.ReachLetter(one.platoon, one.about) for one in told.letters],
        leagues=[_league(one) for one in told.leagues],
        items=[one for one in season.items if not one.settled] if season is not None else [],
        battle=_battle(found) if isinstance(found, Reached) else None,
        season=season,
    )
    response = answer(body)
    response["Cache-Control"] = "private, no-store"
    return response


def _figure(one: presenter.Figure) -> shapes.ReachFigure:
    return shapes.ReachFigure(one.before, one.low, one.high)


def _platoon(one: presenter.PlatoonLine) -> shapes.ReachPlatoon:
    purse = _figure(one.purse) if one.purse is not None else None
    return shapes.ReachPlatoon(one.platoon, _figure(one.rank), _figure(one.score), purse)


def _league(one: Further) -> shapes.ReachLeague:
    ratings = [
        shapes.ReachRating(
            each.player, each.name, each.ladder, shapes.ReachFigure(each.before, each.after.low, each.after.high)
        )
        for each in one.ratings
    ]
    return shapes.ReachLeague(one.name, ratings, list(one.lines), list(one.perhaps), one.whole)


def _battle(found: Reached) -> Preview | None:
    """As the reader of the battle may know it: whose cards are whose is asked of them, not of who reports."""
    if found.battle is None:
        return None
    wanted = found.correction
    return previews.preview(wanted.stream, found.battle.preview, found.battle.now, wanted.reader or Who(""))


def _season(found: Reached) -> Preview | None:
    there = found.season
    if there is None or there.preview is None:
        return None
    reader = found.correction.in_season.id if found.correction.in_season is not None else ""
    then, before = seen_in(there.worlds[0].season, reader), seen_in(there.before, reader)
    called = story.names_in_refusals(there.before, reader)
    return previews.in_shape(there.preview, telling(then), called, telling(before))
