"""Rulings that wait for a second officer: read, confirmed, declined, withdrawn."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import cast
from uuid import UUID

import msgspec
from django.core.exceptions import PermissionDenied
from django.db.models import Q
from django.http import HttpResponse
from django.urls import reverse
from rest_framework.request import Request

from api import access, bodies, people, queries
from api.endpoints import Endpoint, answer
from api.problems import refusal, trouble
from api.schema_texts import PAGED, describe
from api.shapes import filled
from api.shapes import held as shapes
from api.shapes.reports import Answer, Receipt
from battles import log
from battles.not_found import or_404
from battles.projections import MOMENT
from battles.reports import Report
from battles.sentences import words
from campaigns import handler, held_rulings, roles
from campaigns.models import HeldRuling, User
from campaigns.presenters import story
from campaigns.season import narrate, see_event
from campaigns.season.visibility import as_read_by
from campaigns.second_officer import reports_of
from rules.contract import Refused

CHOSEN = {"state": ({"type": "string", "enum": [*HeldRuling.State.values]}, "Only those that are in this state.")}


class HeldRulingsView(Endpoint):
    url_name = "held-rulings"

    @describe(
        "List the rulings that wait for a second officer, and those that were answered",
        shapes.HeldRulings,
        query={**PAGED, **CHOSEN},
        problems=(400, 401, 403, 404, 429),
    )
    def get(self, request: Request, id: UUID) -> HttpResponse:
        """As an officer of the campaign. The newest come first."""
        user = _officer(request, id)
        limit = queries.limit(request._request)
        rows = HeldRuling.objects.filter(campaign=id).order_by("-asked_at", "-pk")
        if (state := queries.word(request._request, "state", *HeldRuling.State.values)) is not None:
            rows = rows.filter(state=state)
        if (place := queries.cursor(request._request, queries.TIME, queries.ID)) is not None:
            at = datetime.fromisoformat(place[0])
            rows = rows.filter(Q(asked_at__lt=at) | Q(asked_at=at, pk__lt=place[1]))
        found = list(rows[: limit + 1])
        last = found[limit - 1] if len(found) > limit else None
        rest = queries.next_page(request._request, f"{last.asked_at:{MOMENT}}", str(last.pk)) if last else None
        named = {str(who) for row in found[:limit] for who in (row.by_id, row.answered_by_id) if who}
        told = people.called(sorted(named), str(user.pk))
        return answer(shapes.HeldRulings([_row(one) for one in found[:limit]], told, rest))


def _row(row: HeldRuling) -> shapes.HeldRulingRow:
    return shapes.HeldRulingRow(
        id=str(row.pk),
        kind=row.kind,  # type: ignore[arg-type]  # one of the keys of `second_officer.KINDS`
        state=row.state,  # type: ignore[arg-type]
        types=[one.type for one in reports_of(row)],
        by=str(row.by_id),
        asked_at=row.asked_at.isoformat(),
        answered_by=str(row.answered_by_id) if row.answered_by_id else None,
        answered_at=row.answered_at.isoformat() if row.answered_at else None,
    )


class HeldRulingView(Endpoint):
    url_name = "held-ruling"

    @describe("Read a ruling that waits for a second officer", shapes.HeldRuling, problems=(400, 401, 403, 404, 429))
    def get(self, request: Request, id: UUID, key: UUID) -> HttpResponse:
        """As an officer of the campaign. While it waits, it says what it would come to as things stand."""
        row, user = _found(request, id, key)
        return _told(row, user)

    @describe(
        "Answer a ruling that waits for a second officer",
        shapes.HeldRuling,
        body=shapes.AnswerHeldRuling,
        example={"answer": "decline", "reason": "They have agreed since"},
        problems=(400, 401, 403, 404, 413, 415, 422, 429),
    )
    def post(self, request: Request, id: UUID, key: UUID) -> HttpResponse:
        """Another officer confirms it, and it is done in the name of who asked; or declines it, with a reason. Who
        asked may withdraw it. The same answer sent again changes nothing. What is refused as things stand waits on.
        """
        row, user = _found(request, id, key)
        said = bodies.said(request._request, shapes.AnswerHeldRuling)
        try:
            match said.answer:
                case "confirm":
                    row = held_rulings.confirm(row, user)
                case "decline":
                    row = held_rulings.decline(row, user, said.reason)
                case _:
                    row = held_rulings.withdraw(row, user)
        except Refused as refused:
            season = as_read_by(handler.replay(str(id))[0], str(user.pk), roles.who_in_campaign(user, id))
            raise trouble(refusal(refused, story.names_in_refusals(season, str(user.pk)))) from None
        return _told(row, user)


def waiting(row: HeldRuling, sent: Sequence[Report]) -> HttpResponse:
    """202: nothing is done yet, and where it is answered."""
    where = reverse("api:held-ruling", args=[row.campaign_id, row.pk])
    head = log.head(str(row.campaign_id))
    reports = [Answer(one.id, "untried", []) for one in sent]
    response = answer(Receipt(False, head.position, head.digest, reports, held=where), status=202)
    response["Location"] = where
    return response


def _found(request: Request, campaign: UUID, key: UUID) -> tuple[HeldRuling, User]:
    """404 for a campaign that they may not read, 403 for who is no officer of it."""
    user = _officer(request, campaign)
    row = or_404(held_rulings.found(campaign, key, user))
    return row, user


def _officer(request: Request, campaign: UUID) -> User:
    access.to_campaign(request.user, campaign)
    user = cast(User, request.user)
    if not roles.may(user, "administer", campaign):
        raise PermissionDenied
    return user


def _told(row: HeldRuling, user: User) -> HttpResponse:
    told, refused = _foreseen(row, user) if row.waits else ([], "")
    line = _row(row)
    return answer(
        filled(
            shapes.HeldRuling,
            line,
            campaign=str(row.campaign_id),
            reports=[shapes.HeldReport(one.id, one.type, _reason(one)) for one in reports_of(row)],
            via=row.via,
            reason=row.reason,
            told=told,
            refused=refused,
            people=people.called([line.by, line.answered_by or ""], str(user.pk)),
        )
    )


def _reason(one: Report) -> str:
    said = msgspec.json.decode(one.data).get("reason", "")
    return said if isinstance(said, str) else ""


def _foreseen(row: HeldRuling, user: User) -> tuple[list[str], str]:
    """What it would come to, as its reader may know it; or why it would be refused."""
    stream, who = str(row.campaign_id), roles.who_in_campaign(user, row.campaign_id)
    assert who is not None
    try:
        receipt = handler.execute(stream, reports_of(row), who, "api", dry_run=True)
    except Refused as refused:
        season = as_read_by(handler.replay(stream)[0], who.id, who)
        return [], words(refused.text, story.names_in_refusals(season, who.id))
    season = as_read_by(receipt.state, who.id, who)
    facts = [fact for one in receipt.answers for fact in one.events]
    names = story.names_in(season)
    return [words(narrate(season, see_event(season, fact.event, who.id)), names) for fact in facts], ""
