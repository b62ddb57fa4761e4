"""Bad input: each has its name, its field, and changes nothing."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import pytest

from tests.api.conftest import Caller, problem, report, whole_log
from tests.where import BOTH

pytestmark = pytest.mark.django_db
ID = "11111111-2222-4333-8444-555555555555"
HIT: dict[str, Any] = {"shooter": "bears-1", "target": "cats-1"}


def raw(data: bytes, type_: bytes = b'"Shoot"', id_: bytes = b'"' + ID.encode() + b'"') -> bytes:
    return b'{"id": ' + id_ + b', "type": ' + type_ + b', "data": ' + data + b"}"


BAD: tuple[tuple[Any, int, str, str, str], ...] = (
    (report("Nuke"), 400, "unknown", "type", "unknown type"),
    (report("Shot", **HIT), 400, "unknown", "type", "an event's type"),
    (report("Shoot", shooter="bears-1"), 400, "malformed", "target", "missing field"),
    (report("Shoot", **HIT, luck=3), 400, "malformed", "luck", "unknown field"),
    (report("Shoot", shooter=7, target="x"), 400, "malformed", "shooter", "wrong type"),
    (report("Shoot", **HIT, dice=[True]), 400, "malformed", "dice[0]", "no number"),
    (report("Shoot", **HIT, dice=[6, 6]), 422, "refused", "dice", "wrong dice count"),
    (report("Shoot", **HIT, dice=[7]), 422, "refused", "dice", "wrong face"),
    (report("Shoot", **HIT, dice=[0]), 400, "malformed", "dice[0]", "no face at all"),
    (report("Shoot", **HIT, dice=[10**40]), 400, "malformed", "dice[0]", "huge integer"),
    (report("Shoot", shooter="cats-1", target="bears-1"), 403, "not-yours", "by", "other side"),
    (report("Recover", unit="cats-1"), 403, "not-yours", "by", "the clerk's"),
    (report("Settle"), 403, "not-yours", "by", "settlement"),
    (report("Shoot", shooter="ghost", target="cats-1"), 422, "refused", "shooter", "no such unit"),
    (report("Shoot", **HIT, id="no uuid"), 400, "malformed", "id", "id"),
    (report("Shoot", **HIT, after=-1), 400, "malformed", "after", "after"),
    (report("Shoot", **HIT) | {"dice": [6]}, 400, "malformed", "dice", "field outside data"),
    ({"type": "Shoot", "data": HIT}, 400, "malformed", "id", "no id"),
    ([], 400, "malformed", "", "nothing"),
    ([report("Settle")] * 1001, 400, "malformed", "", "too many"),
    (7, 400, "malformed", "", "a number"),
    (b"", 400, "malformed", "body", "empty"),
    (b"{", 400, "malformed", "body", "half"),
    (raw(b'{"shooter": "\xff"}'), 400, "malformed", "body", "broken UTF-8"),
    (raw(b'{"shooter": "\\ud800"}'), 400, "malformed", "body", "half a surrogate"),
    (raw(b'{"shooter": "\x00"}'), 400, "malformed", "body", "NUL"),
    (raw(b'{"shooter": "\\u0000"}'), 400, "malformed", "data", "escaped NUL"),
    (raw(b"[" * 20 + b"]" * 20), 400, "malformed", "data", "deep"),
    (raw(b'{"a": ' * 20000 + b"1" + b"}" * 20000), 400, "malformed", "body", "deeper"),
    (raw(b"1" * 5000), 400, "malformed", "data", "5000 digits"),
    (raw(b"[]"), 400, "malformed", "data", "a list for data"),
    (raw(b"null"), 400, "malformed", "data", "null for data"),
    (raw(b'{"shooter": "' + b"x" * 70000 + b'"}'), 400, "malformed", "data", "large report"),
    (b"x" * 10_000_000, 413, "too-large", "", "10 MB"),
)


def test_bad_input_is_named_and_changes_nothing(bob: Caller, battle: str) -> None:
    before = whole_log()
    for body, status, code, field, what in BAD:
        found = problem(bob.post(f"battles/{battle}/commands/", body), status, code)
        assert found.get("field", "") == field, what
        assert whole_log() == before, what


def test_a_dead_unit_fires_no_more(bob: Caller, carol: Caller, battle: str) -> None:
    for _ in range(2):
        bob.report(battle, "Shoot", **HIT, dice=[6])
    before = whole_log()
    found = problem(carol.report(battle, "Shoot", shooter="cats-1", target="bears-1"), 422, "refused")
    assert (found["field"], found["rule"]) == ("shooter", "skirmish")
    assert whole_log() == before


@BOTH
def test_an_id_belongs_to_one_report_of_one_person(people: dict[str, Caller], battle: str) -> None:
    first = report("Shoot", **HIT, dice=[6])
    assert people["bob"].post(f"battles/{battle}/commands/", first).status_code == 200
    before = whole_log()
    other = first | {"data": HIT | {"dice": [5]}}
    found = problem(people["bob"].post(f"battles/{battle}/commands/", other), 422, "reused")
    assert (found["field"], found["report"]) == ("id", first["id"])
    for name in ("carol", "alice"):
        # the right content tells nobody else that it is right
        same = people[name].post(f"battles/{battle}/commands/", first)
        wrong = people[name].post(f"battles/{battle}/commands/", other)
        assert same.content == wrong.content
        problem(same, 422, "reused")
    assert whole_log() == before


def test_a_battle_that_is_over_takes_no_shots(bob: Caller, battle: str) -> None:
    for target in ("cats-1", "cats-1", "cats-2", "cats-2"):
        bob.report(battle, "Shoot", shooter="bears-1", target=target, dice=[6])
    before = whole_log()
    problem(bob.report(battle, "Shoot", **HIT), 422, "over")
    problem(
        bob.report(battle, "Confirm", side="north", position=1, digest="0" * 64),
        422,
        "refused",
    )
    assert whole_log() == before


@pytest.mark.parametrize(
    "query",
    [
        "after=x",
        "after=-1",
        "after=1%00",
        "after=" + "9" * 30,
        "limit=0",
        "limit=201",
        "limit=",
        "after=%ff",
        "after=²",
        "after=١",
    ],
)
def test_a_query_that_cannot_be_read_is_named(bob: Caller, battle: str, query: str) -> None:
    found = problem(bob.get(f"battles/{battle}/events/?{query}"), 400, "malformed")
    assert found["field"] == query.partition("=")[0]


@pytest.mark.parametrize("query", ["dry_run=yes", "atomic=0", "after=x"])
def test_how_to_take_reports_is_read_strictly(bob: Caller, battle: str, query: str) -> None:
    before = whole_log()
    kind = "text/x-battle-script"
    found = problem(bob.post(f"battles/{battle}/commands/?{query}", "shoot a b", kind), 400, "malformed")
    assert found["field"] == query.partition("=")[0]
    assert whole_log() == before


def test_other_kinds_of_body_are_not_read(bob: Caller, battle: str) -> None:
    for kind in ("application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "text/html", "nonsense"):
        found = problem(bob.post(f"battles/{battle}/commands/", b"a=b", kind), 415, "unsupported-media-type")
        assert "application/json" in found["remedy"]


def test_a_battle_that_is_not_there(bob: Caller, battle: str) -> None:
    problem(bob.report(str(uuid4()), "Shoot", **HIT), 404, "not-found")
    problem(bob.get(f"battles/{uuid4()}/"), 404, "not-found")


def test_a_word_of_a_refusal_is_in_the_readers_language(bob: Caller, battle: str) -> None:
    body = report("Shoot", **HIT, dice=[6, 6])
    english = problem(bob.post(f"battles/{battle}/commands/", body), 422, "refused")
    assert english["detail"] == "2 dice were reported where 1 are rolled."
    assert english["remedy"] == "Report 1 dice, or leave them out and Leaguer rolls."
