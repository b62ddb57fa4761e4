"""No address, field or type of version 1 changes or disappears: programs of clubs rely on them for years."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

import pytest

from tests.api import documented
from tests.api.record import PROMISED, promises


@pytest.fixture(scope="module")
def document() -> dict[str, Any]:
    return documented.document()


def broken(document: dict[str, Any]) -> set[str]:
    return set(PROMISED.read_text().splitlines()) - set(promises(document))


def test_what_was_promised_is_kept(document: dict[str, Any]) -> None:
    assert broken(document) == set()


def test_what_is_new_is_promised(document: dict[str, Any]) -> None:
    """`python -m tests.api.record` adds it."""
    assert set(promises(document)) - set(PROMISED.read_text().splitlines()) == set()


def test_a_field_that_goes_or_becomes_another_breaks_a_promise(document: dict[str, Any]) -> None:
    gone, other, elsewhere = (deepcopy(document) for _ in range(3))
    del gone["components"]["schemas"]["Standing"]["properties"]["score"]
    other["components"]["schemas"]["Standing"]["properties"]["score"] = {"type": "string"}
    elsewhere["paths"]["/api/v1/sides/"] = elsewhere["paths"].pop("/api/v1/battles/{id}/")
    assert broken(gone) == broken(other) == {"Standing.score: integer"}
    assert "GET /api/v1/battles/{id}/: read_a_battle" in broken(elsewhere)
