"""What an HTTP client of Python is given to speak to the site in the very process of the test."""

from __future__ import annotations

from typing import Any

import httpx
from django.test import Client


class Here(httpx.BaseTransport):
    """Requests go to the site in this very process, on the test's own connection to the database."""

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        headers = {name: value for name, value in request.headers.items() if name != "content-length"}
        kind = headers.pop("content-type", "")
        client = Client(raise_request_exception=False)
        answered: Any = client.generic(
            request.method, request.url.raw_path.decode(), request.read(), kind, headers=headers
        )
        return httpx.Response(answered.status_code, headers=dict(answered.items()), content=answered.content)
