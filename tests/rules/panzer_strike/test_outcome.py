"""How a battle ends, and what a campaign is told of it (R5, R68, sections 4 and 5)."""

from __future__ import annotations

import pytest

from rules import visibility
from rules.reports import ReportResult, ReportStatus, StatusReported
from rules.stream.revision.reports import Declare, Declared
from rules.systems.panzer_strike.towing import Hooked
from rules.systems.panzer_strike.turns import MovementEnded, RoundBegan, TurnBegan, TurnEnded
from rules.systems.panzer_strike.victory import Conceded
from tests.rules.panzer_strike.ends import FORCES, cleared, destroyed, end, fates, fought, guarded, how, left, struck
from tests.rules.panzer_strike.rounds import end_turn
from tests.rules.panzer_strike.table import FIELD, battle
from tests.rules.scenario import happened

# -- who has won -------------------------------------------------------------------------------------------------------


def test_a_battle_goes_on_while_both_have_active_units() -> None:
    story = fought(*destroyed("tiger"), struck("panther", "immobilised"))
    outcome = end(story)
    assert (outcome.over, outcome.winner, outcome.field, outcome.how) == (False, "", "", None)
    assert outcome.points == {"allies": 11, "axis": 0}


def test_a_side_without_active_units_has_lost() -> None:
    story = fought(*destroyed("tiger", "panther", by="m4"))
    outcome = end(story)
    assert (outcome.over, outcome.winner, outcome.field) == (True, "allies", "allies")
    assert how(story) == "The enemy has no active unit left."
    story.when("axis", "end-movement axis").refused("battle")


def test_units_that_left_the_board_are_out_of_the_battle() -> None:
    story = fought(*destroyed("tiger"), left("panther"))
    assert (end(story).winner, how(story)) == ("allies", "The enemy has no active unit left.")


def test_a_side_is_not_beaten_before_it_is_deployed() -> None:
    """Nobody stands on the board, and nobody has lost."""
    story = battle(FIELD, FORCES)
    for unit in story.play.units.values():
        unit.square = ""
    assert not end(story).over


def test_two_anti_aircraft_guns_decide_the_basic_scenario() -> None:
    story = guarded(*destroyed("m16-1", by="tiger"))
    assert not end(story).over
    story.and_then(*destroyed("m16-3", by="tiger"))
    assert (end(story).winner, how(story)) == ("axis", "The enemy has lost two anti-aircraft guns.")


def test_in_the_first_edition_guns_count_for_the_enemy_whoever_destroyed_them() -> None:
    story = guarded(*destroyed("whirl-1", "whirl-2", by="tiger"), edition="1")
    assert end(story).winner == "allies"


def test_guns_that_their_own_side_destroyed_win_nothing_for_the_enemy() -> None:
    story = guarded(*destroyed("whirl-1", "whirl-2", by="tiger"))
    assert not end(story).over
    told = {fact.name: fact.value for fact in visibility.see(story.state, "").facts}
    assert told["objectives-allies"] == 0
    story.and_then(*destroyed("m16-1", "m16-2", by="tiger"))
    assert end(story).winner == "axis"


def test_one_gun_by_each_side_is_one_for_the_enemy() -> None:
    story = guarded(*destroyed("whirl-1", by="tiger"), *destroyed("whirl-2", by="m4"))
    assert not end(story).over
    story.and_then(*destroyed("whirl-3", by="m4"))
    assert end(story).winner == "allies"


def test_a_gun_declared_destroyed_counts_unless_its_own_side_did_it() -> None:
    """The table says what befell it; nobody has fired."""
    facts = {f"units.whirl-{n}.life": "destroyed" for n in (1, 2)}
    assert end(guarded().when("", Declare(facts=facts, reason="so it was")).then(Declared)).winner == "allies"
    own = {"units.whirl-1.own_fire": True}
    assert not end(guarded().when("", Declare(facts=facts | own, reason="so it was")).then(Declared)).over


def test_what_was_declared_intact_again_and_then_falls_to_the_enemy_counts() -> None:
    story = guarded(*destroyed("whirl-1", "whirl-2", by="tiger"))
    story.play.units["whirl-1"].life = story.play.units["whirl-2"].life = "active"
    assert end(story.and_then(*destroyed("whirl-1", "whirl-2", by="m4"))).winner == "allies"


def test_other_losses_do_not_decide_the_basic_scenario_while_somebody_is_left() -> None:
    story = guarded(*destroyed("m16-1", "m4"))
    assert not end(story).over


def test_in_an_open_battle_anti_aircraft_guns_are_units_like_others() -> None:
    forces = {
        "m16-1": ("M16 MGMC (SPAA)", "allies", "c15", "S"),
        "m16-2": ("M16 MGMC (SPAA)", "allies", "e15", "S"),
        "m4": ("Sherman", "allies", "g15", "S"),
        "tiger": ("Tiger", "axis", "c5", "N"),
    }
    story = battle(FIELD, forces).and_then(*destroyed("m16-1", "m16-2"))
    assert not end(story).over


@pytest.mark.parametrize("turn", ["allies", "axis"])
def test_both_beaten_at_once_it_goes_to_the_side_whose_turn_it_is(turn: str) -> None:
    """Which play never comes to, but people may declare it."""
    lives = {f"units.{unit}.life": "destroyed" for unit in ("m16-1", "m16-2", "whirl-1", "whirl-2")}
    story = guarded(turn=turn)
    told = story.when("", Declare(facts=lives, reason="so it stands"))
    assert told._refused is None
    assert (end(story).winner, how(story)) == (turn, "The enemy has lost two anti-aircraft guns.")


def test_between_turns_it_is_a_draw_then() -> None:
    story = fought(*destroyed("tiger", "panther"), MovementEnded(side="axis"), TurnEnded(side="axis"))
    story.and_then(*destroyed("m4", "hellcat"))
    assert (end(story).over, end(story).winner, end(story).field) == (True, "", "")


def test_after_the_last_round_it_is_a_draw() -> None:
    story = fought(rounds=1)
    end_turn(story).then(happened(TurnEnded), happened(TurnBegan, side="allies"))
    assert not end(story).over
    end_turn(story).then(happened(TurnEnded, side="allies"))
    assert (end(story).over, end(story).winner, how(story)) == (True, "", "The last round is over.")


def test_without_a_limit_another_round_begins() -> None:
    story = fought()
    end_turn(story)
    end_turn(story).then(TurnEnded, happened(RoundBegan, round=2), happened(TurnBegan, side="axis"))


@pytest.mark.parametrize("rounds", [0, 5])
def test_the_basic_scenario_has_thirty_rounds_whatever_the_option(rounds: int) -> None:
    story = guarded(RoundBegan(round=30), rounds=rounds)
    assert not end(story).over
    story.and_then(TurnEnded(side="axis"), TurnEnded(side="allies"))
    assert (end(story).over, end(story).winner) == (True, "")


def test_a_concession_is_a_victory() -> None:
    story = fought()
    story.when("axis", "concede axis").then(happened(Conceded, side="axis"))
    assert (end(story).winner, how(story)) == ("allies", "The enemy has conceded.")


def test_what_is_reported_outranks_the_rules() -> None:
    story = fought().tell("allies: change-depth result")
    told = {unit: {"destroyed": unit in ("tiger", "panther")} for unit in FORCES}
    assert story.when("axis", ReportResult(winner="axis", conditions=told))._refused is None
    assert (end(story).winner, how(story)) == ("axis", "The result was reported as such.")
    assert fates(story) == {"m4": "fit", "hellcat": "fit", "tiger": "wrecked", "panther": "wrecked"}


def test_states_alone_may_decide_a_battle() -> None:
    story = fought().tell("allies: change-depth status")
    story.when("axis", ReportStatus(unit="tiger", condition={"destroyed": True})).then(StatusReported)
    assert not end(story).over
    story.when("axis", ReportStatus(unit="panther", condition={"left": True})).then(StatusReported)
    assert (end(story).over, end(story).winner) == (True, "allies")


# -- points, and what became of everybody ------------------------------------------------------------------------------


def test_points_are_the_effectiveness_destroyed() -> None:
    story = fought(*destroyed("tiger", by="m4"), *destroyed("hellcat", by="m4"))
    assert end(story).points == {"allies": 11, "axis": 8}


def test_half_of_what_the_enemy_left_behind_rounded_down_over_all() -> None:
    """Panther 13 and Tiger 11: half of 24, on top of nothing; while the battle goes on nothing is left behind."""
    story = fought(struck("tiger", "injured"), struck("panther", "immobilised"))
    assert end(story).points == {"allies": 0, "axis": 0}
    story.tell("axis: concede axis")
    assert end(story).points == {"allies": 12, "axis": 0}
    assert fates(story) == {"m4": "fit", "hellcat": "fit", "tiger": "lost", "panther": "lost"}


def test_half_of_an_odd_number_is_rounded_down() -> None:
    story = fought(struck("panther", "semi")).tell("axis: concede axis")
    assert end(story).points == {"allies": 6, "axis": 0}


def test_who_can_drive_comes_home() -> None:
    story = fought().tell("axis: concede axis")
    assert set(fates(story).values()) == {"fit"}
    assert end(story).points == {"allies": 0, "axis": 0}


def test_the_winner_brings_in_its_own_and_the_wrecks_lie_on_its_field() -> None:
    story = fought(struck("m4", "immobilised"), *destroyed("hellcat", "tiger")).tell("axis: concede axis")
    assert fates(story) == {"m4": "damaged", "hellcat": "wrecked", "tiger": "lost", "panther": "fit"}


def test_after_a_draw_everybody_brings_in_its_own() -> None:
    story = fought(struck("m4", "injured"), *destroyed("tiger"), rounds=1)
    end_turn(story)
    end_turn(story)
    assert fates(story) == {"m4": "damaged", "hellcat": "fit", "tiger": "wrecked", "panther": "fit"}
    assert end(story).points == {"allies": 11, "axis": 0}


def test_units_that_left_keep_their_damage() -> None:
    story = fought(struck("panther", "injured"), left("panther")).tell("axis: concede axis")
    assert fates(story)["panther"] == "withdrawn"
    condition = next(unit.condition for unit in end(story).units if unit.id == "panther")
    assert (condition["left"], condition["injured"]) == (True, True)


TOWED = {
    "m4": ("Sherman", "allies", "c15", "S"),
    "pak": ("7.5 cm Pak 40 (FW)", "axis", "c4", "S"),
    "pz": ("Pz IV G", "axis", "c5", "N"),
    "pak-2": ("7.5 cm Pak 40 (FW)", "axis", "j4", "S"),
}


def test_fixed_weapons_come_home_in_tow_only() -> None:
    story = battle(FIELD, TOWED).and_then(Hooked(unit="pz", weapon="pak")).tell("axis: concede axis")
    assert fates(story) == {"m4": "fit", "pak": "fit", "pz": "fit", "pak-2": "lost"}
    assert end(story).points == {"allies": 2, "axis": 0}


def test_a_tug_that_stays_behind_brings_nothing_home() -> None:
    story = battle(FIELD, TOWED).and_then(Hooked(unit="pz", weapon="pak"), struck("pz", "immobilised"))
    story.tell("axis: concede axis")
    assert fates(story) == {"m4": "fit", "pak": "lost", "pz": "lost", "pak-2": "lost"}
    assert end(story).points == {"allies": (4 + 7 + 4) // 2, "axis": 0}


def test_the_clerk_changes_nothing_of_it() -> None:
    story = fought(struck("tiger", "injured"), *destroyed("panther", "hellcat")).tell("axis: concede axis")
    before = end(story)
    after = end(cleared(story))
    assert (after.winner, after.field, after.points, after.how) == (
        before.winner,
        before.field,
        before.points,
        before.how,
    )
    assert [unit.fate for unit in after.units] == [unit.fate for unit in before.units]
