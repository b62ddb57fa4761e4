"""The worked examples of Panzer Strike told to the door of a battle, from the muster on (002, Examples 1 and 7 to 16).

Bob plays the allies, Carol the axis, who goes first. Units are deployed where the story needs them: the zone of either
side is the whole board.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from uuid import uuid4

import pytest

from battles import handler
from battles.reports import Report
from rules import system
from rules.adjudicate import Who
from rules.contract import Event, Refused
from rules.reports import command_codec
from rules.stream import codec, script
from rules.systems.panzer_strike.announcements import Announced
from rules.systems.panzer_strike.fire import AccuracyRolled
from rules.systems.panzer_strike.hits import HitRolled, PenetrationRolled
from rules.systems.panzer_strike.movement import Moved
from rules.systems.panzer_strike.parabolic import RadioRolled
from rules.systems.panzer_strike.repairs import RepairFinished
from rules.systems.panzer_strike.state import Miniature
from tests.rules.panzer_strike.table import muster

pytestmark = pytest.mark.django_db
ALICE, BOB, CAROL = Who("alice", referee=True), Who("bob"), Who("carol")
PLAYERS = {"allies": BOB, "axis": CAROL, "": ALICE}
SIZE = 16


def drawn(**terrain: str) -> str:
    """An open board of 16 by 16 squares but for these, by square: e5="#"."""
    rows = [["."] * SIZE for _row in range(SIZE)]
    for square, sign in terrain.items():
        rows[SIZE - int(square[1:])][ord(square[0]) - 97] = sign
    return "\n".join(["".join(row) for row in rows] + ["zone 1 A a1-p16", "zone 2 A a1-p16"])


class Told:
    """A battle behind the door."""

    def __init__(self, units: Mapping[str, tuple[str, ...]], map: str = "", **options: Any) -> None:
        self.stream = str(uuid4())
        forces = muster(map or drawn(), units, first="2", **options)
        handler.open_battle(self.stream, Report(str(uuid4()), "Muster", codec.encode(forces)), ALICE, "script")
        for id, (_model, side, square, facing) in units.items():
            self.tell(f"{side}: deploy {id} {square} {facing}")

    def tell(self, text: str) -> list[Event]:
        """What follows from some lines of script, each a report of its side's player."""
        events: list[Event] = []
        for line in script.parse(text, command_codec(system("panzer_strike"))):
            said = Report(str(uuid4()), type(line.command).__name__, codec.encode(line.command))
            receipt = handler.execute(self.stream, [said], PLAYERS[line.side], "api")
            events += [fact.event for fact in receipt.answers[0].events]
        return events

    def shot(self, side: str, unit: str, target: str, dice: str, how: str = "") -> list[Event]:
        """Announced in the Firing Phase that is being played, and fired."""
        self.tell(f"{side}: announce {unit} {target} {how}")
        return self.tell(f"{side}: fire {unit} {dice}")

    def turns(self, *sides: str) -> None:
        """Turns in which nothing happens."""
        for side in sides:
            self.tell(f"{side}: end-movement {side}\n{side}: end-turn {side}")

    def refused(self, line: str) -> Refused:
        with pytest.raises(Refused) as caught:
            self.tell(line)
        return caught.value

    def unit(self, id: str) -> Miniature:
        battle, _told, _rows = handler.replay(self.stream)
        found: Miniature = battle.play.units[id]
        return found


def one(events: list[Event], kind: type[Event]) -> Any:
    (found,) = (event for event in events if isinstance(event, kind))
    return found


FORCES = {
    "allies": {"Sherman": 8, "Jumbo": 2, "Hellcat": 4, "M5 Stuart": 5},
    "axis": {"Tiger": 4, "Tiger II": 2, "Pz IV G": 4, "Nashorn": 2},
}


def example_1(**more: int) -> dict[str, tuple[str, ...]]:
    """The forces of Example 1, and so many Nashorns more."""
    return {
        f"{side}-{model.lower().replace(' ', '-')}-{n}": (model, side)
        for side, models in FORCES.items()
        for model, count in models.items()
        for n in range(count + more.get(model, 0))
    }


def test_example_1_two_forces_of_up_to_130_points() -> None:
    stream = str(uuid4())
    forces = muster(drawn(), example_1(), points=130)
    handler.open_battle(stream, Report(str(uuid4()), "Muster", codec.encode(forces)), ALICE, "script")
    battle, _told, _rows = handler.replay(stream)
    points = {side: sum(unit.figures.effectiveness for unit in battle.play.of_side(side)) for side in FORCES}
    assert points == {"allies": 129, "axis": 130}
    assert [len(battle.play.of_side(side)) for side in FORCES] == [19, 12]


def test_example_1_and_not_one_more() -> None:
    forces = muster(drawn(), example_1(Nashorn=1), points=130)
    with pytest.raises(Refused) as caught:
        handler.open_battle(str(uuid4()), Report(str(uuid4()), "Muster", codec.encode(forces)), ALICE, "script")
    assert (caught.value.rule, caught.value.fault) == ("002 R3", "R3/points/axis")


# The firer and its target, face to face so many squares apart; the ruler, the dice, and what they come to.
SHOTS = {
    "example 7": ("Hellcat", "Tiger", 2, "accuracy=2,3 hit=body penetration=-2", 9, "front", 10, "none"),
    "example 8": ("Sherman", "Nashorn", 4, "accuracy=2,3 hit=body penetration=-1", 5, "front", 2, "destroyed"),
    "example 9": ("Panther", "Jumbo", 3, "accuracy=2,3 hit=body penetration=1", 14, "front", 14, "injured"),
    "example 10": (
        "Pz IV G",
        "Churchill VII",
        4,
        "accuracy=2,3 hit=track penetration=2",
        10,
        "tracks",
        4,
        "immobilised",
    ),
}


@pytest.mark.parametrize("name", SHOTS)
@pytest.mark.parametrize("measured", [False, True], ids=["by the board", "by the ruler"])
def test_examples_7_to_10(name: str, measured: bool) -> None:
    firer, target, range_, dice, final, zone, armour, outcome = SHOTS[name]
    squares = 2 * range_  # a section of the ruler is two squares long
    told = Told({"one": (firer, "axis", "c3", "N"), "other": (target, "allies", f"c{3 + squares}", "S")})
    told.tell("axis: end-movement axis")
    ruler = f"ruler={range_}" if measured else ""
    events = told.shot("axis", "one", "other", dice, ruler)
    assert one(events, HitRolled).zone == zone
    penetration = one(events, PenetrationRolled)
    assert (penetration.final, penetration.armour, penetration.outcome) == (final, armour, outcome)
    aim = told.unit("one").aim
    assert aim is not None
    assert (aim.range, aim.by) == (range_, "ruler" if measured else "board")
    hurt = told.unit("other")
    assert hurt.life == ("destroyed" if outcome == "destroyed" else "active")
    assert hurt.injured == (outcome == "injured")
    assert hurt.mobility == ("immobilised" if outcome == "immobilised" else "mobile")


ARTILLERY = {"hummel": ("Hummel", "axis", "e1", "N"), "watch": ("Tiger", "axis", "p16", "W")}


def test_example_11_the_house_beside_the_target_is_too_close() -> None:
    units = {**ARTILLERY, "b": ("Hellcat", "allies", "e10", "S")}
    told = Told(units, drawn(e3="#", e9="#"))
    told.tell("axis: end-movement axis")
    refused = told.refused("axis: announce hummel b how=parabolic")
    assert (refused.rule, refused.field) == ("002 R41", "target")


def test_example_11_and_one_square_farther_it_is_not() -> None:
    units = {**ARTILLERY, "b": ("Hellcat", "allies", "e10", "S")}
    told = Told(units, drawn(e3="#", e8="#"))
    told.tell("axis: end-movement axis")
    shot = one(told.tell("axis: announce hummel b how=parabolic"), Announced)
    assert (shot.range, shot.reporter, shot.contact) == (5, "watch", "held")


def test_example_12_one_of_three_can_be_fired_at() -> None:
    units = {
        **ARTILLERY,
        "a": ("Hellcat", "allies", "e9", "S"),
        "b": ("Hellcat", "allies", "g9", "S"),
        "c": ("Hellcat", "allies", "j9", "S"),
    }
    told = Told(units, drawn(e5="#", g8="#", f2="#"))
    told.tell("axis: end-movement axis")
    for target in ("b", "c"):
        assert told.refused(f"axis: announce hummel {target} how=parabolic").rule == "002 R41"
    assert one(told.tell("axis: announce hummel a how=parabolic"), Announced).range == 4


def spotted(radio: str) -> list[Event]:
    """Example 13: the Hummel stands still, the Pz 38 t moves out from behind the house and sees the Hellcat."""
    units = {
        "hummel": ("Hummel", "axis", "e1", "N"),
        "pz38": ("Pz 38 t", "axis", "d2", "E"),
        "hellcat": ("Hellcat", "allies", "e9", "S"),
    }
    told = Told(units, drawn(e5="#", d5="#"))
    told.tell("axis: move pz38 F,F,F,F\naxis: end-movement axis")
    announced = one(told.tell("axis: announce hummel hellcat how=parabolic"), Announced)
    assert (announced.reporter, announced.contact) == ("pz38", "new")
    return told.tell(f"axis: fire hummel radio={radio}")


def test_example_13_the_purple_x_is_too_late_for_contact_gained_by_movement() -> None:
    (rolled,) = spotted("x")
    assert isinstance(rolled, RadioRolled)
    assert not rolled.heard


def test_example_13_without_it_the_shot_is_fired() -> None:
    events = spotted("ok")
    assert one(events, RadioRolled).heard
    assert one(events, AccuracyRolled).roll.by == "leaguer"


def test_example_16_the_whole_repair_sequence() -> None:
    """Player A is the axis, who goes first; player B's tank is hit in round 5."""
    told = Told({"a": ("Pz 38 t", "axis", "c3", "N"), "b": ("Jumbo", "allies", "c9", "S")})
    for _round in range(1, 5):
        told.turns("axis", "allies")

    # Round 5: an enemy shot damages its tracks.
    told.tell("axis: end-movement axis")
    shot = told.shot("axis", "a", "b", "accuracy=3,3 hit=track penetration=0")
    assert one(shot, PenetrationRolled).outcome == "immobilised"
    told.tell("axis: end-turn axis")
    told.turns("allies")
    for _round in (6, 7):
        told.turns("axis", "allies")

    # Round 8: repairs start.
    told.turns("axis")
    assert told.refused("allies: move b F").rule == "002 R35"
    told.tell("allies: end-movement allies\nallies: start-repair b")
    assert told.unit("b").timer == 5
    told.tell("allies: end-turn allies")

    # Round 10: the timer is at 3.
    told.turns("axis", "allies", "axis", "allies")
    assert told.unit("b").timer == 3

    # Round 11: player A's shot interrupts the repairs, the timer is at 4; player B's turn makes it 3 again.
    told.tell("axis: end-movement axis")
    shot = told.shot("axis", "a", "b", "accuracy=3,3 hit=body penetration=0")
    assert one(shot, PenetrationRolled).outcome == "delayed"
    assert told.unit("b").timer == 4
    told.tell("axis: end-turn axis")
    told.turns("allies")
    assert told.unit("b").timer == 3

    # Round 13: it is at 1.
    told.turns("axis", "allies", "axis", "allies")
    assert told.unit("b").timer == 1

    # Round 14: timer and yellow marker come off.
    told.turns("axis")
    assert told.refused("allies: move b F").rule == "002 B7"
    finished = one(told.tell("allies: end-movement allies\nallies: end-turn allies"), RepairFinished)
    assert (finished.unit, finished.mobility) == ("b", "mobile")

    # Round 15: it moves as any other.
    told.turns("axis")
    assert one(told.tell("allies: move b F,F"), Moved).square == "c7"
