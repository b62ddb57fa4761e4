"""The list of battles."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from uuid import UUID

from django.db.models import Q, QuerySet
from django.http import HttpRequest, HttpResponse
from rest_framework.exceptions import NotAuthenticated
from rest_framework.request import Request

import rules
from api import people, queries, shapes
from api.endpoints import Endpoint, fingerprinted
from api.schema_texts import MOVED_SINCE, PAGED, WORD, describe
from api.schema_texts import UUID as UUID_SCHEMA
from battles import naming
from battles.models import Seat, Sheet
from campaigns.roles import Person, listed_battles, played_by, visible_battles


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
        found = _page(request._request, _filtered(request._request, request.user))
        limit = queries.limit(request._request)
        sheets = list(found[: limit + 1])
        page, more = sheets[:limit], len(sheets) > limit
        place = (page[-1].mustered_at, str(page[-1].stream)) if more else ()
        rest = queries.next_page(request._request, *place) if more else None
        told = list(lines(page))
        return fingerprinted(request._request, shapes.Battles(told, rest, people_in(told)))


def lines(sheets: Iterable[Sheet]) -> Iterable[shapes.BattleLine]:
    """Each battle with its name and players. A few queries for all of them."""
    sheets = naming.name(sheets)
    players: dict[UUID, dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
    for stream, side, player in Seat.objects.filter(sheet__in=sheets).values_list("sheet", "side", "player"):
        players[stream][side].append(player)
    for sheet in sheets:
        yield shapes.BattleLine(
            id=str(sheet.stream),
            campaign=str(sheet.campaign) if sheet.campaign else None,
            system=sheet.system,
            edition=sheet.edition,
            scenario=sheet.scenario,
            title=sheet.title,
            name=sheet.called,
            status=sheet.status,
            round=sheet.round,
            position=sheet.position,
            winner=sheet.winner,
            players=dict(players[sheet.stream]),
            waiting=sheet.asked,
            voided=sheet.voided.split(",") if sheet.voided else [],
            mustered_at=sheet.mustered_at,
            moved_at=sheet.moved_at,
        )


def people_in(battles: Iterable[shapes.BattleLine]) -> dict[str, str]:
    """Names of all their players. One query."""
    return people.called(player for one in battles for players in one.players.values() for player in players)


def _filtered(request: HttpRequest, user: Person) -> QuerySet[Sheet]:
    campaign, player = queries.uuid(request, "campaign"), _player(request, user)
    asked_for = campaign is not None or (player is not None and player == str(user.pk))
    battles = visible_battles(user) if asked_for else listed_battles(user)
    if campaign:
        battles = battles.filter(campaign=campaign)
    if status := queries.word(request, "status", *Sheet.Status.values):
        battles = battles.filter(status=status)
    if system := queries.word(request, "system", *rules.all_systems()):
        battles = battles.filter(system=system)
    if since := queries.moment(request, "since"):
        battles = battles.filter(moved_at__gt=since)
    if player:
        battles = battles.filter(stream__in=played_by(player).values("stream"))
    return battles.order_by("-mustered_at", "stream")


def _player(request: HttpRequest, user: Person) -> str | None:
    said = queries.word(request, "player")
    if said != "me":
        found = queries.uuid(request, "player")
        return str(found) if found else None
    if not user.is_authenticated:
        raise NotAuthenticated()
    return str(user.pk)


def _page(request: HttpRequest, battles: QuerySet[Sheet]) -> QuerySet[Sheet]:
    place = queries.cursor(request, queries.TIME, queries.ID)
    if place is None:
        return battles
    at, stream = place
    return battles.filter(Q(mustered_at__lt=at) | Q(mustered_at=at, stream__gt=UUID(stream)))
