"""Why it is so, over HTTP: the chain of reports, dice and rules; and what can be declared, for those who may."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from jsonschema_rs import Draft202012Validator, meta

from api.shapes import corrections as shapes
from rules import all_systems
from tests.api.conftest import Caller, problem, said, take_case
from tests.api.mending.acts import confirm, shoot
from tests.api.playing import alpha_66
from tests.battles.duel import ALICE
from tests.battles.test_amending import settled
from tests.battles.test_new_seed import BY_LEAGUER, QUESTION
from tests.cast import Cast
from tests.length import sampled
from tests.where import BOTH

pytestmark = pytest.mark.django_db


def explained(caller: Caller, battle: str, of: str, more: str = "") -> dict[str, Any]:
    response = caller.get(f"battles/{battle}/explain/?of={of}{more}")
    assert response.status_code == 200, response.content
    msgspec.json.decode(response.content, type=shapes.Explanation)
    found: dict[str, Any] = said(response)
    return found


def test_a_status_is_explained_by_the_shots_that_made_it(people: dict[str, Caller], contested: str) -> None:
    bob = people["bob"]
    shoot(bob, contested, "bears-1", "cats-1", 6)
    found = explained(people["anonymous"], contested, "units.cats-1.status")
    for reader in people.values():
        assert explained(reader, contested, "units.cats-1.status") == found
        assert (found["value"], found["unit"], found["label"], found["position"]) == ("wrecked", "cats-1", "Status", 5)
        assert [(one["position"], one["before"], one["after"]) for one in found["steps"]] == [
            (2, "fit", "damaged"),
            (5, "damaged", "wrecked"),
        ]
    first = found["steps"][0]
    assert bob.user is not None
    assert (first["by"], first["via"], first["text"]) == (
        str(bob.user.pk),
        "by an app",
        "The Bears shoots at The Cats.",
    )
    assert (first["report"], first["first_told"], first["type"], first["rules"]) == (2, 2, "Shot", ["skirmish S1"])
    assert first["dice"] == [{"question": "shot/1/bears-1", "faces": 6, "values": [6], "by": "table", "shows": []}]
    assert (first["declared"], first["seed_row"]) == (False, 0)
    assert explained(bob, contested, "units.bears-1.status")["steps"] == []


def test_dice_of_a_new_seed_name_its_row() -> None:
    """What was settled is corrected, so that Leaguer rolls anew: by the seed of the row that was last till then."""
    duel = settled()
    row = duel.battle.head[0]
    duel.tell(ALICE, BY_LEAGUER)
    address = f"/api/v1/battles/{duel.stream}/explain/"
    facts = [one["of"] for one in Client().get(address).json()["facts"]]
    rows = (
        step["seed_row"]
        for of in facts
        for step in Client().get(address, {"of": of}).json()["steps"]
        for die in step["dice"]
        if (die["question"], die["by"]) == (QUESTION, "leaguer")
    )
    assert next(rows) == row


def test_what_was_told_again_is_explained_by_its_first_sender(people: dict[str, Caller], contested: str) -> None:
    alice, carol = people["alice"], people["carol"]
    take_case(alice, contested)
    assert alice.report(contested, "Correct", position=3, how="strike", reason="No").status_code == 200
    (step,) = explained(carol, contested, "units.bears-2.status")["steps"]
    assert carol.user is not None
    assert (step["by"], step["first_told"]) == (str(carol.user.pk), 4)
    assert step["position"] > step["report"] > 5


def test_what_people_set_is_flagged(people: dict[str, Caller], contested: str) -> None:
    alice = people["alice"]
    facts = {"vehicles.bears-1.damage": 1}
    take_case(alice, contested)
    assert alice.report(contested, "Declare", facts=facts, reason="A mine").status_code == 200
    (step,) = explained(alice, contested, "units.bears-1.status")["steps"]
    assert (step["declared"], step["rules"], step["dice"]) == (True, ["declared"], [])
    assert step["text"] == "Declared by ruling of an organiser or umpire: The Bears: Damage 1. Reason: A mine"


@BOTH
def test_the_log_is_read_once_for_an_explanation(people: dict[str, Caller], contested: str) -> None:
    def queries(query: str) -> int:
        with CaptureQueriesContext(connection) as asked:
            assert people["bob"].get(f"battles/{contested}/explain/{query}").status_code == 200
        return len(asked)

    assert queries("?of=units.bears-1.status") == queries("?of=units.bears-1.status&at=3") == queries("")


def test_an_outcome_is_explained_by_what_became_of_everybody(people: dict[str, Caller], battle: str) -> None:
    bob = people["bob"]
    for target in ("cats-1", "cats-1", "cats-2", "cats-2"):
        shoot(bob, battle, "bears-1", target)
    found = explained(people["dave"], battle, "outcome.winner")
    assert found["value"] == "Bears"
    assert {one["of"] for one in found["steps"]} >= {"units.cats-1.status", "units.cats-2.status", "outcome.winner"}
    assert [one["position"] for one in found["steps"]] == sorted(one["position"] for one in found["steps"])


def test_an_explanation_of_then(people: dict[str, Caller], battle: str) -> None:
    bob = people["bob"]
    for _ in range(2):
        shoot(bob, battle, "bears-1", "cats-1")
    bob.report(battle, "Undo", position=3)
    for more, value, steps in (
        ("", "damaged", 1),
        ("&at=2", "damaged", 1),
        ("&at=3", "wrecked", 2),
        ("&at=1", "fit", 0),
    ):
        found = explained(bob, battle, "units.cats-1.status", more)
        assert (found["value"], len(found["steps"])) == (value, steps)
    assert problem(bob.get(f"battles/{battle}/explain/?of=round&at=5"), 400, "malformed")["field"] == "at"


@pytest.mark.at_length
def test_everything_that_can_be_explained_is_named_and_is_explained(people: dict[str, Caller], cast: Cast) -> None:
    battle = alpha_66(cast)
    bob = people["bob"]
    response = bob.get(f"battles/{battle}/explain/")
    there = msgspec.json.decode(response.content, type=shapes.Explicables)
    assert len(there.facts) > 30
    for fact in sampled(there.facts, 12, met=lambda fact: {fact.of.rpartition(".")[2]}):
        found = explained(bob, battle, fact.of)
        assert (found["value"], found["label"], found["unit"]) == (fact.value, fact.label, fact.unit)


@pytest.mark.parametrize(
    "of", ["", "units.cats-9.status", "outcome.loser", "%25s", "units", "a" * 200, "units.cats-1."]
)
def test_a_fact_there_is_not_is_answered_with_those_there_are(bob: Caller, battle: str, of: str) -> None:
    found = problem(bob.get(f"battles/{battle}/explain/?of={of}"), 400, "unknown")
    assert found["field"] == "of"
    assert "units.cats-1.status" in found["remedy"]


def test_what_can_be_declared_is_for_the_sides_and_referees(people: dict[str, Caller], battle: str) -> None:
    path = f"battles/{battle}/facts/"
    answers = [people[who].get(path) for who in ("alice", "bob", "carol")]
    assert len({answer.content for answer in answers}) == 1
    problem(people["anonymous"].get(path), 401, "not-authenticated")
    problem(people["dave"].get(path), 403, "not-yours")
    for who, status in (("dave", 403), ("anonymous", 401)):
        assert people[who].get(path, If_None_Match=answers[0]["ETag"]).status_code == status


def test_every_fact_is_of_its_schema_and_can_be_declared_as_it_is(people: dict[str, Caller], cast: Cast) -> None:
    battle = alpha_66(cast)
    bob, carol = people["bob"], people["carol"]
    found = msgspec.json.decode(bob.get(f"battles/{battle}/facts/").content, type=shapes.Declarables)
    assert len(found.facts) > 60
    declared = {}
    for fact in found.facts:
        meta.validate(fact.schema)
        Draft202012Validator(fact.schema).validate(fact.value)
        assert fact.label
        assert (fact.unit != "") == fact.path.startswith("models.")
        declared[fact.path] = fact.value
    whole = list(declared.items())
    before = said(bob.get(f"battles/{battle}/"))
    for part in (dict(whole[:40]), dict(whole[40:])):
        response = bob.report(battle, "Declare", facts=part, reason="As it is")
        assert response.status_code == 200, response.content
        position = said(carol.get(f"battles/{battle}/"))["proposal"]["position"]
        assert carol.report(battle, "Agree", position=position).status_code == 200
    after = said(bob.get(f"battles/{battle}/"))
    assert set(after["declared"]) == set(declared)
    unflagged = [dict(fact, declared=None) for unit in after["units"] for fact in unit["facts"]]
    assert unflagged == [fact for unit in before["units"] for fact in unit["facts"]]
    flagged = {fact["name"] for unit in after["units"] for fact in unit["facts"] if fact["declared"]}
    assert {"damage", "moved", "fired"} <= flagged
    assert all(unit["declared"] for unit in after["units"])


def test_every_rulebook_has_its_facts_in_words(people: dict[str, Caller], cast: Cast) -> None:
    battle = alpha_66(cast)
    named = all_systems()["modern_age"].facts
    labels = {fact["label"] for fact in said(people["bob"].get(f"battles/{battle}/facts/"))["facts"]}
    assert {named["models.*.damage"].text(), named["turn"].text()} <= labels
    assert "loader: Card is face up" in labels
    german = said(people["bob"].get(f"battles/{battle}/facts/", Accept_Language="de"))["facts"]
    assert len(german) == len(said(people["bob"].get(f"battles/{battle}/facts/"))["facts"])


def test_a_battle_confirmed_is_still_explained(people: dict[str, Caller], battle: str) -> None:
    bob, carol = people["bob"], people["carol"]
    for target in ("cats-1", "cats-1", "cats-2", "cats-2"):
        shoot(bob, battle, "bears-1", target)
    for caller in (bob, carol):
        confirm(caller, battle)
    assert explained(people["anonymous"], battle, "outcome.units.cats-1.fate")["value"] == "a wreck"
