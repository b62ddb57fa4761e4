"""The second step at login: the page that sets it up and turns it off, and the one that asks for a code after the
password."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import segno
from django.contrib import messages
from django.contrib.auth import login, logout
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.crypto import constant_time_compare
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_post_parameters

from battles.pages.methods import form_page
from campaigns import login_throttle, logins, second_factor, security_mail
from campaigns.models import User
from campaigns.roles import user_of

BEGUN = "second-step-begun"  # in the session: when the password was given for a set-up
PENDING = "second-factor"  # in the session: who has given the right password, and where they go on
LASTS = 600  # seconds for which a password given waits for its code
REFUSED, WRONG, TOO_OFTEN = 403, 422, 429
# What takes no second step: what sets one up, the way in and out, and what asks by itself.
FREE = ("/account/second-step/", "/account/passkeys/", "/login/", "/logout/", "/language/", "/static/", "/api/v1/")
View = Callable[[HttpRequest], HttpResponse]
BACKEND = "campaigns.sessions.Accounts"


# -- after the password ------------------------------------------------------------------------------------------------


def ask(request: HttpRequest, user: User, to: str) -> HttpResponse:
    """The password was right: lead to the page that asks for the code. Nobody is logged in yet."""
    if request.user.is_authenticated:
        logout(request)
    request.session.cycle_key()
    request.session[logins.NEW_PLACE] = login_throttle.is_new_place(request)
    request.session[PENDING] = {
        "user": str(user.pk),
        "password": user.get_session_auth_hash(),
        "at": int(time.time()),
        "to": to,
    }
    return redirect("login-code")


@form_page
@sensitive_post_parameters("code")
def code(request: HttpRequest) -> HttpResponse:
    """The second page of the login."""
    pending = request.session.get(PENDING)
    user = _pending(pending)
    if pending is None or user is None:
        request.session.pop(PENDING, None)
        return redirect("home" if request.user.is_authenticated else "login")
    if request.method != "POST":
        return render(request, "people/login_code.html")
    try:
        used = second_factor.check(request, user, request.POST.get("code", ""))
    except second_factor.TooOften as error:
        return render(request, "people/login_code.html", {"trouble": str(error)}, status=TOO_OFTEN)
    if used is None:
        if not second_factor.is_just_over(user, request.POST.get("code", "")):
            security_mail.wrong_code(user)
        return render(request, "people/login_code.html", {"trouble": _wrong()}, status=WRONG)
    login(request, user, backend=BACKEND)
    request.session[second_factor.GIVEN] = True
    request.session.pop(PENDING, None)
    login_throttle.remember(request, user.get_username())
    if used == "recovery":
        left = second_factor.left(user)
        security_mail.tell(user, "recovery-code", left=left)
        messages.warning(request, _left(left))
    return redirect(pending["to"])


def _left(n: int) -> str:
    if n:
        return _("You came in by a recovery code. Codes left: %(n)s. Make new ones on your account’s page.") % {"n": n}
    return _("That was your last recovery code. Make new ones on your account’s page.")


def _pending(pending: Any) -> User | None:
    """Who has given their password a moment ago, and has not changed it since."""
    if not pending or not 0 <= time.time() - pending["at"] <= LASTS:
        return None
    user = User.objects.filter(pk=pending["user"], is_active=True).first()
    return user if user and constant_time_compare(pending["password"], user.get_session_auth_hash()) else None


# -- where it is asked of everybody ------------------------------------------------------------------------------------


def ask_everybody(get_response: View) -> View:
    """Middleware: where SECOND_STEP=all, who has come in by a password alone is led to where a second step is set up.
    Guests have no account; the API asks by itself."""

    def respond(request: HttpRequest) -> HttpResponse:
        if not second_factor.is_asked_of_all() or request.path.startswith(FREE):
            return get_response(request)
        user = request.user
        if not isinstance(user, User) or user.guest_of or second_factor.was_given(request, user):
            return get_response(request)
        messages.info(request, asked())
        return redirect("second-factor")

    return respond


def asked() -> str:
    return _("This site takes a second step at login. Set it up first, or come in by a passkey.")


# -- setting it up -----------------------------------------------------------------------------------------------------


@login_required
@form_page
@sensitive_post_parameters("password", "code")
def set_up(request: HttpRequest) -> HttpResponse:
    """`do`: "begin" with the password, "confirm" with the app's first code, or with any code "renew" the recovery codes
    or turn it "off". What was begun in a session that somebody left open takes the password, so that nobody locks its
    owner out."""
    user = user_of(request)
    act = ACTS.get(request.POST.get("do", "")) if request.method == "POST" else None
    if act is None:
        return page(request, user)
    if second_factor.is_missing(request, user):
        return without_passkey(request, user)
    try:
        return act(request, user)
    except second_factor.TooOften as error:
        return page(request, user, status=TOO_OFTEN, trouble=str(error))


def _begin(request: HttpRequest, user: User) -> HttpResponse:
    if trouble := login_throttle.wrong_password(request, user, request.POST.get("password", "")):
        status, text = trouble
        return page(request, user, status=status, trouble=text)
    if second_factor.begin(user) is None:
        messages.info(request, _("It is in use already."))
        return redirect("second-factor")
    request.session[BEGUN] = int(time.time())
    return _show_key(request, user)


def _show_key(request: HttpRequest, user: User, status: int = 200, trouble: str = "") -> HttpResponse:
    one = user.authenticator
    address = second_factor.address(one)
    drawn = segno.make(address, error="m", micro=False).svg_inline(omitsize=True, border=4, dark="#000", light="#fff")
    key = second_factor.key_of(one)
    spaced = " ".join(key[n : n + 4] for n in range(0, len(key), 4))
    return page(request, user, status=status, trouble=trouble, qr=drawn, key=spaced, address=address)


def _confirm(request: HttpRequest, user: User) -> HttpResponse:
    """In the browser in which it was begun: a set-up that was given up shows its key to no other session."""
    if second_factor.is_on(user) or not 0 <= time.time() - request.session.get(BEGUN, 0) <= LASTS:
        return redirect("second-factor")
    if not hasattr(user, "authenticator"):  # it was turned off elsewhere meanwhile
        return redirect("second-factor")
    codes = second_factor.confirm(request, user, request.POST.get("code", ""))
    if codes is None:
        trouble = _("That is not the code that the app shows now. Is the clock of your phone right?")
        return _show_key(request, user, WRONG, trouble)
    del request.session[BEGUN]
    request.session[second_factor.GIVEN] = True
    security_mail.tell(user, "second-on")
    return page(request, user, codes=codes)


def _renew(request: HttpRequest, user: User) -> HttpResponse:
    if second_factor.check(request, user, request.POST.get("code", "")) is None:
        return page(request, user, status=WRONG, trouble=_wrong())
    return page(request, user, codes=second_factor.new_codes(user))


def _off(request: HttpRequest, user: User) -> HttpResponse:
    if second_factor.check(request, user, request.POST.get("code", "")) is None:
        return page(request, user, status=WRONG, trouble=_wrong())
    second_factor.turn_off(user)
    security_mail.tell(user, "second-off")
    messages.success(request, _("Your password alone lets you in again."))
    return redirect("second-factor")


def _wrong() -> str:
    return _("That code is wrong, or was used before. Take the one that shows now.")


ACTS = {"begin": _begin, "confirm": _confirm, "renew": _renew, "off": _off}


def without_passkey(request: HttpRequest, user: User) -> HttpResponse:
    """The answer to who came in by a password alone, and would change by what the account is let in beside it."""
    return page(request, user, status=REFUSED, trouble=asked())


def page(request: HttpRequest, user: User, status: int = 200, **context: object) -> HttpResponse:
    """`missing`: nothing is changed here before the reader comes in by their passkey."""
    on = second_factor.is_on(user)
    context |= {"on": on, "left": second_factor.left(user) if on else 0, "passkeys": user.passkeys.all()}
    context["missing"] = second_factor.is_missing(request, user)
    context["since"] = user.authenticator.confirmed_at if on else None
    return render(request, "people/second_factor.html", context, status=status)
