"""Platoons and their prices, and what the missions ask of the forces (R3, R4, R44, R45, B8, B9)."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from rules.contract import Muster, Unit
from rules.systems.modern_age import SYSTEM
from rules.systems.modern_age.start import start
from tests.rules.modern_age.musters import ace, alpha_66, first_game
from tests.rules.scenario import given, not_mustered

T64 = {"t64": "T-64"}


def change(forces: Muster, **fields: Any) -> Muster:
    return msgspec.structs.replace(forces, **fields)


# -- the catalogue -----------------------------------------------------------------------------------------------------


def test_both_platoons_of_alpha_66_cost_forty_points() -> None:
    """p. 25, A15: 22 + 1 + 6 + 5 + 3 + 3, and 20 + 20."""
    state = start(SYSTEM.muster(alpha_66()))
    assert state.models["alpha"].points == 40
    assert state.models["t64-1"].points + state.models["t64-2"].points == 40


def test_the_catalogue_has_every_article_with_its_source() -> None:
    articles = SYSTEM.catalogue("2018.1")
    kinds = [article.kind for article in articles]
    assert kinds.count("model") == 41
    assert kinds.count("crew") + kinds.count("upgrade") == 127
    assert kinds.count("platoon") == 5
    assert sum(a.figures["copies"] for a in articles if a.kind == "critical") == 29
    assert all(article.source and article.status for article in articles)
    assert {a.name for a in articles if a.status == "fan_made"} >= {"M109 Howitzer", "BTR-80", "TOW Missile System"}


@pytest.mark.parametrize(
    ("model", "figures"),
    [
        ("M1 Abrams", (8, 4, 2, 7, 22)),
        ("T-64", (6, 5, 1, 8, 20)),
        ("M60 Patton", (6, 4, 1, 6, 14)),
    ],
)
def test_printed_figures(model: str, figures: tuple[int, ...]) -> None:
    article = next(article for article in SYSTEM.catalogue("2018.1") if article.name == model)
    names = ("initiative", "attack", "defence", "damage_capacity")
    assert (*(article.figures[name] for name in names), article.points) == figures


# -- what is refused ---------------------------------------------------------------------------------------------------


def test_unknown_words() -> None:
    not_mustered(change(alpha_66(), edition="1066"), "003 R1", "edition")
    not_mustered(change(alpha_66(), scenario="kursk"), "003 R39", "scenario")
    not_mustered(alpha_66(cheat=True), "003 section 6", "options")
    not_mustered(alpha_66(critical_deck="marked"), "003 section 6", "options")
    not_mustered(ace({"x": "Maus"}, T64), "003 R3", "units")
    not_mustered(ace({"x": "M1 Abrams"}, T64, {"x": ("Lucky Charm",)}), "003 R3", "fittings.x")


def test_what_is_planned_is_named() -> None:
    for model in ("Cobra", "M901 ITV"):
        assert "planned" in not_mustered(ace({"x": model}, T64), "003 R3", "units").text.text()
    refusal = not_mustered(ace({"x": "M1 Abrams"}, T64, {"x": ("Silver Bullet",)}), "003 R3", "units")
    assert "Silver Bullet" in refusal.text.text()
    leopards = ace({"x": "Leopard 2"}, T64, platoons=("First Panzer", "Red Banner"))
    assert "First Panzer" in not_mustered(leopards, "003 R3", "units").text.text()


def test_fan_made_models_need_leave() -> None:
    not_mustered(ace({"x": "M109 Howitzer"}, T64), "003 section 6", "units")
    given(ace({"x": "M109 Howitzer"}, T64, allow_fan_made=True))


def test_one_country_one_platoon_card() -> None:
    not_mustered(ace({"x": "M1 Abrams", "y": "Chieftain"}, T64), "003 R3", "units")
    not_mustered(ace({"x": "Chieftain"}, T64), "003 R3", "sides.americans.platoon")
    not_mustered(ace({"x": "M1 Abrams"}, T64, platoons=("", "Red Banner")), "003 R3", "sides.americans.platoon")


def test_cards_fit_their_model() -> None:
    def refused(cards: tuple[str, ...], rule: str, model: str = "M1 Abrams") -> None:
        not_mustered(ace({"x": model}, T64, {"x": cards}), rule, "fittings.x")

    refused(("Kontact-5",), "003 R3")
    refused(("Cunning Pilot",), "003 R4")
    refused(("Inspired Commander", "Superb Commander"), "003 R4")
    four = ("Inspired Commander", "Bloodthirsty Gunner", "Aggressive Loader", "Cunning Driver")
    given(ace({"x": "M1 Abrams"}, T64, {"x": four}))
    refused(four, "003 R4", model="LAV-25")


def test_a_hero_is_there_once() -> None:
    twice: dict[str, tuple[str, ...]] = {"x": ("Robert Folk",), "y": ("Robert Folk",)}
    not_mustered(ace({"x": "M60 Patton", "y": "M60 Patton"}, T64, twice), "003 R4", "fittings")


def test_the_point_limit() -> None:
    not_mustered(ace({"x": "M1 Abrams"}, T64, point_limit=21), "003 R3", "units")
    given(ace({"x": "M1 Abrams"}, T64, point_limit=22))


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
