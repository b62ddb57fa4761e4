"""Reporting to a battle over HTTP: accepted, repeated, tried out, in batches, by script, and too late."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import msgspec
import pytest

from api.shapes import reports as shapes
from battles import handler
from tests.api.conftest import Caller, problem, report, said, whole_log

pytestmark = pytest.mark.django_db


def shot(shooter: str = "bears-1", target: str = "cats-1", **more: Any) -> dict[str, Any]:
    return report("Shoot", shooter=shooter, target=target, **more)


def test_a_shot_is_ruled_on_and_told(bob: Caller, battle: str) -> None:
    response = bob.post(f"battles/{battle}/commands/", shot(dice=[6]))
    assert response.status_code == 200
    receipt = msgspec.json.decode(response.content, type=shapes.Receipt)
    (answer,) = receipt.reports
    (ruling,) = answer.events
    assert (answer.status, ruling.type, ruling.text) == ("accepted", "Shot", "The Bears shoots at The Cats.")
    assert ruling.data["hit"] is True
    _state, _told, rows = handler.replay(battle)
    assert (
        (receipt.position, receipt.digest) == (rows[-1].position, rows[-1].digest) == (ruling.position, ruling.digest)
    )
    assert (rows[-1].by, rows[-1].via) == (str(bob.user.pk), "api")  # type: ignore[union-attr]


def test_a_report_sent_again_has_the_same_bytes_for_an_answer(bob: Caller, carol: Caller, battle: str) -> None:
    first = shot()  # Leaguer's die
    answer = bob.post(f"battles/{battle}/commands/", first)
    carol.report(battle, "Shoot", shooter="cats-1", target="bears-1", dice=[1])
    before = whole_log()
    again = bob.post(f"battles/{battle}/commands/", first)
    assert (again.status_code, again.content) == (200, answer.content)
    in_other_words = first | {"id": str(first["id"]).upper(), "after": 1}
    assert bob.post(f"battles/{battle}/commands/", in_other_words).content == answer.content
    assert whole_log() == before


def test_a_batch_sent_again_has_the_same_bytes_for_an_answer(bob: Caller, battle: str) -> None:
    batch = [shot(after=1), shot("bears-2", "cats-2"), shot(dice=[1])]
    first = bob.post(f"battles/{battle}/commands/", batch)
    assert [answer["status"] for answer in said(first)["reports"]] == ["accepted"] * 3
    assert bob.post(f"battles/{battle}/commands/", batch).content == first.content


def test_a_queue_of_which_a_part_arrived_is_not_behind_itself(bob: Caller, battle: str) -> None:
    queue = [shot(after=1, dice=[6]), shot(after=1, dice=[5])]
    bob.post(f"battles/{battle}/commands/", queue[0])
    response = bob.post(f"battles/{battle}/commands/", queue)
    assert [answer["status"] for answer in said(response)["reports"]] == ["accepted"] * 2
    assert said(response)["position"] == 3


def test_a_dry_run_asks_for_dice_and_rolls_none(bob: Caller, battle: str) -> None:
    before = whole_log()
    response = bob.report(battle, "Shoot", "?dry_run=true", shooter="bears-1", target="cats-1")
    (answer,) = said(response)["reports"]
    assert answer["status"] == "asks"
    assert answer["asks"] == {"question": "shot/1/bears-1", "count": 1, "faces": 6, "field": "dice", "shows": []}
    assert answer["events"] == []
    tried = bob.report(battle, "Shoot", "?dry_run=true", shooter="bears-1", target="cats-1", dice=[6])
    (ruling,) = said(tried)["reports"][0]["events"]
    assert (ruling["position"], ruling["digest"], ruling["data"]["hit"]) == (2, "", True)
    assert said(tried)["dry_run"] is True
    assert whole_log() == before


def test_all_or_nothing_unless_it_is_asked_otherwise(bob: Caller, battle: str) -> None:
    batch = [shot(dice=[6]), shot("nobody"), shot("bears-2")]
    before = whole_log()
    refused = problem(bob.post(f"battles/{battle}/commands/", batch), 422, "refused")
    assert (refused["report"], refused["field"], refused["rule"]) == (batch[1]["id"], "shooter", "skirmish")
    assert whole_log() == before
    kept = said(bob.post(f"battles/{battle}/commands/?atomic=false", batch))
    assert [answer["status"] for answer in kept["reports"]] == ["accepted", "refused", "untried"]
    assert kept["reports"][1]["problem"]["code"] == "refused"
    assert (kept["position"], len(whole_log())) == (2, len(before) + 1)


def test_a_query_that_is_no_position_is_refused_beside_json_too(bob: Caller, battle: str) -> None:
    before = whole_log()
    for wrong in ("-1", "x", ""):
        told = problem(bob.post(f"battles/{battle}/commands/?after={wrong}", shot(dice=[6])), 400, "malformed")
        assert told["field"] == "after"
    assert whole_log() == before


def test_one_id_twice_in_a_batch_is_refused(bob: Caller, battle: str) -> None:
    one = shot(dice=[6])
    before = whole_log()
    problem(bob.post(f"battles/{battle}/commands/", [one, one]), 422, "reused")
    assert whole_log() == before


def test_who_is_behind_hears_what_was_missed(bob: Caller, carol: Caller, battle: str) -> None:
    carol.report(battle, "Shoot", shooter="cats-1", target="bears-1", dice=[1])
    late = problem(bob.post(f"battles/{battle}/commands/", shot(after=1)), 409, "conflict")
    assert late["position"] == 2
    assert [event["text"] for event in late["missed"]] == ["The Cats shoots at The Bears."]
    assert late["remedy"].endswith("after position 2.")
    assert bob.post(f"battles/{battle}/commands/", shot("bears-2", "cats-2", after=1)).status_code == 200


def test_a_script_counts_once(bob: Caller, battle: str) -> None:
    script = "north: shoot bears-1 cats-1 dice=6  # a hit\n\nnorth: shoot bears-2 cats-1 dice=5\n"
    where = f"battles/{battle}/commands/"
    first = bob.post(f"{where}?after=1", script, "text/x-battle-script")
    assert [answer["status"] for answer in said(first)["reports"]] == ["accepted"] * 2
    assert bob.post(f"{where}?after=1", script, "text/x-battle-script").content == first.content
    key = str(uuid4())
    line = "shoot bears-1 cats-2"
    keyed = bob.post(where, line, "text/x-battle-script", Idempotency_Key=key)
    assert keyed.status_code == 200
    assert bob.post(where, line, "text/x-battle-script", Idempotency_Key=key).content == keyed.content
    problem(bob.post(where, "shoot bears-2 cats-2", "text/x-battle-script", Idempotency_Key=key), 422, "reused")


def test_a_script_says_how_it_is_told_from_its_like(bob: Caller, battle: str) -> None:
    found = problem(
        bob.post(f"battles/{battle}/commands/", "shoot bears-1 cats-1", "text/x-battle-script"), 400, "malformed"
    )
    assert found["field"] == "after"
    line = problem(
        bob.post(f"battles/{battle}/commands/?after=1", "\nshot bears-1", "text/x-battle-script"), 400, "malformed"
    )
    assert line["field"] == "line 2"


def test_a_battle_is_confirmed_by_both_through_the_api(bob: Caller, carol: Caller, season: object, battle: str) -> None:
    for target in ("cats-1", "cats-1", "cats-2", "cats-2"):
        assert bob.report(battle, "Shoot", shooter="bears-1", target=target, dice=[6]).status_code == 200
    for caller in (bob, carol):
        (choice,) = said(caller.get(f"battles/{battle}/"))["choices"]
        assert (choice["command"], choice["urgent"]) == ("Confirm", True)
        assert caller.report(battle, "Confirm", **choice["given"]).status_code == 200
    seen = said(bob.get(f"battles/{battle}/"))
    assert (seen["over"], seen["confirmed"]) == (True, {"north": False, "south": False})
    assert seen["outcome"]["winner"] == "north"
