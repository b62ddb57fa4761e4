"""The OpenAPI document: valid, complete, and true of what is answered."""

from __future__ import annotations

from io import StringIO
from typing import Any

import msgspec
import pytest
from django.core.management import call_command
from django.test import Client
from drf_spectacular.validation import validate_schema
from jsonschema import Draft202012Validator  # type: ignore[import-untyped] # carries no types

from api.roles import TABLE
from api.urls import urlpatterns
from tests.api.conftest import Caller, report, said
from tests.campaigns.conftest import Season

pytestmark = pytest.mark.django_db


@pytest.fixture
def document() -> dict[str, Any]:
    answer = Client().get("/api/v1/schema/")
    assert answer.status_code == 200
    return dict(msgspec.json.decode(answer.content))


def test_the_document_is_valid_and_made_without_a_warning(document: dict[str, Any]) -> None:
    validate_schema(document)
    assert document["openapi"].startswith("3.1")
    call_command("spectacular", "--validate", "--fail-on-warn", "--file", "/dev/null", stdout=StringIO())


def test_every_row_of_the_table_is_documented_and_nothing_else(document: dict[str, Any]) -> None:
    routes = {str(one.name): "/api/v1/" + str(one.pattern) for one in urlpatterns}
    wanted = {
        (routes[name].replace("<uuid:id>", "{id}").replace("<slug:key>", "{key}"), method.lower())
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


def test_answers_are_as_documented(document: dict[str, Any], people: dict[str, Caller], season: Season) -> None:
    battle = season.muster()
    bob = people["bob"]
    checked = 0

    def conforms(path: str, method: str, response: Any) -> None:
        nonlocal checked
        kind = response["Content-Type"]
        shape = document["paths"][path][method]["responses"][str(response.status_code)]["content"][kind]["schema"]
        Draft202012Validator(shape | {"components": document["components"]}).validate(said(response))
        checked += 1

    for path, methods in document["paths"].items():
        if "get" in methods and not path.endswith("schema/"):
            where = path.replace("{id}", battle if "battles/{id}" in path else season.stream)
            conforms(path, "get", bob.get(where.replace("{key}", "skirmish").removeprefix("/api/v1/")))
    commands = "/api/v1/battles/{id}/commands/"
    shot: dict[str, Any] = {"shooter": "bears-1", "target": "cats-1"}
    for sent in (report("Shoot", **shot), report("Shoot", **shot, after=1), report("Shoot"), [report("Settle")], {}):
        conforms(commands, "post", bob.post(f"battles/{battle}/commands/", sent))
    conforms(commands, "post", people["anonymous"].post(f"battles/{battle}/commands/", {}))
    conforms(commands, "post", bob.post(f"battles/{battle}/commands/?dry_run=true", report("Shoot", **shot)))
    conforms("/api/v1/token/", "post", bob.post("token/", {"username": "bob", "password": "no"}))
    assert checked > 20


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
