"""Who is suppressed, and who is the last of a platoon (R23, R29, A6, A8)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from rules.stream.dice import die
from rules.systems.fluid_time import morale
from rules.systems.fluid_time.deck import CardDrawn
from rules.systems.fluid_time.impulses import ImpulseBegan
from rules.systems.fluid_time.morale import MoraleChecked
from rules.systems.fluid_time.moving import Moved
from rules.systems.fluid_time.platoons import LastOfPlatoon, is_last, mark_last
from rules.systems.fluid_time.posture import Observed
from tests.rules.fluid_time.table import (
    BOTH,
    FOUR,
    FREE,
    HALF,
    KV,
    MOVE,
    PANZER,
    T34,
    THREE,
    TIGER,
    TWICE,
    battle,
    began,
    ended,
    marked,
    marked_for,
    muster,
    play,
    shuffled,
    turned_over,
    unit,
)
from tests.rules.scenario import Story, given, happened

# -- suppressed (R29, A6) ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("card", [FREE, BOTH, TWICE])
def test_a_suppressed_vehicle_acts_again_after_it_has_passed_on_a_free_action(card: str) -> None:
    story = marked_for("suppressed", card=card)
    before = unit(story, "tiger").grants
    story.when("germans", "move tiger 10 by=free").refused("004 R24", "unit")
    story.when("germans", "check-morale tiger dice=3,4").then(
        happened(MoraleChecked, reason="rally", result="passed", steady=True)
    )
    assert (unit(story, "tiger").suppressed, unit(story, "tiger").grants) == (False, before)
    story.when("germans", "move tiger 10 by=free").then(Moved)


@pytest.mark.parametrize("card", [MOVE, HALF])
@pytest.mark.parametrize("mark", ["suppressed", "crew_suppressed"])
def test_on_a_card_without_a_free_action_it_does_nothing(card: str, mark: str) -> None:
    """A6."""
    story = marked_for(mark, card=card)
    by = unit(story, "tiger").grants[0]
    story.when("germans", "check-morale tiger dice=6,6").refused("004 A6", "unit")
    story.when("germans", f"move tiger 10 by={by}").refused("004 A6", "unit")


def test_failing_to_rally_it_stays_suppressed_and_may_be_abandoned() -> None:
    story = marked_for("suppressed", units=THREE)
    story.when("germans", "check-morale tiger dice=2,2").then(happened(MoraleChecked, result="suppressed"))
    assert unit(story, "tiger").suppressed
    marked_for("suppressed", units=THREE).when("germans", "check-morale tiger dice=2,1").then(
        happened(MoraleChecked, result="abandoned")
    )


def test_a_suppressed_crew_that_was_struck_tests_for_that_and_is_rallied_by_it() -> None:
    story = marked_for("crew_suppressed", "struck")
    story.when("germans", "check-morale tiger dice=6,6,6,6").then(
        happened(MoraleChecked, reason="crew_suppressed", result="passed"),
        happened(MoraleChecked, reason="struck", result="passed", steady=True),
    )
    assert not unit(story, "tiger").suppressed


def test_suppressed_after_its_test_it_does_nothing_more_in_this_impulse() -> None:
    story = marked_for("struck", card=TWICE).tell("germans: check-morale tiger dice=6,6")
    marked(story, {"tiger": ("crew_suppressed",)})
    story.when("germans", "move tiger 10 by=free").refused("004 B4", "unit")


def test_suppressed_when_it_has_spent_everything_it_does_nothing_more_in_this_impulse() -> None:
    story = marked(battle().tell("germans: observe tiger"), {"tiger": ("crew_suppressed",)})
    story.when("germans", "take-hull-down tiger").refused("004 B4", "unit")


def test_suppression_outlives_the_turn() -> None:
    assert unit(turned_over(shuffled(FOUR, {"tiger": ("suppressed",)})), "tiger").suppressed


def test_leaguer_rolls_for_a_suppressed_crew_that_fails_and_for_one_that_passes() -> None:
    """Leaguer draws and rolls: what the dice of the seeds show is what comes of it."""
    results: set[str] = set()
    for number in range(1, 40):
        seed = f"{number:064x}"
        story = _sealed(seed)
        question = f"{play(story).here}/tiger/morale/rally"
        total = die(seed, question, 1, 6) + die(seed, question, 2, 6)
        told = story.when("germans", "check-morale tiger").events[0]
        assert isinstance(told, MoraleChecked)
        assert (told.total, told.result) == (total, morale.result(total))
        assert unit(story, "tiger").suppressed == (told.result == "suppressed")
        assert (unit(story, "tiger").grants == ("free",)) == (told.result == "passed")
        results.add(told.result)
    assert results == {"passed", "suppressed", "abandoned"}


def _sealed(seed: str) -> Story:
    """The commander's Impulse, between the shuffle and the first card that Leaguer draws; the tiger is suppressed."""
    story = given(replace(muster(THREE, deck_draw="leaguer"), seed=seed)).tell("germans: shuffle")
    return marked(story, {"tiger": ("suppressed",)}).tell("germans: invoke-commander germans")


# -- the last of a platoon (R23, A8) -----------------------------------------------------------------------------------


def test_the_last_tank_of_a_platoon_tests_at_its_next_activation_and_then_no_more() -> None:
    story = marked_for("struck", card=TWICE)
    story.when("germans", "check-morale tiger dice=1,1").then(
        happened(MoraleChecked, result="abandoned"), happened(LastOfPlatoon, unit="panzer")
    )
    story.when("germans", "observe panzer").refused("004 R24", "unit")
    story.when("germans", "check-morale panzer dice=6,6").then(happened(MoraleChecked, reason="last_tank"))
    story = began(ended(story), FREE)
    story.when("germans", "observe panzer").then(Observed)


def test_with_more_than_one_left_nobody_is_the_last() -> None:
    story = marked_for("struck", units=THREE)
    story.when("germans", "check-morale tiger dice=1,1").then(happened(MoraleChecked, result="abandoned"))


def test_a_platoon_of_one_has_no_last_tank() -> None:
    """A8: neither the t34 nor the kv has ever had a comrade in its platoon."""
    story = shuffled(FOUR)
    assert [one.id for one in play(story).units.values() if is_last(play(story), one)] == []
    assert list(mark_last(play(story), play(story).units.values())) == []


def test_each_platoon_has_a_last_tank_of_its_own() -> None:
    units = {
        "a": (TIGER, "germans/panzers"),
        "b": (TIGER, "germans/panzers"),
        "c": (PANZER, "germans/specials"),
        "d": (PANZER, "germans/specials"),
        "t34": (T34, "soviets/tankovy"),
        "kv": (KV, "soviets/tankovy"),
    }
    story = shuffled(units, {"a": ("burning",), "d": ("left_table",)})
    everybody = play(story).units.values()
    assert list(mark_last(play(story), everybody)) == [LastOfPlatoon(unit="b"), LastOfPlatoon(unit="c")]
    assert list(mark_last(play(story), [unit(story, "d")])) == [LastOfPlatoon(unit="c")]
    story.and_then(LastOfPlatoon(unit="b"), LastOfPlatoon(unit="c"))
    assert list(mark_last(play(story), everybody)) == []


def test_with_the_option_the_last_tank_tests_whenever_it_activates() -> None:
    story = shuffled(FOUR, {"tiger": ("burning",)}, last_tank_every_activation=True)
    last = happened(LastOfPlatoon, unit="panzer")
    story.when("germans", f"draw {FREE}").then(CardDrawn, ImpulseBegan, last)
    story.tell("germans: check-morale panzer dice=6,6\ngermans: end-impulse germans")
    story.when("germans", f"draw {MOVE}").then(CardDrawn, ImpulseBegan, last)
    story.tell("germans: end-impulse germans")  # it did nothing, and its test still waits
    story.when("germans", "draw germans/free_action").then(CardDrawn, ImpulseBegan)


def test_with_the_option_those_that_are_not_the_last_do_not_test() -> None:
    story = shuffled(FOUR, last_tank_every_activation=True)
    story.when("germans", f"draw {FREE}").then(CardDrawn, ImpulseBegan)
    story.tell("germans: end-impulse germans")
    story.when("soviets", "draw soviets/free_action").then(CardDrawn, ImpulseBegan)


def test_by_the_rulebook_it_does_so_once() -> None:
    story = marked(shuffled(FOUR, {"tiger": ("burning",)}), {"panzer": ("last_tank",)})
    story.tell(f"germans: draw {FREE}\ngermans: check-morale panzer dice=6,6\ngermans: end-impulse germans")
    story.when("germans", f"draw {MOVE}").then(CardDrawn, ImpulseBegan)
    story.when("germans", "move panzer 10 by=move").then(Moved)


def test_a_side_decides_itself_whether_its_vehicle_tests() -> None:
    """R24: it tests before it activates, and need not activate. Whoever holds its seat says so, too."""
    story = marked_for("suppressed")
    assert story.when("soviets", "check-morale tiger dice=3,4").refused("battle", "by").code == "not-yours"
    story.when("germans", "lend-seat germans")
    story.when("soviets", "check-morale tiger dice=3,4").then(MoraleChecked)
