"""What a battle leaves (section 5): total losses, hulls, what was left behind, crews out of the flames, repairs."""

from __future__ import annotations

from typing import Any

import pytest

from rules.contract import UnitOutcome
from rules.systems.fluid_time import SYSTEM
from rules.systems.fluid_time.between import Assess, Assessed
from rules.systems.fluid_time.deck import CardDrawn
from rules.systems.fluid_time.state import Condition
from rules.systems.fluid_time.turns import TurnEnded
from tests.rules.fluid_time.table import FOUR, Marks, marked, play, shuffled, unit
from tests.rules.scenario import Story, happened

GERMANS_LOSE, GERMANS_WIN = "germans", "soviets"


def over(story: Story, loser: str = GERMANS_LOSE) -> Story:
    """Conceded and confirmed by both sides."""
    story.tell(f"{loser}: concede {loser}")
    return agreed(story)


def agreed(story: Story) -> Story:
    position, digest = story.state.fought
    for side in ("germans", "soviets"):
        story.tell(f"{side}: confirm {side} position={position} digest={digest}")
    return story


def lost(*marks: Any, loser: str = GERMANS_LOSE) -> Story:
    """A battle that this side has conceded, with such a Panzer."""
    return over(shuffled(FOUR, {"panzer": marks}), loser)


def left(story: Story, id: str = "panzer") -> UnitOutcome:
    return next(one for one in story.state.outcome().units if one.id == id)


SHEET = """\
name,nation,points,role,size,armour,dice_short,dice_medium,dice_long,move
Pak,GER,5,fixed AT gun,4,3,4,3,2,0
"""


@pytest.mark.parametrize(("loser", "fate", "found"), [(GERMANS_LOSE, "lost", "captured"), (GERMANS_WIN, "fit", "")])
def test_a_gun_that_does_not_move_stays_with_the_field(loser: str, fate: str, found: str) -> None:
    units = {**FOUR, "pak": ("Pak", "germans/specials")}
    story = over(shuffled(units, house_units=SHEET), loser)
    assert left(story, "pak").fate == fate
    assert (Assess(unit="pak") in SYSTEM.aftermath(play(story))) is bool(found)
    if found:
        story.when("clerk", Assess(unit="pak")).then(happened(Assessed, fate=found, crew="lost"))
        assert unit(story, "pak").captured


def cleared(story: Story) -> Story:
    while steps := SYSTEM.aftermath(play(story)):
        story.when("clerk", steps[0])
    return story


def changed(condition: dict[str, Any]) -> dict[str, Any]:
    """What is not as new."""
    return {name: value for name, value in condition.items() if value}


@pytest.mark.parametrize(
    ("marks", "loser", "fate"),
    [
        (("burning",), GERMANS_WIN, "lost"),
        (("exploded",), GERMANS_WIN, "lost"),
        (("abandoned",), GERMANS_WIN, "wrecked"),
        (("abandoned",), GERMANS_LOSE, "lost"),
        (("immobile",), GERMANS_WIN, "damaged"),
        (("immobile",), GERMANS_LOSE, "lost"),
        (("gun_out",), GERMANS_LOSE, "damaged"),
        (("gun_out", "immobile"), GERMANS_WIN, "wrecked"),
        (("gun_out", "immobile"), GERMANS_LOSE, "lost"),
        (("left_table",), GERMANS_LOSE, "withdrawn"),
        (("suppressed", "struck", "moving"), GERMANS_LOSE, "fit"),
    ],
)
def test_what_becomes_of_a_vehicle(marks: tuple[str, ...], loser: str, fate: str) -> None:
    story = lost(*marks, loser=loser)
    assert left(story).fate == fate
    assert left(cleared(story)).fate == fate


@pytest.mark.parametrize(
    ("marks", "loser", "became", "crew", "condition"),
    [
        (("exploded",), GERMANS_LOSE, "lost", "lost", {"out": "exploded"}),
        (("abandoned",), GERMANS_WIN, "wrecked", "fit", {"out": "abandoned"}),
        (("abandoned",), GERMANS_LOSE, "captured", "fit", {"out": "abandoned", "captured": True}),
        (("immobile",), GERMANS_LOSE, "captured", "lost", {"immobile": True, "captured": True}),
        (("immobile",), GERMANS_WIN, "kept", "fit", {"immobile": True}),
        (("gun_out", "immobile"), GERMANS_WIN, "wrecked", "fit", {"gun_out": True, "immobile": True}),
        (("left_table",), GERMANS_LOSE, "kept", "fit", {}),
    ],
)
def test_the_clerk_sees_to_each_once(
    marks: tuple[str, ...], loser: str, became: str, crew: str, condition: dict[str, Any]
) -> None:
    story = lost(*marks, loser=loser)
    story.when("clerk", "assess panzer dice=6").refused("004 house", "dice")
    story.when("clerk", "assess panzer").then(happened(Assessed, unit="panzer", fate=became, crew=crew, roll=None))
    story.when("clerk", "assess panzer").refused("004 house", "unit")
    assert changed(left(story).condition) == condition
    assert SYSTEM.upkeep.crew(left(story).condition) == crew


@pytest.mark.parametrize(("die", "crew"), [(1, "lost"), (3, "lost"), (4, "fit"), (6, "fit")])
def test_a_die_says_whether_a_crew_gets_out_of_the_flames(die: int, crew: str) -> None:
    story = lost("burning")
    story.when("clerk", f"assess panzer dice={die}").then(happened(Assessed, fate="lost", crew=crew))
    assert SYSTEM.upkeep.crew(left(story).condition) == crew
    assert not SYSTEM.upkeep.hull(left(story).condition)


def test_the_clerk_s_die_is_leaguer_s() -> None:
    (event,) = lost("burning").when("clerk", "assess panzer").events
    assert isinstance(event, Assessed)
    assert event.roll is not None
    assert (event.roll.question, event.roll.by) == ("aftermath/panzer/crew", "leaguer")


def test_what_was_told_of_a_crew_needs_no_die() -> None:
    story = shuffled(FOUR, {"panzer": ("burning",)})
    unit(story, "panzer").crew = "lost"
    over(story).when("clerk", "assess panzer").then(happened(Assessed, fate="lost", crew="lost", roll=None))


def test_a_crew_that_was_told_to_be_well_was_not_taken_with_its_vehicle() -> None:
    story = shuffled(FOUR, {"panzer": ("immobile",)})
    unit(story, "panzer").crew = "fit"
    over(story).when("clerk", "assess panzer").then(happened(Assessed, fate="captured", crew="fit"))
    assert SYSTEM.upkeep.crew(left(story).condition) == "fit"


def test_what_was_told_to_be_captured_is_so_whoever_holds_the_field() -> None:
    story = shuffled(FOUR)
    unit(story, "panzer").captured = True
    assert left(over(story, GERMANS_WIN)).fate == "lost"
    story.when("clerk", "assess panzer").then(happened(Assessed, fate="captured", crew="lost"))
    assert changed(left(story).condition) == {"captured": True}


def test_that_it_left_the_table_is_told_until_the_clerk_has_seen_to_it() -> None:
    story = lost("left_table")
    assert changed(left(story).condition) == {"out": "left_table"}
    assert changed(left(cleared(story)).condition) == {}


def test_on_a_field_nobody_holds_everybody_brings_in_its_own() -> None:
    marks: Marks = {"panzer": ("abandoned",), "tiger": ("immobile",), "t34": ("abandoned",), "kv": ("gun_out",)}
    story = shuffled(FOUR, marks, turn_overs_to_end=1)
    story.and_then(CardDrawn(card="turn_over", left=1), TurnEnded(turn=1))
    assert story.state.outcome().over
    fates = {id: left(story, id).fate for id in FOUR}
    assert fates == {"panzer": "wrecked", "tiger": "damaged", "t34": "wrecked", "kv": "damaged"}


def test_markers_and_suppression_do_not_persist() -> None:
    story = over(marked(shuffled(FOUR), {"panzer": ("moving", "crew_suppressed", "struck", "last_tank")}))
    assert (left(story).fate, left(story).condition) == ("fit", _new())


def _new() -> dict[str, Any]:
    return {"out": "", "gun_out": False, "immobile": False, "captured": False}


def test_before_the_end_there_is_nothing_to_see_to() -> None:
    story = shuffled(FOUR, {"panzer": ("immobile",)})
    assert not SYSTEM.aftermath(play(story))
    assert Condition() == Condition(**_new())
