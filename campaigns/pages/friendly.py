"""A friendly battle: the page on which one player prepares it, and the one on which the other comes in.

The code by which they come in stands behind the # of the QR's address, so that it reaches the server only when the form
is sent; without a QR it is typed in.
"""

from __future__ import annotations

from typing import Any
from uuid import UUID, uuid4

import msgspec
import segno
from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import ValidationError
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from battles import naming
from battles.forms.trouble import refusal
from campaigns import friendly, guests, login_throttle, roles
from campaigns.client_address import address_of
from campaigns.friendly import Place
from campaigns.models import User, WaitingRoom
from campaigns.pages import robots
from rules.contract import Muster, Refused, Rollers, RuleSystem, gettext_noop, say
from rules.friendly import drafted_for

WRONG, TOO_OFTEN = 422, 429
LIST, DRAFT, AGAIN = "list", "draft", "again"  # how forces are chosen
# Within an hour, by one account and from one address, where a whole club may play.
BY_ONE, BEGUN_HERE, CAME_IN_HERE = 20, 40, 60


class Asked(msgspec.Struct, frozen=True):
    """What the form says."""

    forces: str = ""  # "list:<key>", "draft" or "again"
    scenario: str = ""
    points: str = ""
    side: str = "first"
    dice: str = "ask"


class Denied(Exception):
    """Why a form comes back, in the reader's words."""

    def __init__(self, text: str, status: int = WRONG) -> None:
        super().__init__(text)
        self.status = status


# -- it is prepared ----------------------------------------------------------------------------------------------------


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def begin(request: HttpRequest) -> HttpResponse:
    """`?system=` is the rulebook; without it the page asks for one. The form begins with what most people take."""
    robots.keep_out(request)
    if not roles.may_begin_friendly(request.user):
        return redirect_to_login(request.get_full_path() if request.method != "POST" else request.path)
    user = request.user if isinstance(request.user, User) else None
    said = request.POST if request.method == "POST" else request.GET
    system = friendly.system_of(said.get("system", ""))
    if system is None:
        context = {"systems": friendly.systems(), "waiting": friendly.of_host(user) if user else None}
        return render(request, "campaigns/friendly.html", context)
    last = friendly.last_used(system, user) if user else None
    asked = Asked(**{name: said[name] for name in Asked.__struct_fields__ if name in said})
    if request.method != "POST":
        return _form(request, system, last, asked)
    try:
        _not_too_often(request, "begin", BEGUN_HERE)
        room = _begun(request, user, _chosen(system, last, asked), _dice(asked.dice))
    except (Denied, ValidationError, Refused) as wrong:
        return _form(request, system, last, asked, **_trouble(wrong))
    return redirect("battle-join", stream=room.pk)


def _begun(request: HttpRequest, user: User | None, chosen: tuple[Muster, str], dice: Rollers) -> WaitingRoom:
    """The room; who has no account has one as a guest of it from then on."""
    if user is not None:
        return friendly.begin(user, *chosen, dice)
    name, id = guests.nickname(request.POST.get("nickname", "")), uuid4()
    with transaction.atomic():
        host = guests.make(name, id)
        room = friendly.begin(host, *chosen, dice, id)
    guests.let_in(request, host)
    return room


def _trouble(wrong: Exception) -> dict[str, Any]:
    """Why a form comes back, for its page."""
    match wrong:
        case Denied():
            return {"status": wrong.status, "trouble": str(wrong)}
        case ValidationError():
            return {"status": WRONG, "trouble": " ".join(wrong.messages)}
        case Refused():
            return {"status": WRONG, "faults": refusal(wrong).faults}
    raise wrong


def _chosen(system: RuleSystem, last: friendly.Last | None, asked: Asked) -> tuple[Muster, str]:
    """The forces that the form asks for, and the side of who sent it."""
    how, _colon, key = asked.forces.partition(":")
    mine = ""
    if how == AGAIN and last is not None:
        muster, mine = last.muster, last.mine
    elif how == DRAFT:
        points = int(asked.points) if asked.points.isdecimal() and len(asked.points) < 6 else 0
        muster = friendly.drafted(system, asked.scenario or drafted_for(system)[0].key, points)
    elif how == LIST:
        muster = friendly.ready_made(system, key)
    else:
        raise Refused(
            "friendly",
            say(gettext_noop("The form does not say with which forces you play.")),
            say(gettext_noop("Choose one of the lists, a draft, or the forces of your last battle.")),
            field="forces",
        )
    return muster, friendly.side_of(muster, _place(asked.side), mine)


def _place(said: str) -> Place:
    match said:
        case "first" | "second" | "lot":
            return said
    raise Refused("friendly", say(gettext_noop("The form does not say which side you play.")), field="side")


def _dice(said: str) -> Rollers:
    match said:
        case "table" | "leaguer" | "ask":
            return said
    raise Refused("friendly", say(gettext_noop("The form does not say whose dice are rolled.")), field="dice")


def _not_too_often(request: HttpRequest, what: str, here: int) -> None:
    """Count one more, by address and by account."""
    limits = [(address_of(request), here)]
    if isinstance(request.user, User):
        limits.append((str(request.user.pk), BY_ONE))
    for whose, most in limits:
        if login_throttle.too_often(f"friendly {what}", whose, most):
            raise Denied(_("These were many friendly battles within an hour. Wait a while, then try again."), TOO_OFTEN)


def _form(
    request: HttpRequest,
    system: RuleSystem,
    last: friendly.Last | None,
    asked: Asked,
    status: int = 200,
    **context: object,
) -> HttpResponse:
    lists = system.friendly.ready
    first = f"{LIST}:{lists[0].key}" if lists else DRAFT
    scenarios, points = drafted_for(system), system.friendly.points
    context |= {
        "system": system,
        "lists": [(f"{LIST}:{one.key}", one.label) for one in lists],
        "forces": asked.forces or first,
        "scenarios": [(one.key, one.name) for one in scenarios],
        "scenario": asked.scenario or scenarios[0].key,
        "sizes": [str(size) for size in points],
        "points": asked.points or str(points[min(1, len(points) - 1)]),
        "last": sides_told(last.muster, last.mine) if last else None,
        "side": asked.side,
        "dice": asked.dice,
        "nickname": request.POST.get("nickname", "")[: guests.MOST],
        "most": guests.MOST,
        "sight": {"names": {}},
    }
    return render(request, "campaigns/friendly.html", context, status=status)


class SideTold(msgspec.Struct, frozen=True):
    """A side before its battle is opened: its vehicles by model, so many of each. Cards may lie face down."""

    name: str
    models: tuple[tuple[int, str], ...]
    mine: bool


def sides_told(muster: Muster, mine: str) -> list[SideTold]:
    found = []
    for side in sorted(muster.sides, key=lambda one: one != mine):
        models = [unit.model for unit in muster.units if unit.side == side]
        counted = tuple((models.count(model), model) for model in dict.fromkeys(models))
        found.append(SideTold(naming.side_name(side), counted, side == mine))
    return found


# -- the other player comes in -----------------------------------------------------------------------------------------


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def join(request: HttpRequest, stream: UUID) -> HttpResponse:
    """The waiting room: for its host with the code, for everybody else with a form to come in. Once the battle is open
    it leads there."""
    robots.keep_out(request)
    room = friendly.find(stream)
    if room is None:
        if friendly.is_open(stream):
            return redirect("battle", stream=stream)
        raise Http404
    if request.user.pk == room.host_id:
        return _host(request, room)
    if request.method != "POST":
        return _come_in(request, room)
    try:
        return _joined(request, room)
    except (Denied, ValidationError, Refused) as wrong:
        return _come_in(request, room, **_trouble(wrong))
    except friendly.Gone:
        messages.info(request, _("Somebody else has come in before you. You may watch."))
        return redirect("battle-join", stream=stream)


def _host(request: HttpRequest, room: WaitingRoom) -> HttpResponse:
    if request.method == "POST" and request.POST.get("act") == "stop":
        friendly.give_up(room)
        messages.info(request, _("The battle is given up. Nothing of it is kept."))
        return redirect("friendly")
    code = friendly.code_of(room)
    here = request.build_absolute_uri(reverse("battle-join", args=[room.pk]))
    drawn = segno.make(f"{here}#{code}", error="m", micro=False)
    context = {"code": code, "link": f"{here}#{code}", "address": here} | _about(room, room.side)
    context["qr"] = drawn.svg_inline(scale=6, border=4, dark="#000", light="#fff")
    return render(request, "campaigns/waiting_room.html", context)


def _come_in(request: HttpRequest, room: WaitingRoom, status: int = 200, **context: object) -> HttpResponse:
    other = next(side for side in friendly.muster_of(room).sides if side != room.side)
    context |= _about(room, other) | {
        "host": room.host.shown,
        "code": request.POST.get("code", "")[:20],
        "nickname": request.POST.get("nickname", "")[: guests.MOST],
        "most": guests.MOST,
    }
    return render(request, "campaigns/join_battle.html", context, status=status)


def _about(room: WaitingRoom, mine: str) -> dict[str, object]:
    muster = friendly.muster_of(room)
    system = friendly.system_of(muster.system)
    return {
        "room": room,
        "system": system.name if system else muster.system,
        "scenario": naming.scenario_name(muster.system, muster.scenario),
        "sides": sides_told(muster, mine),
        "sight": {"names": {}},
    }


def _joined(request: HttpRequest, room: WaitingRoom) -> HttpResponse:
    key = login_throttle.key_of(request, f"friendly {room.pk}")
    if login_throttle.wrong_so_far(key) >= login_throttle.TRIES:
        raise Denied(str(login_throttle.pause().message), TOO_OFTEN)
    if not friendly.fits(room, request.POST.get("code", "")):
        login_throttle.one_more_wrong(key)
        raise Denied(_("This code does not fit. Read it again on the other phone."))
    _not_too_often(request, "join", CAME_IN_HERE)
    if isinstance(request.user, User):
        friendly.open_battle(room, request.user)
    else:
        name = guests.nickname(request.POST.get("nickname", ""))
        with transaction.atomic():
            guest = guests.make(name, room.pk)
            friendly.open_battle(room, guest)
        guests.let_in(request, guest)
    return redirect("battle", stream=room.pk)
