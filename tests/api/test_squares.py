"""Dice that show symbols, ways to drive, boards: over HTTP, as documented."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import msgspec
import pytest

from api.shapes import battles as shapes
from campaigns import clerk
from rules.contract import Shown
from tests.api import documented
from tests.api.conftest import Caller, problem, report, said, take_case
from tests.cast import Cast
from tests.rules.squares import NUMBERS, SYMBOLS
from tests.village import MAP, Village

pytestmark = pytest.mark.django_db


@pytest.fixture
def bob(village: Village) -> Caller:
    village.muster(map=MAP)
    return Caller(village.cast.bob)


def battle_of(caller: Caller, village: Village, more: str = "") -> shapes.Battle:
    return msgspec.json.decode(caller.get(f"battles/{village.battle}/{more}").content, type=shapes.Battle)


def listed(faces: tuple[tuple[Shown, ...], ...]) -> list[list[Shown]]:
    return [list(one) for one in faces]


def conforms(path: str, method: str, response: Any) -> None:
    """What was answered is what the document says."""
    document = documented.document()
    content = document["paths"][path][method]["responses"][str(response.status_code)]["content"]
    shape = content[response["Content-Type"]]["schema"]
    documented.fits(shape, said(response))


def test_a_choice_says_what_dice_show_and_how_a_way_begins(village: Village, bob: Caller) -> None:
    drive, shoot = battle_of(bob, village).choices[:2]
    (steps,) = drive.fields
    assert (steps.kind, [pick.value for pick in steps.picks], steps.most) == ("path", ["F", "R+", "R-"], 6)
    _target, accuracy, hit = shoot.fields
    assert (accuracy.kind, [pick.value for pick in accuracy.picks]) == ("dice", ["0", "1", "2", "3", "4", "5"])
    assert "track+x" in [pick.value for pick in hit.picks]


def test_a_dry_run_asks_for_dice_by_their_faces(village: Village, bob: Caller) -> None:
    shot = {"unit": "bears-1", "target": "cats-1"}
    asked = bob.report(village.battle, "Shoot", "?dry_run=true", **shot)
    conforms("/api/v1/battles/{id}/commands/", "post", asked)
    (answer,) = said(asked)["reports"]
    assert answer["status"] == "asks"
    assert answer["asks"]["shows"] == listed(NUMBERS)
    (answer,) = said(bob.report(village.battle, "Shoot", "?dry_run=true", **shot, accuracy=[4, 5]))["reports"]
    assert (answer["asks"]["field"], answer["asks"]["shows"]) == ("hit", listed(SYMBOLS))


def test_reported_faces_are_ruled_on_and_explained(village: Village, bob: Caller) -> None:
    shot = bob.report(village.battle, "Shoot", unit="bears-1", target="cats-1", accuracy=[4, 5], hit=["track+x"])
    assert shot.status_code == 200
    told = bob.get(f"battles/{village.battle}/explain/?of=units.cats-1.status")
    conforms("/api/v1/battles/{id}/explain/", "get", told)
    rolls = said(told)["steps"][0]["dice"]
    assert [(roll["values"], roll["shows"]) for roll in rolls] == [
        ([4, 5], listed(NUMBERS)),
        (["track+x"], listed(SYMBOLS)),
    ]
    wrong = bob.report(village.battle, "Shoot", unit="bears-1", target="cats-1", accuracy=[5, 5])
    assert problem(wrong, 422, "refused")["field"] == "accuracy"
    wrong = bob.report(village.battle, "Shoot", unit="bears-1", target="cats-1", accuracy=["4", "5"])
    assert problem(wrong, 400, "malformed")["field"] == "accuracy[0]"


def test_a_battle_shows_its_board_now_and_then(village: Village, bob: Caller) -> None:
    bob.report(village.battle, "Drive", unit="bears-1", steps=["F", "R-"])
    conforms("/api/v1/battles/{id}/", "get", bob.get(f"battles/{village.battle}/"))
    now, then = (battle_of(bob, village, more).grid for more in ("", "state/?at=1"))
    assert now is not None
    assert then is not None
    assert (now.columns[:2], now.rows) == (["a", "b"], ["5", "4", "3", "2", "1"])
    house = now.squares[0]
    assert (house.column, house.row, house.kind, house.label) == (1, 1, "building", "house")
    moved, stood = now.counters[0], then.counters[0]
    assert (stood.column, stood.row, stood.facing, stood.gun) == (0, 0, 180, 180)
    assert (moved.column, moved.row, moved.facing, moved.state, moved.label) == (0, 1, 90, "active", "Bears 1")


def test_a_preview_tells_what_the_dice_show(village: Village, bob: Caller) -> None:
    """The second shot becomes the first, which had missed: its symbol die is asked for that nobody has rolled."""
    bob.report(village.battle, "Shoot", unit="bears-1", target="cats-1", accuracy=[0, 2])
    bob.report(village.battle, "Shoot", unit="bears-1", target="cats-2", accuracy=[4, 5])
    alice = Caller(village.cast.alice)
    take_case(alice, village.battle)
    told = alice.report(village.battle, "Correct", "?dry_run=true", position=2, how="strike", reason="It was not so")
    conforms("/api/v1/battles/{id}/commands/", "post", told)
    (item,) = said(told)["reports"][0]["preview"]["items"]
    assert item["kind"] == "unanswered"
    assert [(roll["values"], roll["shows"]) for roll in item["dice"]] == [([], listed(SYMBOLS))]
    assert "hull, track, track+x, turret, -" in item["text"]


def test_the_rulebook_declares_its_board_and_its_texts(village: Village) -> None:
    read = Caller().get("systems/squares/")
    conforms("/api/v1/systems/{key}/", "get", read)
    told = said(read)
    letters = told["options"][0]
    assert (letters["name"], letters["type"], letters["most"]) == ("letters", "text", 60)
    assert [(one["name"], one["type"]) for one in told["board"]] == [
        ("map", "text"),
        ("weather", "choice"),
        ("wind", "number"),
        ("night", "flag"),
    ]
    assert (letters["label"], told["board"][1]["labels"]) == ("Letters", ["dry", "wet"])  # by name, without any
    published = said(Caller().get("systems/modern_age/"))
    assert published["board"] == []
    (deck,) = (one for one in published["options"] if one["name"] == "critical_deck")
    assert (deck["label"], deck["labels"]) == ("Critical deck", ["as drawn at the table", "house deck"])


def test_a_battle_is_called_with_a_board_as_declared(village: Village) -> None:
    alice = Caller(village.cast.alice)
    sides = {"north": {"platoon": "bears"}, "south": {"platoon": "cats"}}

    def muster(**board: Any) -> Any:
        sent = report("MusterBattle", battle=str(uuid4()), sides=sides, board=board)
        return alice.post(f"campaigns/{village.stream}/commands/", sent)

    for board, field in (
        ({"map": "x" * 401}, "board.map"),
        ({"map": ["..."]}, "board.map"),
        ({"map": "..\n."}, "board.map"),
        ({"moon": True}, "board.moon"),
        ({"wind": True}, "board.wind"),
    ):
        assert problem(muster(**board), 422, "refused")["field"] == field
    assert muster(map="...\n...", wind=3).status_code == 200


def test_a_seed_disclosed_proves_such_dice(village: Village, bob: Caller, cast: Cast) -> None:
    village.fight()
    village.confirm()
    clerk.sweep()
    assert battle_of(bob, village).settled
    told = said(bob.get(f"battles/{village.battle}/events/?history=all"))["events"]
    rolls = [event["data"]["accuracy"] for event in told if event["type"] == "Shot"]
    assert {roll["by"] for roll in rolls} == {"leaguer", "table"}
    assert all(roll["shows"] == listed(NUMBERS) for roll in rolls)
