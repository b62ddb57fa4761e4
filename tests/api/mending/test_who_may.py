"""Who may mend through the API, and what is wrong with what they send."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from battles import clerk
from tests.api.conftest import Caller, problem, report, whole_log
from tests.api.mending.acts import TO_CATS_1, foreseen, sheet
from tests.campaigns.conftest import Season
from tests.where import ONCE

pytestmark = [pytest.mark.django_db, ONCE]


DECLARED: dict[str, Any] = {"facts": {"vehicles.cats-2.damage": 1}, "reason": "So it is"}


@pytest.mark.parametrize("query", ["", "?dry_run=true"])
@pytest.mark.parametrize(
    ("type_", "data"),
    [
        ("Undo", {"position": 2}),
        ("Correct", TO_CATS_1),
        ("Resolve", {"position": 4, "how": "keep"}),
        ("Declare", DECLARED),
        ("Amend", {"winner": "north", "reason": "So it is"}),
        ("Agree", {"position": 4}),
        ("Decline", {"position": 4}),
    ],
)
def test_who_does_not_play_mends_nothing(
    people: dict[str, Caller], contested: str, type_: str, data: dict[str, Any], query: str
) -> None:
    before = whole_log()
    problem(people["anonymous"].report(contested, type_, query, **data), 401, "not-authenticated")
    problem(people["dave"].report(contested, type_, query, **data), 403, "not-yours")
    assert whole_log() == before


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


@pytest.mark.parametrize(
    ("type_", "data", "status", "code", "field"),
    [
        pytest.param("Undo", {}, 400, "malformed", "position", id="undo nothing"),
        pytest.param("Undo", {"position": 1}, 400, "malformed", "position", id="undo the muster"),
        pytest.param("Undo", {"position": 99}, 422, "refused", "position", id="undo what is not there"),
        pytest.param("Undo", {"position": "2"}, 400, "malformed", "position", id="a position in quotes"),
        pytest.param("Undo", {"position": 10**40}, 400, "malformed", "position", id="a huge position"),
        pytest.param("Undo", {"position": 2.5}, 400, "malformed", "position", id="a broken position"),
        pytest.param("Undo", {"position": 2, "why": ""}, 400, "malformed", "why", id="unknown field"),
        pytest.param("Undo", {"position": 2, "reason": "x" * 501}, 400, "malformed", "reason", id="a long reason"),
        pytest.param("Undo", {"position": 2, "reason": "\x07"}, 400, "malformed", "reason", id="a bell"),
        pytest.param("Correct", {**CHANGED, "position": 1}, 400, "malformed", "position", id="correct the muster"),
        pytest.param("Correct", {**CHANGED, "how": "keep"}, 400, "malformed", "how", id="no way to correct"),
        pytest.param("Correct", {**CHANGED, "reason": ""}, 400, "malformed", "reason", id="no reason"),
        pytest.param("Correct", {**CHANGED, "data": []}, 400, "malformed", "data", id="a list for data"),
        pytest.param(
            "Correct", {**CHANGED, "data": {"shooter": "bears-1"}}, 400, "malformed", "data.target", id="half"
        ),
        pytest.param(
            "Correct",
            {**CHANGED, "data": {"shooter": "bears-1", "target": "cats-1", "luck": 1}},
            400,
            "malformed",
            "data.luck",
            id="an unknown field within",
        ),
        pytest.param(
            "Correct",
            {**CHANGED, "data": {"shooter": "bears-1", "target": 7}},
            400,
            "malformed",
            "data.target",
            id="a wrong type within",
        ),
        pytest.param("Correct", {**CHANGED, "type": "Nuke"}, 400, "unknown", "type", id="an unknown report within"),
        pytest.param(
            "Correct", {**CHANGED, "type": "Undo", "data": {"position": 2}}, 422, "refused", "type", id="undo"
        ),
        pytest.param("Correct", {**CHANGED, "settle": []}, 400, "malformed", "settle", id="a list to settle"),
        pytest.param("Correct", {**CHANGED, "settle": {"x": {"how": "keep"}}}, 400, "malformed", "settle", id="no row"),
        pytest.param(
            "Correct", {**CHANGED, "settle": {"4": {"how": "burn"}}}, 400, "malformed", "settle[...].how", id="burn it"
        ),
        pytest.param(
            "Correct",
            {**CHANGED, "settle": {"4": {"how": "keep", "why": 1}}},
            400,
            "malformed",
            "settle[...].why",
            id="unknown in settle",
        ),
        pytest.param(
            "Correct",
            {**CHANGED, "data": {"shooter": "bears-1", "target": "cats-1"}, "settle": {"9": {"how": "keep"}}},
            422,
            "refused",
            "settle.9",
            id="settle what is not there",
        ),
        pytest.param("Correct", {**CHANGED, "rest": "burn"}, 400, "malformed", "rest", id="burn the rest"),
        pytest.param("Resolve", {"position": 4, "how": "keep"}, 422, "refused", "position", id="nothing to settle"),
        pytest.param("Declare", {"facts": {}, "reason": "x"}, 400, "malformed", "facts", id="no facts"),
        pytest.param("Declare", {"facts": {"a": 1}}, 400, "malformed", "reason", id="declare without a reason"),
        pytest.param("Declare", {"facts": {"luck": 1}, "reason": "x"}, 422, "refused", "facts.luck", id="no such fact"),
        pytest.param(
            "Declare",
            {"facts": {"vehicles.cats-2.damage": "1"}, "reason": "x"},
            422,
            "refused",
            "facts.vehicles.cats-2.damage",
            id="a fact in quotes",
        ),
        pytest.param(
            "Declare",
            {"facts": {"vehicles.cats-2.damage": 3}, "reason": "x"},
            422,
            "refused",
            "facts.vehicles.cats-2.damage",
            id="a fact out of bounds",
        ),
        pytest.param(
            "Declare",
            {"facts": {"vehicles.cats-2.feats": [{"kind": "hit", "report": "x"}]}, "reason": "x"},
            422,
            "refused",
            "facts.vehicles.cats-2.feats.[0].report",
            id="deep in a fact",
        ),
        pytest.param(
            "Declare", {"facts": {"told": "moon"}, "reason": "x"}, 422, "refused", "facts.told", id="impossible"
        ),
        pytest.param("Declare", {"facts": {"x": [[]] * 40000}, "reason": "x"}, 400, "malformed", "data", id="large"),
        pytest.param("Amend", {"winner": "moon", "reason": "x"}, 422, "refused", "winner", id="no such side"),
        pytest.param(
            "Amend",
            {"winner": "", "conditions": {"ghost": {}}, "reason": "x"},
            422,
            "refused",
            "conditions.ghost",
            id="no such unit",
        ),
        pytest.param(
            "Amend",
            {"winner": "", "conditions": {"cats-1": {"luck": 1}}, "reason": "x"},
            400,
            "malformed",
            "conditions.cats-1.luck",
            id="no such condition",
        ),
        pytest.param("Agree", {"position": 4}, 422, "refused", "position", id="no proposal"),
    ],
)
def test_bad_input_is_named_and_changes_nothing(
    people: dict[str, Caller], contested: str, type_: str, data: dict[str, Any], status: int, code: str, field: str
) -> None:
    before = whole_log()
    for query in ("", "?dry_run=true"):
        found = problem(people["alice"].report(contested, type_, query, **data), status, code)
        assert found.get("field", "") == field
    assert whole_log() == before


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
