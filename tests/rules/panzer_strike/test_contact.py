"""Visual contact: who could report what, and when that is looked at (R43, R44, B14)."""

from __future__ import annotations

from typing import Any

import pytest

from rules.systems.panzer_strike.spotting import can_report, contacts, in_contact
from rules.systems.panzer_strike.turns import RoundBegan, TurnBegan, TurnEnded
from rules.systems.panzer_strike.withdrawal import BoardLeft
from tests.rules.panzer_strike.table import FIELD, battle
from tests.rules.scenario import Story, happened

PAK, HOWITZER = "7.5 cm Pak 40 (FW)", "105 mm M2A1 howitzer (FW)"


def looking(column: str, **options: Any) -> Story:
    """A Tiger on b1 looks north at a Sherman on b9; `column` is what stands on b8 to b2 between them."""
    rows = ["." * 8, *(f".{sign}......" for sign in column), "." * 8]
    return battle(
        "\n".join(rows), {"tiger": ("Tiger", "axis", "b1", "N"), "m4": ("Sherman", "allies", "b9", "S")}, **options
    )


def sees(story: Story, unit: str, target: str) -> bool:
    units = story.play.units
    there, back = in_contact(story.play, units[unit], units[target]), in_contact(story.play, units[target], units[unit])
    assert there == back
    return there


# -- what blocks it (R43) ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("sign", ["x", "w", "b", "h", "."])
def test_only_buildings_block_contact(sign: str) -> None:
    assert sees(looking(f"..{sign}...."), "tiger", "m4")
    assert not sees(looking(f"..{sign}.#.."), "tiger", "m4")


def test_vehicles_do_not_block_contact_destroyed_or_not() -> None:
    story = battle(
        FIELD,
        {
            "tiger": ("Tiger", "axis", "b1", "N"),
            "panther": ("Panther", "axis", "b3", "N"),
            "jumbo": ("Jumbo", "allies", "b5", "N"),
            "m4": ("Sherman", "allies", "b9", "S"),
        },
    )
    story.play.units["jumbo"].life = "destroyed"
    assert sees(story, "tiger", "m4")


def test_one_corner_of_a_building_does_not_block_contact_and_two_do() -> None:
    units = {"tiger": ("Tiger", "axis", "a1", "N"), "m4": ("Sherman", "allies", "d4", "S")}
    rows = [["."] * 6 for _row in range(6)]
    rows[-2][2] = "#"  # c2, beside the diagonal
    assert sees(battle("\n".join(map("".join, rows)), units), "tiger", "m4")
    rows[-3][1] = "#"  # b3, on its other side
    assert not sees(battle("\n".join(map("".join, rows)), units), "tiger", "m4")


def test_contact_has_neither_arc_nor_range() -> None:
    story = battle(
        "\n".join(["." * 40] * 40),
        {"tiger": ("Tiger", "axis", "a1", "S"), "m4": ("Sherman", "allies", "an40", "N")},
    )
    assert sees(story, "tiger", "m4")


# -- who can report (R43, R44) -----------------------------------------------------------------------------------------

ALL = {
    "tiger": ("Tiger", "axis", "a1", "N"),
    "pak": (PAK, "axis", "c1", "N"),
    "wreck": ("Panther", "axis", "e1", "N"),
    "gone": ("Hetzer", "axis", "g1", "N"),
    "mute": ("Pz 38 t", "axis", "h1", "N"),
    "m4": ("Sherman", "allies", "a9", "S"),
    "m105": (HOWITZER, "allies", "c9", "S"),
    "jumbo": ("Jumbo", "allies", "e9", "S"),
}


def all_of_them(**options: Any) -> Story:
    story = battle(FIELD, ALL, marks={"mute": ("No radio",)}, **options)
    story.play.units["wreck"].life = story.play.units["jumbo"].life = "destroyed"
    story.and_then(BoardLeft(unit="gone"))
    return story


def test_vehicles_on_the_board_report_what_of_the_enemy_is_active() -> None:
    state = all_of_them().play
    assert contacts(state, "axis") == {"tiger": ("m4", "m105"), "mute": ("m4", "m105")}
    assert contacts(state, "allies") == {"m4": ("tiger", "pak", "mute")}
    assert [id for id, unit in state.units.items() if can_report(state, unit)] == ["tiger", "mute", "m4"]


def test_without_a_radio_nothing_is_reported_where_radios_are_needed() -> None:
    state = all_of_them(radio_needed=True).play
    assert contacts(state, "axis") == {"tiger": ("m4", "m105")}


def test_who_sees_nobody_is_in_contact_with_nobody() -> None:
    assert contacts(looking("..#....").play, "axis") == {"tiger": ()}


def test_before_it_is_deployed_a_unit_sees_nothing_and_is_not_seen() -> None:
    story = looking(".......")
    story.play.units["m4"].square = ""
    assert contacts(story.play, "axis") == {"tiger": ()}
    assert contacts(story.play, "allies") == {}


# -- when it is looked at (B14) ----------------------------------------------------------------------------------------


def test_contact_is_looked_at_when_a_side_s_own_turn_begins() -> None:
    """The Sherman comes out from behind the house in its own turn: to the Tiger that is contact from the start."""
    story = looking("...#...", turn="allies")
    story.play.units["m4"].facing = "E"
    assert contacts(story.play, "axis") == {"tiger": ()}
    story.tell("allies: move m4 F,F\nallies: end-movement allies")
    story.when("allies", "end-turn allies").then(
        TurnEnded, happened(TurnBegan, side="axis", contacts={"tiger": ("m4",)})
    )
    assert story.play.units["tiger"].sees == ("m4",)
    story.tell("axis: end-movement axis")
    story.when("axis", "end-turn axis").then(
        TurnEnded,
        happened(RoundBegan, contacts={}),
        happened(TurnBegan, side="allies", contacts={"m4": ("tiger",)}),
    )
    assert story.play.units["tiger"].sees == ("m4",)


def test_by_option_contact_is_looked_at_when_the_round_begins() -> None:
    story = looking("...#...", turn="allies", contact_at_round_start=True)
    story.play.units["m4"].facing = "E"
    story.tell("allies: move m4 F,F\nallies: end-movement allies")
    story.when("allies", "end-turn allies").then(TurnEnded, happened(TurnBegan, side="axis", contacts={}))
    assert story.play.units["tiger"].sees == ()
    story.tell("axis: end-movement axis")
    story.when("axis", "end-turn axis").then(
        TurnEnded,
        happened(RoundBegan, contacts={"m4": ("tiger",), "tiger": ("m4",)}),
        happened(TurnBegan, side="allies", contacts={}),
    )
    assert story.play.units["tiger"].sees == ("m4",)
