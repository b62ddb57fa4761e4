"""Pages of other sites call the API where CORS_ORIGINS names them, and nowhere else."""

from __future__ import annotations

from http.client import HTTPConnection
from typing import Any

import pytest
from django.test import Client

from tests.databases import Scratch
from tests.deploy.serving import serving
from tests.length import in_soak

SCORES = "https://scores.example"
ASKED = {"Access-Control-Request-Method": "POST", "Access-Control-Request-Headers": "authorization,content-type"}


def ask(port: int, method: str, path: str, origin: str, **headers: str) -> tuple[int, dict[str, str]]:
    line = HTTPConnection("127.0.0.1", port, timeout=20)
    try:
        line.request(method, path, headers={"Origin": origin} | headers)
        answer = line.getresponse()
        answer.read()
        return answer.status, {name.lower(): value for name, value in answer.getheaders()}
    finally:
        line.close()


def a_named_site_calls_the_api(port: int) -> None:
    """Without cookies; and no other site does."""
    status, told = ask(port, "GET", "/api/v1/systems/", SCORES)
    assert (status, told["access-control-allow-origin"]) == (200, SCORES)
    assert "access-control-allow-credentials" not in told
    assert "RateLimit" in told["access-control-expose-headers"]
    assert "origin" in told["vary"].lower()
    status, told = ask(port, "OPTIONS", "/api/v1/campaigns/commands/", SCORES, **ASKED)
    assert (status, told["access-control-allow-origin"]) == (200, SCORES)
    assert {"authorization", "last-event-id"} <= set(told["access-control-allow-headers"].split(", "))
    refused = ask(port, "GET", "/api/v1/me/", SCORES)
    assert (refused[0], refused[1]["access-control-allow-origin"]) == (401, SCORES), "it can read why"
    for path, origin in (("/", SCORES), ("/admin/login/", SCORES), ("/api/v1/systems/", "https://other.example")):
        assert "access-control-allow-origin" not in ask(port, "GET", path, origin)[1]


@in_soak("tests/deploy/test_operations.py::test_a_site_that_is_watched")
def test_a_named_site_calls_the_api_without_cookies_and_no_other_site_does(database: Scratch) -> None:
    """In `make test` the server that is watched serves it as well: one start for both."""
    with serving(database, CORS_ORIGINS=SCORES) as server:
        a_named_site_calls_the_api(server.port)


@pytest.mark.django_db
def test_without_a_word_no_site_does() -> None:
    client = Client(headers={"Origin": SCORES})
    for answer in (client.get("/api/v1/systems/"), client.options("/api/v1/systems/", headers=ASKED)):
        told: Any = answer.headers
        assert not [name for name in told if name.lower().startswith("access-control")]
