"""Modern Age between battles: the workshop, crews, hulls, prices and rosters (house rules, RULES.md)."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from rules.contract import Outcome, Roll, UnitOutcome
from rules.systems.modern_age import SYSTEM
from rules.systems.modern_age.between.aftermath import RepairedBetween
from rules.systems.modern_age.helicopters import Crashed
from rules.systems.modern_age.state import lose
from rules.systems.modern_age.tables import EDITIONS
from rules.upkeep import Job, Owned
from tests.rules.modern_age.musters import ace, alpha_66, in_turn
from tests.rules.modern_age.objectives import FREE, HILL, RETREAT, in_command, mission, on_table
from tests.rules.modern_age.test_victory import confirmed, end_of_turn
from tests.rules.scenario import Story

UPKEEP = SYSTEM.upkeep
EDITION = EDITIONS[-1]
ENGINE = {"card": "Damaged Engine", "effect": "Damaged Engine"}
ROLL = Roll("aftermath/t64-1/repair", 6, (4,), "leaguer")
SHOCKED = {"card": "Shell Shocked", "effect": "Shell Shocked"}


def owned(condition: dict[str, Any] | None = None, model: str = "M1 Abrams", cards: tuple[str, ...] = ()) -> Owned:
    return Owned(edition=EDITION, model=model, cards=cards, condition=condition or {})


def work(condition: dict[str, Any], **terms: int) -> list[tuple[str, int, int, int]]:
    """Key, rounds, points and the least die of each job."""
    return [(job.key, job.rounds, job.points, job.needs) for job in UPKEEP.jobs(terms, owned(condition))]


def labels(condition: dict[str, Any]) -> list[str]:
    return [job.label.text() for job in UPKEEP.jobs({}, owned(condition))]


# -- the workshop ------------------------------------------------------------------------------------------------------


def test_nothing_to_do_on_a_model_without_harm() -> None:
    for condition in ({}, {"lost_cards": ["Tool Kit"]}, {"fate": "withdrawn"}, {"skills": ["quick"]}):
        assert work(condition) == []


def test_damage_takes_a_round_for_two_points_and_a_point_each() -> None:
    assert work({"damage": 1}) == [("damage", 1, 1, 0)]
    assert work({"damage": 4}) == [("damage", 2, 4, 0)]
    assert work({"damage": 5}, repair_damage_per_round=1, repair_damage_points=3) == [("damage", 5, 15, 0)]
    assert labels({"damage": 1}) == ["1 point of damage"]
    assert labels({"damage": 4}) == ["4 points of damage"]


def test_critical_cards_by_what_they_have_hurt() -> None:
    """The crew is rallied at once, the machine takes points and a roll, what no battle repairs takes longer."""
    fire = {"card": "Burnt out", "repairable": False}
    assert work({"damage": 1, "criticals": [SHOCKED, ENGINE, fire]}) == [
        ("damage", 1, 1, 0),
        ("critical-shell-shocked", 1, 0, 0),
        ("critical-damaged-engine", 1, 2, 3),
        ("critical-burnt-out", 2, 4, 4),
    ]


def test_cards_of_a_name_are_one_job() -> None:
    condition = {"criticals": [ENGINE, SHOCKED, ENGINE]}
    assert work(condition) == [("critical-damaged-engine", 2, 4, 3), ("critical-shell-shocked", 1, 0, 0)]
    assert labels(condition) == ["Damaged Engine × 2", "Shell Shocked"]
    mended = UPKEEP.mend(condition, "critical-damaged-engine")
    assert work(mended) == [("critical-shell-shocked", 1, 0, 0)]


def test_cards_of_a_name_take_the_rounds_and_points_of_each() -> None:
    """One that can be repaired, and one of the same name that cannot: a round and two, two points and four."""
    lasting = {**ENGINE, "repairable": False}
    for cards in ([ENGINE, lasting], [lasting, ENGINE]):
        assert work({"criticals": cards}) == [("critical-damaged-engine", 3, 6, 4)]
    without_roll = {"repair_lasting_roll": 0}
    assert work({"criticals": [lasting, ENGINE]}, **without_roll) == [("critical-damaged-engine", 3, 6, 3)]


def test_a_card_of_the_crew_is_so_without_an_effect_too() -> None:
    """Bailed Out, reported as doing nothing; an effect that was told says otherwise."""
    assert work({"criticals": [{"card": "Bailed Out", "effect": ""}]}) == [("critical-bailed-out", 1, 0, 0)]
    both = [{"card": "Bailed Out", "effect": ""}, {"card": "Bailed Out", "effect": "Bailed Out"}]
    assert work({"criticals": both}) == [("critical-bailed-out", 2, 0, 0)]
    assert work({"criticals": [{"card": "Bailed Out", "effect": "Damaged Engine"}]}) == [
        ("critical-bailed-out", 1, 2, 3)
    ]


def test_points_of_a_battle_count_nothing_in_standings_unless_asked() -> None:
    """They come by twenties: one win, one draw and one loss would make 24."""
    assert UPKEEP.scored == 0


def test_a_card_nobody_can_spell_is_a_job_all_the_same() -> None:
    condition = {"criticals": [{"card": "Поломка"}]}
    assert [key for key, *_rest in work(condition)] == ["critical-other"]
    assert work(UPKEEP.mend(condition, "critical-other")) == []


def test_a_wreck_is_rebuilt_whole_for_half_its_price() -> None:
    condition = {"damage": 9, "criticals": [ENGINE], "fate": "destroyed", "lost_cards": ["Tool Kit", "gunner"]}
    assert UPKEEP.jobs({}, owned(condition)) == (
        Job(key="rebuild", label=UPKEEP.jobs({}, owned(condition))[0].label, rounds=3, points=11, needs=4),
    )
    (dearer,) = UPKEEP.jobs({"rebuild_share": 25}, owned(condition, cards=("Tool Kit", "[erased]")))
    assert dearer.points == 6  # a quarter of 22 and what the card costs, rounded up
    rebuilt = UPKEEP.mend(condition, "rebuild")
    assert work(rebuilt) == []
    assert (rebuilt["damage"], rebuilt["fate"], rebuilt["lost_cards"]) == (0, "", ("Tool Kit", "gunner"))
    assert UPKEEP.mend(condition, "damage") == condition


def test_what_is_lost_for_good_is_beyond_help() -> None:
    condition = {"damage": 9, "fate": "removed"}
    assert work(condition) == []
    assert UPKEEP.mend(condition, "rebuild") == condition
    assert work({**condition, "hull": True}) == [("rebuild", 3, 11, 4)], "but whoever tows it away may rebuild it"


# -- after a campaign's battle -----------------------------------------------------------------------------------------


def unit_of(story: Story, unit: str) -> UnitOutcome:
    return next(one for one in story.state.outcome().units if one.id == unit)


def in_season(**damage: int) -> Story:
    return end_of_turn({name.replace("_", "-"): n for name, n in damage.items()}, campaign="season")


def test_a_hull_is_left_of_what_somebody_could_tow() -> None:
    story = confirmed(in_season(alpha=7))
    assert UPKEEP.hull(unit_of(story, "alpha").condition), "a wreck"
    story.tell("clerk: recover alpha")
    left = unit_of(story, "alpha")
    assert (left.fate, left.condition["hull"]) == ("lost", True), "the enemy holds the field"
    assert UPKEEP.hull(left.condition)
    assert UPKEEP.hull(UPKEEP.heal(left.condition)), "whatever becomes of its crew"


def test_no_hull_is_left_of_a_helicopter() -> None:
    forces = ace({"m1": "M1 Abrams", "ah": "Cobra"}, {"t64": "T-64"})
    story = on_table(msgspec.structs.replace(forces, campaign="season")).and_then(
        Crashed(unit="ah", by="t64", points=20)
    )
    crashed = unit_of(story.tell("americans: concede americans"), "ah")
    assert (crashed.fate, UPKEEP.hull(crashed.condition)) == ("lost", False)


@pytest.mark.parametrize(("gone", "crew"), [(0, "wounded"), (2, "wounded"), (4, "lost")])
def test_a_destroyed_crew_is_lost_with_the_last_of_its_cards(gone: int, crew: str) -> None:
    story = in_season(alpha=7)
    aboard = [card for card in story.play.models["alpha"].cards.values() if card.crew]
    for card in aboard[: gone if gone < 4 else None]:
        lose(story.play.models["alpha"], card.id, card.name)
    assert UPKEEP.crew(unit_of(story, "alpha").condition) == crew


def test_a_crew_that_lost_a_card_in_this_battle_is_wounded() -> None:
    forces = msgspec.structs.replace(alpha_66({"alpha": {"lost_cards": ["Joseph Ortelli"]}}), campaign="season")
    story = in_turn(forces)
    assert UPKEEP.crew(unit_of(story, "alpha").condition) == "fit", "that was in an earlier one"
    lose(story.play.models["alpha"], "gunner", "Richard Kelp")
    told = unit_of(story, "alpha").condition
    assert UPKEEP.crew(told) == "wounded"
    assert UPKEEP.crew(unit_of(story, "t64-1").condition) == "fit"
    assert UPKEEP.heal(told) == {"damage": 0, "criticals": (), "lost_cards": (), "fate": ""}


def test_a_wreck_that_drives_again_has_the_crew_it_was_shot_with() -> None:
    story = confirmed(in_season(t64_1=8, alpha=7))
    story.tell("clerk: recover t64-1")
    story.and_then(RepairedBetween(unit="t64-1", repaired=(), damage=4, in_service=True, roll=ROLL))
    back = unit_of(story, "t64-1")
    assert (back.fate, back.condition["damage"], back.condition["fate"]) == ("damaged", 4, "")
    assert UPKEEP.crew(back.condition) == "wounded"
    assert UPKEEP.crew(UPKEEP.mend(back.condition, "damage")) == "wounded", "repairs heal nobody"
    assert UPKEEP.crew(UPKEEP.heal(back.condition)) == "fit"


def test_who_is_well_again_is_so_while_the_wreck_is_in_the_workshop() -> None:
    wreck = {"damage": 9, "fate": "destroyed", "lost_cards": ["Richard Kelp", "Tool Kit", "radio-op-2", "ammo"]}
    assert UPKEEP.crew(wreck) == "wounded"
    well = UPKEEP.heal(wreck)
    assert UPKEEP.crew(well) == "fit"
    assert well["lost_cards"] == ("Tool Kit", "ammo"), "only the crew comes back"
    assert [job.key for job in UPKEEP.jobs({}, owned(well))] == ["rebuild"]
    assert UPKEEP.mend(well, "rebuild") == {
        "damage": 0,
        "criticals": (),
        "lost_cards": ("Tool Kit", "ammo"),
        "fate": "",
    }


def test_a_battle_outside_campaigns_tells_what_it_ever_told() -> None:
    story = confirmed(end_of_turn({"alpha": 7})).tell("clerk: recover alpha")
    for unit in story.state.outcome().units:
        assert set(unit.condition) == {"damage", "criticals", "lost_cards", "fate"}


@pytest.mark.parametrize(("scenario", "scored"), [(HILL, True), (FREE, True), (RETREAT, True), ("tank_ace", False)])
def test_victory_points_are_told_where_the_mission_has_some(scenario: str, scored: bool) -> None:
    story = in_command(mission(scenario), turn=2, points={"americans": 1} if scored else {})
    told: Outcome = story.state.outcome()
    assert told.objectives == ({"americans": 1, "soviets": 0} if scored else msgspec.UNSET)
    assert ("objectives" in msgspec.to_builtins(told)) is scored


# -- prices and rosters ------------------------------------------------------------------------------------------------


def test_prices_are_the_printed_ones_beside_one_another() -> None:
    cards = ("Alpha 66", "Sean Bannon", "Robert Folk", "Richard Kelp", "Joseph Ortelli")
    assert UPKEEP.price is not None
    assert UPKEEP.price({}, EDITION, "M1 Abrams", ()) == 22
    assert UPKEEP.price({}, EDITION, "M1 Abrams", cards) == 40
    assert UPKEEP.price({}, EDITION, "M1 Abrams", ("Tool Kit", "[erased]")) == 22 + 1
    assert UPKEEP.price({}, EDITION, "[erased]", ()) == 0


def flaws(*vehicles: Owned, card: str = "Team Yankee", **terms: bool) -> list[tuple[str, str]]:
    return [(flaw.key, flaw.rule) for flaw in UPKEEP.flaws(terms, EDITION, card, vehicles)]


def test_a_platoon_without_fault() -> None:
    assert flaws(owned(cards=("Tool Kit", "Sean Bannon")), owned(model="Cobra")) == []


def test_what_is_wrong_with_a_platoon_is_what_a_muster_would_say() -> None:
    assert flaws(owned(), owned(model="T-64")) == [("R3/country", "003 R3")]
    assert flaws(owned(), card="Red Banner") == [("R3/platoon", "003 R3")]
    assert flaws(owned(), card="") == [("R3/platoon", "003 R3")]
    assert flaws(owned(model="Cobra")) == [("R39/tanks", "003 R39")]
    assert flaws(owned(model="Tiger")) == [("R3/unknown/model", "003 R3")]
    twice = owned(cards=("Sean Bannon",))
    assert flaws(twice, twice) == [("R4/card/m1-abrams_2/commander", "003 R4")]
    assert flaws(owned(cards=("Tool Kit", "Medical Kit"))) == [("R4/cards/m1-abrams/Equipment", "003 R4")]
    assert flaws(owned({"lost_cards": ["Tool Kit"]}, cards=("Tool Kit", "Medical Kit"))) == [], "one is lost"


def test_a_wreck_is_no_fault() -> None:
    assert flaws(owned({"fate": "destroyed", "damage": 9}), owned()) == []


def test_fan_made_models_are_a_campaign_s_to_allow() -> None:
    fans = next(a for a in SYSTEM.catalogue(EDITION) if a.kind == "model" and a.status == "fan_made")
    card = next(a.name for a in SYSTEM.catalogue(EDITION) if a.kind == "platoon" and a.nation == fans.nation)
    platoon = (owned(model=fans.name), *((owned(model=TANKS[fans.nation]),)))
    assert ("section-6/fan-made/" + fans.key, "003 section 6") in flaws(*platoon, card=card)
    assert flaws(*platoon, card=card, roster_fan_made=True) == []


TANKS = {"USA": "M1 Abrams", "UK": "Chieftain", "France": "AMX-30", "West Germany": "Leopard 2", "USSR": "T-64"}
