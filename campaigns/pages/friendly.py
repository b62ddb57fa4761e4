"""A friendly battle: the page on which one player prepares it, and the one on which the other comes in.

The code by which they come in stands behind the # of the QR's address, so that it reaches the server only when the form
is sent; without a QR it is typed in.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any
from uuid import UUID

import segno
from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.core.files.uploadedfile import UploadedFile
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from battles import naming
from battles.forms.trouble import refusal
from battles.pages.methods import form_page
from battles.presenters.people import names_of, reader_of
from battles.sentences import words
from campaigns import friendly, friendly_requests, guests, roles
from campaigns.friendly_requests import DRAFT, GIVEN, LIST, Asked, File, TooOften
from campaigns.models import WaitingRoom
from campaigns.pages import robots
from campaigns.presenters.waiting_room import sides_told
from rules.contract import Refused, RuleSystem
from rules.friendly import drafted_for, lists_for, sizes_for
from rules.rosters import Note

TOO_OFTEN = 429


# -- it is prepared ----------------------------------------------------------------------------------------------------


@form_page
def begin(request: HttpRequest) -> HttpResponse:
    """`?system=` is the rulebook; without it the page asks for one. The form begins with what most people take."""
    robots.keep_out(request)
    if not roles.may_begin_friendly(request.user):
        return redirect_to_login(request.get_full_path() if request.method != "POST" else request.path)
    user = friendly_requests.account_of(request)
    said = request.POST if request.method == "POST" else request.GET
    system = friendly.system_of(said.get("system", ""))
    if system is None:
        context = {"systems": friendly.systems(), "waiting": friendly.of_host(user) if user else None}
        return render(request, "campaigns/friendly.html", context)
    asked = _asked(said)
    if request.method != "POST":
        return _form(request, system, asked)
    try:
        mine, theirs = _file(request, "roster"), _file(request, "other_roster")
        begun = friendly_requests.begin(request, system, asked, said.get("nickname", ""), mine, theirs)
    except (Refused, TooOften) as wrong:
        return _form(request, system, asked, **_trouble(wrong))
    if begun.guest is not None:
        guests.let_in(request, begun.guest)
    _tell(request, begun.notes)
    return redirect("battle-join", stream=begun.room.pk)


def _asked(said: Any) -> Asked:
    return Asked(**{name: said[name] for name in Asked.__struct_fields__ if name in said})


def _tell(request: HttpRequest, notes: Iterable[Note]) -> None:
    """What of a roster was not taken."""
    for note in notes:
        messages.info(
            request, _("Roster, %(where)s: %(text)s") % {"where": words(note.where), "text": words(note.text)}
        )


def _file(request: HttpRequest, name: str) -> File:
    """The roster that was uploaded; else the one that was pasted."""
    upload = request.FILES.get(f"{name}_file")
    if isinstance(upload, UploadedFile) and upload.size:
        return File(upload.read(), upload.name or "")
    return File(request.POST.get(name, "").strip().encode())


def _trouble(wrong: Refused | TooOften) -> dict[str, Any]:
    """Why a form comes back, for its page."""
    if isinstance(wrong, TooOften):
        return {"status": TOO_OFTEN, "trouble": str(wrong)}
    found = refusal(wrong)
    return {"status": found.status, "faults": found.faults}


def _form(request: HttpRequest, system: RuleSystem, asked: Asked, status: int = 200, **context: object) -> HttpResponse:
    user = friendly_requests.account_of(request)
    last = friendly.last_used(system, user) if user else None
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
        "rosters": [one.name for one in system.rosters],
        "roster": request.POST.get("roster", ""),
        "other_roster": request.POST.get("other_roster", ""),
        "last": sides_told(last.muster, last.mine) if last else None,
        "side": asked.side,
        "dice": asked.dice,
        "other": asked.other,
        "nickname": request.POST.get("nickname", "")[: guests.MOST],
        "most": guests.MOST,
        "sight": {"names": {}},
    }
    return render(request, "campaigns/friendly.html", context, status=status)


# -- the other player comes in -----------------------------------------------------------------------------------------


@form_page
def join(request: HttpRequest, stream: UUID) -> HttpResponse:
    """The waiting room: for its host with the code, for everybody else with a form to come in. Once the battle is open
    it leads there."""
    robots.keep_out(request)
    room = friendly.find(stream)
    if room is None:
        if friendly.is_open(stream) and roles.admitted(request.user, stream) is not None:
            return redirect("battle", stream=stream)
        raise Http404
    if request.user.pk == room.host_id:
        return _host(request, room)
    if request.method != "POST":
        return _come_in(request, room)
    code, nickname, roster = request.POST.get("code", ""), request.POST.get("nickname", ""), _file(request, "roster")
    try:
        came_in = friendly_requests.join(request, room, code, nickname, _asked(request.POST), roster)
    except (Refused, TooOften) as wrong:
        return _come_in(request, room, **_trouble(wrong))
    except friendly.Gone:
        messages.info(request, _("Somebody else has come in before you. You may watch."))
        return redirect("battle-join", stream=stream)
    _tell(request, came_in.notes)
    if (guest := came_in.guest) is not None:
        guests.let_in(request, guest)
        text = _("Your code is %(code)s. With it you can take this battle along into an account, today or later.")
        messages.info(request, text % {"code": guests.code_of(guest)})
    return redirect("battle", stream=stream)


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
    other = friendly.other_side(room)
    context |= (
        _about(room, other)
        | _to_bring(request, room, other)
        | {
            "host": names_of([str(room.host_id)], reader_of(request.user))[str(room.host_id)],
            "code": request.POST.get("code", "")[:20],
            "nickname": request.POST.get("nickname", "")[: guests.MOST],
            "most": guests.MOST,
        }
    )
    return render(request, "campaigns/join_battle.html", context, status=status)


def _to_bring(request: HttpRequest, room: WaitingRoom, mine: str) -> dict[str, object]:
    """With what who comes in may fight, where the host leaves that to them."""
    muster = friendly.muster_of(room)
    system = friendly.system_of(muster.system)
    if not room.other_chooses or system is None:
        return {}
    asked, sizes = _asked(request.POST), [str(size) for size in sizes_for(system, muster)]
    lists = [(f"{LIST}:{one.key}", one.label) for one in lists_for(system, muster, mine)]
    return {
        "own": bool(lists or sizes),
        "forces": asked.forces or GIVEN,
        "lists": lists,
        "sizes": sizes,
        "points": asked.points or next(iter(sizes[1:2] or sizes), ""),
        "rosters": [one.name for one in system.rosters if sizes],  # other scenarios have preset forces
        "roster": request.POST.get("roster", ""),
    }


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
