"""Operations at `index`. Made by clients/python/generate.py. Not to be edited."""

from __future__ import annotations

from leaguer_client.shapes import (
    Index,
)
from leaguer_client.transport import Transport


class IndexOperations(Transport):
    """What is asked and told at `/api/v1/index/`."""

    def find_your_way(self) -> Index:
        """Addresses of the main resources, and which release answers."""
        return self.call("GET", "/", Index)
