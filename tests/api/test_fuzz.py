"""Whatever is sent, the answer is a ruling or a problem of our table; never a fault."""

from __future__ import annotations

import json
from collections.abc import Sequence
from random import Random
from typing import Any
from urllib.parse import quote
from uuid import uuid4

import msgspec
import pytest
from django.db import transaction
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from api.problems import CODES
from battles import log
from battles.models import Sheet
from campaigns.season import OF_ORGANISERS, OF_PLAYERS
from rules import all_systems
from rules.reports import COMMANDS
from tests.api.conftest import Caller, said
from tests.api.playing import Hands, alpha_66
from tests.cast import Cast
from tests.length import AT_LENGTH, examples
from tests.where import BOTH

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("unlimited"), BOTH]
FUZZ = settings(
    max_examples=examples(20) if AT_LENGTH else 6,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
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


def reports(commands: Sequence[type[msgspec.Struct]] = ()) -> SearchStrategy[Any]:
    """Of a battle, or of these kinds."""
    commands = commands or (*COMMANDS, *all_systems()["modern_age"].commands)
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


def campaign_of(battle: str) -> str:
    return str(Sheet.objects.get(pk=battle).campaign)


@FUZZ
@given(
    body=reports((*OF_PLAYERS, *OF_ORGANISERS)),
    who=st.sampled_from(["bob", "alice"]),
    query=st.sampled_from(["", "?dry_run=true", "?atomic=false"]),
)
def test_any_report_to_a_campaign(alpha: str, people: dict[str, Caller], body: Any, who: str, query: str) -> None:
    is_sound(people[who].post(f"campaigns/{campaign_of(alpha)}/commands/{query}", encoded(body)), alpha)


@FUZZ
@given(body=reports(), query=st.sampled_from(["", "?dry_run=true", "?atomic=false", "?dry_run=true&atomic=false"]))
def test_any_report(alpha: str, bob: Caller, body: Any, query: str) -> None:
    is_sound(bob.post(f"battles/{alpha}/commands/{query}", encoded(body)), alpha)


PLAYED = all_systems()["modern_age"].commands
TYPES = st.sampled_from([command.__name__ for command in (*COMMANDS, *PLAYED)]) | WORDS
WHY = st.sampled_from([*["so it was"] * 12, "", "\0", "\x07", "x" * 501, None, 7])
REST = {"rest": st.sampled_from(["", "keep", "strike"])}


def reports_within() -> SearchStrategy[dict[str, Any]]:
    """What a correction may say of a report: a type and data, that may even belong to each other."""
    together = st.sampled_from(PLAYED).flatmap(
        lambda command: st.fixed_dictionaries({"type": st.just(command.__name__), "data": data_of(command)})
    )
    return st.one_of(st.just({}), together, st.fixed_dictionaries({}, optional={"type": TYPES, "data": JSON}))


def mends(facts: dict[str, Any], places: list[int]) -> SearchStrategy[Any]:
    """Reports that mend a battle with these facts, reports at these places: more often well formed than not."""
    place = st.one_of(st.sampled_from(places), st.sampled_from(places), st.sampled_from([0, 1, 2, 10**9]))
    way = st.sampled_from(["keep", "strike", "replace", "roll", "accept"])
    settled = st.builds(lambda how, more: {"how": how, **more}, way, reports_within())
    corrected = st.fixed_dictionaries(
        {"position": place, "how": st.sampled_from(["change", "insert", "strike"]), "reason": WHY},
        optional={**REST, "settle": st.dictionaries(st.sampled_from(places).map(str), settled, max_size=2)},
    )
    resolved = st.fixed_dictionaries({"position": place, "how": way}, optional=REST)
    one = st.sampled_from(sorted(facts)).flatmap(lambda path: st.tuples(st.just(path), like(facts[path])))
    said = st.lists(one, min_size=1, max_size=4).map(dict)
    side = st.sampled_from(["americans", "soviets", "", "moon"])
    conditions = st.dictionaries(st.sampled_from(UNITS), JSON | st.builds(lambda n: {"damage": n}, NUMBERS), max_size=2)
    kinds: dict[str, SearchStrategy[Any]] = {
        "Undo": st.fixed_dictionaries({"position": place}, optional={"reason": WHY}),
        "Correct": st.builds(lambda one, more: one | more, corrected, reports_within()),
        "Resolve": st.builds(lambda one, more: one | more, resolved, reports_within()),
        "Declare": st.fixed_dictionaries({"facts": st.one_of(said, said, JSON), "reason": WHY}),
        "Amend": st.fixed_dictionaries({"winner": side, "reason": WHY}, optional={"conditions": conditions}),
        "Agree": st.fixed_dictionaries({"position": place}),
        "Decline": st.fixed_dictionaries({"position": place}),
    }
    return st.one_of(
        *(
            st.fixed_dictionaries({"id": st.builds(lambda: str(uuid4())), "type": st.just(type_), "data": data})
            for type_, data in kinds.items()
        )
    )


def like(value: Any) -> SearchStrategy[Any]:
    """Values such as this one."""
    match value:
        case bool():
            return st.booleans()
        case int():
            return NUMBERS
        case str():
            return WORDS
        case list() if value:
            return st.lists(like(value[0]), max_size=4) | st.just(value[::-1])
    return JSON


@pytest.fixture
def played(alpha: str, people: dict[str, Caller], cast: Cast) -> str:
    """A few reports of either side; Alice is a superuser."""
    cast.alice.is_superuser = True
    cast.alice.save()
    hands = Hands(alpha, {"americans": people["bob"], "soviets": people["carol"]}, Random(5))
    for _ in range(14):
        hands.advance()
    return alpha


@settings(FUZZ, max_examples=examples(25) if AT_LENGTH else 5)
@pytest.mark.only_on("sqlite")  # what may come in is any report's; what is mended is folded alike from either
@given(data=st.data())
def test_any_mending(played: str, people: dict[str, Caller], data: st.DataObject) -> None:
    """Whatever mends, or tries to: a ruling or a problem, and a battle everyone can still look at."""
    facts = {one["path"]: one["value"] for one in said(people["alice"].get(f"battles/{played}/facts/"))["facts"]}
    told = said(people["bob"].get(f"battles/{played}/events/?limit=200"))["events"]
    places = [one["position"] for one in told if one["report_type"]]
    whose = st.sampled_from(["alice", "alice", "bob", "carol"])
    query = st.sampled_from(["", "", "?dry_run=true"])
    several = data.draw(
        st.lists(st.tuples(whose, query, mends(facts, [*places, len(told) + 1])), min_size=1, max_size=4)
    )
    with transaction.atomic():  # taken back at the end: every example begins with the same battle
        for who, how, body in several:
            is_sound(people[who].post(f"battles/{played}/commands/{how}", encoded(body)), played)
        for reader in ("dave", "bob", "carol"):
            for place in ("", "explain/", "events/?history=all"):
                assert people[reader].get(f"battles/{played}/{place}").status_code == 200, (place, several)
        transaction.set_rollback(True)


@FUZZ
@given(body=st.one_of(st.binary(max_size=200), st.text(max_size=200).map(lambda text: text.encode("utf-8", "replace"))))
def test_any_bytes(alpha: str, bob: Caller, body: bytes) -> None:
    is_sound(bob.post(f"battles/{alpha}/commands/", body), alpha)
    is_sound(bob.post(f"battles/{alpha}/commands/?after=1", body, "text/x-battle-script"), alpha)


@FUZZ
@given(
    path=st.sampled_from(
        [
            "battles/?{}",
            "battles/{{battle}}/?{}",
            "battles/{{battle}}/events/?{}",
            "battles/{{battle}}/state/?{}",
            "battles/{{battle}}/explain/?{}",
            "battles/{{battle}}/facts/?{}",
            "systems/modern_age/units/?{}",
            "campaigns/{{campaign}}/fixtures/?{}",
            "campaigns/{{campaign}}/ledger/?{}",
            "campaigns/{{campaign}}/rounds/?{}",
            "campaigns/{{campaign}}/vehicles/?{}",
        ]
    ),
    query=st.dictionaries(
        st.sampled_from(
            [
                *("after", "at", "limit", "cursor", "status", "player", "campaign", "system", "q", "nation", "x"),
                *("as_of", "history", "of", "round", "platoon", "disputed"),
            ]
        ),
        st.text(max_size=30)
        | st.sampled_from(["me", "1", "50", "open", "eA", "all", "units.alpha.damage", "outcome.winner", "round"])
        | st.datetimes().map(lambda moment: f"{moment.isoformat()}Z"),
        max_size=3,
    ),
)
def test_any_query(alpha: str, bob: Caller, path: str, query: dict[str, str]) -> None:
    asked = "&".join(f"{name}={quote(value.encode('utf-8', 'replace'))}" for name, value in query.items())
    address = path.format(asked).replace("{battle}", alpha).replace("{campaign}", campaign_of(alpha))
    is_sound(bob.get(address), alpha)
