"""Whatever is sent, the answer is a ruling or a problem of our table; never a fault."""

from __future__ import annotations

import json
from typing import Any
from urllib.parse import quote
from uuid import uuid4

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from api.problems import CODES
from battles import log
from battles.models import Sheet
from rules import all_systems
from rules.reports import COMMANDS
from tests.api.conftest import Caller, said
from tests.api.playing import alpha_66
from tests.cast import Cast

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("unlimited")]
FUZZ = settings(
    max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow]
)
UNITS = ("alpha", "red-1", "red-2")
WORDS = st.one_of(
    st.sampled_from([*UNITS, "americans", "soviets", "shots", "status", "result", ""]), st.text(max_size=60)
)
NUMBERS = st.one_of(st.integers(-2, 20), st.integers(), st.sampled_from([2**31, 2**63, 2**64, 10**400, -(10**400)]))
LEAVES = st.one_of(st.none(), st.booleans(), NUMBERS, st.floats(), WORDS)
JSON: SearchStrategy[Any] = st.recursive(
    LEAVES, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(WORDS, inner, max_size=4), max_leaves=12
)


def data_of(command: type[msgspec.Struct]) -> SearchStrategy[dict[str, Any]]:
    """Objects that look like a command: its fields, some of them, with values that may fit."""
    faces = st.lists(st.integers(0, 7), max_size=8)
    fields = {field.name: st.one_of(WORDS, faces, NUMBERS, JSON) for field in msgspec.structs.fields(command)}
    return st.fixed_dictionaries({}, optional=fields)


def reports() -> SearchStrategy[Any]:
    commands = (*COMMANDS, *all_systems()["modern_age"].commands)
    like = st.sampled_from(commands).flatmap(
        lambda command: st.fixed_dictionaries(
            {"id": st.builds(lambda: str(uuid4())), "type": st.just(command.__name__), "data": data_of(command)},
            optional={"after": st.integers(-1, 40)},
        )
    )
    return st.one_of(like, st.lists(like, max_size=4), JSON)


def encoded(value: Any) -> bytes:
    """JSON as a careless client may write it: integers of any size, NaN."""
    return json.dumps(value).encode()


@pytest.fixture
def alpha(cast: Cast) -> str:
    return alpha_66(cast)


def is_sound(response: Any, battle: str) -> None:
    if response.status_code != 200:
        assert response["Content-Type"] == "application/problem+json", response.content
        found = said(response)
        assert found["code"] in set(CODES) - {"fault", "busy", "throttled"}
        assert CODES[found["code"]][0] == response.status_code == found["status"]
    rows = log.read(battle)
    assert [row.position for row in rows] == list(range(1, len(rows) + 1))
    assert Sheet.objects.get(pk=battle).position == len(rows)


@FUZZ
@given(body=reports(), query=st.sampled_from(["", "?dry_run=true", "?atomic=false", "?dry_run=true&atomic=false"]))
def test_any_report(alpha: str, bob: Caller, body: Any, query: str) -> None:
    is_sound(bob.post(f"battles/{alpha}/commands/{query}", encoded(body)), alpha)


@FUZZ
@given(body=st.one_of(st.binary(max_size=200), st.text(max_size=200).map(lambda text: text.encode("utf-8", "replace"))))
def test_any_bytes(alpha: str, bob: Caller, body: bytes) -> None:
    is_sound(bob.post(f"battles/{alpha}/commands/", body), alpha)
    is_sound(bob.post(f"battles/{alpha}/commands/?after=1", body, "text/x-battle-script"), alpha)


@FUZZ
@given(
    path=st.sampled_from(
        ["battles/?{}", "battles/{{battle}}/events/?{}", "battles/{{battle}}/state/?{}", "systems/modern_age/units/?{}"]
    ),
    query=st.dictionaries(
        st.sampled_from(
            ["after", "at", "limit", "cursor", "status", "player", "campaign", "system", "q", "nation", "x"]
        ),
        st.text(max_size=30) | st.sampled_from(["me", "1", "50", "open", "eA"]),
        max_size=3,
    ),
)
def test_any_query(alpha: str, bob: Caller, path: str, query: dict[str, str]) -> None:
    asked = "&".join(f"{name}={quote(value.encode('utf-8', 'replace'))}" for name, value in query.items())
    is_sound(bob.get(path.format(asked).replace("{battle}", alpha)), alpha)
