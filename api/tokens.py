"""Exchange a name and a password for a token, and end it."""

from __future__ import annotations

from datetime import timedelta

from django.contrib.auth import authenticate
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.translation import gettext as _
from rest_framework.authentication import BaseAuthentication
from rest_framework.exceptions import AuthenticationFailed, Throttled
from rest_framework.request import Request

from api import bodies, models, throttles
from api.endpoints import Endpoint, answer
from api.problems import Trouble
from api.schema_texts import describe
from api.shapes import people as shapes
from campaigns import login_throttle, second_factor, security_log, security_mail
from campaigns.models import User


class TokenView(Endpoint):
    url_name = "token"
    writes = throttles.Passwords

    def get_authenticators(self) -> list[BaseAuthentication]:
        """A request for a token needs none: an old one in the header does no harm."""
        return [] if getattr(self.request, "method", "") == "POST" else super().get_authenticators()

    @describe(
        "Get a token",
        shapes.Key,
        body=shapes.Credentials,
        example={"username": "bob", "password": "…", "name": "scoreboard", "days": 90},
        status=201,
        problems=(400, 401, 413, 415, 429),
    )
    def post(self, request: Request) -> HttpResponse:
        """Send it with every request: `Authorization: Bearer <token>`. You can have several: give each a `name` by
        which you know it on your account's page, where you can end it. Changing your password ends all of them.
        """
        said = bodies.said(request._request, shapes.Credentials)
        if seconds := login_throttle.take(request._request, said.username):
            raise Throttled(seconds, login_throttle.pause(seconds).message)
        user = authenticate(request._request, username=said.username, password=said.password)
        if user is None:
            raise AuthenticationFailed(_("Name and password do not match."))
        login_throttle.came_in(request._request, said.username)
        assert isinstance(user, User)
        _second_step(request._request, user, said.code)
        if login_throttle.is_new_place(request._request):
            security_mail.tell(user, "new-place", program=said.name or "–")
        key = models.issue(user, said.name, said.days)
        security_log.note("token-made", request._request, user.pk)
        expires = timezone.now() + timedelta(days=said.days)
        return answer(shapes.Key(key, str(user.pk), said.name, expires), status=201)

    @describe("Give a token back", None, problems=(400, 401, 429), status=204)
    def delete(self, request: Request) -> HttpResponse:
        """Ends the token the request was made with."""
        if not isinstance(request.auth, str):
            raise Trouble("malformed", _("There is no token to end: this is a session."), field="token")
        models.Token.objects.filter(pk=request.auth).delete()
        return HttpResponse(status=204)


def _second_step(request: HttpRequest, user: User, code: str) -> None:
    """Where the account has a second step: `Trouble` without the right code, `Throttled` after many wrong ones."""
    if not second_factor.is_on(user):
        if second_factor.is_asked_of_all():
            raise Trouble(
                "second-step",
                _("This site takes a second step, and this account has none."),
                remedy=_("Set it up on the page of your account."),
            )
        return
    try:
        used = second_factor.check(request, user, code) if code else None
    except second_factor.TooOften as error:
        raise Throttled(error.seconds, str(error)) from None
    if used is None:
        if code and not second_factor.is_just_over(user, code):
            security_mail.wrong_code(user)
        detail = (
            _("This account has a second step, and that is not its code.")
            if code
            else _("This account has a second step.")
        )
        raise Trouble("second-step", detail, field="code", remedy=_("Send the code that its app shows as `code`."))
    if used == "recovery":
        security_mail.tell(user, "recovery-code", left=second_factor.left(user))
