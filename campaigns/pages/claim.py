"""The page of a friendly battle on which an account claims a guest's seat, by the guest's own code; the guest reads the
code here, while they play and for as long as their browser knows them."""

from __future__ import annotations

from uuid import UUID

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from battles.forms.trouble import refusal
from campaigns import guests, login_throttle
from campaigns.models import User
from campaigns.pages import robots
from rules.contract import Refused, gettext_noop, say

WRONG, TOO_OFTEN = 422, 429
BY_ONE = 20  # tries of one account within an hour, at whatever battles


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
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
    if trouble := _too_often(request, request.user, stream):
        return _page(request, stream, TOO_OFTEN, trouble=trouble)
    try:
        _claim(request, request.user, stream)
    except Refused as refused:
        return _page(request, stream, WRONG, faults=refusal(refused).faults)
    messages.success(request, _("The seat is yours, and so is what was reported from it."))
    return redirect("battle", stream=stream)


def _claim(request: HttpRequest, account: User, stream: UUID) -> None:
    guest = guests.by_code(stream, request.POST.get("code", ""))
    if guest is None:
        login_throttle.one_more_wrong(_key(request, stream))
        text, remedy = gettext_noop("This code fits no guest of this battle."), gettext_noop("A code works once.")
        raise Refused("friendly", say(text), say(remedy), field="code")
    guests.claim(guest, account)


def _too_often(request: HttpRequest, account: User, stream: UUID) -> str:
    """Why they have to wait, in their words; "" if they need not."""
    tries = login_throttle.wrong_so_far(_key(request, stream)) >= login_throttle.TRIES
    if tries or login_throttle.too_often("claim", str(account.pk), BY_ONE):
        return str(login_throttle.pause().message)
    return ""


def _key(request: HttpRequest, stream: UUID) -> str:
    return login_throttle.key_of(request, f"claim {stream}")


def _page(request: HttpRequest, stream: UUID, status: int = 200, **context: object) -> HttpResponse:
    context |= {"stream": stream, "typed": request.POST.get("code", "")[:20], "sight": {"names": {}}}
    return render(request, "campaigns/claim.html", context, status=status)
