"""R65: walls are fired at, and fall."""

from __future__ import annotations

from typing import Any

import pytest

from rules import visibility
from rules.stream.choices import matches
from rules.systems.panzer_strike.announcements import Announce, Announced
from rules.systems.panzer_strike.fire import AccuracyRolled, WallDestroyed
from rules.systems.panzer_strike.hits import HitRolled, PenetrationRolled
from tests.rules.panzer_strike.shots import announced, unit
from tests.rules.panzer_strike.table import battle
from tests.rules.panzer_strike.test_sight import drawn
from tests.rules.scenario import Story, happened

WALLS = drawn(("j7", "w"), ("k8", "w"), ("i4", "w"), ("n3", "w"), ("j12", "#"), ("j14", "w"))


def at_walls(model: str = "Tiger", map: str = WALLS, **options: Any) -> Story:
    units = {
        "firer": (model, "axis", "j3", "N"),
        "second": ("Panther", "axis", "k3", "N"),
        "friend": ("Sherman", "axis", "l7", "N"),
        "behind": ("M5 Stuart", "allies", "j2", "S"),
        "target": ("Jumbo", "allies", "t20", "S"),
    }
    return battle(map, units, phase="firing", **options)


@pytest.mark.parametrize(("model", "dice"), [("Tiger", "1,1"), ("Wespe", "1,1"), ("7.5 cm Pak 40 (FW)", "0,2")])
def test_any_weapon_destroys_one_with_enough_on_its_accuracy_dice(model: str, dice: str) -> None:
    story = at_walls(model, map=drawn(("j7", "w")))
    story.when("axis", "announce firer wall=j7").then(
        happened(Announced, target="", wall="j7", how="direct", range=2, by="board", board_range=2)
    )
    story.when("axis", f"fire firer accuracy={dice}").then(
        happened(AccuracyRolled, target="", wall="j7", total=2, needed=2, result="hit", victim=""),
        happened(WallDestroyed, unit="firer", square="j7"),
    )
    assert story.play.walls == ()
    assert story.play.broken == ("j7",)
    assert unit(story, "firer").feats == []


def test_less_is_a_miss() -> None:
    story = at_walls().and_then(announced(target="", wall="k8", range=3))
    story.when("axis", "fire firer accuracy=0,1").then(happened(AccuracyRolled, result="miss"))
    assert "k8" in story.play.walls


def test_nothing_else_is_rolled() -> None:
    for report, field in (("hit=body", "hit"), ("hit=body penetration=0", "hit"), ("miss=N,E", "miss")):
        story = at_walls().and_then(announced(target="", wall="k8", range=3))
        story.when("axis", f"fire firer accuracy=4,4 {report}").refused("002 R19", field)


def test_a_wall_that_has_fallen_wastes_the_other_shots_at_it() -> None:
    """A22."""
    story = at_walls().and_then(announced(target="", wall="k8", range=3), announced("second", "", range=3, wall="k8"))
    story.tell("axis: fire firer accuracy=4,4").when("axis", "fire second").refused("002 A22", "unit")
    story.tell("axis: end-turn axis")


def test_one_that_stands_waits_for_its_shot() -> None:
    story = at_walls().and_then(announced(target="", wall="k8", range=3))
    story.when("axis", "end-turn axis").refused("002 R16")


@pytest.mark.parametrize("wall", ["j12", "a1", "z99", "aa1"])
def test_a_wall_has_to_stand_there(wall: str) -> None:
    at_walls().when("axis", f"announce firer wall={wall}").refused("002 R65", "wall")


def test_walls_are_in_arc_in_range_in_sight_and_not_beside() -> None:
    at_walls().when("axis", "announce firer wall=n3").refused("002 R18", "wall")
    at_walls().when("axis", "announce firer wall=i4").refused("002 R17", "wall")
    at_walls().when("axis", "announce firer wall=j14").refused("002 R65", "wall")  # behind that on j7
    at_walls("Wespe").when("axis", "announce firer wall=j14 ruler=5").refused("002 R17", "ruler")
    at_walls().when("axis", "announce firer wall=j14 ruler=5").then(
        happened(Announced, wall="j14", range=5, by="ruler", board_range=0)
    )


def test_walls_are_not_fired_at_from_above() -> None:
    story = at_walls("Wespe")
    story.when("axis", "announce firer wall=k8 how=parabolic").refused("002 R65", "how")
    story.when("axis", "announce firer wall=k8 reporter=second").refused("002 R43", "reporter")


def test_what_stands_in_front_of_it_may_be_struck() -> None:
    """R21."""
    story = at_walls().when("axis", "announce firer wall=k8 cover=friend").then(happened(Announced, cover="friend"))
    story.when("axis", "fire firer accuracy=1,2 hit=body penetration=0").then(
        happened(AccuracyRolled, needed=4, result="obstacle", victim="friend"), HitRolled, PenetrationRolled
    )
    assert unit(story, "friend").life == "destroyed"
    assert "k8" in story.play.walls


@pytest.mark.parametrize("cover", ["firer", "target", "behind", "k8", "nobody"])
def test_what_does_not_stand_in_front_of_it_hides_no_wall(cover: str) -> None:
    """R21: else whoever stands anywhere could be struck, in no arc and beside the gun."""
    at_walls().when("axis", f"announce firer wall=k8 cover={cover}").refused("002 R21", "cover")


def test_walls_are_offered() -> None:
    """Those the board does not allow with a ruler."""
    story = at_walls()

    def offered(command: Announce) -> bool:
        return any(matches(choice, command) for choice in visibility.legal(story.state, "axis"))

    assert offered(Announce(unit="firer", wall="k8", cover="friend"))
    assert offered(Announce(unit="firer", wall="j7", cover="terrain"))
    assert not offered(Announce(unit="firer", wall="j7", cover="friend"))
    assert not offered(Announce(unit="firer", wall="k8", cover="target"))
    assert not offered(Announce(unit="firer", wall="j14"))
    assert offered(Announce(unit="firer", wall="j14", ruler=5))
    assert not offered(Announce(unit="firer", wall="i4", ruler=1))
    assert not offered(Announce(unit="firer", wall="n3", ruler=1))
