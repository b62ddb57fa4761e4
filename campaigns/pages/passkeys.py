"""Passkeys on pages: made and ended on the account's, asked for at the login. What a browser has to be asked is fetched
by script as somebody taps, and its answer comes back with a form."""

from __future__ import annotations

import time
from typing import Any

from django.contrib import messages
from django.contrib.auth import login
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_POST

from campaigns import login_throttle, passkeys, second_factor, security_log, security_mail
from campaigns.client_address import address_of
from campaigns.models import User
from campaigns.pages import second_factor as second_step
from campaigns.pages.second_factor import BACKEND
from campaigns.push.devices import label
from campaigns.roles import user_of

# In the session: what is to be signed, at a login and for a new passkey. They are apart, as the latter is asked for
# with a password: it says whose that was, and when.
STATE, MAKES = "passkey", "new-passkey"
LASTS = 600  # seconds for which a password given waits for its passkey
now = time.time
ASKED = 60  # times that one address may ask for a login in an hour, for a whole club
WRONG, TOO_OFTEN = 422, 429


@never_cache
@sensitive_post_parameters("password")
@require_POST
@login_required
def begin(request: HttpRequest) -> HttpResponse:
    """What a browser makes a passkey with, for who gives their password; else what to say of it."""
    user = user_of(request)
    if second_factor.is_missing(request, user):
        return JsonResponse({"told": second_step.asked()}, status=second_step.REFUSED)
    if trouble := login_throttle.wrong_password(request, user, request.POST.get("password", "")):
        status, text = trouble
        return JsonResponse({"told": text}, status=status)
    options, state = passkeys.begin(user)
    request.session[MAKES] = {"state": state, "user": str(user.pk), "at": int(now())}
    return JsonResponse(options)


@never_cache
@sensitive_post_parameters("password")
@require_POST
@login_required
def own(request: HttpRequest) -> HttpResponse:
    """Keep the passkey that the browser has made, or with `end` the id of one end it, with the password."""
    user = user_of(request)
    if second_factor.is_missing(request, user):
        return second_step.without_passkey(request, user)
    if "end" in request.POST:
        if trouble := login_throttle.wrong_password(request, user, request.POST.get("password", "")):
            return second_step.page(request, user, status=trouble[0], trouble=trouble[1])
        if user.passkeys.filter(pk=_number(request.POST["end"])).delete()[0]:
            security_mail.tell(user, "passkey-off")
            messages.success(request, _("That passkey lets nobody in any more."))
        return redirect("second-factor")
    state = _begun(request.session.pop(MAKES, None), user)
    name = request.POST.get("label", "").strip() or label(request)
    try:
        if state is None:
            raise passkeys.Wrong
        one = passkeys.keep(user, state, request.POST.get("credential", ""), name)
    except passkeys.Wrong:
        messages.error(request, _("No passkey was made. Try once more."))
    else:
        security_mail.tell(user, "passkey-on", passkey=one.label)
        messages.success(request, _("Kept. From now on it lets you in without a password."))
    return redirect("second-factor")


def _begun(made: Any, user: User) -> passkeys.State | None:
    """What this account was asked to make a passkey with, a moment ago."""
    if made is None or made["user"] != str(user.pk) or not 0 <= now() - made["at"] <= LASTS:
        return None
    state: passkeys.State = made["state"]
    return state


@never_cache
@require_POST
def ask(request: HttpRequest) -> HttpResponse:
    """What a browser signs for a login."""
    if login_throttle.too_often("passkey", address_of(request), ASKED):
        return JsonResponse({"told": str(login_throttle.pause().message)}, status=TOO_OFTEN)
    options, state = passkeys.ask()
    request.session[STATE] = state
    return JsonResponse(options)


@never_cache
@require_POST
def come_in(request: HttpRequest) -> HttpResponse:
    """Let in whose passkey has signed it."""
    state: Any = request.session.pop(STATE, None)
    to = request.POST.get("next", "")
    try:
        if state is None:
            raise passkeys.Wrong
        user = passkeys.who(state, request.POST.get("credential", ""))
    except passkeys.Wrong:
        security_log.note("passkey-wrong", request, security_log.NOBODY)
        messages.error(request, _("That passkey does not let you in. Log in with your password."))
        return redirect("login")
    login_throttle.came_in(request, user.get_username())
    login(request, user, backend=BACKEND)
    request.session[second_factor.GIVEN] = True
    safe = url_has_allowed_host_and_scheme(to, {request.get_host()}, require_https=request.is_secure())
    return redirect(to if safe else reverse("home"))


def _number(text: str) -> int:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 18 else 0
