"""Friendly battles: begun, looked at while they wait, joined, given up. What a page bounds is bounded here as well."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import timedelta
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from rest_framework.exceptions import NotAuthenticated, Throttled
from rest_framework.request import Request

from api import bodies, models
from api.endpoints import Endpoint, answer, unkept
from api.problems import Trouble
from api.schema_texts import describe
from api.shapes import friendly as shapes
from api.shapes.people import Key
from api.shapes.systems import RosterNote
from battles import naming
from battles.not_found import or_404
from battles.presenters.people import names_of, reader_of
from battles.sentences import words
from campaigns import friendly, friendly_requests, guests, roles, rosters
from campaigns.friendly_requests import GIVEN, OWN, Asked, File, TooOften
from campaigns.models import User, WaitingRoom
from campaigns.presenters.waiting_room import SideTold, sides_told
from rules.contract import Refused, RuleSystem, gettext_noop, say
from rules.friendly import drafted_for
from rules.rosters import Note


class FriendlyView(Endpoint):
    url_name = "friendly"
    largest = rosters.LARGEST

    @describe("See how to begin a friendly battle", shapes.Friendly, problems=(400, 429))
    def get(self, request: Request) -> HttpResponse:
        """With which forces each rulebook's friendly battles are fought, and which one of yours waits."""
        user = friendly_requests.account_of(request._request)
        waiting = friendly.of_host(user) if user else None
        systems = [_forces(system, user) for system in friendly.systems()]
        body = shapes.Friendly(
            may_begin=roles.may_begin_friendly(request.user),
            waiting=str(waiting.pk) if waiting else None,
            systems=systems,
        )
        return unkept(answer(body))

    @describe(
        "Begin a friendly battle",
        shapes.Begun,
        body=shapes.BeginFriendly,
        example={"system": "…", "forces": "list", "list": "…", "side": "lot", "dice": "table"},
        status=201,
        problems=(400, 401, 413, 415, 422, 429),
    )
    def post(self, request: Request) -> HttpResponse:
        """The battle waits for its other player, for a day at most: tell them the `code` or the `link`. It is opened as
        they come in. It takes the place of another one of yours that waits. It counts for nothing.

        Without an account it is begun only where the site has it so (`may_begin`), with a `nickname`.
        """
        if not roles.may_begin_friendly(request.user):
            raise NotAuthenticated()
        said = bodies.said(request._request, shapes.BeginFriendly)
        system = friendly.system_of(said.system)
        if system is None:
            raise _no_system(said.system)
        asked = Asked(
            forces=_forces_of(said),
            scenario=said.scenario,
            points=str(said.points),
            side=said.side,
            dice=said.dice,
            other=said.other,
        )
        mine, theirs = File(said.roster.encode()), File(said.other_roster.encode())
        try:
            begun = friendly_requests.begin(request._request, system, asked, said.nickname, mine, theirs)
        except TooOften as wait:
            raise Throttled(wait.seconds, str(wait)) from None
        notes = _notes(begun.notes)
        room = _room(request._request, begun.room, mine=True)
        return unkept(answer(shapes.Begun(room, _key(begun.guest), notes), 201))


class RoomView(Endpoint):
    url_name = "battle-join"
    largest = rosters.LARGEST

    @describe("Look at a waiting room", shapes.Room, problems=(400, 404, 429))
    def get(self, request: Request, id: UUID) -> HttpResponse:
        """The friendly battle while it waits for its other player. As soon as they are in, this is a 404, and the
        battle is at `battles/{id}/`.
        """
        room = or_404(friendly.find(id))
        return unkept(answer(_room(request._request, room, mine=request.user.pk == room.host_id)))

    @describe(
        "Join a friendly battle",
        shapes.Joined,
        body=shapes.JoinFriendly,
        example={"code": "7KQX-M2HD", "nickname": "Otto"},
        status=201,
        problems=(400, 401, 404, 409, 413, 415, 422, 429),
    )
    def post(self, request: Request, id: UUID) -> HttpResponse:
        """Opens the battle, with you on its other side: as your account, or without one as a guest under a `nickname`.
        A code works once.
        The rulebook judges forces of your own before the battle begins: what is refused may be sent again.
        """
        said = bodies.said(request._request, shapes.JoinFriendly)
        room = or_404(friendly.find(id))
        asked, mine = Asked(forces=_forces_of(said), points=str(said.points)), File(said.roster.encode())
        try:
            found = friendly_requests.join(request._request, room, said.code, said.nickname, asked, mine)
        except TooOften as wait:
            raise Throttled(wait.seconds, str(wait)) from None
        except friendly.Gone:
            text, remedy = _("Somebody else has come in before you."), _("You may watch the battle.")
            raise Trouble("conflict", text, remedy=remedy) from None
        return unkept(answer(shapes.Joined(str(room.pk), _key(found.guest), _notes(found.notes)), 201))

    @describe("Give a friendly battle up", None, problems=(400, 401, 403, 404, 429), status=204)
    def delete(self, request: Request, id: UUID) -> HttpResponse:
        """By its host, while it waits. Nothing of it is kept."""
        room = or_404(friendly.find(id))
        if request.user.pk != room.host_id:
            raise Trouble("not-yours", _("Only the player who began the battle can give it up."))
        friendly.give_up(room)
        return HttpResponse(status=204)


def _forces_of(said: shapes.BeginFriendly | shapes.JoinFriendly) -> str:
    return f"{said.forces}:{said.list}" if said.forces == "list" else said.forces


def _notes(found: Iterable[Note]) -> list[RosterNote]:
    return [RosterNote(words(note.where), words(note.text)) for note in found]


def _no_system(said: str) -> Refused:
    return Refused(
        "friendly",
        say(gettext_noop("There is no rulebook “%(system)s”."), system=said),
        say(gettext_noop("Rulebooks: %(systems)s."), systems=", ".join(one.key for one in friendly.systems())),
        field="system",
        code="unknown",
    )


def _key(guest: User | None) -> Key | None:
    if guest is None:
        return None
    days = guests.LASTS.days
    return Key(models.issue(guest, days=days), str(guest.pk), "", timezone.now() + timedelta(days=days))


def _forces(system: RuleSystem, user: User | None) -> shapes.FriendlyForces:
    last = friendly.last_used(system, user) if user else None
    return shapes.FriendlyForces(
        system=system.key,
        name=system.name,
        lists=[shapes.ReadyList(one.key, words(one.label)) for one in system.friendly.ready],
        scenarios=[shapes.FriendlyScenario(one.key, one.name) for one in drafted_for(system)],
        points=list(system.friendly.points),
        last=_sides(sides_told(last.muster, last.mine)) if last else [],
        rosters=bool(system.rosters),
    )


def _room(request: HttpRequest, room: WaitingRoom, *, mine: bool) -> shapes.Room:
    muster = friendly.muster_of(room)
    other = friendly.other_side(room)
    code = friendly.code_of(room) if mine else ""
    here = request.build_absolute_uri(reverse("battle-join", args=[room.pk]))
    return shapes.Room(
        battle=str(room.pk),
        host=names_of([str(room.host_id)], reader_of(request.user))[str(room.host_id)],
        mine=mine,
        system=muster.system,
        scenario=naming.scenario_name(muster.system, muster.scenario),
        dice=muster.dice or "",  # no room is without
        sides=_sides(sides_told(muster, room.side if mine else other)),
        code=code,
        link=f"{here}#{code}" if mine else here,
        until=room.made_at + friendly.LASTS,
        other=OWN if room.other_chooses else GIVEN,
    )


def _sides(told: list[SideTold]) -> list[shapes.RoomSide]:
    return [
        shapes.RoomSide(one.name, one.mine, [shapes.ModelCount(model, n) for n, model in one.models]) for one in told
    ]
