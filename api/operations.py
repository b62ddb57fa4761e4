"""What the schema says of an operation beyond what its view says: whether a stranger may ask."""

from __future__ import annotations

from typing import Any

from drf_spectacular.openapi import AutoSchema

from api.endpoints import Endpoint
from api.roles import ANYONE, least


class Operation(AutoSchema):
    def get_auth(self) -> list[dict[str, Any]]:
        """The ways to say who one is; `{}`, for nobody at all, where the table of roles lets strangers in."""
        ways: list[dict[str, Any]] = super().get_auth()
        if isinstance(self.view, Endpoint) and least(self.view.url_name, self.method) == ANYONE:
            ways.append({})
        return ways
