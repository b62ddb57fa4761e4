"""Coming in: a name and a password for a token, and giving it back."""

from __future__ import annotations

import msgspec
from django.contrib.auth import authenticate
from django.http import HttpResponse
from django.utils.translation import gettext as _
from rest_framework.authentication import BaseAuthentication
from rest_framework.exceptions import AuthenticationFailed, Throttled
from rest_framework.request import Request

from api import bodies, models, shapes, throttles
from api.describing import describe
from api.endpoints import Endpoint, answer
from api.problems import Trouble
from campaigns.pages import tries

_credentials = msgspec.json.Decoder(shapes.Credentials)


class TokenView(Endpoint):
    url_name = "token"
    writes = throttles.Passwords

    def get_authenticators(self) -> list[BaseAuthentication]:
        """Who asks for a token is not asked for one: an old one in the header does no harm."""
        return [] if getattr(self.request, "method", "") == "POST" else super().get_authenticators()

    @describe(
        "Get a token",
        shapes.Key,
        body=shapes.Credentials,
        example={"username": "bob", "password": "…"},
        problems=(400, 401, 413, 415, 429),
    )
    def post(self, request: Request) -> HttpResponse:
        """Send it with every request: `Authorization: Token <token>`. Several may be valid at once."""
        bodies.media_type(request._request, "application/json")
        said = bodies.decoded(bodies.text(request._request), _credentials)
        if tries.too_many(request._request, said.username):
            raise Throttled(60 * tries.MINUTES, tries.pause().message)
        user = authenticate(request._request, username=said.username, password=said.password)
        if user is None:
            tries.one_more(request._request, said.username)
            raise AuthenticationFailed(_("Name and password do not belong together."))
        return answer(shapes.Key(models.issue(user), str(user.pk)), status=201)

    @describe("Give a token back", None, problems=(400, 401, 429), status=204)
    def delete(self, request: Request) -> HttpResponse:
        """The token the request was made with is not valid any more."""
        if not isinstance(request.auth, str):
            raise Trouble("malformed", _("There is no token to give back: this is a session."), field="token")
        models.Token.objects.filter(pk=request.auth).delete()
        return HttpResponse(status=204)
