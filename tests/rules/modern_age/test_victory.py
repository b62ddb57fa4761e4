"""Victory, withdrawal, concession, time, depths and the aftermath (R39, R40, R45, house rules)."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from rules import visibility
from rules.contract import Refused
from rules.reports import Confirmed
from rules.stream.dice import SeededDice
from rules.systems.modern_age import SYSTEM
from rules.systems.modern_age.between.aftermath import CrewFate, CrewFateRolled, Recover, RepairBetween, RepairedBetween
from rules.systems.modern_age.damage import Destroyed
from rules.systems.modern_age.depths import Resumed
from rules.systems.modern_age.helicopters import Crashed
from rules.systems.modern_age.missions.end import BattleDecided
from rules.systems.modern_age.missions.victory import Conceded
from rules.systems.modern_age.movement import Withdrew
from rules.systems.modern_age.turns import AdvantageRolled, PhaseBegan
from tests.rules.modern_age.musters import ace, alpha_66, damaged, first_game, in_turn, shooting
from tests.rules.modern_age.objectives import mission, on_table
from tests.rules.scenario import Story, given, happened


def end_of_turn(damage: dict[str, int], withdrawn: tuple[str, ...] = (), campaign: str = "", **options: Any) -> Story:
    """Alpha 66 with that much damage on her and the T-64s, after a Shooting Phase in which nobody shot."""
    story = shooting(msgspec.structs.replace(alpha_66(**options), campaign=campaign))
    for unit in withdrawn:
        story.and_then(Withdrew(unit=unit))
    for unit, amount in damage.items():
        damaged(story, unit, amount)
    for unit in ("alpha", "t64-1", "t64-2", "alpha"):
        tank = story.play.models[unit]
        if story.play.phase == "shooting" and tank.in_play and (not tank.fired or tank.damage >= tank.capacity):
            story.when(tank.side, f"hold-fire {unit}")
    return story


@pytest.mark.parametrize(
    ("damage", "winner", "how"),
    [
        ({"t64-1": 8, "t64-2": 8}, "americans", "both_destroyed"),
        ({"t64-1": 8, "t64-2": 9, "alpha": 7}, "americans", "both_destroyed"),
        ({"alpha": 7, "t64-1": 8}, "soviets", "abrams_lost"),
        ({"alpha": 7}, "soviets", "abrams_lost"),
    ],
)
def test_alpha_66_is_decided(damage: dict[str, int], winner: str, how: str) -> None:
    result = end_of_turn(damage).play.result
    assert (result.winner, result.how) == (winner, how)


def test_alpha_66_goes_on() -> None:
    assert end_of_turn({"t64-1": 8, "alpha": 6}).play.result is None


def test_alpha_66_without_tanks_in_play_on_either_side() -> None:
    """A withdrawn T-64 is not destroyed, and not left either: R39's draw."""
    result = end_of_turn({"alpha": 7, "t64-2": 8}, withdrawn=("t64-1",)).play.result
    assert (result.winner, result.how) == ("", "none_left")


def test_both_sides_destroyed_is_a_draw_in_the_first_game() -> None:
    story = damaged(damaged(shooting(first_game()), "m1", 7), "t64", 8)
    story.tell("americans: hold-fire m1\nsoviets: hold-fire t64")
    assert (story.play.result.winner, story.play.result.how) == ("", "none_left")


def test_withdrawing_the_last_tank_loses_at_once() -> None:
    story = in_turn(alpha_66()).tell("soviets: stay t64-1")
    story.when("soviets", "withdraw t64-2").then(Withdrew)
    story.when("americans", "withdraw alpha").then(Withdrew, happened(BattleDecided, winner="soviets", how="last"))
    fates = {unit.id: unit.fate for unit in story.state.outcome().units}
    assert fates == {"alpha": "withdrawn", "t64-1": "fit", "t64-2": "withdrawn"}
    assert story.state.outcome().points == {"americans": 0, "soviets": 0}


def test_a_tank_that_may_not_move_does_not_withdraw() -> None:
    story = in_turn(alpha_66({"t64-1": {"criticals": [{"card": "Damaged Mobility", "effect": "Damaged Mobility"}]}}))
    story.when("soviets", "withdraw t64-1").refused("003 R11", "unit")


def test_a_concession_ends_the_battle() -> None:
    story = in_turn(alpha_66())
    story.when("americans", "concede soviets").refused("battle", "by")
    story.when("", "concede nobody").refused("003 A9", "side")
    story.when("americans", "concede americans").then(Conceded, happened(BattleDecided, winner="soviets"))
    story.when("soviets", "stay t64-1").refused("battle")


def test_a_tank_that_was_to_be_destroyed_is_when_the_battle_is_conceded() -> None:
    story = damaged(shooting(alpha_66()), "t64-1", 8)
    story.when("soviets", "concede soviets").then(
        Conceded, happened(Destroyed, unit="t64-1"), happened(BattleDecided, winner="americans")
    )


@pytest.mark.parametrize(("damage", "winner"), [({}, ""), ({"t64-1": 8}, "americans")])
def test_time_is_up(damage: dict[str, int], winner: str) -> None:
    """R40, A13, A14."""
    result = end_of_turn(damage, turn_limit=1).play.result
    assert (result.winner, result.how) == (winner, "time")


def test_points_are_destroyed_points_with_the_cards_they_came_with() -> None:
    assert end_of_turn({"alpha": 7, "t64-1": 8}).state.outcome().points == {"americans": 20, "soviets": 40}


def test_feats_cite_the_report() -> None:
    story = damaged(shooting(first_game()), "t64", 6)
    first = story.position + 1
    story.when("americans", "fire m1 t64 dice=4,4,1,1 stationary='' stabiliser='' defence=1")
    story.tell("soviets: hold-fire t64")
    feats = next(unit.feats for unit in story.state.outcome().units if unit.id == "m1")
    assert [(feat.kind, feat.report, feat.of, feat.n) for feat in feats] == [
        ("shot", first, "t64", 1),
        ("hit", first, "t64", 2),
        ("damage", first, "t64", 2),
        ("kill", first, "t64", 1),
    ]


# -- depths of report --------------------------------------------------------------------------------------------------


def test_back_to_shots_what_is_unknown_is_asked_for() -> None:
    story = in_turn(alpha_66()).tell("soviets: change-depth status")
    story.tell("""soviets: report-status t64-1 condition='{"damage": 3}'\namericans: change-depth shots""")
    story.when("soviets", "stay t64-1").refused("003 R9")
    story.when("soviets", "resume nobody").refused("003 R9", "advantage")
    story.when("soviets", "resume soviets attacker=americans").refused("003 R2", "attacker")
    story.when("soviets", "resume soviets turns=2").then(happened(Resumed, advantage="soviets", attacker="americans"))
    assert story.play.turn == 3
    assert story.play.models["t64-1"].damage == 3
    story.when("soviets", "resume soviets").refused("003 house")


def test_who_leaves_shots_again_is_asked_nothing() -> None:
    story = in_turn(alpha_66()).tell("soviets: change-depth status\namericans: change-depth shots")
    story.tell("soviets: change-depth result")
    assert visibility.see(story.state, "").pending is None
    SYSTEM.possible(story.play)


def test_turns_played_unreported_count() -> None:
    """The turns that follow are numbered on, as the page numbers them, and the turn limit counts them (A13)."""
    story = in_turn(alpha_66(turn_limit=4)).tell("soviets: change-depth status\nsoviets: change-depth shots")
    assert story.play.advantage == ""
    story.tell("soviets: resume soviets turns=2\nsoviets: stay t64-1\nsoviets: stay t64-2\namericans: stay alpha")
    story.tell("americans: hold-fire alpha\nsoviets: hold-fire t64-1\nsoviets: hold-fire t64-2")
    story.when("soviets", "roll-advantage").then(AdvantageRolled, happened(PhaseBegan, phase="movement", turn=4))
    assert visibility.see(story.state, "").round == 4
    late = in_turn(alpha_66(turn_limit=4)).tell("soviets: change-depth status\nsoviets: change-depth shots")
    late.when("soviets", "resume soviets turns=4").then(Resumed, happened(BattleDecided, how="time"))


def test_where_nobody_can_move_the_next_phase_begins_at_once() -> None:
    """Else nobody could report anything: after a time by status, and where a battle begins with its first turn."""
    stuck = """'{"criticals": [{"card": "Damaged Mobility", "effect": "Damaged Mobility"}]}'"""
    story = in_turn(alpha_66()).tell("soviets: change-depth status")
    for unit in ("alpha", "t64-1", "t64-2"):
        story.tell(f"soviets: report-status {unit} condition={stuck}")
    story.tell("soviets: change-depth shots")
    story.when("soviets", "resume soviets").then(Resumed, happened(PhaseBegan, phase="shooting"))
    forces = first_game()
    for card, phase in (("Damaged Mobility", "shooting"), ("Bailed Out", "command")):
        condition = {"criticals": [{"card": card, "effect": card}]}
        units = tuple(msgspec.structs.replace(unit, condition=condition) for unit in forces.units)
        assert given(msgspec.structs.replace(forces, units=units)).play.phase == phase


def test_a_status_is_absolute_but_for_what_earlier_battles_took() -> None:
    story = in_turn(alpha_66({"alpha": {"lost_cards": ["Robert Folk"]}})).tell("soviets: change-depth status")
    loader = story.play.models["alpha"].cards["loader"]
    story.tell("""soviets: report-status alpha condition='{"lost_cards": ["loader"]}'""")
    assert loader.gone
    story.tell("soviets: report-status alpha condition='{}'")
    assert not loader.gone
    assert story.state.outcome().units[0].condition["lost_cards"] == ("Robert Folk",)


def with_two_manpads(lost_before: tuple[str, ...] = ()) -> Story:
    """A T-64 with two face-up copies of MANPADS, of which earlier battles have taken `lost_before`."""
    cards = ("Resourceful Loader", "MANPADS", "MANPADS")
    forces = ace({"m1": "M1 Abrams"}, {"t64": "T-64"}, {"t64": cards})
    units = (msgspec.structs.replace(one, condition={"lost_cards": lost_before}) for one in forces.units[1:])
    story = in_turn(msgspec.structs.replace(forces, units=(forces.units[0], *units)))
    for card in story.play.models["t64"].cards.values():
        card.face_up = True
    return story.tell("soviets: change-depth status")


def copies_gone(story: Story) -> list[bool]:
    return [one.gone for one in story.play.models["t64"].cards.values() if one.name == "MANPADS"]


def test_a_lost_card_told_by_its_name_is_one_copy_of_it() -> None:
    story = with_two_manpads()
    first, second = (id for id, one in story.play.models["t64"].cards.items() if one.name == "MANPADS")
    for told, gone in (
        (["MANPADS"], [True, False]),
        (["MANPADS", "MANPADS"], [True, True]),
        (["MANPADS", first], [True, True]),
        ([second], [False, True]),
    ):
        story.tell(f"soviets: report-status t64 condition='{msgspec.json.encode({'lost_cards': told}).decode()}'")
        assert copies_gone(story) == gone
        assert story.play.models["t64"].lost_cards == told


def test_a_copy_that_earlier_battles_took_is_not_lost_again() -> None:
    story = with_two_manpads(("MANPADS",))
    story.tell("""soviets: report-status t64 condition='{"lost_cards": ["MANPADS"]}'""")
    assert copies_gone(story) == [False]
    story.tell("""soviets: report-status t64 condition='{"lost_cards": ["MANPADS", "MANPADS"]}'""")
    assert copies_gone(story) == [True]
    assert story.play.models["t64"].lost_cards == ["MANPADS", "MANPADS"]


def test_who_attacks_is_asked_for_when_the_set_up_was_not_reported() -> None:
    story = given(ace({"m1": "M1 Abrams"}, {"t64": "T-64"})).tell("americans: change-depth status")
    story.tell("americans: change-depth shots")
    story.when("soviets", "resume soviets").refused("003 R2", "attacker")
    story.when("soviets", "resume soviets attacker=soviets").then(Resumed)


def test_the_depth_changes_between_turns_only() -> None:
    story = in_turn(alpha_66()).tell("soviets: stay t64-1")
    story.when("soviets", "change-depth status").refused("battle", "depth")


def test_a_battle_by_status_goes_on_where_it_stands() -> None:
    """A tank reported at its damage capacity is a wreck; the rules are asked again when shots are."""
    story = in_turn(alpha_66()).tell(
        """soviets: change-depth status
        soviets: report-status t64-1 condition='{"damage": 8}'
        soviets: report-status t64-2 condition='{"fate": "destroyed"}'
        soviets: change-depth shots"""
    )
    assert story.play.models["t64-1"].fate == "destroyed"
    story.when("americans", "resume americans").then(
        Resumed, happened(BattleDecided, winner="americans", how="both_destroyed")
    )


def test_a_result_alone_settles_too() -> None:
    story = in_turn(alpha_66()).tell(
        """soviets: change-depth result
        soviets: report-result americans conditions='{"alpha": {"damage": 2}, "t64-1": {"fate": "destroyed"},
            "t64-2": {"damage": 9}}'""".replace("\n            ", " ")
    )
    assert story.state.outcome().winner == "americans"
    assert story.state.outcome().points == {"americans": 40, "soviets": 0}
    assert SYSTEM.aftermath(story.play) == (
        RepairBetween(unit="alpha"),
        Recover(unit="t64-1"),
        Recover(unit="t64-2"),
    )


@pytest.mark.parametrize(
    ("card", "face_up", "damage", "fate"),
    [
        ("", False, 8, "destroyed"),
        ("Ivan Kasparov", True, 8, ""),
        ("Ivan Kasparov", False, 8, ""),
        ("Grisha Malakov", False, 8, ""),
        ("Ivan Kasparov", True, 9, "destroyed"),
        ("Grisha Malakov", False, 9, "destroyed"),
    ],
)
def test_a_reported_damage_destroys_whatever_lies_face_down(card: str, face_up: bool, damage: int, fate: str) -> None:
    """A commander face down might be one who makes it stand more: what he is shows in no report."""
    story = in_turn(ace({"m1": "M1 Abrams"}, {"t64": "T-64"}, {"t64": (card,) if card else ()}))
    if face_up:
        story.tell("soviets: reveal t64 commander")
    story.tell("soviets: change-depth status")
    story.tell(f"""soviets: report-status t64 condition='{{"damage": {damage}}}'""")
    assert story.play.models["t64"].fate == fate


def test_a_helicopter_leaves_no_wreck_by_report_either() -> None:
    story = on_table(mission("tank_ace", {"m1": "M1 Abrams", "ah": "Cobra"})).tell("americans: change-depth status")
    story.tell("""soviets: report-status ah condition='{"fate": "destroyed"}'""")
    assert story.play.models["ah"].fate == "removed"


# -- after the battle (house rules) ------------------------------------------------------------------------------------


def confirmed(story: Story) -> Story:
    for side in story.play.sides:
        position, digest = story.state.fought
        story.when(side, f"confirm {side} position={position} digest={digest}").then(Confirmed)
    return story


def settled(story: Story) -> Story:
    """The clerk's steps until none is left."""
    confirmed(story)
    for _step in range(20):
        for command in SYSTEM.aftermath(story.play):
            assert story.when("clerk", command).events
    assert SYSTEM.aftermath(story.play) == ()
    return story


def test_who_holds_the_field_has_its_wrecks_and_the_enemy_s_are_lost() -> None:
    story = settled(end_of_turn({"alpha": 7, "t64-1": 8}))
    fates = {unit.id: unit.fate for unit in story.state.outcome().units}
    assert fates["alpha"] == "lost"
    assert fates["t64-1"] in ("wrecked", "damaged")
    assert fates["t64-2"] == "fit"
    assert story.state.outcome().points == {"americans": 20, "soviets": 40}


def test_each_step_is_taken_once_and_by_the_clerk() -> None:
    story = end_of_turn({"alpha": 7, "t64-1": 8})
    settled(story)
    for step in ("recover alpha", "crew-fate alpha", "repair-between t64-1"):
        story.when("clerk", step).refused("003 house", "unit")


def test_no_aftermath_before_the_end() -> None:
    story = in_turn(alpha_66())
    assert SYSTEM.aftermath(story.play) == ()
    with pytest.raises(Refused, match="003 house"):
        list(SYSTEM.decide(story.play, Recover(unit="alpha"), SeededDice(story.state.muster.seed)))


def crew_of(story: Story) -> CrewFateRolled:
    told = story.when("clerk", "crew-fate alpha")
    (event,) = told.events
    assert isinstance(event, CrewFateRolled)
    return event


def test_the_crew_of_a_destroyed_tank_lives_on_three_and_more() -> None:
    story = end_of_turn({"alpha": 7})
    confirmed(story)
    event = crew_of(story)
    crew = [story.play.models["alpha"].cards[card].name for card in event.cards]
    assert event.lost == tuple(name for name, die in zip(crew, event.roll.numbers, strict=True) if die < 3)
    assert story.state.outcome().units[0].condition["lost_cards"] == event.lost


def test_survivors_are_repaired_by_half_and_criticals_on_four() -> None:
    wounds = [{"card": "Damaged Engine", "effect": "Damaged Engine"}, {"card": "Other", "repairable": False}]
    story = in_turn(alpha_66({"t64-1": {"damage": 5, "criticals": wounds}})).tell("americans: concede americans")
    confirmed(story)
    (event,) = story.when("clerk", "repair-between t64-1").events
    assert isinstance(event, RepairedBetween)
    assert event.damage == 2
    assert event.roll.question == "aftermath/t64-1/repair"
    assert event.repaired == (("c1",) if event.roll.numbers[0] >= 4 else ())
    assert story.state.outcome().units[1].condition["damage"] == 2


def test_on_a_field_nobody_holds_a_die_decides_about_a_wreck() -> None:
    story = damaged(damaged(shooting(first_game()), "m1", 7), "t64", 8)
    story.tell("americans: hold-fire m1\nsoviets: hold-fire t64")
    settled(story)
    for tank in story.play.models.values():
        assert tank.recovered is not None


def test_a_helicopter_removed_is_lost_and_its_crew_is_tested() -> None:
    forces = ace({"m1": "M1 Abrams", "ah": "Cobra"}, {"t64": "T-64"}, {"ah": ("Harry Stevens",)})
    story = on_table(forces).and_then(Crashed(unit="ah", by="t64", points=28)).tell("americans: concede americans")
    assert story.state.outcome().points == {"americans": 0, "soviets": story.play.models["ah"].points}
    confirmed(story)
    assert [step for step in SYSTEM.aftermath(story.play) if getattr(step, "unit", "") == "ah"] == [CrewFate(unit="ah")]
    (event,) = story.when("clerk", "crew-fate ah").events
    assert isinstance(event, CrewFateRolled)
    assert event.cards == ("pilot",)
    fate = next(unit.fate for unit in story.state.outcome().units if unit.id == "ah")
    assert fate == "lost"
