"""The page of a friendly battle on which an account claims a guest's seat, by the guest's own code; the guest reads the
code here, while they play and for as long as their browser knows them."""

from __future__ import annotations

from uuid import UUID

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from battles.forms.trouble import refusal
from battles.pages.methods import form_page
from campaigns import friendly_requests, guests
from campaigns.friendly_requests import TooOften
from campaigns.models import User
from campaigns.pages import robots
from rules.contract import Refused

TOO_OFTEN = 429


@form_page
def claim(request: HttpRequest, stream: UUID) -> HttpResponse:
    """404 for battles that no guest has played."""
    robots.keep_out(request)
    guest = guests.to_claim(request)
    if guest is not None and guest.guest_of == stream:
        return render(request, "campaigns/claim.html", {"code": guests.code_of(guest), "stream": stream})
    if not isinstance(request.user, User):
        return redirect_to_login(request.path)
    if not User.objects.filter(guest_of=stream).exists():
        raise Http404
    if request.method != "POST":
        return _page(request, stream)
    try:
        friendly_requests.claim(request, request.user, stream, request.POST.get("code", ""))
    except TooOften as wait:
        return _page(request, stream, TOO_OFTEN, trouble=str(wait))
    except Refused as refused:
        found = refusal(refused)
        return _page(request, stream, found.status, faults=found.faults)
    messages.success(request, _("The seat is yours, and so is what was reported from it."))
    return redirect("battle", stream=stream)


def _page(request: HttpRequest, stream: UUID, status: int = 200, **context: object) -> HttpResponse:
    context |= {"stream": stream, "typed": request.POST.get("code", "")[:20], "sight": {"names": {}}}
    return render(request, "campaigns/claim.html", context, status=status)
