"""Who may mend through the API, and what is wrong with what they send."""

from __future__ import annotations

from itertools import product
from typing import Any

import msgspec
import pytest

from battles import clerk
from tests.api.conftest import Caller, problem, report, take_case, whole_log
from tests.api.mending.acts import TO_CATS_1, foreseen, sheet
from tests.campaigns.conftest import Season

pytestmark = pytest.mark.django_db


DECLARED: dict[str, Any] = {"facts": {"vehicles.cats-2.damage": 1}, "reason": "So it is"}


MENDING: dict[str, dict[str, Any]] = {
    "Undo": {"position": 2},
    "Correct": TO_CATS_1,
    "Resolve": {"position": 4, "how": "keep"},
    "Declare": DECLARED,
    "Amend": {"winner": "north", "reason": "So it is"},
    "Agree": {"position": 4},
    "Decline": {"position": 4},
}


def test_who_does_not_play_mends_nothing(people: dict[str, Caller], contested: str) -> None:
    before = whole_log()
    for (type_, data), query in product(MENDING.items(), ("", "?dry_run=true")):
        problem(people["anonymous"].report(contested, type_, query, **data), 401, "not-authenticated")
        problem(people["dave"].report(contested, type_, query, **data), 403, "not-yours")
        assert whole_log() == before, (type_, query)


def test_a_settled_battle_is_an_organisers_to_mend(people: dict[str, Caller], season: Season) -> None:
    battle = season.fight()
    clerk.attend(battle)
    assert sheet(people["bob"], battle)["settled"]
    before = whole_log()
    for type_, data in (("Undo", {"position": 2}), ("Declare", DECLARED), ("Correct", TO_CATS_1)):
        problem(people["bob"].report(battle, type_, **data), 403, "not-yours")
    assert problem(people["alice"].report(battle, "Undo", position=2), 422, "refused")["remedy"]
    assert whole_log() == before
    amend = {"winner": "", "reason": "The table broke down"}
    assert foreseen(people["alice"].report(battle, "Amend", "?dry_run=true", **amend))["voided"] == ["north", "south"]
    assert people["alice"].report(battle, "Amend", **amend).status_code == 200
    seen = sheet(people["bob"], battle)
    assert (seen["settled"], seen["confirmed"], seen["outcome"]["winner"]) == (False, {}, "")


CHANGED: dict[str, Any] = {"position": 3, "how": "change", "reason": "So it is"}


BAD: tuple[tuple[str, dict[str, Any], int, str, str, str], ...] = (
    ("Undo", {}, 400, "malformed", "position", "undo nothing"),
    ("Undo", {"position": 1}, 400, "malformed", "position", "undo the muster"),
    ("Undo", {"position": 99}, 422, "refused", "position", "undo what is not there"),
    ("Undo", {"position": "2"}, 400, "malformed", "position", "a position in quotes"),
    ("Undo", {"position": 10**40}, 400, "malformed", "position", "a huge position"),
    ("Undo", {"position": 2.5}, 400, "malformed", "position", "a broken position"),
    ("Undo", {"position": 2, "why": ""}, 400, "malformed", "why", "unknown field"),
    ("Undo", {"position": 2, "reason": "x" * 501}, 400, "malformed", "reason", "a long reason"),
    ("Undo", {"position": 2, "reason": "\x07"}, 400, "malformed", "reason", "a bell"),
    ("Correct", {**CHANGED, "position": 1}, 400, "malformed", "position", "correct the muster"),
    ("Correct", {**CHANGED, "how": "keep"}, 400, "malformed", "how", "no way to correct"),
    ("Correct", {**CHANGED, "reason": ""}, 400, "malformed", "reason", "no reason"),
    ("Correct", {**CHANGED, "data": []}, 400, "malformed", "data", "a list for data"),
    ("Correct", {**CHANGED, "data": {"shooter": "bears-1"}}, 400, "malformed", "data.target", "half"),
    (
        "Correct",
        {**CHANGED, "data": {"shooter": "bears-1", "target": "cats-1", "luck": 1}},
        400,
        "malformed",
        "data.luck",
        "an unknown field within",
    ),
    (
        "Correct",
        {**CHANGED, "data": {"shooter": "bears-1", "target": 7}},
        400,
        "malformed",
        "data.target",
        "a wrong type within",
    ),
    ("Correct", {**CHANGED, "type": "Nuke"}, 400, "unknown", "type", "an unknown report within"),
    ("Correct", {**CHANGED, "type": "Undo", "data": {"position": 2}}, 422, "refused", "type", "undo"),
    ("Correct", {**CHANGED, "settle": []}, 400, "malformed", "settle", "a list to settle"),
    ("Correct", {**CHANGED, "settle": {"x": {"how": "keep"}}}, 400, "malformed", "settle", "no row"),
    ("Correct", {**CHANGED, "settle": {"4": {"how": "burn"}}}, 400, "malformed", "settle[...].how", "burn it"),
    (
        "Correct",
        {**CHANGED, "settle": {"4": {"how": "keep", "why": 1}}},
        400,
        "malformed",
        "settle[...].why",
        "unknown in settle",
    ),
    (
        "Correct",
        {**CHANGED, "data": {"shooter": "bears-1", "target": "cats-1"}, "settle": {"9": {"how": "keep"}}},
        422,
        "refused",
        "settle.9",
        "settle what is not there",
    ),
    ("Correct", {**CHANGED, "rest": "burn"}, 400, "malformed", "rest", "burn the rest"),
    ("Resolve", {"position": 4, "how": "keep"}, 422, "refused", "position", "nothing to settle"),
    ("Declare", {"facts": {}, "reason": "x"}, 400, "malformed", "facts", "no facts"),
    ("Declare", {"facts": {"a": 1}}, 400, "malformed", "reason", "declare without a reason"),
    ("Declare", {"facts": {"luck": 1}, "reason": "x"}, 422, "refused", "facts.luck", "no such fact"),
    (
        "Declare",
        {"facts": {"vehicles.cats-2.damage": "1"}, "reason": "x"},
        422,
        "refused",
        "facts.vehicles.cats-2.damage",
        "a fact in quotes",
    ),
    (
        "Declare",
        {"facts": {"vehicles.cats-2.damage": 3}, "reason": "x"},
        422,
        "refused",
        "facts.vehicles.cats-2.damage",
        "a fact out of bounds",
    ),
    (
        "Declare",
        {"facts": {"vehicles.cats-2.feats": [{"kind": "hit", "report": "x"}]}, "reason": "x"},
        422,
        "refused",
        "facts.vehicles.cats-2.feats.[0].report",
        "deep in a fact",
    ),
    ("Declare", {"facts": {"told": "moon"}, "reason": "x"}, 422, "refused", "facts.told", "impossible"),
    ("Declare", {"facts": {"x": [[]] * 40000}, "reason": "x"}, 400, "malformed", "data", "large"),
    ("Amend", {"winner": "moon", "reason": "x"}, 422, "refused", "winner", "no such side"),
    (
        "Amend",
        {"winner": "", "conditions": {"ghost": {}}, "reason": "x"},
        422,
        "refused",
        "conditions.ghost",
        "no such unit",
    ),
    (
        "Amend",
        {"winner": "", "conditions": {"cats-1": {"luck": 1}}, "reason": "x"},
        400,
        "malformed",
        "conditions.cats-1.luck",
        "no such condition",
    ),
    ("Agree", {"position": 4}, 422, "refused", "position", "no proposal"),
)


def test_bad_input_is_named_and_changes_nothing(people: dict[str, Caller], contested: str) -> None:
    take_case(people["alice"], contested)
    before = whole_log()
    for type_, data, status, code, field, what in BAD:
        for query in ("", "?dry_run=true"):
            found = problem(people["alice"].report(contested, type_, query, **data), status, code)
            assert found.get("field", "") == field, what
        assert whole_log() == before, what


@pytest.mark.parametrize(
    ("inside", "field"),
    [
        (b'"data": {"shooter": "\\u0000"}', "data"),
        (b'"data": {"shooter": ' + b"[" * 14 + b"]" * 14 + b"}", "data"),
        (b'"data": {"shooter": ' + b'{"a":' * 40000 + b"1" + b"}" * 40000 + b"}", "body"),
        (b'"data": {"shooter": "\x00"}', "body"),
        (b'"data": {"dice": [' + b"9" * 5000 + b"]}", "data[...][0]"),
        (b'"settle": {"4": {"how": "replace", "data": {"x": ' + b"[" * 12 + b"]" * 12 + b"}}}", "data"),
    ],
)
def test_nul_depth_and_size_within_a_correction(
    people: dict[str, Caller], contested: str, inside: bytes, field: str
) -> None:
    before = whole_log()
    body = msgspec.json.encode(report("Correct", **CHANGED)).replace(b'"how"', inside + b', "how"')
    for query in ("", "?dry_run=true"):
        found = problem(people["alice"].post(f"battles/{contested}/commands/{query}", body), 400, "malformed")
        assert found["field"] == field
    assert whole_log() == before
