"""The OpenAPI document: valid, complete, and true of what is answered."""

from __future__ import annotations

import json
import re
from io import StringIO
from pathlib import Path
from typing import Any

import drf_spectacular
import jsonschema_rs
import msgspec
import pytest
from django.core.management import call_command
from django.test import Client

from api.roles import TABLE
from api.urls import urlpatterns
from tests.api import documented
from tests.api.conftest import Caller, report, said
from tests.campaigns.conftest import Season

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def document() -> dict[str, Any]:
    return documented.document()


def test_the_document_is_answered(document: dict[str, Any]) -> None:
    answer = Client().get("/api/v1/schema/")
    assert answer.status_code == 200
    assert msgspec.json.decode(answer.content) == document


def test_the_document_is_valid_and_made_without_a_warning(document: dict[str, Any]) -> None:
    # beside a validator that takes seconds, and as long to be imported
    kept = Path(drf_spectacular.__file__).with_name("validation") / "openapi_3_1_schema.json"
    jsonschema_rs.validate(json.loads(kept.read_text(encoding="utf-8")), document)
    assert document["openapi"].startswith("3.1")
    call_command("spectacular", "--fail-on-warn", "--file", "/dev/null", stdout=StringIO())


def test_every_row_of_the_table_is_documented_and_nothing_else(document: dict[str, Any]) -> None:
    routes = {str(one.name): "/api/v1/" + str(one.pattern) for one in urlpatterns}
    wanted = {
        (re.sub("<[a-z]+:([a-z]+)>", r"{\1}", routes[name]), method.lower())
        for name, methods in TABLE.items()
        for method in methods
        if name != "docs"
    }
    assert {(path, method) for path, methods in document["paths"].items() for method in methods} == wanted


def test_every_reference_leads_somewhere(document: dict[str, Any]) -> None:
    schemas = document["components"]["schemas"]

    def references(value: Any) -> list[str]:
        if isinstance(value, dict):
            own = [value["$ref"]] if isinstance(value.get("$ref"), str) else []
            return own + [found for one in value.values() for found in references(one)]
        return [found for one in value for found in references(one)] if isinstance(value, list) else []

    assert {one.rpartition("/")[2] for one in references(document)} <= set(schemas)


def test_every_operation_says_what_may_go_wrong(document: dict[str, Any]) -> None:
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            problems = {status for status in operation["responses"] if status >= "400"}
            assert "429" in problems, (path, method)
            for status in problems:
                assert set(operation["responses"][status]["content"]) == {"application/problem+json"}
            assert operation["summary"]
            assert operation["description"]


READ = (
    ("", ""),
    ("", "?as_of=2999-01-01T00:00:00Z"),
    ("", "?as_of=then"),
    ("", "?as_of=2000-01-01T00:00:00Z"),
    ("events/", "?history=all"),
    ("events/", "?history=some"),
    ("explain/", "?of=units.cats-1.status"),
    ("explain/", "?of=luck"),
    ("explain/", "?at=9999"),
    ("facts/", ""),
)


def test_answers_are_as_documented(document: dict[str, Any], people: dict[str, Caller], season: Season) -> None:
    battle = season.muster()
    bob = people["bob"]
    checked = 0

    def conforms(path: str, method: str, response: Any) -> None:
        nonlocal checked
        kind = response["Content-Type"]
        content = document["paths"][path][method]["responses"][str(response.status_code)]["content"]
        if path.endswith((".ics", "/live/")):  # a file, not JSON
            assert kind.partition(";")[0] in content
            return
        shape = content[kind]["schema"]
        documented.fits(shape, said(response))
        checked += 1

    for path, methods in document["paths"].items():
        if "get" in methods and not path.endswith(("schema/", "roster/")):
            where = path.replace("{id}", battle if "battles/{id}" in path else season.stream)
            conforms(path, "get", bob.get(where.replace("{key}", "skirmish").removeprefix("/api/v1/")))
    commands = "/api/v1/battles/{id}/commands/"
    shot: dict[str, Any] = {"shooter": "bears-1", "target": "cats-1"}
    for sent in (report("Shoot", **shot), report("Shoot", **shot, after=1), report("Shoot"), [report("Settle")], {}):
        conforms(commands, "post", bob.post(f"battles/{battle}/commands/", sent))
    conforms(commands, "post", people["anonymous"].post(f"battles/{battle}/commands/", {}))
    conforms(commands, "post", bob.post(f"battles/{battle}/commands/?dry_run=true", report("Shoot", **shot)))
    undo = {"position": 2, "reason": "No"}
    for who, query, type_, data in (
        ("bob", "?dry_run=true", "Undo", undo),
        ("bob", "", "Undo", undo),
        ("bob", "?dry_run=true", "Declare", {"facts": {"vehicles.cats-1.damage": 2}, "reason": "So it is"}),
        ("bob", "", "Declare", {"facts": {"vehicles.cats-1.damage": 2}, "reason": "So it is"}),
        ("dave", "", "Undo", undo),
        ("bob", "", "Amend", {"winner": "", "reason": "No"}),
        ("bob", "", "Correct", {}),
        ("alice", "?dry_run=true", "Amend", {"winner": "", "reason": "No"}),
    ):
        conforms(commands, "post", people[who].report(battle, type_, query, **data))
    for where, query in READ:
        conforms("/api/v1/battles/{id}/" + where, "get", bob.get(f"battles/{battle}/{where}{query}"))
    conforms("/api/v1/battles/{id}/facts/", "get", people["dave"].get(f"battles/{battle}/facts/"))
    for file in ("skirmish Bears\n# Old ones\nThe Bear = Light", "poker"):
        conforms("/api/v1/systems/{key}/rosters/", "post", bob.post("systems/skirmish/rosters/", file, "text/plain"))
    conforms("/api/v1/token/", "post", bob.post("token/", {"username": "bob", "password": "no"}))
    assert checked > 40


def test_files_are_documented_by_their_media_types(document: dict[str, Any]) -> None:
    read = document["paths"]["/api/v1/systems/{key}/rosters/"]["post"]["requestBody"]["content"]
    taken = document["paths"]["/api/v1/campaigns/{id}/platoons/{platoon}/roster/"]["get"]["responses"]["200"]["content"]
    assert {*read} == {*taken} == {"application/xml", "application/zip"}
    assert all(one["schema"] == {"type": "string", "format": "binary"} for one in (*read.values(), *taken.values()))


def test_the_log_says_what_a_client_is_to_forget(document: dict[str, Any]) -> None:
    said = document["paths"]["/api/v1/battles/{id}/events/"]["get"]["description"]
    assert "from_position" in said
    assert "history=all" in said


def test_the_page_beside_it_is_served_from_here_alone() -> None:
    page = Client().get("/api/v1/docs/")
    assert page.status_code == 200
    text = page.content.decode()
    assert "swagger-ui" in text
    assert "http://" not in text
    assert "https://" not in text
    assert "<script>" not in text
    assert "script-src" not in page["Content-Security-Policy"]
    assert "default-src 'self'" in page["Content-Security-Policy"]
    script = Client().get("/api/v1/docs/?script=")
    assert script.status_code == 200
    assert Client().get("/api/v1/docs/", headers={"Accept": "application/json"}).status_code == 200
    assert b"/api/v1/schema/" in script.content
