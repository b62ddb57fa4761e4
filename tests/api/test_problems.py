"""Problems that are nobody's move: addresses that are none, too many requests, a database that does not answer."""

from __future__ import annotations

import logging

import pytest
from django.core.cache import cache
from django.db import OperationalError
from django.test.utils import override_settings

from api import throttles
from battles import log, viewer
from tests.api.conftest import Caller, problem, report

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("method", ["GET", "POST", "PUT", "DELETE", "OPTIONS"])
def test_nowhere(bob: Caller, method: str) -> None:
    problem(bob.call(method, "nowhere/at/all/"), 404, "not-found")


@pytest.mark.parametrize("path", ["me", "systems", "battles/1/", "systems/a b/", "campaigns/%00/", "%ff/", "../admin/"])
def test_addresses_that_are_none(bob: Caller, path: str) -> None:
    found = problem(bob.get(path), 404, "not-found")
    assert ("slash" in found["remedy"]) == (path in ("me", "systems"))


def test_other_methods_are_named(bob: Caller, battle: str) -> None:
    response = bob.call("PUT", f"battles/{battle}/")
    problem(response, 405, "method-not-allowed")
    assert response["Allow"] == "GET, HEAD, OPTIONS"


def test_too_many_reports(bob: Caller, carol: Caller, battle: str) -> None:
    with override_settings(API_RATES={"passwords": 0, "reports": 2, "reads": 1}):
        for _ in range(2):
            assert bob.report(battle, "Shoot", shooter="bears-1", target="cats-1", dice=[1]).status_code == 200
        response = bob.report(battle, "Shoot", shooter="bears-1", target="cats-1", dice=[1])
        problem(response, 429, "throttled")
        assert int(response["Retry-After"]) >= 1
        assert carol.report(battle, "Shoot", shooter="cats-1", target="bears-1", dice=[1]).status_code == 200
        assert bob.get(f"battles/{battle}/").status_code == 200
        problem(bob.get(f"battles/{battle}/"), 429, "throttled")
        problem(bob.get("systems/"), 429, "throttled")


def test_the_count_goes_on_when_the_shared_one_does_not_answer(
    bob: Caller, battle: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def gone(*args: object, **kwargs: object) -> bool:
        raise ConnectionError("no Redis")

    monkeypatch.setattr(cache._connections["default"], "add", gone)  # type: ignore[attr-defined]
    with override_settings(API_RATES={"passwords": 0, "reports": 1, "reads": 0}):
        assert bob.report(battle, "Shoot", shooter="bears-1", target="cats-1", dice=[1]).status_code == 200
        problem(bob.report(battle, "Shoot", shooter="bears-1", target="cats-1", dice=[1]), 429, "throttled")
    assert "no Redis" in caplog.text


def test_a_fault_of_ours_is_written_down_and_shown_to_nobody(
    bob: Caller, battle: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(*args: object, **named: object) -> None:
        raise ZeroDivisionError("the inside of the house")

    monkeypatch.setattr(viewer, "look_at", broken)
    with caplog.at_level(logging.ERROR, "api"):
        response = bob.get(f"battles/{battle}/")
    problem(response, 500, "fault")
    assert b"inside" not in response.content
    assert "the inside of the house" in caplog.text


def test_a_database_that_does_not_answer_in_time(bob: Caller, battle: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def locked(*args: object, **how: object) -> None:
        raise OperationalError("database is locked")

    monkeypatch.setattr(log, "append", locked)
    response = bob.post(f"battles/{battle}/commands/", report("Shoot", shooter="bears-1", target="cats-1"))
    problem(response, 503, "busy")
    assert response["Retry-After"] == "1"


def test_rates_are_those_of_the_settings(settings: object) -> None:
    scopes = {throttles.Passwords.scope, throttles.Reports.scope, throttles.Reads.scope}
    assert scopes == set(settings.API_RATES)  # type: ignore[attr-defined]


@pytest.mark.parametrize("path", ["nowhere", "battles/%0A", "campaigns/a%0Ab/commands/", "%0D%0A", "docs/%0A", "%00"])
def test_whatever_is_nowhere_is_told_as_a_problem(people: dict[str, Caller], path: str) -> None:
    """Also where the address has line breaks in it."""
    for method in ("GET", "POST"):
        problem(people["bob"].call(method, path), 404, "not-found")
