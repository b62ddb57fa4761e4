"""R15, R16, R22: what is announced before the first die, by whom, and that it stands."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from rules import seats, visibility
from rules.adjudicate import Who
from rules.contract import Event
from rules.stream.choices import matches
from rules.systems.panzer_strike.announcements import Announce, Announced
from rules.systems.panzer_strike.fire import AccuracyRolled, Fire
from rules.systems.panzer_strike.hits import HitRolled, PenetrationRolled
from rules.systems.panzer_strike.towing import Hooked
from rules.systems.panzer_strike.turns import MovementEnded, TurnBegan, TurnEnded
from tests.rules.panzer_strike.shots import announced, duel, faced, moved, unit
from tests.rules.panzer_strike.table import FIELD, battle
from tests.rules.scenario import Story, happened

PAIR = {
    "tiger": ("Tiger", "axis", "j3", "N"),
    "panther": ("Panther", "axis", "l3", "N"),
    "m4": ("Sherman", "allies", "j9", "S"),
    "jumbo": ("Jumbo", "allies", "l9", "S"),
}


def firing(**options: Any) -> Story:
    return battle(FIELD, PAIR, phase="firing", **options)


def test_a_shot_is_announced_with_the_range_of_the_board() -> None:
    firing().when("axis", "announce tiger m4").then(
        happened(Announced, unit="tiger", target="m4", wall="", how="direct", range=3, by="board", board_range=3)
    )


def test_the_ruler_of_the_table_wins() -> None:
    story = (
        firing().when("axis", "announce tiger m4 ruler=4").then(happened(Announced, range=4, by="ruler", board_range=3))
    )
    assert unit(story, "tiger").aim.range == 4  # type: ignore[union-attr]


def test_another_shot_is_announced_until_the_first_die_has_fallen() -> None:
    """R16."""
    story = firing().tell("axis: announce tiger m4\naxis: announce panther jumbo\naxis: announce tiger jumbo")
    assert unit(story, "tiger").aim.target == "jumbo"  # type: ignore[union-attr]
    story.tell("axis: fire panther accuracy=0,1").when("axis", "announce tiger m4").refused("002 R16")
    story.tell("axis: fire tiger accuracy=0,0")


def test_targets_stand_whatever_the_shots_before_come_to() -> None:
    """R16, A22: fired in any order, and wasted where the target is destroyed already."""
    story = firing().and_then(announced("tiger", "m4", 3), announced("panther", "m4", 3))
    story = story.tell("axis: fire panther accuracy=3,3 hit=body penetration=0")
    assert unit(story, "m4").life == "destroyed"
    story.when("axis", "fire tiger").refused("002 A22", "unit")
    story.when("axis", "end-turn axis").then(TurnEnded, TurnBegan)


def test_what_was_announced_is_fired_before_the_turn_ends() -> None:
    story = firing().and_then(announced("tiger", "m4", 3))
    story.when("axis", "end-turn axis").refused("002 R16")
    story.tell("axis: fire tiger accuracy=0,0\naxis: end-turn axis")


def test_nothing_is_fired_that_was_not_announced() -> None:
    firing().when("axis", "fire tiger").refused("002 R16", "unit")
    late = firing().and_then(announced("panther", "m4", 3)).tell("axis: fire panther accuracy=0,1")
    late.when("axis", "fire tiger").refused("002 R16", "unit")


def test_a_unit_fires_once_a_round() -> None:
    story = firing().and_then(announced("tiger", "m4", 3)).tell("axis: fire tiger accuracy=0,0")
    story.when("axis", "fire tiger").refused("002 R15", "unit")
    story.play.volley = False  # as people may declare it
    story.when("axis", "announce tiger m4").refused("002 R15", "unit")


def test_it_fires_again_in_the_next_round() -> None:
    story = firing().and_then(announced("tiger", "m4", 3)).tell("axis: fire tiger accuracy=0,0\naxis: end-turn axis")
    story.tell("allies: end-movement allies\nallies: end-turn allies\naxis: end-movement axis\naxis: announce tiger m4")
    story.tell("axis: fire tiger accuracy=0,0")
    assert [(feat.kind, feat.of) for feat in unit(story, "tiger").feats] == [("shot", "m4")] * 2


# -- at what -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("said", ["", "m4 wall=j7"])
def test_one_target_is_named(said: str) -> None:
    firing().when("axis", f"announce tiger {said}").refused("002 R16", "target")


def test_a_target_has_to_exist() -> None:
    assert firing().when("axis", "announce tiger m5").refused("002 R1", "target").code == "unknown"


@pytest.mark.parametrize("target", ["tiger", "panther"])
def test_nobody_is_announced_to_fire_at_friends(target: str) -> None:
    firing().when("axis", f"announce tiger {target}").refused("002 R15", "target")


def test_nobody_fires_at_wrecks_or_at_who_is_gone() -> None:
    story = firing()
    unit(story, "m4").life = "destroyed"
    story.when("axis", "announce tiger m4").refused("002 R15", "target")
    unit(story, "m4").life = "left"
    unit(story, "m4").square = ""
    story.when("axis", "announce tiger m4").refused("002 R15", "target")


@pytest.mark.parametrize(("said", "field"), [("reporter=panther", "reporter"), ("contact=new", "contact")])
def test_only_parabolic_shots_are_reported(said: str, field: str) -> None:
    firing().when("axis", f"announce tiger m4 {said}").refused("002 R43", field)


def test_the_range_of_the_weapon_is_the_limit() -> None:
    """R17: a Sherman reaches to range 5."""
    faced("Sherman", "Tiger", range=5).when("axis", "announce firer target").then(happened(Announced, range=5))
    faced("Sherman", "Tiger", range=6).when("axis", "announce firer target").refused("002 R17", "target")
    faced("Sherman", "Tiger", range=5).when("axis", "announce firer target ruler=6").refused("002 R17", "ruler")
    faced("Sherman", "Tiger", range=6).when("axis", "announce firer target ruler=5").then(
        happened(Announced, range=5, by="ruler", board_range=0)
    )


@pytest.mark.parametrize("square", ["i4", "j4", "k4"])
def test_beside_the_gun_only_weapons_with_the_mark_fire(square: str) -> None:
    """R17: whatever a ruler shows. i4 and k4 lie on the line of 45 degrees."""
    close = faced("Tiger", "Sherman", square=square)
    close.when("axis", "announce firer target").refused("002 R17", "target")
    close.when("axis", "announce firer target ruler=1").refused("002 R17", "target")
    marked = faced("Pz 38 t", "Sherman", square="j4")
    marked.when("axis", "announce firer target").then(happened(Announced, range=1))


# -- by whom -----------------------------------------------------------------------------------------------------------


def test_it_is_announced_in_the_firing_phase_of_its_side() -> None:
    battle(FIELD, PAIR).when("axis", "announce tiger m4").refused("002 R15")
    battle(FIELD, PAIR).when("axis", "fire tiger").refused("002 R15")
    firing().when("allies", "announce m4 tiger").refused("002 R2")
    firing().when("allies", "fire m4").refused("002 R2")


def test_what_is_destroyed_fires_no_more() -> None:
    story = firing()
    unit(story, "tiger").life = "destroyed"
    story.when("axis", "announce tiger m4").refused("002 R30", "unit")
    story.when("axis", "fire tiger").refused("002 R30", "unit")


def test_who_has_no_weapon_fires_none() -> None:
    """R4."""
    faced("Bergepanther (recovery)", "Sherman").when("axis", "announce firer target").refused("002 R4", "unit")


def test_a_crew_that_repairs_does_not_fire() -> None:
    """R52, R55: nor in the round in which it gives the repairs up."""
    story = firing(semi_immobilised=False)
    unit(story, "tiger").mobility = "immobilised"
    story.tell("axis: start-repair tiger").when("axis", "announce tiger m4").refused("002 R52", "unit")
    story.tell("axis: stop-repair tiger").when("axis", "announce tiger m4").refused("002 R55", "unit")
    story.tell("axis: end-turn axis\nallies: end-movement allies\nallies: end-turn allies\naxis: end-movement axis")
    story.when("axis", "announce tiger m4").then(Announced)


def test_a_shot_is_given_up_for_repairs() -> None:
    story = firing().and_then(announced("tiger", "m4", 3))
    unit(story, "tiger").mobility = "immobilised"
    story.tell("axis: start-repair tiger").when("axis", "fire tiger").refused("002 R16", "unit")


def test_who_drove_through_a_wall_does_not_fire() -> None:
    """R65."""
    through = msgspec.structs.replace(moved("tiger", "F"), halted=True)
    story = battle(FIELD, PAIR).and_then(through, moved("panther", "F", square="l3"), MovementEnded(side="axis"))
    story.when("axis", "announce tiger m4").refused("002 R65", "unit")
    story.when("axis", "announce panther m4").then(Announced)


FIXED: dict[str, tuple[str, ...]] = {
    "pak": ("7.5 cm Pak 40 (FW)", "axis", "j3", "N"),
    "tug": ("Panther", "axis", "j2", "S"),
    "m4": ("Sherman", "allies", "j9", "S"),
}


def test_a_fixed_weapon_that_was_turned_does_not_fire() -> None:
    """R47."""
    story = battle(FIELD, FIXED).tell("axis: move pak R+\naxis: end-movement axis")
    story.when("axis", "announce pak m4").refused("002 R47", "unit")


def test_a_fixed_weapon_that_was_towed_does_not_fire() -> None:
    """R50, A10: what towed it may."""
    told: list[Event] = [Hooked(unit="tug", weapon="pak")]
    story = battle(FIELD, FIXED, round=2).and_then(*told)
    unit(story, "tug").hooked = 1
    story.tell("axis: move tug F\naxis: end-movement axis")
    assert unit(story, "pak").square == "j2"
    story.when("axis", "announce pak m4").refused("002 R50", "unit")
    unit(story, "tug").turret = 180
    unit(story, "m4").square = "k9"
    story.when("axis", "announce tug m4 ruler=3").then(Announced)


# -- what is offered ---------------------------------------------------------------------------------------------------


def offered(story: Story, command: Any) -> list[str]:
    """The labels of the choices that fit a report."""
    return [choice.label.text() for choice in visibility.legal(story.state, "axis") if matches(choice, command)]


def test_each_enemy_in_the_arc_is_offered() -> None:
    """Those the board does not allow only with a ruler; the friend in front of one as its cover."""
    units = {**PAIR, "far": ("Jumbo", "allies", "j20", "S"), "aside": ("Jumbo", "allies", "t3", "S")}
    story = battle(FIELD, units, phase="firing")
    assert offered(story, Announce(unit="tiger", target="m4")) == ["Tiger on j3 fires at one of 2 enemies"]
    assert offered(story, Announce(unit="tiger", target="m4", ruler=2, cover="terrain"))
    assert not offered(story, Announce(unit="tiger", target="far"))
    assert offered(story, Announce(unit="tiger", target="far", ruler=6)) == [
        "Tiger on j3 fires at Jumbo 2 on j20, as the ruler shows"
    ]
    assert not offered(story, Announce(unit="tiger", target="far", ruler=7))
    assert offered(story, Announce(unit="tiger", target="far", ruler=6, cover="m4"))
    assert not offered(story, Announce(unit="tiger", target="m4", cover="far"))
    assert not offered(story, Announce(unit="tiger", target="aside", ruler=3))


def test_targets_of_the_same_cover_are_offered_together() -> None:
    """Told with square and range; one that something else may hide has a choice of its own."""
    story = battle(FIELD, PAIR, phase="firing")
    (choice,) = (one for one in visibility.legal(story.state, "axis") if one.given == {"unit": "tiger"})
    assert [pick.label.text() for pick in choice.fields[0].picks] == [
        "Sherman on j9, range 3",
        "Jumbo on l9, range 3",
    ]
    story.play.units["jumbo"].square = "k6"
    assert offered(story, Announce(unit="tiger", target="m4")) == ["Tiger on j3 fires at Sherman on j9, range 3"]
    (alone,) = (one for one in visibility.legal(story.state, "axis") if one.given == {"unit": "tiger", "target": "m4"})
    assert [pick.label.text() for pick in alone.fields[0].picks] == [
        "a building or other terrain",
        "Jumbo on k6",
    ]


def test_who_has_announced_nothing_is_offered_first() -> None:
    """R16: all announce before one fires; a shot that is to be fired comes before another in its place."""
    story = battle(FIELD, PAIR, phase="firing").and_then(announced("panther", "m4", 3))
    shots = [
        (choice.given["unit"], choice.command)
        for choice in visibility.legal(story.state, "axis")
        if choice.command in ("Announce", "Fire")
    ]
    assert shots == [("tiger", "Announce"), ("panther", "Fire"), ("panther", "Announce")]


def test_dice_of_two_kinds_are_asked_for_in_their_order() -> None:
    """Those of the Panther are of class 4, both of the Tiger are alike."""
    story = battle(FIELD, PAIR, phase="firing").and_then(announced("panther", "m4", 3), announced("tiger", "m4", 3))
    fires = {one.given["unit"]: one for one in visibility.legal(story.state, "axis") if one.command == "Fire"}
    helps = {id: next(one.help for one in fire.fields if one.name == "accuracy") for id, fire in fires.items()}
    assert helps["tiger"] is None
    assert fires["panther"].label.text() == "Panther on l3 fires at Sherman on j9: the dice"
    assert str(helps["panther"] and helps["panther"].text()) == (
        "First the die with 0 1 2 3 4 5, then that with 1 2 3 4 5 5."
    )


def test_fire_is_offered_to_who_has_announced_it() -> None:
    story = firing().and_then(announced("tiger", "m4", 3))
    assert offered(story, Fire(unit="tiger", accuracy=(1, 2), hit=("track",), penetration=(-3,)))
    assert not offered(story, Fire(unit="tiger", die="orange"))
    assert not offered(story, Fire(unit="tiger", radio=("ok",)))
    assert not offered(story, Fire(unit="panther"))
    story.tell("axis: fire tiger accuracy=0,0")
    assert not offered(story, Fire(unit="tiger"))
    assert not any(choice.command == "Announce" for choice in visibility.legal(story.state, "axis"))


def test_a_shot_die_by_die() -> None:
    duel("Tiger", "Sherman").when("axis", "fire firer accuracy=2,2 hit=body penetration=0").then(
        happened(AccuracyRolled, result="hit", victim="target"),
        happened(HitRolled, zone="front", armour=7),
        happened(PenetrationRolled, base=14, drop=1, final=13, outcome="destroyed"),
    )


def test_the_first_die_is_told_by_the_shooter_and_the_others_by_either_side() -> None:
    """R16: it ends announcing, and when that is over its side decides; Bob plays the allies."""
    story = firing().tell("axis: announce tiger m4")
    assert not [one for one in seats.offered(story.state, Who("bob")) if one.command == "Fire"]
    assert story.when("allies", "fire tiger accuracy=0,1").refused("battle", "by").code == "not-yours"

    story.tell("axis: announce panther jumbo\naxis: fire panther accuracy=0,1")
    (shot,) = [one for one in seats.offered(story.state, Who("bob")) if one.command == "Fire"]
    assert shot.given == {"unit": "tiger"}
    story.when("allies", "fire tiger accuracy=0,0").then(AccuracyRolled)


def test_who_holds_the_shooter_s_seat_ends_announcing() -> None:
    story = firing().tell("axis: announce tiger m4\naxis: lend-seat axis")
    assert "Fire" in {one.command for one in seats.offered(story.state, Who("bob"))}
    story.when("allies", "fire tiger accuracy=0,0").then(AccuracyRolled)
