"""The whole schema, walked by Schemathesis: a stranger, a player, an organiser and a key of the club ask the same.
There is no fault of ours, and no status, header, kind or shape of an answer that the schema does not foresee."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

import msgspec
import pytest
import schemathesis
from django.core.handlers.wsgi import WSGIHandler
from django.core.signals import request_finished, request_started
from django.db import OperationalError, close_old_connections, transaction
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis.strategies import SearchStrategy
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.core.result import Ok
from schemathesis.specs.openapi import checks

from api import keys, queries, throttles
from api.endpoints import ByTable
from api.shapes import reports as shapes
from campaigns import clerk
from campaigns.season import OF_ORGANISERS, OF_PLAYERS
from campaigns.season.rounds import OpenRound
from campaigns.season.values import Pairing
from campaigns.webhooks import endpoints
from leagues import league as leagues
from rules.reports import COMMANDS
from tests.api import documented
from tests.api.conftest import Caller
from tests.campaigns import skirmish
from tests.campaigns.conftest import Season
from tests.leagues.conftest import Years
from tests.length import AT_LENGTH, some_of
from tests.receiver import hook

# On the database that is strict about what it takes: what it cannot hold would be a fault of ours.
pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("unlimited"), pytest.mark.only_on("postgresql")]
CHECKS: list[Any] = [
    not_a_server_error,
    checks.status_code_conformance,
    checks.content_type_conformance,
    checks.response_headers_conformance,
    checks.response_schema_conformance,
]
WELL_FORMED, BROKEN = GenerationMode.POSITIVE, GenerationMode.NEGATIVE
# Every report is a walk of its own; of most other addresses a few requests tell all, and the first is the plainest.
REPORTS, READS = 4 if AT_LENGTH else 3, 2
KINDS = 12
SLOW = "POST /api/v1/friendly/"  # to make up two bodies for it takes as long as a third of all the others
FEW = 5 if AT_LENGTH else 2  # of each answer there are more


@pytest.fixture
def application() -> Iterator[WSGIHandler]:
    """The site, in this test's own transaction: as with Django's client, a request closes no connection."""
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    yield WSGIHandler()
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


@pytest.fixture
def published(season: Season, battle: str) -> dict[str, Any]:
    """The schema, aimed: its ids are of things that are there."""
    season.report(season.organiser, OpenRound(deadline="", pairings=(Pairing(home="bears", away="cats"),)))
    years = Years(season.cast)
    years.add(season)
    clerk.sweep()
    receiver = hook(season.cast.club, "https://93.184.216.34/in")
    message = endpoints.test(receiver)
    found = documented.document()
    for path, methods in found["paths"].items():
        of_league = "/leagues/" in path
        id = battle if "/battles/" in path else years.stream if of_league else season.stream
        there: dict[str, Any] = {"id": id, "key": "skirmish", "picks": "models", "platoon": "bears", "sector": "ridge"}
        there |= {"table": "ratings" if of_league else "standings", "player": str(season.cast.bob.pk), "number": 1}
        there |= {"scenario": "00000000-0000-4000-8000-000000000000"}  # nobody has saved it
        there |= {"campaign": season.stream, "vehicle": "bears-1", "fixture": "r1-1", "season": 1, "club": "steel"}
        there |= {"webhook": receiver.pk, "delivery": message.pk}
        if "/api/v1/posts/" in path:
            there["id"] = "8d0e1f60-7a56-4b1c-9a8e-6f2d4b3c5a70"  # nobody's
        if "/corrections/drafts/" in path or "/held/" in path or "/keys/" in path:
            there["key"] = "5f3c1f0e-5a34-4c8b-9a53-2f1d6f0c2b11"  # nobody's
        for operation in methods.values():
            for parameter in operation.get("parameters", []):
                if parameter["in"] == "path":
                    parameter["schema"] = {"enum": [there[parameter["name"]]]}
    # the schema may be older than the toy rulebook, whose files are another kind
    file = found["paths"]["/api/v1/campaigns/{id}/platoons/{platoon}/roster/"]["get"]["responses"]["200"]["content"]
    file |= {one.media: next(iter(file.values())) for one in skirmish.SYSTEM.rosters}
    return found


@pytest.fixture
def document(published: dict[str, Any], season: Season, battle: str) -> dict[str, Any]:
    """The same, and reports are those there are: by `make test` as many kinds of them as a few walks may meet."""
    likely, schemas = likely_values(season, battle), published["components"]["schemas"]
    for about, commands in (
        ("campaigns", (*OF_PLAYERS, *OF_ORGANISERS)),
        ("leagues", (*leagues.OF_PLAYERS, *leagues.OF_ORGANISERS)),
        ("battles", (*COMMANDS, *skirmish.SYSTEM.commands)),
    ):
        content = published["paths"][f"/api/v1/{about}/{{id}}/commands/"]["post"]["requestBody"]["content"]
        content["application/json"]["schema"] = {
            "oneOf": list(reports(about, some_of(commands, KINDS, about), schemas, likely))
        }
    return published


def likely_values(season: Season, battle: str) -> dict[str, list[Any]]:
    """By the name of a field: what a report would say there that means something."""
    vehicles = [f"{platoon}-{n}" for platoon in ("bears", "cats") for n in (1, 2)]
    people = [str(user.pk) for user in (season.cast.bob, season.cast.carol, season.cast.dave)]
    platoons = {"platoon": ["bears", "cats"], "home": ["bears", "cats"], "away": ["bears", "cats"]}
    units = dict.fromkeys(("vehicle", "vehicles", "order", "hold", "unit", "shooter", "target"), vehicles)
    persons = dict.fromkeys(("person", "player", "players", "partners"), people)
    numbers: dict[str, list[Any]] = {"round": [0, 1, 2], "position": [1, 2, 3]}
    names = {
        "fixture": ["r1-1", battle],
        "battle": [battle],
        "winner": ["", "bears", "north"],
        "model": ["Light", "Tank"],
    }
    return {**platoons, **units, **persons, **numbers, **names}


def reports(
    about: str, commands: Sequence[type[msgspec.Struct]], schemas: dict[str, Any], likely: dict[str, list[Any]]
) -> Iterator[dict[str, Any]]:
    """The schema of each report there is; what its data are made of goes to `schemas`."""
    refs, parts = msgspec.json.schema_components(commands, ref_template=f"#/components/schemas/{about}-{{name}}")
    for name, part in parts.items():
        for field, value in part.get("properties", {}).items():
            inner = value.get("items", value)
            if field in likely and inner.get("type") in ("string", "integer"):
                inner.clear()
                inner["enum"] = likely[field]
        schemas[f"{about}-{name}"] = part
    for command, data in zip(commands, refs, strict=True):
        members = {"id": {"type": "string", "format": "uuid"}, "type": {"const": command.__name__}, "data": data}
        yield {"type": "object", "properties": members, "required": list(members), "additionalProperties": False}


def walk(
    document: dict[str, Any], callers: dict[str, Caller], application: WSGIHandler, times: int
) -> dict[str, Counter[int]]:
    """Everybody asks everything, and it is taken back; how often which status was answered to each.

    They ask the same, since to make up a request takes longer than to answer it. `make test` walks all reports, has
    a fourth of whatever else is sent asked by two of them and in one way, and a sixth of what is read asked wrongly:
    `test_samples.py` asks for all of it.
    """
    schema = schemathesis.openapi.from_dict(document)
    schema.app = application
    statuses: dict[str, Counter[int]] = {who: Counter() for who in callers}
    operations = {found.ok().label: found.ok() for found in schema.get_all_operations() if isinstance(found, Ok)}
    assert len(operations) == sum(len(methods) for methods in document["paths"].values())
    reads = [label for label, operation in operations.items() if not operation.body]
    walked = [label for label in operations if label.endswith("/commands/")]
    sends = [label for label in operations if label not in {*reads, *walked, SLOW}]
    kept = {*walked, *some_of(sends, len(sends) // 4), *some_of(reads, len(reads) // 6), *([SLOW] if AT_LENGTH else [])}
    for label, operation in operations.items():
        takes = bool(operation.query or operation.path_parameters or operation.body)
        whole = AT_LENGTH or label in walked
        most = times * (REPORTS if operation.body and whole else READS if takes else 1)
        asking = callers if whole or label in reads else {who: callers[who] for who in some_of(callers, 2, label)}
        modes = [WELL_FORMED, BROKEN] if takes else [WELL_FORMED]
        if label in reads and operation.query and not AT_LENGTH:
            modes = [BROKEN]
        for mode in modes if operation.body and whole else some_of(modes, 1, label):
            if label in kept:
                ask(operation.as_strategy(generation_mode=mode), most, asking, statuses)
    return statuses


def ask(cases: SearchStrategy[Any], most: int, callers: dict[str, Caller], statuses: dict[str, Counter[int]]) -> None:
    """Some of these requests, each of them of everybody."""

    @seed(7)
    @settings(
        max_examples=most,
        deadline=None,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(case=cases)
    def one(case: schemathesis.Case[Any]) -> None:
        for who, caller in callers.items():
            with transaction.atomic():
                response = case.call(headers={"Accept-Encoding": "identity", **caller.headers})
                transaction.set_rollback(True)
            statuses[who][response.status_code] += 1
            case.validate_response(response, checks=CHECKS)

    one()


def with_a_key(season: Season) -> Caller:
    """A program of the club, with every scope."""
    _made, token = keys.make(season.cast.club, season.cast.alice, "Scoreboard", keys.SCOPES.keys())
    caller = Caller()
    caller.headers = {"Authorization": f"Bearer {token}"}
    return caller


@pytest.mark.at_length
@pytest.mark.parametrize("times", [1, pytest.param(100, marks=pytest.mark.soak)])
def test_nothing_is_answered_that_the_schema_does_not_foresee(
    document: dict[str, Any], people: dict[str, Caller], season: Season, application: WSGIHandler, times: int
) -> None:
    callers = {who: people[who] for who in ("anonymous", "bob", "alice")}
    callers["key"] = with_a_key(season)
    for who, statuses in walk(document, callers, application, times).items():
        assert min(statuses[200], statuses[400], statuses[404]) > FEW, (who, statuses)
        assert statuses[403] > FEW or who != "key", statuses
        assert statuses[422] > 0 or who == "anonymous", (who, statuses)


@pytest.mark.only_on("sqlite")  # it is answered before a database has a say
def test_what_any_operation_may_answer_is_what_the_schema_says(
    published: dict[str, Any], people: dict[str, Caller], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every operation: too long an address, a database that is away, and too often."""
    answers_all(published, people["alice"], 414, f"?{'x' * queries.LONGEST_ADDRESS}")
    with monkeypatch.context() as patched:
        patched.setattr(ByTable, "has_permission", away)
        answers_all(published, people["alice"], 503)
    monkeypatch.setattr(throttles.PerMinute, "allow_request", lambda throttle, request, view: None)
    monkeypatch.setattr(throttles.PerMinute, "wait", lambda throttle: 7.0)
    answers_all(published, people["alice"], 429)


def answers_all(document: dict[str, Any], caller: Caller, status: int, query: str = "") -> None:
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            where = path.removeprefix("/api/v1/").format_map(places(operation))
            answer = caller.call(method.upper(), f"{where}{query}")
            assert answer.status_code == status, (path, method, answer.content)
            (kind,) = operation["responses"][str(status)]["content"]
            assert answer["Content-Type"] == kind == "application/problem+json"
            assert msgspec.json.decode(answer.content, type=shapes.Problem).status == status
            assert ("Retry-After" in answer) == (status != 414)


def away(permission: ByTable, request: object, view: object) -> bool:
    raise OperationalError("the connection is closed")


def places(operation: dict[str, Any]) -> dict[str, str]:
    """What the document aims at."""
    found = [one for one in operation.get("parameters", ()) if one["in"] == "path"]
    return {one["name"]: str(one["schema"]["enum"][0]) for one in found}
