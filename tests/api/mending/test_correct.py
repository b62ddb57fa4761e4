"""Corrections through the API: foreseen, made, and settled."""

from __future__ import annotations

from typing import Any

import pytest

from battles import log
from tests.api.conftest import Caller, problem, report, said, take_case, whole_log
from tests.api.mending.acts import TO_CATS_1, foreseen, mends, sheet, status, told

pytestmark = pytest.mark.django_db


def test_a_correction_is_foreseen(people: dict[str, Caller], contested: str) -> None:
    before = whole_log()
    found = foreseen(people["bob"].report(contested, "Correct", "?dry_run=true", **TO_CATS_1))
    assert (found["again"], found["asks"], found["beyond"], found["voided"]) == (1, True, 0, [])
    assert [(one["position"], one["how"]) for one in found["changes"]] == [(3, "changed"), (4, "kept")]
    first = found["changes"][0]
    assert [one["text"] for one in first["before"]] == ["The Bears shoots at Light (South)."]
    assert [one["text"] for one in first["after"]] == ["The Bears shoots at The Cats."]
    assert (first["before"][0]["data"]["hit"], first["after"][0]["data"]["hit"]) == (False, True)
    (item,) = found["items"]
    assert (item["position"], item["type"], item["kind"], item["settled"]) == (4, "Shoot", "illegal", "")
    assert (item["rule"], item["dice"][0]["values"], item["dice"][0]["by"]) == ("skirmish", [6], "table")
    assert item["text"] == "The Cats cannot do that."
    changed = {one["of"]: (one["before"], one["after"]) for one in found["sheet"]}
    assert changed["units.cats-1.status"] == ("damaged", "wrecked")
    assert {one["of"] for one in found["outcome"]} >= {"outcome.units.cats-1.fate", "outcome.points.north"}
    assert whole_log() == before


def test_a_correction_waits_until_all_it_left_is_settled(people: dict[str, Caller], contested: str) -> None:
    bob, carol = people["bob"], people["carol"]
    told(bob.report(contested, "Correct", **TO_CATS_1), "Bears proposes to correct the report of row 3.")
    (proposed,) = [position for command, position in mends(carol, contested) if command == "Agree"]
    told(
        carol.report(contested, "Agree", position=proposed),
        "Cats agrees to the proposal of row 5.",
        "A correction begins at row 3. Reason: It was the same cat",
        "The report of row 3 is changed.",
        "The Bears shoots at The Cats.",
    )
    seen = sheet(bob, contested)
    assert (seen["unsettled"], seen["choices"], seen["waiting_for"]) == ([4], [], ["north", "south"])
    assert ("Resolve", 4) in mends(bob, contested)
    stuck = problem(bob.report(contested, "Shoot", shooter="bears-1", target="cats-2", dice=[1]), 422, "unsettled")
    assert "position 4" in stuck["remedy"]
    settle: dict[str, Any] = {
        "position": 4,
        "how": "replace",
        "data": {"shooter": "cats-2", "target": "bears-2", "dice": [6]},
    }
    found = foreseen(carol.report(contested, "Resolve", "?dry_run=true", **settle))
    assert [(one["position"], one["how"]) for one in found["changes"]] == [(4, "replaced")]
    assert [one["text"] for one in found["changes"][0]["after"]] == ["Light (South) shoots at Light (North)."]
    assert [one["unit"] for one in found["sheet"]] == ["", "bears-2"]
    assert carol.report(contested, "Resolve", **settle).status_code == 200
    (proposed,) = [position for command, position in mends(bob, contested) if command == "Agree"]
    assert foreseen(bob.report(contested, "Agree", "?dry_run=true", position=proposed)) == found | {"asks": False}
    assert bob.report(contested, "Agree", position=proposed).status_code == 200
    seen = sheet(bob, contested)
    assert (seen["unsettled"], seen["proposal"]) == ([], None)
    assert {one["id"]: one["status"] for one in seen["units"]} == {
        "bears-1": "fit",
        "bears-2": "damaged",
        "cats-1": "wrecked",
        "cats-2": "fit",
    }
    assert log.verify_stream(contested) is None


@pytest.mark.parametrize(
    ("settling", "how", "told", "left"),
    [
        ({"settle": {"4": {"how": "keep"}}}, "keep", "kept", "damaged"),
        ({"settle": {"4": {"how": "strike"}}}, "strike", "struck", "fit"),
        ({"rest": "keep"}, "keep", "kept", "damaged"),
        ({"rest": "strike"}, "strike", "struck", "fit"),
    ],
)
def test_an_organiser_corrects_and_settles_at_once(
    people: dict[str, Caller], contested: str, settling: dict[str, Any], how: str, told: str, left: str
) -> None:
    alice = people["alice"]
    take_case(alice, contested)
    found = foreseen(alice.report(contested, "Correct", "?dry_run=true", **TO_CATS_1, **settling))
    assert found["asks"] is False
    assert [(one["position"], one["how"]) for one in found["changes"]] == [(3, "changed"), (4, told)]
    assert [(one["position"], one["settled"]) for one in found["items"]] == [(4, how)]
    assert alice.report(contested, "Correct", **TO_CATS_1, **settling).status_code == 200
    assert sheet(alice, contested)["unsettled"] == []
    assert status(alice, contested, "bears-2") == left
    assert status(alice, contested, "cats-1") == "wrecked"


def test_a_preview_says_which_dice_have_to_be_rolled_first(people: dict[str, Caller], contested: str) -> None:
    alice, bob = people["alice"], people["bob"]
    take_case(alice, contested)
    rolling = TO_CATS_1 | {"data": {"shooter": "bears-2", "target": "cats-1"}}
    before = whole_log()
    answer = said(alice.report(contested, "Correct", "?dry_run=true", **rolling))["reports"][0]
    assert (answer["status"], answer["preview"], answer["events"]) == ("asks", None, [])
    assert answer["asks"] == {"question": "shot/2/bears-2", "count": 1, "faces": 6, "field": "dice", "shows": []}
    asked = said(bob.report(contested, "Correct", "?dry_run=true", **rolling))["reports"][0]
    assert (asked["status"], asked["preview"], asked["asks"]) == ("accepted", None, answer["asks"])
    assert [one["type"] for one in asked["events"]] == ["Proposed"]
    assert whole_log() == before


def test_a_preview_comes_with_a_report_that_mends_and_with_nothing_else(
    people: dict[str, Caller], contested: str
) -> None:
    bob = people["bob"]
    undo = report("Undo", position=4)
    shot = report("Shoot", shooter="bears-1", target="cats-1", dice=[1])
    for body in (shot, [shot, undo]):
        response = bob.post(f"battles/{contested}/commands/?dry_run=true&atomic=false", body)
        assert [answer["preview"] for answer in said(response)["reports"]] == [None] * len(said(response)["reports"])
    found = foreseen(bob.post(f"battles/{contested}/commands/?dry_run=true", [undo]))
    assert [(one["position"], one["how"]) for one in found["taken"]] == [(4, "struck")]
    assert said(bob.post(f"battles/{contested}/commands/", undo))["reports"][0]["preview"] is None
