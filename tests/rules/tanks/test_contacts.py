"""Contact with enemies since a ram, and what it keeps from being another one (B6)."""

from __future__ import annotations

from random import Random

import pytest

from rules import visibility
from rules.contract import Event
from rules.player import advance
from rules.record import Table
from rules.reports import DepthChanged
from rules.stream import facts
from rules.stream.explain import explain
from rules.stream.revision.reports import Declare, Declared, Revised
from rules.systems.tanks import SYSTEM
from rules.systems.tanks.damage import DamageRolled
from rules.systems.tanks.moving import Crossed, Driven, Retreated
from rules.systems.tanks.smoke import SmokePopped
from rules.systems.tanks.state import State
from tests.length import many
from tests.rules.scenario import Story, given, happened
from tests.rules.tanks.table import SHERMAN, STUART, TIGER, battle, ended, muster, play, sheet, unit

UNITS = {
    "a1": (SHERMAN, "allies"),
    "a2": (STUART, "allies"),
    "x1": (TIGER, "axis"),
    "x2": (SHERMAN, "axis"),
}
FEW, MANY = 8, many(3000)


def rams(*moves: str, edition: str = "") -> Story:
    """Each of them in the next turn, the allies first: "a1 x1" is a1 that runs into x1. Nobody comes to harm."""
    story = battle(UNITS, "allies", edition=edition)
    for number, move in enumerate(moves):
        side, (rammer, target) = ("axis" if number % 2 else "allies"), move.split()
        for stunned in play(story).units.values():
            stunned.stunned = 0
        story.tell(f"{side}: drive {rammer} open length=50 contact={target}\n{side}: end-movement {side}")
        story.tell(f"{side}: hold-fire {side}")
        facing = " front" if unit(story, rammer).figures.total >= unit(story, target).figures.total else ""
        story.tell(f"{side}: ram {rammer}{facing} penetration=1")
    for stunned in play(story).units.values():
        stunned.stunned = 0
    return story


def pairs(story: Story) -> set[frozenset[str]]:
    return {frozenset(pair) for pair in play(story).contacts}


def crowd(edition: str = "") -> Story:
    """a1 has rammed x1, x2 a1, and a2 x1; it is the axis' turn, then the allies'. Nobody has moved away."""
    return ended(rams("a1 x1", "x2 a1", "a2 x1", edition=edition), "axis")


def test_a_later_contact_leaves_the_earlier_one_as_it_is() -> None:
    story = crowd()
    assert pairs(story) == {frozenset(("a1", "x1")), frozenset(("a1", "x2")), frozenset(("a2", "x1"))}
    for enemy in ("x1", "x2"):
        story.when("allies", f"drive a1 open length=10 contact={enemy}").refused("001 B6", "contact")
    for choice in visibility.legal(story.state, "allies"):
        if choice.given.get("unit") == "a1":
            assert "contact" not in {field.name for field in choice.fields}, choice
    story.when("allies", "drive a2 open length=10 contact=x2").then(happened(Driven, contact="x2"))


def test_in_edition_1_a_later_contact_made_it_forget_the_earlier_one() -> None:
    story = crowd("1")
    touches = {id: one.touches for id, one in play(story).units.items()}
    assert touches == {"a1": "x2", "a2": "x1", "x1": "a2", "x2": "a1"}
    story.when("allies", "drive a1 open length=10 contact=x1").then(happened(Driven, contact="x1"))


def test_who_was_rammed_by_two_and_drives_off_is_out_of_contact_with_both() -> None:
    story = crowd().tell("allies: drive a1 open length=100")
    assert pairs(story) == {frozenset(("a2", "x1"))}
    ended(story, "allies")
    story.tell("axis: drive x1 open length=20 contact=a1")
    assert pairs(story) == {frozenset(("a1", "x1"))}


def test_nobody_stands_in_contact_with_who_has_left_or_burns() -> None:
    story = crowd().tell("allies: leave a1")
    assert pairs(story) == {frozenset(("a2", "x1"))}
    story = battle(UNITS, "axis").tell("axis: drive x1 open length=50 contact=a1\naxis: end-movement axis")
    story.tell("axis: hold-fire axis\naxis: ram x1 rear penetration=6 damage=5")
    assert unit(story, "a1").destroyed
    assert not play(story).contacts


def test_everybody_reads_who_stands_in_contact_and_why() -> None:
    story = crowd()
    assert sheet(story, "a1", "touches") == "Tiger I, Sherman M4A1 (75) 2"
    assert sheet(story, "a2", "touches") == "Tiger I"
    steps = explain(story.history, "units.a1.touches", "").steps
    assert [step.after.text() for step in steps] == ["Tiger I", "Tiger I, Sherman M4A1 (75) 2"]  # type: ignore[union-attr]
    assert all("001 B6" in step.rules for step in steps)


def test_a_contact_can_be_declared_and_taken_back() -> None:
    story = battle(UNITS, "allies").tell("allies: drive a2 open length=10")
    declare = Declare(facts={"contacts": [["x2", "a1"]]}, reason="They stand side by side.")
    assert story.when("", declare)._refused is None
    story.when("allies", "drive a1 open length=10 contact=x2").refused("001 B6", "contact")
    story.when("", Declare(facts={"contacts": []}, reason="They do not."))
    story.tell("allies: drive a1 open length=10 contact=x2")


def test_what_a_battle_of_edition_1_had_declared_of_a_contact_is_read_for_ever() -> None:
    story = battle(UNITS, "allies", edition="1").tell("allies: drive a2 open length=10")
    declare = Declare(facts={"units.a1.touches": "x2"}, reason="They stand side by side.")
    assert story.when("", declare)._refused is None
    assert sheet(story, "a1", "touches") == "Sherman M4A1 (75) 2"
    story.when("allies", "drive a1 open length=10 contact=x2").refused("001 B6", "contact")
    assert facts.named(SYSTEM, "units.a1.touches")[1].text() == "Stands in contact with"
    assert "contacts" not in facts.facts(story.play)
    assert "units.a1.touches" not in facts.facts(battle(UNITS).play)


def test_an_undo_and_a_correction_put_contacts_as_they_were() -> None:
    story = given(muster(UNITS)).tell("axis: roll-setup dice=1,5\naxis: choose-setup axis build")
    story.tell("allies: deploy allies\naxis: deploy axis")
    position = story.position + 1
    story.tell("axis: drive x1 open length=50 contact=a1\naxis: drive x2 open length=50 contact=a1")
    both = pairs(story)
    assert len(both) == 2
    story.tell(f"axis: undo position={position + 1}")
    assert pairs(story) == {frozenset(("a1", "x1"))}
    said = '{"unit": "x1", "over": "open", "length": 50, "contact": "a2"}'
    story.tell(f"correct {position} change type=Drive data='{said}' reason='It was the other one.'")
    assert pairs(story) == {frozenset(("a2", "x1"))}


def test_law_nobody_is_offered_a_ram_of_whom_it_stands_in_contact_with() -> None:
    assert sum(offered_rams(seed) for seed in range(FEW)) > 0


@pytest.mark.soak
def test_law_of_three_thousand_battles_none_offers_a_ram_of_whom_it_stands_in_contact_with() -> None:
    assert sum(offered_rams(seed) for seed in range(MANY)) > MANY


def offered_rams(seed: int) -> int:
    """How many pairs of vehicles have been in contact in a random battle; none of them was offered another ram."""
    choose = Random(f"contacts {seed}").randrange
    table, near, met = Table.open(SYSTEM.draft(choose)), set[frozenset[str]](), 0
    while not table.battle.settled and len(table.entries) <= 300:
        advance(table, choose)
        state = table.battle.play
        assert isinstance(state, State)
        for event in table.entries[-1].events:
            if isinstance(event, Revised | Declared):  # people have said how it stands
                near = {frozenset(pair) for pair in state.contacts}
            before, near = near, after(event, near)
            met += len(near - before)
        if near and state.phase == "move":
            check_offers(table, near)
    return met


def after(event: Event, near: set[frozenset[str]]) -> set[frozenset[str]]:
    """The pairs in contact after an event: who moves or goes is out of all of them, and may have run into one."""
    match event:
        case DepthChanged():
            return set()
        case Driven() | SmokePopped() if event.length:
            left = {pair for pair in near if event.unit not in pair}
            return left | {frozenset((event.unit, event.contact))} if event.contact else left
        case Crossed() | Retreated():
            return {pair for pair in near if event.unit not in pair}
        case DamageRolled(effect="bailed_out" | "knocked_out"):
            return {pair for pair in near if event.unit not in pair}
    return near


def check_offers(table: Table, near: set[frozenset[str]]) -> None:
    for side in table.mustered.sides:
        for choice in visibility.legal(table.battle, side):
            picks = {field.name: [pick.value for pick in field.picks] for field in choice.fields}
            for mover in picks.get("unit", [choice.given.get("unit", "")]):
                for enemy in picks.get("contact", []):
                    assert frozenset((mover, enemy)) not in near, (mover, enemy, choice)
