"""A fixture of Fluid Time in a campaign by the API alone: enlisted, mustered, fought, confirmed, seen to by the clerk,
counted, repaired."""

from __future__ import annotations

from typing import Any
from uuid import UUID

import pytest
from django.core.management import call_command

from battles import clerk as battle_clerk
from battles import handler as battle_door
from campaigns import clerk, handler
from rules.adjudicate import Who
from rules.stream.dice import SeededDice
from rules.systems.fluid_time.between import GETS_OUT
from tests.api.conftest import Caller, problem, report, said, take_case, whole_log
from tests.cast import CampaignFactory, Cast

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("unlimited")]
GERMANS = {"tiger-1": "Tiger I", "tiger-2": "Tiger I", "panzer-1": "Pz IV H", "panzer-2": "Pz IV H"}
SOVIETS = {"t34-1": "T-34/76", "t34-2": "T-34/76", "t34-3": "T-34/76", "t34-4": "T-34/76"}
PLATOONS = "germans/panzers_a: tiger-1 tiger-2 panzer-1 panzer-2\nsoviets/tankovy_1: t34-1 t34-2 t34-3 t34-4\n"
FOUGHT = """
shuffle
soviets: invoke-commander soviets
soviets: aim t34-1 panzer-1
soviets: aim t34-2 panzer-2
soviets: aim t34-3 tiger-1
soviets: fire t34-1 short front hit=1 damage=6,6,6 effect=4
soviets: fire t34-2 short front hit=1 damage=6,6,6 effect=5
soviets: fire t34-3 short front hit=1 damage=6,6,6 effect=1
soviets: end-impulse soviets
germans: invoke-commander germans
germans: check-morale tiger-1 dice=1,1
germans: check-morale tiger-2 dice=4,4
germans: aim tiger-2 t34-2
germans: fire tiger-2 short front hit=1 damage=6,6,6,6,6,6 effect=2
germans: end-impulse germans
germans: concede germans
"""


PLAYERS = {"tigers": "carol", "guards": "bob"}


class Front:
    """A campaign without a map; Carol's Tigers and Bob's T-34s have enlisted, and the first round is open."""

    def __init__(self, cast: Cast, people: dict[str, Caller]) -> None:
        self.people = people
        terms = {"muster_points": 0, "minimum_force": 0, "purse": 10, "per_round": 0, "platoons_each": 0}
        desk = CampaignFactory.create(club=cast.club, name="Summer", system="fluid_time", terms=terms)
        handler.open_campaign(desk, Who(str(cast.alice.pk), referee=True), "page")
        self.where = f"campaigns/{desk.pk}/"
        self.enlist("carol", "tigers", GERMANS)
        self.enlist("bob", "guards", SOVIETS)
        pairing = {"home": "tigers", "away": "guards", "scenario": "summer_1942"}
        self.command("alice", "OpenRound", deadline="", pairings=[pairing])

    def enlist(self, who: str, key: str, models: dict[str, str]) -> None:
        vehicles = [{"id": id, "model": model} for id, model in models.items()]
        self.command(who, "Enlist", platoon=key, name=key.title(), vehicles=vehicles)

    def command(self, who: str, type_: str, **data: Any) -> Any:
        answer = self.people[who].post(f"{self.where}commands/", report(type_, **data))
        assert answer.status_code == 200, answer.content
        return said(answer)

    def muster(self, **more: Any) -> str:
        battle = str(UUID(int=66))
        sides = {"germans": {"platoon": "tigers"}, "soviets": {"platoon": "guards"}}
        self.command("alice", "MusterBattle", battle=battle, fixture="r1-1", sides=sides, **more)
        take_case(self.people["alice"], battle)
        return battle

    def script(self, battle: str, text: str) -> Any:
        where = f"battles/{battle}/commands/?after={battle_door.state(battle).head[0]}"
        answer = self.people["alice"].post(where, text, "text/x-battle-script")
        assert answer.status_code == 200, answer.content
        return said(answer)

    def confirmed(self, battle: str) -> None:
        for who in ("bob", "carol"):
            (choice,) = [
                one
                for one in said(self.people[who].get(f"battles/{battle}/"))["choices"]
                if one["command"] == "Confirm"
            ]
            assert self.people[who].report(battle, "Confirm", **choice["given"]).status_code == 200
        assert battle_clerk.attend(battle)
        clerk.sweep()

    def purse(self, platoon: str) -> int:
        (found,) = [
            one["purse"]
            for one in said(self.people[PLAYERS[platoon]].get(f"{self.where}standings/"))["standings"]
            if one["platoon"] == platoon
        ]
        return int(found)

    def vehicles(self) -> dict[str, Any]:
        found = said(self.people["alice"].get(f"{self.where}vehicles/?limit=200"))["vehicles"]
        return {one["id"]: one for one in found}


@pytest.fixture
def front(cast: Cast, people: dict[str, Caller], monkeypatch: pytest.MonkeyPatch) -> Front:
    """With the same dice in every run: the seed of a battle follows from the campaign's and the battle's id."""
    monkeypatch.setattr("campaigns.handler.secrets.token_hex", lambda count: "66" * count)
    return Front(cast, people)


def test_a_battle_from_its_muster_to_the_workshop(front: Front) -> None:
    battle = front.muster(board={"platoons": PLATOONS})
    front.script(battle, FOUGHT)
    front.confirmed(battle)
    found = said(front.people["anonymous"].get(f"battles/{battle}/"))
    assert (found["settled"], found["outcome"]["field"], found["outcome"]["points"]) == (
        True,
        "soviets",
        {"germans": 0, "soviets": 75},
    )
    assert {one["id"]: one["fate"] for one in found["outcome"]["units"]} == {
        **dict.fromkeys(GERMANS, "lost"),
        **dict.fromkeys(SOVIETS, "fit"),
        "tiger-2": "fit",
        "t34-2": "damaged",
    }
    home = front.vehicles()
    assert home["tiger-1"]["condition"] | {"out": "abandoned", "captured": True} == home["tiger-1"]["condition"]
    assert {id: (home[id]["status"], home[id]["crew"]) for id in ("tiger-1", "tiger-2", "t34-2")} == {
        "tiger-1": ("lost", "fit"),  # its crew ran, and is there for another
        "tiger-2": ("fit", "fit"),
        "t34-2": ("damaged", "fit"),
    }
    standings = said(front.people["anonymous"].get(f"{front.where}standings/"))["standings"]
    assert [(one["platoon"], one["won"], one["points_for"], one["destroyed"]) for one in standings] == [
        ("guards", 1, 75, 3),
        ("tigers", 0, 0, 0),
    ]
    call_command("rebuild", "--check")
    call_command("verify")


def test_a_crew_gets_out_of_the_flames_by_the_clerks_die(front: Front) -> None:
    battle = front.muster(board={"platoons": PLATOONS})
    front.script(battle, FOUGHT)
    front.confirmed(battle)
    told = said(front.people["anonymous"].get(f"battles/{battle}/events/?limit=200"))["events"]
    assessed = {one["data"]["unit"]: one["data"] for one in told if one["type"] == "Assessed"}
    assert list(assessed) == ["tiger-1", "panzer-1", "panzer-2", "t34-2"]
    home, seed = front.vehicles(), SeededDice(battle_door.state(battle).muster.seed)
    for id in ("panzer-1", "panzer-2"):
        (face,) = assessed[id]["roll"]["values"]
        assert face == seed.roll(f"aftermath/{id}/crew", 1).numbers[0]
        crew = "fit" if face >= GETS_OUT else "lost"
        assert (assessed[id]["fate"], assessed[id]["crew"], home[id]["status"], home[id]["crew"]) == (
            "lost",
            crew,
            "lost",
            crew,
        )
    assert {home[id]["crew"] for id in ("panzer-1", "panzer-2")} == {"fit", "lost"}
    assert (assessed["tiger-1"]["roll"], assessed["tiger-1"]["fate"]) == (None, "captured")


def test_a_gun_is_repaired_for_points_and_a_round(front: Front) -> None:
    battle = front.muster(board={"platoons": PLATOONS})
    front.script(battle, FOUGHT)
    front.confirmed(battle)
    purse = front.purse("guards")
    (repaired,) = front.command("bob", "Repair", platoon="guards")["reports"]
    assert [one["type"] for one in repaired["events"]] == ["WorkshopEntered"]
    hurt = front.vehicles()["t34-2"]
    assert [bay["job"] for bay in hurt["bays"]] == ["gun"]
    assert (hurt["status"], front.purse("guards")) == ("workshop", purse - 3)
    front.command("alice", "CloseRound", round=1)
    mended = front.vehicles()["t34-2"]
    assert (mended["status"], mended["condition"]) == ("fit", {})


def test_a_muster_that_is_wrong_is_refused_by_name_however_large_it_is(front: Front) -> None:
    """Decks and divisions are texts: too long, of the wrong kind, with what no text has, wrong in every line."""
    alice, head = front.people["alice"], whole_log()
    sides = {"germans": {"platoon": "tigers"}, "soviets": {"platoon": "guards"}}
    decks: list[Any] = [
        "x" * 4001,
        "1 turn_over\0",
        7,
        ["3 turn_over"],
        {"deck": {}},
        None,
        "1 a\n" * 900,
        "-1 turn_over",
    ]
    decks += ["999 turn_over", "1 germans/move", "3 turn_over\n" + "1 germans/p/move\n" * 199]
    divisions: list[Any] = ["x" * 12_001, "germans/x: y\0", 7, ["germans"], {"a": [[[]]]}, "nobody", "a: b\n" * 2000]
    wrong: list[dict[str, Any]] = [
        *({"options": {"deck": deck}} for deck in decks),
        *({"board": {"platoons": division}} for division in [*divisions, "germans/panzers_a: t34-1"]),
        {"board": {"platoons": PLATOONS + "germans/panzers_b: tiger-1\n"}},
        {"options": {"deck_draw": "somebody"}},
        {"options": {"turn_overs_to_end": -1}},
    ]
    for more in wrong:
        sent = report("MusterBattle", battle=str(UUID(int=67)), fixture="r1-1", sides=sides, **more)
        answer = alice.post(f"{front.where}commands/", sent)
        assert answer.status_code in (400, 422), (more, answer.content)
        assert problem(answer, answer.status_code, said(answer)["code"])["detail"]
        assert len(answer.content) < 20_000
    assert whole_log() == head
