"""Targets reported by radio: by whom, in time or not, heard or not (R43, R44, A9, B14), with Example 13."""

from __future__ import annotations

from typing import Any

import pytest

from rules.contract import Refused
from rules.systems.panzer_strike.announcements import Announced
from rules.systems.panzer_strike.fire import AccuracyRolled
from rules.systems.panzer_strike.hits import HitRolled, PenetrationRolled
from rules.systems.panzer_strike.parabolic import RadioRolled
from rules.systems.panzer_strike.turns import TurnBegan, TurnEnded
from tests.rules.panzer_strike.table import FIELD, battle
from tests.rules.panzer_strike.test_parabolic import drawn
from tests.rules.scenario import Story, Told, happened

HOWITZER, PAK = "105 mm M2A1 howitzer (FW)", "7.5 cm Pak 40 (FW)"
HOUSE = ("e5", "f5", "g5", "h5")  # between the Hummel on e1 and the Hellcat on e9
UNITS = {
    "hummel": ("Hummel", "axis", "e1", "N"),
    "pz38": ("Pz 38 t", "axis", "j2", "N"),
    "hellcat": ("Hellcat", "allies", "e9", "S"),
}


def example_13(contacts: dict[str, tuple[str, ...]] | None = None, **options: Any) -> Story:
    """The howitzer A stands still; the light tank C drives from behind the house to where it sees the target B."""
    return battle(drawn(*HOUSE), UNITS, contacts=contacts, **options).tell(
        "axis: move pz38 F,F,F\naxis: end-movement axis"
    )


def announce(story: Story, more: str = "") -> Told:
    return story.when("axis", f"announce hummel hellcat how=parabolic {more}")


def fire(story: Story, radio: str, more: str = "") -> Told:
    return story.when("axis", f"fire hummel radio={radio} {more}")


# -- Example 13 --------------------------------------------------------------------------------------------------------


def test_example_13_contact_gained_by_movement_must_not_show_the_purple_x() -> None:
    story = example_13()
    story.when("axis", "announce hummel hellcat").refused("002 R17", "target")
    announce(story).then(happened(Announced, range=4, reporter="pz38", contact="new"))
    fire(story, "x").then(happened(RadioRolled, reporter="pz38", heard=False))
    assert story.play.units["hummel"].aim.fired
    fire(story, "ok").refused("002 R15", "unit")


def test_example_13_any_other_face_but_the_red_one_is_a_report() -> None:
    story = example_13()
    announce(story).then(Announced)
    fire(story, "ok", "accuracy=2,2 hit=top penetration=0").then(
        happened(RadioRolled, heard=True), happened(AccuracyRolled, result="hit"), HitRolled, PenetrationRolled
    )


def test_before_the_light_tank_moves_nobody_sees_the_target() -> None:
    story = battle(drawn(*HOUSE), UNITS, phase="firing")
    announce(story).refused("002 R43", "target")
    announce(story, "reporter=pz38").refused("002 R43", "reporter")


# -- the radio die (R43) -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("contact", "face", "heard"),
    [("held", "ok", True), ("held", "x", True), ("held", "red", False), ("new", "x", False), ("new", "red", False)],
)
def test_what_the_die_says(contact: str, face: str, heard: bool) -> None:
    """The red symbol is never a shot; the X only matters to contact that is new."""
    story = example_13({"pz38": ("hellcat",)} if contact == "held" else None)
    announce(story).then(happened(Announced, contact=contact))
    after = (happened(AccuracyRolled, result="miss"),) if heard else ()
    fire(story, face, "accuracy=0,0" if heard else "").then(happened(RadioRolled, heard=heard), *after)


def test_the_radio_die_falls_first_and_nothing_is_rolled_after_a_report_that_failed() -> None:
    story = example_13()
    announce(story).then(Announced)
    story.when("axis", "fire hummel accuracy=2,2").refused("002 R19", "accuracy")
    fire(example_13_announced(), "red", "accuracy=2,2").refused("002 R19", "accuracy")


def example_13_announced(**options: Any) -> Story:
    story = example_13(**options)
    announce(story).then(Announced)
    return story


def test_left_out_the_die_is_leaguer_s() -> None:
    story = example_13_announced()
    told = story.when("axis", "fire hummel")
    radio = told.events[0]
    assert isinstance(radio, RadioRolled)
    assert (radio.roll.question, radio.roll.by) == ("r1/axis/hummel/radio", "leaguer")
    assert radio.roll.values[0] in ("ok", "x", "red")
    assert radio.heard == (radio.roll.values[0] == "ok") == (len(told.events) > 1)


def test_no_other_face_and_no_second_die() -> None:
    for face in ("green", "OK", "-"):
        fire(example_13_announced(), face).refused("dice", "radio")
    fire(example_13_announced(), "").refused("dice", "radio")
    with pytest.raises(Refused) as caught:
        fire(example_13_announced(), "ok,ok")
    assert (caught.value.code, caught.value.field) == ("malformed", "line 1: radio")


def test_a_club_s_own_radio_die() -> None:
    """A die without an X shows none."""
    story = example_13_announced(dice="radio: ok ok ok ok ok red")
    fire(story, "x").refused("dice", "radio")
    fire(story, "red").then(happened(RadioRolled, heard=False))


def test_a_howitzer_that_sees_its_target_needs_no_radio() -> None:
    """Nobody reports, and no radio die is rolled; nobody can be named."""
    story = battle(FIELD, UNITS, phase="firing")
    announce(story, "reporter=pz38").refused("002 R43", "reporter")
    announce(story).then(happened(Announced, reporter="", contact=""))
    fire(story, "ok", "accuracy=0,0").refused("002 R19", "radio")


def test_a_reporter_that_was_destroyed_since_had_reported() -> None:
    """R43: contact is asked for at the end of the Movement Phase."""
    story = example_13_announced()
    story.play.units["pz38"].life = "destroyed"
    fire(story, "ok", "accuracy=0,0").then(happened(RadioRolled, heard=True), AccuracyRolled)


# -- held or new (A9, B14) ---------------------------------------------------------------------------------------------

THREE = {**UNITS, "tiger": ("Tiger", "axis", "m9", "W")}


def test_contact_that_any_friend_had_before_is_held() -> None:
    """The main text: the position had been reported. Even by one that has been destroyed since."""
    story = battle(drawn(*HOUSE), THREE, phase="firing", contacts={"tiger": ("hellcat",)})
    announce(story, "reporter=tiger").then(happened(Announced, reporter="tiger", contact="held"))
    story.play.units["tiger"].life = "destroyed"
    announce(story).refused("002 R43", "target")
    story.play.units["pz38"].square = "k9"
    announce(story).then(happened(Announced, reporter="pz38", contact="held"))


def test_by_option_the_reporter_itself_has_to_have_kept_contact() -> None:
    """The summary. Where nobody is named the one is taken that has."""
    story = battle(drawn(*HOUSE), THREE, phase="firing", contacts={"tiger": ("hellcat",)}, radio_same_vehicle=True)
    story.play.units["pz38"].square = "k9"
    announce(story, "reporter=pz38").then(happened(Announced, reporter="pz38", contact="new"))
    announce(story, "reporter=tiger").then(happened(Announced, reporter="tiger", contact="held"))
    announce(story).then(happened(Announced, reporter="tiger", contact="held"))


def test_contact_with_another_enemy_is_not_contact_with_the_target() -> None:
    units = {**THREE, "m4": ("Sherman", "allies", "t19", "S")}
    story = battle(drawn(*HOUSE), units, phase="firing", contacts={"tiger": ("m4",)})
    announce(story).then(happened(Announced, reporter="tiger", contact="new"))


def test_a_battle_of_its_own_samples_contact_as_the_turn_begins() -> None:
    """Nothing is told beforehand here: the light tank gains contact in round 1 and has held it in round 2."""
    story = example_13_announced()
    fire(story, "red").then(RadioRolled)
    story.tell("axis: end-turn axis\nallies: end-movement allies\nallies: end-turn allies\naxis: end-movement axis")
    announce(story).then(happened(Announced, contact="held"))
    fire(story, "x", "accuracy=0,0").then(happened(RadioRolled, heard=True), AccuracyRolled)


def test_by_option_contact_counts_from_the_start_of_the_round() -> None:
    """The Hellcat comes into the light tank's sight in its own turn: too late for that round, not for the turn."""
    for option, contact in ((False, "held"), (True, "new")):
        units = {**UNITS, "pz38": ("Pz 38 t", "axis", "k9", "W"), "hellcat": ("Hellcat", "allies", "c9", "E")}
        story = battle(drawn(*HOUSE, "d5", "d9"), units, turn="allies", contact_at_round_start=option)
        story.play.units["hellcat"].facing = "N"
        story.tell("allies: move hellcat F,F\nallies: end-movement allies")
        story.when("allies", "end-turn allies").then(TurnEnded, TurnBegan)
        story.tell("axis: end-movement axis")
        announce(story).then(happened(Announced, reporter="pz38", contact=contact))


# -- who reports (R43, R44) --------------------------------------------------------------------------------------------

MANY = {
    "hummel": ("Hummel", "axis", "e1", "N"),
    "mute": ("Pz 38 t", "axis", "m9", "W"),
    "pak": (PAK, "axis", "n10", "W"),
    "blind": ("Tiger", "axis", "f1", "N"),
    "dead": ("Panther", "axis", "p9", "W"),
    "hellcat": ("Hellcat", "allies", "e9", "S"),
    "spy": ("Sherman", "allies", "m12", "W"),
}


MUTE = {"mute": ("No radio",), "spy": ("No radio",)}


def many(**options: Any) -> Story:
    story = battle(drawn(*HOUSE), MANY, phase="firing", marks=MUTE, **options)
    story.play.units["dead"].life = "destroyed"
    return story


@pytest.mark.parametrize(
    ("reporter", "rule"),
    [
        ("pak", "002 R43"),  # no vehicle
        ("blind", "002 R43"),  # sees nothing
        ("dead", "002 R43"),
        ("spy", "002 R43"),  # an enemy
        ("hummel", "002 R43"),  # does not see it itself
        ("nobody", "002 R1"),
    ],
)
def test_who_cannot_report_is_refused(reporter: str, rule: str) -> None:
    announce(many(), f"reporter={reporter}").refused(rule, "reporter")
    if reporter != "blind":  # at the table it may have seen the target
        announce(many(), f"reporter={reporter} contact=new ruler=4").refused(rule, "reporter")


def test_without_a_radio_nobody_reports_under_option_8() -> None:
    announce(many()).then(happened(Announced, reporter="mute"))
    announce(many(), "reporter=mute").then(happened(Announced, reporter="mute"))
    announce(many(radio_needed=True)).refused("002 R43", "target")
    announce(many(radio_needed=True), "reporter=mute").refused("002 R44", "reporter")
    announce(many(radio_needed=True), "reporter=mute contact=held ruler=4").refused("002 R44", "reporter")
    announce(many(radio_needed=True), "reporter=spy").refused("002 R43", "reporter")


# -- as the table saw it -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("contact", ["held", "new"])
def test_what_the_table_saw_wins(contact: str) -> None:
    """The Tiger sees nothing by the board, whose turn began without any contact."""
    story = many()
    announce(story, f"reporter=blind contact={contact} ruler=5").then(
        happened(Announced, reporter="blind", contact=contact, by="ruler", range=5, board_range=4)
    )
    heard = contact == "held"
    fire(story, "x", "accuracy=0,0" if heard else "").then(
        happened(RadioRolled, heard=heard), *([AccuracyRolled] if heard else [])
    )


def test_the_table_may_have_seen_the_target_from_the_howitzer() -> None:
    announce(many(), "ruler=4").then(happened(Announced, reporter="", contact="", by="ruler"))


def test_what_the_table_saw_is_told_as_a_whole() -> None:
    announce(many(), "contact=new").refused("002 R43", "contact")
    announce(many(), "reporter=mute contact=held").refused("002 R43", "contact")
    announce(many(), "reporter=mute ruler=4").refused("002 R43", "contact")
    announce(many(), "contact=held ruler=4").refused("002 R43", "reporter")


def test_nobody_reports_the_target_of_a_direct_shot() -> None:
    story = battle(FIELD, UNITS, phase="firing")
    story.when("axis", "announce hummel hellcat ruler=4 reporter=pz38").refused("002 R43", "reporter")
    story.when("axis", "announce hummel hellcat ruler=4 contact=new").refused("002 R43", "contact")
