"""What the page's button *Tell me when it is my turn* and the account's list of devices ask for."""

from __future__ import annotations

from hashlib import sha256
from uuid import UUID

from django.contrib import messages
from django.contrib.auth import views as auth
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from battles.pages.methods import form_page
from battles.pages.views import Admit
from battles.sentences import words
from campaigns.models import PushDevice, User
from campaigns.push import devices, keys
from campaigns.roles import user_of
from rules.contract import Refused


@form_page
def device(request: HttpRequest, stream: UUID, admit: Admit) -> HttpResponse:
    """POST `endpoint`, `p256dh`, `auth`: tell this browser from now on, in every battle of its account; 422 with `told`
    where that cannot be. GET `?endpoint=`: the site's public `key`, and whether this browser is `known`."""
    admit(request, str(stream))
    user = request.user
    if not isinstance(user, User) or not keys.is_on():
        raise Http404
    if request.method != "POST":
        digest = sha256(request.GET.get("endpoint", "").encode()).hexdigest()
        known = PushDevice.objects.filter(user=user, digest=digest).exists()
        return JsonResponse({"key": keys.public_key(), "known": known})
    said = [request.POST.get(name, "") for name in ("endpoint", "p256dh", "auth")]
    try:
        devices.take(request, user, *said)
    except Refused as refused:
        return JsonResponse(
            {"told": " ".join(words(part) for part in (refused.text, refused.remedy) if part)}, status=422
        )
    return HttpResponse(status=204)


@require_POST
@login_required
def stop(request: HttpRequest) -> HttpResponse:
    """A device of the visitor's is not told any more. One that is gone already is ignored."""
    user = user_of(request)
    number = request.POST.get("device", "")
    if number.isdecimal() and len(number) < 19:
        user.push_devices.filter(pk=number).delete()
    messages.success(request, _("That device is not told any more."))
    return redirect("account")


class LogOut(auth.LogoutView):
    """Who logs out is not told on this device any more."""

    def post(self, request: HttpRequest, *args: object, **kwargs: object) -> HttpResponse:
        devices.forget_here(request)
        response = super().post(request, *args, **kwargs)
        # Pages of the account go from the browser's memory, too. Not "storage": reports may wait there for a network.
        response.headers["Clear-Site-Data"] = '"cache"'
        return response
