"""The cast on the line: everyone with a token, a public and a members-only campaign, and a battle in each."""

from __future__ import annotations

from collections.abc import Iterator
from types import MappingProxyType
from typing import Any
from uuid import uuid4

import msgspec
import pytest
from django.core.cache import cache
from django.http import HttpResponse
from django.test import Client
from django.test.utils import override_settings

import rules
from api import models, throttles
from battles.models import LogLine
from campaigns.models import Campaign, User
from tests.api.server import Server
from tests.campaigns import skirmish
from tests.campaigns.conftest import Season
from tests.cast import Cast


@pytest.fixture(autouse=True)
def _fresh_counts() -> Iterator[None]:
    """Nobody has asked for anything yet in this minute."""
    cache.clear()
    throttles.own_count.clear()
    yield
    cache.clear()


@pytest.fixture
def unlimited() -> Iterator[None]:
    """As often as one likes."""
    with override_settings(API_RATES={"passwords": 0, "reports": 0, "reads": 0}):
        yield


@pytest.fixture(scope="session")
def server(django_db_setup: None) -> Iterator[Server]:
    """One web server for the whole run, for it takes seconds to start. For tests that commit."""
    with Server() as server:
        yield server


@pytest.fixture
def _skirmish(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rules, "all_systems", lambda: MappingProxyType({"skirmish": skirmish.SYSTEM}))


class Caller:
    """Someone with an HTTP client. A body that is not text or bytes is sent as JSON; answers are read by `said`."""

    def __init__(self, user: User | None = None) -> None:
        self.user = user
        self.headers = {"Authorization": f"Token {models.issue(user)}"} if user else {}
        self.client = Client(raise_request_exception=False)

    def get(self, path: str, **headers: str) -> HttpResponse:
        return self.call("GET", path, **headers)

    def post(self, path: str, body: Any, content_type: str = "application/json", **headers: str) -> HttpResponse:
        return self.call("POST", path, body, content_type, **headers)

    def call(
        self, method: str, path: str, body: Any = b"", content_type: str = "application/json", **headers: str
    ) -> HttpResponse:
        data = body if isinstance(body, bytes | str) else msgspec.json.encode(body)
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        response: object = self.client.generic(
            method, f"/api/v1/{path}", data, content_type, headers=self.headers | named
        )
        assert isinstance(response, HttpResponse)
        return response

    def report(self, battle: str, type_: str, query: str = "", **data: Any) -> HttpResponse:
        return self.post(f"battles/{battle}/commands/{query}", report(type_, **data))


def report(type_: str, after: int | None = None, id: str | None = None, **data: Any) -> dict[str, Any]:
    """One report as it goes into a body, with an id of its own."""
    said = {"id": id or str(uuid4()), "type": type_, "data": data}
    return said if after is None else said | {"after": after}


def said(response: HttpResponse) -> Any:
    return msgspec.json.decode(response.content)


def problem(response: HttpResponse, status: int, code: str) -> dict[str, Any]:
    """The problem a response tells of, checked to be one of this status and code and to give nothing away."""
    assert response.status_code == status, response.content
    assert response["Content-Type"] == "application/problem+json"
    found: dict[str, Any] = said(response)
    assert (found["status"], found["code"]) == (status, code)
    assert found["detail"]
    assert b"Traceback" not in response.content
    return found


def whole_log() -> list[tuple[Any, ...]]:
    """Every row of every stream: what must not have changed when something was refused."""
    return list(LogLine.objects.order_by("key").values_list())


@pytest.fixture
def people(cast: Cast) -> dict[str, Caller]:
    return {
        "anonymous": Caller(),
        "dave": Caller(cast.dave),
        "bob": Caller(cast.bob),
        "carol": Caller(cast.carol),
        "erin": Caller(cast.erin),
        "alice": Caller(cast.alice),
    }


@pytest.fixture
def bob(people: dict[str, Caller]) -> Caller:
    return people["bob"]


@pytest.fixture
def carol(people: dict[str, Caller]) -> Caller:
    return people["carol"]


@pytest.fixture
def season(_skirmish: None, cast: Cast) -> Season:
    """A public campaign, open, with Bob's bears and Carol's cats."""
    return Season(cast).begin()


@pytest.fixture
def battle(season: Season) -> str:
    """A skirmish of it: Bob's bears-1 and bears-2 in the north against Carol's cats-1 and cats-2."""
    return season.muster()


@pytest.fixture
def hidden(season: Season, cast: Cast) -> Season:
    """A campaign that only the club's members may read, opened in the same way."""
    other = Season(cast).begin()
    Campaign.objects.filter(pk=other.desk.pk).update(visibility=Campaign.Visibility.MEMBERS)
    return other


def take_case(caller: Caller, battle: str) -> int:
    """An organiser or umpire takes the case of a battle; the row in which they did."""
    response = caller.report(battle, "TakeCase", reason="Asked to")
    assert response.status_code == 200, response.content
    return int(said(response)["position"])
