"""Undo and redo through the API, and what needs the word of the other side."""

from __future__ import annotations

import pytest

from tests.api.conftest import Caller, problem, report, said, take_case, whole_log
from tests.api.mending.acts import events, mends, sheet, shoot, status, told

pytestmark = pytest.mark.django_db


def test_a_report_is_taken_back_and_put_back(people: dict[str, Caller], battle: str) -> None:
    bob, dave = people["bob"], people["dave"]
    shot = shoot(bob, battle, "bears-1", "cats-1")
    assert ("Undo", shot) in mends(bob, battle)
    assert status(dave, battle, "cats-1") == "damaged"
    undone = bob.report(battle, "Undo", position=shot, reason="Wrong tank")
    told(undone, "Everything from row 2 on is taken back. Reason: Wrong tank")
    assert status(dave, battle, "cats-1") == "fit"
    assert [one["type"] for one in events(dave, battle)] == ["Mustered", "Revised"]
    (offer,) = [one for one in sheet(bob, battle)["mends"] if one["command"] == "Undo"]
    assert (offer["label"], offer["given"]) == ("Redo what was undone", {"position": 3})
    told(bob.report(battle, "Undo", **offer["given"]), "What was taken back in row 3 counts again.")
    assert status(dave, battle, "cats-1") == "damaged"
    assert [one["position"] for one in events(dave, battle)] == [1, 2, 4]


def test_an_undo_sent_again_has_the_same_bytes_for_an_answer(people: dict[str, Caller], battle: str) -> None:
    bob = people["bob"]
    undo = report("Undo", position=shoot(bob, battle, "bears-1", "cats-1"), reason="No")
    first = bob.post(f"battles/{battle}/commands/", undo)
    shoot(bob, battle, "bears-2", "cats-2")
    before = whole_log()
    assert bob.post(f"battles/{battle}/commands/", undo).content == first.content
    again = bob.post(f"battles/{battle}/commands/?dry_run=true", undo)
    assert said(again)["reports"][0]["preview"] is None
    assert whole_log() == before


def test_what_the_other_side_has_answered_needs_their_word(people: dict[str, Caller], battle: str) -> None:
    bob, carol = people["bob"], people["carol"]
    shot = shoot(bob, battle, "bears-1", "cats-1")
    shoot(carol, battle, "cats-1", "bears-1", 1)
    answer = told(
        bob.report(battle, "Undo", position=shot, reason="Wrong tank"), "Bears proposes to undo the report of row 2."
    )
    proposed = answer["events"][0]["position"]
    seen = sheet(carol, battle)["proposal"]
    assert seen == sheet(bob, battle)["proposal"]
    assert sheet(people["alice"], battle)["proposal"] is None  # it is the sides' matter, until she takes the case
    take_case(people["alice"], battle)
    assert sheet(people["alice"], battle)["proposal"] == seen
    assert seen == {
        "position": proposed,
        "side": "north",
        "type": "Undo",
        "data": {"position": shot, "reason": "Wrong tank"},
        "text": "Bears proposes to undo the report of row 2.",
        "agreed": [],
    }
    for outsider in ("anonymous", "dave"):
        assert sheet(people[outsider], battle)["proposal"] is None
    assert sheet(bob, battle)["waiting_for"] == ["south"]
    assert ("Decline", proposed) in mends(bob, battle)
    assert {("Agree", proposed), ("Decline", proposed)} <= set(mends(carol, battle))
    refused = problem(bob.report(battle, "Agree", position=proposed), 403, "not-yours")
    assert refused["detail"] == "It is for others to agree."
    told(
        carol.report(battle, "Agree", position=proposed),
        "Cats agrees to the proposal of row 4.",
        "Everything from row 2 on is taken back. Reason: Wrong tank",
    )
    assert sheet(carol, battle)["proposal"] is None
    assert status(bob, battle, "cats-1") == "fit"


def test_a_proposal_is_declined_or_withdrawn(people: dict[str, Caller], battle: str) -> None:
    bob, carol = people["bob"], people["carol"]
    shot = shoot(bob, battle, "bears-1", "cats-1")
    shoot(carol, battle, "cats-1", "bears-1", 1)
    proposed = 0
    for who, side in ((carol, "Cats"), (bob, "Bears")):
        bob.report(battle, "Undo", position=shot)
        proposed = sheet(bob, battle)["proposal"]["position"]
        told(
            who.report(battle, "Decline", position=proposed, reason="It was so"),
            f"{side} declines the proposal of row {proposed}. Reason: It was so",
        )
        assert sheet(bob, battle)["proposal"] is None
    assert status(bob, battle, "cats-1") == "damaged"
    assert problem(carol.report(battle, "Agree", position=proposed), 422, "refused")["field"] == "position"


def test_leaguers_die_stays_what_it_was(people: dict[str, Caller], battle: str) -> None:
    """Undone and asked for again, a question has the die it had; others for it are refused."""
    alice, bob = people["alice"], people["bob"]
    shot = shoot(bob, battle, "bears-1", "cats-1", None)
    fell = events(bob, battle)[-1]["data"]["rolls"][0]["values"]
    told(bob.report(battle, "Undo", position=shot), f"Bears proposes to undo the report of row {shot}.")
    assert alice.report(battle, "Undo", position=shot).status_code == 200
    other = [7 - fell[0]]
    refused = problem(bob.report(battle, "Shoot", shooter="bears-1", target="cats-2", dice=other), 422, "refused")
    assert refused["field"] == "dice"
    shown = bob.report(battle, "Shoot", "?dry_run=true", shooter="bears-1", target="cats-2")
    assert said(shown)["reports"][0]["events"][0]["data"]["rolls"][0]["values"] == fell
    shoot(bob, battle, "bears-1", "cats-2", None)
    assert events(bob, battle)[-1]["data"]["rolls"][0]["values"] == fell
