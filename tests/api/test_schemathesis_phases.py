"""Every check and every phase of Schemathesis, for everybody who asks: its examples, the edges of every parameter and
body, and what it makes up, well-formed and broken.

The reports that there are, one by one, are walked in `test_schemathesis.py`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from typing import Any

import pytest
import schemathesis
from django.core.handlers.wsgi import WSGIHandler
from django.db import connections, transaction
from schemathesis.config import SchemathesisConfig
from schemathesis.core.transport import Response
from schemathesis.engine import events, from_schema
from schemathesis.transport.wsgi import WSGITransport

from api import keys
from tests.api.conftest import Caller
from tests.api.test_schemathesis import application, published
from tests.campaigns.conftest import Season
from tests.length import TIMES
from tests.where import BOTH

__all__ = ["application", "published"]  # fixtures
pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("unlimited", "asked_again")]
# A stranger, an account of nothing, a player, an umpire, an organiser; a key with all scopes, and one with each. What
# a player and an organiser send is written the most, so the database that is strict about it is asked as well.
ON_BOTH = tuple(pytest.param(who, marks=BOTH) for who in ("bob", "alice"))
CALLERS = ("anonymous", "dave", "erin", *ON_BOTH, "key", *(f"key {scope}" for scope in keys.SCOPES))
# What no schema can say: that a rulebook, a name or a moment is not there (400), and what the rules refuse (422).
ACCEPTED = ["2xx", "3xx", "400", "401", "403", "404", "409", "422", "429"]
REJECTED = ["4xx"]  # a body that is too long with 413
OF_A_SOCKET = frozenset(("max_redirects", "verify", "cert", "proxies"))
Wsgi = Callable[[dict[str, Any], Any], Iterable[bytes]]


def taken_back(site: WSGIHandler) -> Wsgi:
    """The site for another thread on this test's connection; whatever is written is taken back."""
    ours = connections["default"]
    ours.inc_thread_sharing()

    def answer(environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        connections["default"] = ours
        with transaction.atomic():
            said = site(environ, start_response)
            body = list(said)
            said.close()
            transaction.set_rollback(True)
        return body

    return answer


def caller_of(who: str, people: dict[str, Caller], season: Season) -> Caller:
    if not who.startswith("key"):
        return people[who]
    scopes = who.split()[1:] or [*keys.SCOPES]
    _made, token = keys.make(season.cast.club, season.cast.alice, "Scoreboard", scopes)
    caller = Caller()
    caller.headers = {"Authorization": f"Bearer {token}"}
    return caller


@pytest.fixture
def asked_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """For `ignored_auth` Schemathesis asks again without the token, and 4.32 hands on the settings of a socket. Its way
    to an application in the same process drops them from every other request, and breaks at this one."""
    send = WSGITransport.send

    def without_a_socket(transport: WSGITransport, case: schemathesis.Case[Any], **kwargs: Any) -> Response:
        return send(transport, case, **{name: value for name, value in kwargs.items() if name not in OF_A_SOCKET})

    monkeypatch.setattr(WSGITransport, "send", without_a_socket)


def settings_for(caller: Caller) -> SchemathesisConfig:
    """All checks are on by default."""
    return SchemathesisConfig.from_dict(
        {
            "seed": 7,
            "workers": 1,
            "continue-on-failure": True,
            "headers": {"Accept-Encoding": "identity", **caller.headers},
            "generation": {"max-examples": 2 * max(TIMES, 1), "deterministic": True, "database": "none"},
            # one that follows others would look for what was taken back
            "phases": {"stateful": {"enabled": False}},
            "checks": {
                "positive_data_acceptance": {"expected-statuses": ACCEPTED},
                "negative_data_rejection": {"expected-statuses": REJECTED},
            },
        }
    )


def test_an_address_that_lets_in_who_shows_nothing_is_found(
    published: dict[str, Any], people: dict[str, Caller], application: WSGIHandler
) -> None:
    dave, site = people["dave"], taken_back(application)

    def let_in(environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        return site(environ | {"HTTP_AUTHORIZATION": dave.headers["Authorization"]}, start_response)

    published["paths"] = {"/api/v1/me/": published["paths"]["/api/v1/me/"]}
    schema = schemathesis.openapi.from_dict(published, config=settings_for(dave))
    schema.app, found = let_in, dict[tuple[str, str], Any]()
    for event in from_schema(schema).execute():
        if isinstance(event, events.ScenarioFinished):
            found |= failures(event)
    assert found.keys() == {("ignored_auth", "GET /api/v1/me/")}


@pytest.mark.soak
@pytest.mark.parametrize("who", CALLERS)
def test_every_check_of_every_operation_holds(
    published: dict[str, Any], people: dict[str, Caller], season: Season, application: WSGIHandler, who: str
) -> None:
    schema = schemathesis.openapi.from_dict(published, config=settings_for(caller_of(who, people, season)))
    schema.app = taken_back(application)
    wrong, asked, statuses = dict[tuple[str, str], Any](), Counter[str](), Counter[int]()
    for event in from_schema(schema).execute():
        assert not isinstance(event, events.FatalError), event.exception
        if isinstance(event, events.NonFatalError):
            wrong[event.label, str(event.value)[:300]] = event.phase
        if isinstance(event, events.ScenarioFinished):
            asked[f"{event.phase}"] += 1
            wrong |= failures(event)
            told = (one.response for one in event.recorder.interactions.values() if one.response is not None)
            statuses.update(one.status_code for one in told)
    assert wrong == {}
    operations = sum(len(methods) for methods in published["paths"].values())
    assert len(asked) == 3
    assert asked.most_common()[0][1] >= operations
    reads = who in ("key", "key read") or not who.startswith("key")
    assert min(statuses[400], statuses[200 if reads else 403]) > 20, statuses


def failures(event: events.ScenarioFinished) -> dict[tuple[str, str], Any]:
    """By check and operation: what is wrong, and the request that shows it."""
    found: dict[tuple[str, str], Any] = {}
    for case, checked in event.recorder.checks.items():
        for one in checked:
            if one.failure_info is not None:
                asked = event.recorder.interactions[case]
                told = asked.response.content[:300] if asked.response else b""
                shown = (asked.request.method, asked.request.uri, asked.request.body, told)
                found[one.name, event.recorder.label] = (one.failure_info.failure.message[:300], shown)
    return found
