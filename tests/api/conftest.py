"""The cast on the line: everyone with a token, a public and a members-only campaign, and a battle in each."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from copy import deepcopy
from types import MappingProxyType
from typing import Any, NamedTuple, TypeVar
from uuid import uuid4

import msgspec
import pytest
from django.core.cache import cache
from django.db import transaction
from django.http import HttpResponse
from django.test import Client
from django.test.utils import override_settings
from pytest_django import DjangoDbBlocker

import rules
from api import models, throttles
from battles.models import LogLine
from campaigns.models import Campaign, User
from tests.api.server import Server
from tests.campaigns import skirmish
from tests.campaigns.conftest import Season
from tests.cast import Cast, gathered

T = TypeVar("T")
SKIRMISH_ALONE = MappingProxyType({"skirmish": skirmish.SYSTEM})


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
def server(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Server]:
    """One web server for the whole run. For tests that commit."""
    with django_db_blocker.unblock():
        started = Server()
    with started as server:
        yield server


@pytest.fixture
def _skirmish(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rules, "all_systems", lambda: SKIRMISH_ALONE)


class Caller:
    """Someone with an HTTP client. A body that is not text or bytes is sent as JSON; answers are read by `said`."""

    def __init__(self, user: User | None = None) -> None:
        self.user = user
        self.headers = {"Authorization": f"Token {models.issue(user)}"} if user else {}
        self.client = Client(raise_request_exception=False)

    def again(self, user: User | None) -> Caller:
        """With the same token and a client of its own."""
        caller = Caller()
        caller.user, caller.headers = user, dict(self.headers)
        return caller

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


def called(cast: Cast) -> dict[str, Caller]:
    """Everyone of the cast with a token, and a stranger."""
    known = {"dave": cast.dave, "bob": cast.bob, "carol": cast.carol, "erin": cast.erin, "alice": cast.alice}
    return {"anonymous": Caller(), **{name: Caller(user) for name, user in known.items()}}


@contextmanager
def rolled_back(blocker: DjangoDbBlocker, lay: Callable[[Cast], T], *, skirmishes: bool = True) -> Iterator[T]:
    """What `lay` builds for the cast, where `skirmishes` alone are played; for a fixture of a module. Each test takes a
    copy, and what it writes is rolled back."""
    with blocker.unblock(), transaction.atomic():
        with pytest.MonkeyPatch.context() as patch:
            if skirmishes:
                patch.setattr(rules, "all_systems", lambda: SKIRMISH_ALONE)
            there = lay(gathered())
        yield there
        transaction.set_rollback(True)


class Ground(NamedTuple):
    """A public campaign, open, with Bob's bears and Carol's cats; and who calls."""

    season: Season
    people: dict[str, Caller]


def laid(cast: Cast) -> Ground:
    return Ground(Season(cast).begin(), called(cast))


@pytest.fixture(scope="module")
def laid_once(
    request: pytest.FixtureRequest, django_db_setup: None, django_db_blocker: DjangoDbBlocker
) -> Iterator[Ground | None]:
    """Built once for all tests of a module, as it takes longer than most of what they try; None where none of them
    takes it, or where one commits, and empties the database afterwards."""
    items = [item for item in request.session.items if item.path == request.path]
    if any(_commits(item) for item in items) or not any("ground" in _fixtures(item) for item in items):
        yield None
        return
    with rolled_back(django_db_blocker, laid) as ground:
        yield ground


def _fixtures(item: pytest.Item) -> list[str]:
    return getattr(item, "fixturenames", [])


def _commits(item: pytest.Item) -> bool:
    database = item.get_closest_marker("django_db")
    return bool(database and database.kwargs.get("transaction")) or "transactional_db" in _fixtures(item)


@pytest.fixture
def ground(_skirmish: None, db: None, laid_once: Ground | None) -> Ground:
    if laid_once is None:
        return laid(gathered())
    season = deepcopy(laid_once.season)
    users = {user.username: user for user in season.cast[:5]}
    return Ground(season, {name: one.again(users.get(name)) for name, one in laid_once.people.items()})


@pytest.fixture
def cast(request: pytest.FixtureRequest, db: None, laid_once: Ground | None) -> Cast:
    """Those of the campaign, where a test of the module takes it."""
    if "ground" in request.fixturenames:
        ground: Ground = request.getfixturevalue("ground")
        return ground.season.cast
    return deepcopy(laid_once.season.cast) if laid_once else gathered()


@pytest.fixture
def people(request: pytest.FixtureRequest, cast: Cast) -> dict[str, Caller]:
    ground: Ground | None = request.getfixturevalue("ground") if "ground" in request.fixturenames else None
    return ground.people if ground else called(cast)


@pytest.fixture
def bob(people: dict[str, Caller]) -> Caller:
    return people["bob"]


@pytest.fixture
def carol(people: dict[str, Caller]) -> Caller:
    return people["carol"]


@pytest.fixture
def season(ground: Ground) -> Season:
    """A public campaign, open, with Bob's bears and Carol's cats."""
    return ground.season


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
