"""Operations at `schema`. Made by clients/python/generate.py. Not to be edited."""

from __future__ import annotations

from leaguer_client.transport import Transport


class SchemaOperations(Transport):
    """What is asked and told at `/api/v1/schema/`."""

    def read_the_schema(self) -> bytes:
        """This document."""
        return self.call("GET", "/schema/", bytes)
