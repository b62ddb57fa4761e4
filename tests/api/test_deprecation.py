"""What will go says so a year before: in the schema, and in every answer (RFC 9745, RFC 8594)."""

from __future__ import annotations

from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import Any

import pytest

from api import deprecation, systems
from api.deprecation import NOTICE, Deprecated, day
from api.urls import urlpatterns
from tests.api import documented
from tests.api.conftest import Caller, problem

pytestmark = pytest.mark.django_db
GOES = Deprecated(day(2027, 1, 1), day(2028, 1, 1), "battles/")


def methods() -> list[Any]:
    views = [one.callback.cls for one in urlpatterns if hasattr(one.callback, "cls")]
    return [getattr(view, name) for view in views for name in ("get", "post", "delete") if hasattr(view, name)]


def test_an_answer_says_when_it_will_be_gone(bob: Caller, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(systems.SystemsView.get, "deprecated", GOES)
    for answer in (bob.get("systems/"), bob.call("HEAD", "systems/")):
        assert answer["Deprecation"] == "@1798761600"
        assert datetime.fromtimestamp(int(answer["Deprecation"][1:]), UTC) == GOES.since
        assert parsedate_to_datetime(answer["Sunset"]) == GOES.sunset
        assert '</api/v1/battles/>; rel="successor-version"' in answer["Link"]
        assert '</api/v1/docs/>; rel="deprecation"' in answer["Link"]
    refused = bob.get("systems/?colour=red")
    problem(refused, 400, "malformed")
    assert "Sunset" in refused, "refused or not"
    assert "Deprecation" not in bob.get("battles/")


def test_the_schema_marks_it(monkeypatch: pytest.MonkeyPatch) -> None:
    document = documented.document()
    marked = {
        said["operationId"] for one in document["paths"].values() for said in one.values() if "deprecated" in said
    }
    known = {method for method in methods() if getattr(method, "deprecated", None)}
    assert len(marked) == len(known)


def test_nothing_goes_without_a_years_notice() -> None:
    said = [found for method in methods() if (found := getattr(method, "deprecated", None))]
    assert all(one.sunset - one.since >= NOTICE for one in [*said, GOES])
    assert deprecation.headers(None, None) == {}  # type: ignore[arg-type]
