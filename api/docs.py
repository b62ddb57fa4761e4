"""The API's index, its OpenAPI document, and a page to try it on."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.http import HttpResponse
from django.urls import resolve, reverse
from django.utils.translation import gettext as _
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.utils import extend_schema
from drf_spectacular.views import SpectacularSwaggerSplitView
from rest_framework.request import Request
from rest_framework.response import Response

from api.endpoints import Endpoint, OneKind, answer
from api.problems import Trouble
from api.schema_texts import describe
from api.shapes import people as shapes

# The page of Swagger UI styles itself inline and draws with data: addresses; its script comes from this site.
POLICY = "; ".join(
    (
        "default-src 'self'",
        "style-src 'self' 'unsafe-inline'",
        "img-src 'self' data:",
        "object-src 'none'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    )
)


class IndexView(Endpoint):
    url_name = "index"

    @describe("Find your way", shapes.Index, problems=(400, 429))
    def get(self, request: Request) -> HttpResponse:
        """Addresses of the main resources, and which release answers."""
        names = ("token", "me", "systems", "campaigns", "clubs", "leagues", "battles", "schema", "docs")
        places = {name: request.build_absolute_uri(reverse(f"api:{name}")) for name in names}
        return answer(shapes.Index(settings.RELEASE, **places))


class SchemaView(Endpoint):
    url_name = "schema"

    @describe("Read the schema", None, problems=(400, 429))
    def get(self, request: Request) -> HttpResponse:
        """This document."""
        return answer(SchemaGenerator().get_schema(request=request, public=True))


class DocsView(SpectacularSwaggerSplitView):
    """The schema as a page on which every call can be tried."""

    url_name = "api:schema"
    authentication_classes = ()
    permission_classes = ()
    throttle_classes = ()
    content_negotiation_class = OneKind  # always a page, whatever the request accepts

    @extend_schema(exclude=True)
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        response: Response = super().get(request, *args, **kwargs)
        response["Content-Security-Policy"] = POLICY
        return response


class NowhereView(Endpoint):
    """Answers 404 for every unknown address under the API, whatever the method."""

    url_name = "nowhere"

    def http_method_not_allowed(  # type: ignore[override] # answers without a renderer
        self, request: Request, *args: Any, **kwargs: Any
    ) -> HttpResponse:
        remedy = _("See /api/v1/docs/.")
        if not request.path.endswith("/") and resolve(f"{request.path}/").url_name != self.url_name:
            remedy = _("Addresses end with a slash.")
        raise Trouble("not-found", _("There is nothing at this address."), remedy=remedy)

    options = http_method_not_allowed
