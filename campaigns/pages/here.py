"""The page on which players say that they are at the club this evening. Its address is on the poster, as a code."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse

from battles.pages.methods import form_page
from campaigns import attendance
from campaigns.models import User
from campaigns.pages.request_context import Visit, visit

NOT_YOURS, WRONG = 403, 422


@form_page
def here(request: HttpRequest, stream: UUID) -> HttpResponse:
    """Players say it of all platoons that they command. Each button sends what shall be noted, so a form that is sent
    twice does no harm."""
    at = visit(request, stream)
    if not isinstance(request.user, User):
        return redirect_to_login(request.path)
    mine = attendance.of_player(at.season, at.reader)
    if request.method != "POST":
        return _page(request, at)
    if not mine:
        return _page(request, at, NOT_YOURS)
    told = request.POST.get("as", "")
    if told not in attendance.WORDS:
        return _page(request, at, WRONG)
    day = attendance.evening_of(at.season.zone)
    attendance.say(at.stream, mine, day, attendance.WORDS[told], request.user)
    if "campaign" in request.POST:
        return redirect(f"{at.home}#tonight")
    return redirect(reverse("here", args=[at.stream]))


def _page(request: HttpRequest, at: Visit, status: int = 200) -> HttpResponse:
    context = {"campaign": at.season.opened, "stream": at.stream, "season": at.season, "tonight": tonight(at)}
    return render(request, "campaigns/here.html", context, status=status)


def tonight(at: Visit) -> dict[str, Any] | None:
    """What the visitor has said of this evening; None if it is not theirs to say. One query, for players alone."""
    mine = attendance.of_player(at.season, at.reader) if at.moment is None else ()
    if not mine:
        return None
    told = attendance.said(at.stream, attendance.evening_of(at.season.zone))
    names = [at.season.platoons[key].name for key in mine]
    words = {told.get(key) for key in mine}
    return {"names": names, "here": words == {True}, "away": words == {False}}
