"""What a muster may ask for, what the scenarios ask of the forces, and what earlier battles left (R3, R5, R8, R67)."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec
import pytest

from rules import adjudicate
from rules.contract import Muster, Refused, Unit
from rules.systems.panzer_strike import SYSTEM, tables
from rules.systems.panzer_strike.board import read
from rules.systems.panzer_strike.boards import CENTRAL, NORTHERN, OPEN_FIELD
from rules.systems.panzer_strike.turns import TurnBegan, TurnEnded
from tests.rules.panzer_strike.table import FIELD, battle, faults, muster, play
from tests.rules.scenario import given, not_mustered

GUNS = {
    **{f"us-{n}": ("M16 MGMC (SPAA)", "allies") for n in (1, 2, 3)},
    **{f"de-{n}": ("Wirbelwind (SPAA)", "axis") for n in (1, 2, 3)},
}
# Example 1: 129 points against 130.
AMERICANS = {"Sherman": 8, "Jumbo": 2, "Hellcat": 4, "M5 Stuart": 5}
GERMANS = {"Tiger": 4, "Tiger II": 2, "Pz IV G": 4, "Nashorn": 2}


def change(forces: Muster, **fields: Any) -> Muster:
    return msgspec.structs.replace(forces, **fields)


def army(side: str, models: dict[str, int]) -> dict[str, tuple[str, str]]:
    fielded = [model for model, count in models.items() for _one in range(count)]
    return {f"{side}-{number}": (model, side) for number, model in enumerate(fielded, 1)}


def example_1(more: dict[str, tuple[str, str]] | None = None, **options: Any) -> Muster:
    return muster("", army("allies", AMERICANS) | army("axis", GERMANS) | (more or {}), **options)


def basic(units: dict[str, tuple[str, str]] | None = None, map: str = "", **options: Any) -> Muster:
    return muster(map, {"m4": ("Sherman", "allies"), "tiger": ("Tiger", "axis"), **(units or GUNS)}, "basic", **options)


# -- points (R3, R67) --------------------------------------------------------------------------------------------------


def test_example_1() -> None:
    """A25: 129 and 130 points fit a maximum of 130."""
    state = play(example_1(points=130))
    totals = {side: sum(unit.figures.effectiveness for unit in state.of_side(side)) for side in state.sides}
    assert totals == {"allies": 129, "axis": 130}
    assert [len(state.of_side(side)) for side in state.sides] == [19, 12]


def test_one_point_too_many() -> None:
    # 129 - 7 + 9 = 131: a Firefly in the place of a Sherman
    forces = example_1(points=130)
    units = tuple(
        msgspec.structs.replace(unit, model="Sherman Firefly") if unit.id == "allies-1" else unit
        for unit in forces.units
    )
    refused = not_mustered(change(forces, units=units), "002 R3", "units")
    assert "131" in refused.text.text()
    assert (refused.fault, refused.waivable) == ("R3/points/allies", True)
    not_mustered(example_1(points=128), "002 R3", "units")


def test_no_limit_unless_one_is_set() -> None:
    given(example_1())


def test_an_organiser_lets_points_pass() -> None:
    reason = {"R3/points/axis": "he lost the last three"}
    mustered = adjudicate.muster(change(example_1(points=129), waivers=reason))
    assert mustered.waivers == reason
    not_mustered(change(example_1(), waivers=reason), "002 R3", "waivers.R3/points/axis")


def test_the_basic_scenario_has_a_hundred_points_and_three_guns_for_free() -> None:
    """The option `points` is for open battles."""
    hundred = army("axis", {"Tiger II": 4, "8.8 cm Pak 43/41 (FW)": 2})
    state = play(basic(GUNS | hundred | {"tiger": ("Tiger", "allies")}, points=10))
    paid = [unit.figures.effectiveness for unit in state.of_side("axis") if not unit.objective]
    assert sum(paid) == 100
    assert sorted(unit.id for unit in state.units.values() if unit.objective) == sorted(GUNS)
    one_more = GUNS | hundred | {"pak": ("7.5 cm Pak 40 (FW)", "axis"), "tiger": ("Tiger", "allies")}
    not_mustered(basic(one_more), "002 R67", "units")


@pytest.mark.parametrize("count", [0, 2, 4])
def test_three_anti_aircraft_guns_no_more_no_less(count: int) -> None:
    guns = {id: said for id, said in GUNS.items() if said[1] == "axis"}
    guns |= {f"us-{n}": ("Wirbelwind (SPAA)", "allies") for n in range(count)}
    refused = not_mustered(basic(guns), "002 R67", "units")
    assert (refused.fault, refused.waivable) == ("R67/anti-aircraft/allies", False)


def test_anti_aircraft_guns_are_like_any_unit_in_an_open_battle() -> None:
    state = play(muster(FIELD, GUNS))
    assert not any(unit.objective for unit in state.units.values())
    not_mustered(muster(FIELD, GUNS, points=15), "002 R3", "units")


def test_a_side_has_sixty_units_at_most() -> None:
    """House."""
    fielded = {f"t{n}x": ("T-60", "allies") for n in range(61)} | {"tiger": ("Tiger", "axis")}
    refused = not_mustered(muster("", fielded), "002 R3", "units")
    assert refused.fault == "R3/size/allies"
    given(muster("", dict(list(fielded.items())[1:])))


# -- words -------------------------------------------------------------------------------------------------------------


def test_unknown_words() -> None:
    not_mustered(change(muster(), edition="1066"), "002 R1", "edition")
    not_mustered(change(muster(), scenario="kursk"), "002 R67", "scenario")
    not_mustered(muster(cheat=True), "002 section 1", "options")
    not_mustered(muster(ruler=0), "002 section 1", "options")
    not_mustered(muster(units={"m4": ("Maus", "allies"), "tiger": ("Tiger", "axis")}), "002 R4", "units")
    not_mustered(muster(marks={"m4": ("Eagle",)}), "002 R4", "fittings.m4")


def test_two_sides() -> None:
    forces = muster()
    third = dict(forces.sides) | {"french": forces.sides["axis"]}
    units = (*forces.units, Unit(id="b1", side="french", model="Tiger"))
    not_mustered(change(forces, sides=third, units=units), "002 R1", "sides")


def test_models_and_marks_by_the_keys_of_the_catalogue() -> None:
    named = muster(
        units={"gun": ("7.5 cm Pak 40 (FW)", "axis"), "m4": ("Sherman", "allies")}, marks={"m4": ("Dozer blade",)}
    )
    keyed = muster(
        units={"gun": ("7-5-cm-pak-40-fw", "axis"), "m4": ("sherman", "allies")}, marks={"m4": ("dozer-blade",)}
    )
    assert SYSTEM.muster(keyed) == SYSTEM.muster(named)


def test_an_id_that_is_a_part_of_the_board() -> None:
    """R21: reports name terrain and wrecks as cover beside units."""
    not_mustered(muster(units={"terrain": ("Tiger", "axis"), "m4": ("Sherman", "allies")}), "002 R1", "units")
    units = {"wreck-c4": ("Tiger", "axis"), "m4": ("Sherman", "allies")}
    given(muster(units=units))
    wrecked = FIELD.splitlines()
    wrecked[-4] = "..x" + wrecked[-4][3:]
    assert faults(muster("\n".join(wrecked), units)) == ["R1/id/wreck-c4"]


# -- what earlier battles left -----------------------------------------------------------------------------------------


def test_a_condition_comes_along() -> None:
    conditions = {
        "m4": {"mobility": "immobilised", "timer": 3, "left": True},
        "tiger": {"injured": True, "mobility": "semi", "rounds": 4, "stuck": True},
    }
    units = play(muster(conditions=conditions)).units
    assert (units["m4"].mobility, units["m4"].timer, units["m4"].life) == ("immobilised", 3, "active")
    assert (units["tiger"].mobility, units["tiger"].injured, units["tiger"].timer) == ("semi", True, 0)


@pytest.mark.parametrize(
    "condition",
    [
        {"destroyed": True},
        {"lost": True},
        {"mobility": "flying"},
        {"timer": 6},
        {"luck": 1},
        {"timer": 2},
        {"timer": 2, "mobility": "immobilised", "injured": True},
    ],
)
def test_a_unit_that_cannot_come(condition: dict[str, Any]) -> None:
    refused = not_mustered(muster(conditions={"m4": condition}), "002 section 5", "units")
    assert (refused.fault, refused.waivable) == ("house/condition/m4", False)


def test_a_weapon_has_no_tracks() -> None:
    units = {"pak": ("7.5 cm Pak 40 (FW)", "axis"), "m4": ("Sherman", "allies")}
    not_mustered(muster(units=units, conditions={"pak": {"mobility": "immobilised"}}), "002 section 5", "units")
    given(muster(units=units, conditions={"pak": {"injured": True}}))


# -- board and dice ----------------------------------------------------------------------------------------------------


def test_a_blank_map_is_a_board_of_ours_written_out() -> None:
    """So that a battle's log needs no catalogue of boards."""
    assert adjudicate.muster(muster("")).board == {"map": OPEN_FIELD}
    assert adjudicate.muster(basic()).board == {"map": NORTHERN}
    assert adjudicate.muster(change(basic(), board={"map": "  "})).board == {"map": NORTHERN}
    assert adjudicate.muster(basic(map="Central")).board == {"map": CENTRAL}
    assert adjudicate.muster(muster(FIELD)).board == {"map": FIELD}


def test_boards_there_cannot_be() -> None:
    unknown = not_mustered(muster("southern"), "002 R1", "board.map")
    assert "southern" in unknown.text.text()
    assert "northern, central, open field" in (unknown.remedy.text() if unknown.remedy else "")
    refused = not_mustered(muster(FIELD + "\n.."), "002 R1", "board.map")
    assert "Line 21" in refused.text.text()
    for board in ({"map": 7}, {"map": "." * 4001}, {"mat": FIELD}):
        with pytest.raises(Refused) as caught:
            adjudicate.muster(change(muster(), board=board))
        assert caught.value.field.partition(".")[0] == "board"


def test_what_lies_on_the_board() -> None:
    rows = ["......", ".x..w.", "......", "w.....", "..x...", "......", "wreck c2 60"]
    state = play(muster("\n".join(rows)))
    assert {id: (wreck.square, wreck.mass) for id, wreck in state.wrecks.items()} == {
        "wreck-b5": ("b5", 25),
        "wreck-c2": ("c2", 60),
    }
    assert state.walls == ("a3", "e5")
    assert (state.phase, state.round, state.side) == ("deployment", 0, "")
    assert all(unit.square == "" for unit in state.units.values())


def test_dice_of_a_club() -> None:
    assert play(muster(dice="speed: 0 0 0 0 0 1")).dice.speed == (0, 0, 0, 0, 0, 1)
    not_mustered(muster(dice="speed: 1 2 3"), "002 A2", "options")


@pytest.mark.parametrize(
    ("scenario", "options", "last"), [("open", {"rounds": 3}, 3), ("open", {}, 99), ("basic", {}, 30)]
)
def test_rounds(scenario: str, options: dict[str, int], last: int) -> None:
    """R68, house: a battle nobody sets a limit to is drawn after round 99."""
    units = {
        id: (*said, f"{'abcdefgh'[place]}{1 if said[1] == 'axis' else 20}", "N")
        for place, (id, said) in enumerate({"m4": ("Sherman", "allies"), "tiger": ("Tiger", "axis"), **GUNS}.items())
    }
    zones = "\nzone 1 A a20-t20\nzone 1 B a19-t19\nzone 2 A a1-t1\nzone 2 B a2-t2"
    for round_, over in ((last - 1, False), (last, True)):
        story = battle(FIELD + zones, units, "axis", "firing", round_, began="allies", scenario=scenario, **options)
        told = story.when("axis", "end-turn axis")
        assert story.state.outcome().over is over
        assert isinstance(told.events[-1], TurnEnded if over else TurnBegan)


# -- room (R5, R67) ----------------------------------------------------------------------------------------------------

CRAMPED = ["......"] * 6


def test_zones_have_room() -> None:
    two = {"m4": ("Sherman", "allies"), "m5": ("M5 Stuart", "allies"), "tiger": ("Tiger", "axis")}
    given(muster("\n".join([*CRAMPED, "zone 1 A a1-b1", "zone 2 A a6-a6"]), two))
    refused = not_mustered(
        muster("\n".join([*CRAMPED, "zone 1 A a1-a1", "zone 2 A a6-a6"]), two), "002 R5", "board.map"
    )
    assert (refused.fault, refused.waivable) == ("R5/room/allies/A", False)
    assert "1 open squares for 2 units" in refused.text.text()


def test_terrain_takes_room() -> None:
    rows = [*CRAMPED[:-1], "#x....", "zone 1 A a1-c1", "zone 2 A a6-a6"]
    given(muster("\n".join(rows)))
    rows[5] = "#xw..."
    assert faults(muster("\n".join(rows))) == ["R5/room/allies/A"]


def test_a_side_without_a_zone() -> None:
    assert faults(muster("\n".join([*CRAMPED, "zone 1 A a1-c1"]))) == ["R5/room/axis/A"]


def test_zones_that_overlap_have_room_for_both() -> None:
    """Whoever deploys first, the other finds a square."""
    given(muster("\n".join([*CRAMPED, "zone 1 A a1-b1", "zone 2 A a1-b1"])))
    overlap = "\n".join([*CRAMPED, "zone 1 A a1-a1", "zone 2 A a1-c1"])
    assert faults(muster(overlap)) == ["R5/room/allies/A"]


def test_the_basic_scenario_needs_zones_for_its_guns() -> None:
    assert faults(basic(map=FIELD)) == ["R5/room/allies/B", "R5/room/axis/B"]
    not_mustered(basic(map=FIELD), "002 R67", "board.map")
    zones = ("zone 1 A a1-t1", "zone 1 B a2-c2", "zone 2 A a20-t20", "zone 2 B a19-c19")
    given(basic(map="\n".join((FIELD, *zones))))


# -- everything at once ------------------------------------------------------------------------------------------------


def test_all_faults_at_once() -> None:
    units = {"m4": ("Sherman", "allies"), "tiger": ("Tiger", "axis"), "maus": ("Maus", "axis")}
    marks = {"m4": ("Command tank", "Halo"), "ghost": ("No radio",)}
    forces = change(
        muster(FIELD, units, "basic", marks, {"tiger": {"lost": True}}), waivers={"R3/points/axis": "for once"}
    )
    with pytest.raises(Refused) as caught:
        adjudicate.muster(forces)
    assert [one.fault or one.field for one in caught.value.faults] == [
        "R4/stray/ghost",
        "R4/mark/m4/2",
        "house/condition/tiger",
        "R4/unknown/maus",
        "R67/anti-aircraft/allies",
        "R67/anti-aircraft/axis",
        "R8/command/m4",
        "waivers.R3/points/axis",
    ]


def test_nothing_hidden_is_mustered() -> None:
    mustered = adjudicate.muster(muster(marks={"m4": ("No radio",)}))
    assert mustered.secrets == {}
    assert list(mustered.options) == sorted(option.name for option in tables.OPTIONS if not option.later)


# -- drafts ------------------------------------------------------------------------------------------------------------


def test_drafts_show_everything_a_muster_may_hold() -> None:
    """Random battles only find what random musters bring along."""
    seen: set[str] = set()
    for seed in range(400):
        drafted = SYSTEM.draft(Random(seed).randrange)
        assert seed > 50 or drafted == SYSTEM.draft(Random(seed).randrange)
        state = play(drafted)
        board = read(drafted.board["map"])
        assert 6 <= board.columns <= 16
        assert 6 <= board.rows <= 16
        assert all(1 <= sum(not u.objective for u in state.of_side(side)) <= 21 for side in state.sides)
        seen |= {drafted.scenario, *board.terrain.values(), *(f"{k}={v}" for k, v in drafted.options.items())}
        seen |= {unit.model for unit in state.units.values()} | {unit.mobility for unit in state.units.values()}
        seen |= {mark for marks in drafted.fittings.values() for mark in marks}
        seen |= {"injured" for unit in state.units.values() if unit.injured}
        seen |= {"repairing" for unit in state.units.values() if unit.timer}
    assert {"basic", "open", "building", "wall", "low", "high", "semi", "immobilised", "injured", "repairing"} <= seen
    assert {
        f"{option.name}={value}" for option in tables.OPTIONS if option.type == "flag" for value in (False, True)
    } <= seen
    assert {article.name for article in SYSTEM.catalogue(tables.EDITIONS[-1])} <= seen
