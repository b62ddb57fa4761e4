"""What a muster may ask for, what the missions ask of the forces, and what earlier battles left (R44, R45)."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from rules.contract import Muster, Unit
from rules.systems.modern_age import SYSTEM
from rules.systems.modern_age.platoon.muster import start
from tests.rules.modern_age.musters import ace, alpha_66, first_game
from tests.rules.scenario import given, not_mustered

T64 = {"t64": "T-64"}


def change(forces: Muster, **fields: Any) -> Muster:
    return msgspec.structs.replace(forces, **fields)


def test_both_platoons_of_alpha_66_cost_forty_points() -> None:
    """p. 25, A15: 22 + 1 + 6 + 5 + 3 + 3, and 20 + 20."""
    state = start(SYSTEM.muster(alpha_66()))
    assert state.models["alpha"].points == 40
    assert state.models["t64-1"].points + state.models["t64-2"].points == 40


# -- what is refused ---------------------------------------------------------------------------------------------------


def test_unknown_words() -> None:
    not_mustered(change(alpha_66(), edition="1066"), "003 R1", "edition")
    not_mustered(change(alpha_66(), scenario="kursk"), "003 R39", "scenario")
    not_mustered(alpha_66(cheat=True), "003 section 6", "options")
    not_mustered(alpha_66(critical_deck="marked"), "003 section 6", "options")
    not_mustered(ace({"x": "Maus"}, T64), "003 R3", "units")
    not_mustered(ace({"x": "M1 Abrams"}, T64, {"x": ("Lucky Charm",)}), "003 R3", "fittings.x")


def test_two_sides() -> None:
    forces = alpha_66()
    third = dict(forces.sides) | {"french": forces.sides["soviets"]}
    units = (*forces.units, Unit(id="amx", side="french", model="AMX-30"))
    not_mustered(change(forces, sides=third, units=units), "003 R2", "sides")


# -- missions ----------------------------------------------------------------------------------------------------------


def test_alpha_66_has_preset_platoons() -> None:
    forces = alpha_66()
    not_mustered(change(forces, units=forces.units[:2]), "003 R45", "units")
    not_mustered(change(forces, fittings={"t64-1": ("Cunning Commander",)}), "003 R45", "units")
    not_mustered(change(forces, fittings={"alpha": ("Alpha 66",)}), "003 R45", "units")


def test_alpha_66_may_be_named_by_the_keys_of_the_catalogue() -> None:
    forces = alpha_66()
    keys = {"M1 Abrams": "m1-abrams", "T-64": "t-64"}
    units = tuple(msgspec.structs.replace(unit, model=keys[unit.model]) for unit in forces.units)
    assert SYSTEM.muster(change(forces, units=units)) == SYSTEM.muster(forces)


def test_cards_for_a_unit_that_is_not_there() -> None:
    not_mustered(change(alpha_66(), fittings={"alhpa": ("Sean Bannon",)}), "003 R3", "fittings.alhpa")


def test_the_alternative_platoon_is_any_tank_of_forty_points() -> None:
    forces = change(alpha_66(alternative_platoon=True), fittings={"alpha": ("Sean Bannon",)})
    given(forces)
    dear = ("Sean Bannon", "Robert Folk", "Richard Kelp", "Joseph Ortelli")
    not_mustered(change(forces, fittings={"alpha": dear}), "003 R3", "units")


def test_the_first_game_has_no_cards() -> None:
    forces = first_game()
    not_mustered(change(forces, fittings={"m1": ("Alpha 66",)}), "003 R44", "units")
    side = msgspec.structs.replace(forces.sides["americans"], platoon="Team Yankee")
    sides = dict(forces.sides) | {"americans": side}
    not_mustered(change(forces, sides=sides), "003 R44", "sides.americans.platoon")


def test_a_platoon_of_a_campaign_leaves_its_cards_at_home_for_the_first_game() -> None:
    """It has a platoon card for all other missions, and could never play this one."""
    side = msgspec.structs.replace(first_game().sides["americans"], platoon="Team Yankee")
    sides = dict(first_game().sides) | {"americans": side}
    forces = change(first_game(), sides=sides, fittings={"m1": ("Superb Commander",)}, campaign="autumn")
    mustered = SYSTEM.muster(forces)
    assert mustered.sides["americans"].platoon == ""
    assert mustered.secrets == {}
    assert not any(model.cards for model in start(mustered).models.values())

    tried = change(forces, waivers={"R44/platoon/americans": "a try", "R44/cards/m1": "a try"})
    assert SYSTEM.muster(tried).sides["americans"].platoon == "Team Yankee"
    assert start(SYSTEM.muster(tried)).models["m1"].cards, "what an organiser lets pass comes along, as it always did"


def test_what_preset_missions_are_played_with_cannot_be_let_pass() -> None:
    forces = alpha_66()
    assert not not_mustered(change(forces, units=forces.units[:2]), "003 R45", "units").waivable
    two = change(first_game(), units=(*first_game().units, Unit(id="t64-2", side="soviets", model="T-64")))
    assert not not_mustered(two, "003 R44", "units").waivable
    crewed = change(first_game(), fittings={"m1": ("Superb Commander",)})
    assert not_mustered(crewed, "003 R44", "units").waivable
    given(change(crewed, waivers={"R44/cards/m1": "to try the cards"}))


def test_the_first_edition_has_its_own_missions_options_and_articles() -> None:
    """2018.1 stays what it was."""
    old = change(ace({"x": "M1 Abrams"}, T64), edition="2018.1")
    assert "time_limit" not in given(old).state.muster.options
    not_mustered(change(old, options={"time_limit": 60}), "003 section 6", "options")
    assert "time_limit" not in given(change(old, options={"time_limit": 0})).state.muster.options
    not_mustered(change(old, scenario="king_of_the_hill"), "003 R39", "scenario")
    not_mustered(change(ace({"x": "Cobra"}, T64), edition="2018.1"), "003 R3", "units")


# -- what earlier battles left -----------------------------------------------------------------------------------------


def test_damage_and_criticals_come_along() -> None:
    wound = {"card": "Damaged Engine", "effect": "Damaged Engine", "repairable": True}
    story = given(alpha_66({"alpha": {"damage": 3, "criticals": [wound]}}))
    alpha = story.play.models["alpha"]
    assert (alpha.damage, [a.wound.card for a in alpha.criticals.values()]) == (3, ["Damaged Engine"])


def test_lost_cards_stay_away() -> None:
    """The preset crew of Alpha 66 is what is left of it."""
    story = given(alpha_66({"alpha": {"lost_cards": ["Robert Folk", "Alpha 66"]}}))
    assert {card.name for card in story.play.models["alpha"].cards.values()} == {
        "Sean Bannon",
        "Richard Kelp",
        "Joseph Ortelli",
    }


@pytest.mark.parametrize("condition", [{"damage": 7}, {"fate": "destroyed"}, {"fate": "removed"}, {"rust": True},
    {"lost_cards": 5}, {"lost_cards": None}, {"lost_cards": [{}]}, {"criticals": [{"card": ""}]}, {"damage": 10**9},
])  # fmt: skip
def test_a_tank_out_of_service_is_not_fielded(condition: dict[str, Any]) -> None:
    not_mustered(alpha_66({"alpha": condition}), "003 house", "units")


def test_of_two_cards_of_a_type_the_lost_one_stays_away() -> None:
    """Lost face down it is known by its id; lost face up by its name, and one copy at a time."""
    rounds: dict[str, tuple[str, ...]] = {"x": ("Resourceful Loader", "Silver Bullet", "Silver Bullet")}
    for lost, left in (
        ("ammo", {"loader", "ammo-2"}),
        ("Silver Bullet", {"loader", "ammo-2"}),
        ("ammo-2", {"loader", "ammo"}),
    ):
        forces = ace({"x": "M1 Abrams"}, T64, rounds)
        forces = change(
            forces,
            units=tuple(
                msgspec.structs.replace(unit, condition={"lost_cards": [lost]} if unit.id == "x" else {})
                for unit in forces.units
            ),
        )
        assert set(given(forces).play.models["x"].cards) == left
