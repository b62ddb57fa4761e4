"""Facts declared and outcomes amended through the API, and confirmed anew."""

from __future__ import annotations

from typing import Any

import pytest

from battles import log
from tests.api.conftest import Caller, problem, said, take_case
from tests.api.mending.acts import confirm, foreseen, mends, sheet, shoot, told

pytestmark = pytest.mark.django_db


def test_facts_are_declared_by_consent_and_flagged(people: dict[str, Caller], contested: str) -> None:
    bob, carol = people["bob"], people["carol"]
    facts = {"vehicles.cats-2.damage": 1}
    found = foreseen(bob.report(contested, "Declare", "?dry_run=true", facts=facts, reason="We forgot a hit"))
    assert [(one["of"], one["before"], one["after"]) for one in found["sheet"]] == [
        ("units.cats-2.status", "fit", "damaged")
    ]
    told(bob.report(contested, "Declare", facts=facts, reason="We forgot a hit"), "Bears proposes to declare facts.")
    agreed = carol.report(contested, "Agree", position=5)
    told(
        agreed,
        "Cats agrees to the proposal of row 5.",
        "Declared by consent of both sides: Light (South): Damage 1. Reason: We forgot a hit",
    )
    seen = sheet(people["anonymous"], contested)
    assert seen["declared"] == {"vehicles.cats-2.damage": 7}
    assert {one["id"]: one["declared"] for one in seen["units"]} == {
        "bears-1": None,
        "bears-2": None,
        "cats-1": None,
        "cats-2": 7,
    }
    (fact,) = [one for one in said(bob.get(f"battles/{contested}/facts/"))["facts"] if one["declared"]]
    assert (fact["path"], fact["unit"], fact["label"], fact["value"]) == (*facts, "cats-2", "Damage", 1)
    assert (fact["schema"]["type"], fact["schema"]["maximum"]) == ("integer", 2)


def test_an_amended_outcome_is_confirmed_anew(people: dict[str, Caller], battle: str) -> None:
    alice, bob, carol = people["alice"], people["bob"], people["carol"]
    for target in ("cats-1", "cats-1", "cats-2", "cats-2"):
        shoot(bob, battle, "bears-1", target)
    confirm(bob, battle)
    amend: dict[str, Any] = {
        "winner": "south",
        "conditions": {"cats-1": {"damage": 1}},
        "reason": "The first shot was out of sight",
    }
    problem(bob.report(battle, "Amend", **amend), 403, "not-yours")
    found = foreseen(alice.report(battle, "Amend", "?dry_run=true", **amend))
    assert found["voided"] == ["north"]
    assert {one["of"]: (one["before"], one["after"]) for one in found["outcome"]}["outcome.winner"] == (
        "Bears",
        "Cats",
    )
    told(
        alice.report(battle, "Amend", **amend),
        "The outcome is amended: Cats wins. Reason: The first shot was out of sight",
    )
    seen = sheet(carol, battle)
    assert (seen["confirmed"], seen["outcome"]["winner"]) == ({}, "south")
    assert seen["declared"] == {"outcome.winner": 7, "outcome.units.cats-1": 7}
    assert voided(people, battle) == ["north"]
    assert sheet(carol, battle, "state/?at=6")["voided"] == []
    for caller in (bob, carol):
        confirm(caller, battle)
    assert voided(people, battle) == []
    assert sheet(carol, battle, "state/?at=7")["voided"] == ["north"]
    assert sheet(bob, battle)["confirmed"] == {"north": False, "south": False}
    refused = problem(bob.report(battle, "Undo", position=2), 403, "not-yours")
    assert refused["remedy"] == "Only an organiser or umpire corrects it now. Ask one."
    assert mends(bob, battle) == mends(carol, battle) == [("LendSeat", None)]
    take_case(alice, battle)
    strike: dict[str, Any] = {"position": 5, "how": "strike", "reason": "There was no fourth shot", "rest": "keep"}
    assert foreseen(alice.report(battle, "Correct", "?dry_run=true", **strike))["asks"] is False
    assert alice.report(battle, "Correct", **strike).status_code == 200
    assert log.verify_stream(battle) is None


def voided(people: dict[str, Caller], battle: str) -> list[str]:
    """The sides that are told to have lost their confirmation: the same on the sheet, in lists and to each player."""
    found = [sheet(people[who], battle)["voided"] for who in ("anonymous", "bob", "carol")]
    found += [said(people[who].get("me/"))["waiting"][0]["voided"] for who in ("bob", "carol")]
    found.append(said(people["anonymous"].get("battles/"))["battles"][0]["voided"])
    assert found == [found[0]] * 6
    return list(map(str, found[0]))
