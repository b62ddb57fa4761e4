"""Which platoons are legal: every fault named at once, and what an organiser lets pass (R3, R4, R7, R39, B8, B9)."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from rules import adjudicate
from rules.contract import Muster, Refused
from rules.record import Table
from rules.systems.modern_age import tables
from rules.systems.modern_age.catalogue import Entry, find
from rules.systems.modern_age.forces import Carried, Fielded, card_of
from rules.systems.modern_age.platoon.faults import faults_of_cards
from rules.systems.modern_age.state import Condition
from tests.rules.modern_age.musters import ace, alpha_66
from tests.rules.scenario import given, not_mustered

T64 = {"t64": "T-64"}
OF_NATION = {
    "Team Yankee": "M1 Abrams",
    "Berlin Brigade": "Chieftain",
    "Cuirassier Squadron": "AMX-30",
    "First Panzer": "Leopard 1",
    "Red Banner": "T-64",
}


def change(forces: Muster, **fields: Any) -> Muster:
    return msgspec.structs.replace(forces, **fields)


def faults(forces: Muster) -> list[str]:
    """The names of all faults, in order."""
    with pytest.raises(Refused) as caught:
        adjudicate.muster(forces)
    return [fault.fault for fault in caught.value.faults]


def carrying(model: str, *cards: str, **options: bool | int | str) -> Muster:
    """A model with these cards against a T-64."""
    entry = find(tables.EDITIONS[-1], ("model",), model)
    assert entry is not None
    platoon = next(name for name, one in OF_NATION.items() if _nation(one) == entry.article.nation)
    forces = {"x": model} if entry.figures["type"] == "tank" else {"x": model, "lead": OF_NATION[platoon]}
    return ace(forces, T64, {"x": cards}, (platoon, "Red Banner"), "", **options)


def _nation(model: str) -> str:
    entry = find(tables.EDITIONS[-1], ("model",), model)
    assert entry is not None
    return entry.article.nation


def fits(model: str, *cards: str, **options: bool | int | str) -> None:
    """They may lie beside the model; the state has them all, each under an id of its own."""
    story = given(carrying(model, *cards, **options))
    assert len(story.play.models["x"].cards) == len(cards)


# -- the platoon -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("platoon", OF_NATION)
def test_every_country_has_its_platoon_card(platoon: str) -> None:
    given(ace({"x": OF_NATION[platoon]}, T64, platoons=(platoon, "Red Banner")))


def test_one_country_one_platoon_card() -> None:
    not_mustered(ace({"x": "M1 Abrams", "y": "Chieftain"}, T64), "003 R3", "units")
    not_mustered(ace({"x": "Chieftain"}, T64), "003 R3", "sides.americans.platoon")
    not_mustered(ace({"x": "M1 Abrams"}, T64, platoons=("", "Red Banner")), "003 R3", "sides.americans.platoon")


def test_the_point_limit() -> None:
    assert faults(ace({"x": "M1 Abrams"}, T64, point_limit=21)) == ["R3/points/americans"]
    given(ace({"x": "M1 Abrams"}, T64, point_limit=22))


def test_points_are_the_printed_ones_with_cards() -> None:
    """R3, B8: the sum of all printed costs, one of them below nothing."""
    state = given(carrying("T-55", "Category C. Tank Crew", "Kontact-5")).play
    assert state.models["x"].points == 12 - 1 + 6
    assert faults(carrying("M1 Abrams", "Inspired Commander", point_limit=25)) == ["R3/points/americans"]


def test_a_hero_is_there_once() -> None:
    twice: dict[str, tuple[str, ...]] = {"x": ("Robert Folk",), "y": ("Robert Folk",)}
    forces = ace({"x": "M60 Patton", "y": "M60 Patton"}, T64, twice)
    refusal = not_mustered(forces, "003 R4", "fittings.y")
    assert (refusal.fault, "Folk" in refusal.fault) == ("R4/card/y/gunner", False)
    ordinary: dict[str, tuple[str, ...]] = {"x": ("Bloodthirsty Gunner",), "y": ("Bloodthirsty Gunner",)}
    given(change(forces, fittings=ordinary))


def test_a_platoon_has_a_tank() -> None:
    """R39: with helicopters alone it has lost before it began."""
    assert not_mustered(ace({"x": "Cobra"}, T64), "003 R39", "units").fault == "R39/tanks/americans"
    given(ace({"x": "Cobra", "y": "M60 Patton"}, T64))


@pytest.mark.parametrize(("model", "card"), [("M109 Howitzer", ""), ("BTR-80", ""), ("T-72", "Artillery Scout")])
def test_fan_made_articles_need_leave(model: str, card: str) -> None:
    forces = carrying(model, *([card] if card else []))
    refusal = not_mustered(forces, "003 section 6", "fittings.x" if card else "units")
    assert refusal.fault == ("R4/card/x/radio-op" if card else "section-6/fan-made/x")
    given(change(forces, options={"allow_fan_made": True}))


# -- the cards of a model ----------------------------------------------------------------------------------------------


def test_cards_are_of_the_country_or_global() -> None:
    assert faults(carrying("M1 Abrams", "Kontact-5")) == ["R4/card/x/armour"]
    fits("M1 Abrams", "ERA")
    fits("T-64", "Kontact-5")


def test_cards_with_the_mark_of_the_alliance() -> None:
    """R3, B8: opened by the platoon card. No card of the data has the mark, so one is given it."""
    leopard, kit = (find("2018.2", (kind,), name) for kind, name in (("model", "Leopard 1"), ("upgrade", "Tool Kit")))
    assert leopard is not None
    assert kit is not None
    marked = Entry(msgspec.structs.replace(kit.article, nation="NATO"), kit.effects)
    carried = (Carried(marked, card_of(marked, face_up=False)),)
    unit = ace({"x": "Leopard 1"}, T64).units[0]
    model = Fielded(unit, leopard, carried, carried, Condition())
    assert not [*faults_of_cards(model, "NATO")]
    assert [fault.fault for fault in faults_of_cards(model, "Warsaw Pact")] == ["R4/card/x/equipment"]


def test_cards_fit_their_model() -> None:
    """R4: marks for tanks and helicopters. R7: models and keywords in a card's text."""
    assert faults(carrying("M1 Abrams", "Cunning Pilot")) == ["R4/card/x/pilot"]
    assert faults(carrying("Cobra", "ERA")) == ["R4/card/x/armour"]
    assert faults(carrying("M60 Patton", "Silver Bullet")) == ["R4/card/x/ammo"]
    assert faults(carrying("M1 Abrams", "Bomblet Bombardement")) == ["R4/card/x/ammo"]
    assert faults(carrying("BMP-1", "Category C. Tank Crew")) == ["R4/card/x/commander"]
    fits("M1A1 Abrams", "Silver Bullet")
    fits("AMX-AUF1", "Bomblet Bombardement")
    fits("T-55", "Category C. Tank Crew")
    fits("Cobra", "Cunning Pilot", "Improved TOW")


def test_crew_slots() -> None:
    four = ("Inspired Commander", "Bloodthirsty Gunner", "Aggressive Loader", "Cunning Driver")
    fits("M1 Abrams", *four)
    assert faults(carrying("LAV-25", *four)) == ["R4/crew/x"]
    fits("LAV-25", *four[:3], "Tool Kit")


def test_one_card_of_each_type() -> None:
    assert faults(carrying("M1 Abrams", "Inspired Commander", "Superb Commander")) == ["R4/cards/x/Commander"]
    assert faults(carrying("M1 Abrams", "Tool Kit", "Medical Kit")) == ["R4/cards/x/Equipment"]
    assert faults(carrying("M1 Abrams", "MANPADS", "Silver Bullet")) == ["R4/cards/x/Ammo"]


def test_helicopters_have_ammo_slots() -> None:
    """B9: one Ammo card for each."""
    fits("Cobra", "Improved TOW", "M159 Rocket Launcher")
    assert faults(carrying("Lynx", "Extra Ammunition", "Extra Ammunition")) == ["R4/cards/x/Ammo"]
    three = ("Improved TOW", "M159 Rocket Launcher", "Extra Ammunition")
    assert faults(carrying("Cobra", *three)) == ["R4/cards/x/Ammo"]


def test_true_boy_scout_allows_two_different_equipment_cards() -> None:
    fits("M1 Abrams", "True Boy Scout", "Tool Kit", "Medical Kit")
    assert faults(carrying("M1 Abrams", "True Boy Scout", "Tool Kit", "Tool Kit")) == ["R4/cards/x/Equipment"]
    three = ("Tool Kit", "Medical Kit", "Bigger Hammer")
    assert faults(carrying("M1 Abrams", "True Boy Scout", *three)) == ["R4/cards/x/Equipment"]


def test_resourceful_loader_allows_two_copies_of_one_ammo_card() -> None:
    fits("M1 Abrams", "Resourceful Loader", "Silver Bullet", "Silver Bullet")
    assert faults(carrying("M1 Abrams", "Resourceful Loader", "Silver Bullet", "MANPADS")) == ["R4/cards/x/Ammo"]


def test_what_a_lost_card_allowed_stays_allowed() -> None:
    """Else a tank whose loader died would have to leave at home what he had stowed."""
    forces = carrying("M1 Abrams", "True Boy Scout", "Tool Kit", "Medical Kit")
    units = tuple(
        msgspec.structs.replace(unit, condition={"lost_cards": ["True Boy Scout"]} if unit.id == "x" else {})
        for unit in forces.units
    )
    assert set(given(change(forces, units=units)).play.models["x"].cards) == {"equipment", "equipment-2"}


def test_category_c_stands_no_other_crew() -> None:
    assert faults(carrying("T-55", "Category C. Tank Crew", "Cunning Driver")) == ["R4/card/x/commander"]
    fits("T-55", "Category C. Tank Crew", "Tool Kit")


def test_only_alpha_66_and_her_crew_start_face_up() -> None:
    """R5: the data knows no other card with the eye mark."""
    shown = {
        c.id
        for c in given(carrying("M1 Abrams", "Alpha 66", "Sean Bannon", "Tool Kit")).play.models["x"].cards.values()
        if c.face_up
    }
    assert shown == {"doctrine", "commander"}
    hidden = given(carrying("M1 Abrams", "Sean Bannon")).play.models["x"].cards.values()
    assert not any(card.face_up for card in hidden)


# -- all at once -------------------------------------------------------------------------------------------------------


def hopeless() -> Muster:
    """Both platoons, models and cards with faults of all kinds."""
    return ace(
        {"a": "M1 Abrams", "b": "Chieftain", "c": "Maus"},
        {"d": "Hind"},
        {"a": ("Superb Commander", "Inspired Commander", "Lucky Charm"), "d": ("ERA",), "e": ("Tool Kit",)},
        platoons=("Red Banner", "Brigade"),
        point_limit=20,
    )


def test_every_fault_of_both_platoons_is_named_at_once() -> None:
    assert faults(hopeless()) == [
        *("R3/stray/e", "R3/unknown/a/3", "R3/unknown/c"),
        *("R3/country/americans", "R3/platoon/americans", "R4/cards/a/Commander"),
        *("R3/platoon/soviets", "R4/card/d/armour", "R39/tanks/soviets"),
    ]


def test_points_are_among_them() -> None:
    forces = ace({"x": "M1 Abrams"}, {"t64": "T-64"}, {"x": ("Kontact-5",)}, point_limit=10)
    assert faults(forces) == ["R4/card/x/armour", "R3/points/americans", "R3/points/soviets"]


def test_each_fault_has_rule_text_remedy_and_field() -> None:
    with pytest.raises(Refused) as caught:
        adjudicate.muster(hopeless())
    for fault in caught.value.faults:
        assert fault.rule.startswith("003 ")
        assert fault.text.text()
        assert fault.remedy is not None
        assert fault.remedy.text()
        assert fault.field
        assert "." not in fault.fault
        assert fault.also == () or fault is caught.value
    names = [fault.fault for fault in caught.value.faults]
    assert len(set(names)) == len(names)


# -- what an organiser lets pass ---------------------------------------------------------------------------------------


def test_what_is_let_pass_is_played_and_told() -> None:
    forces = carrying("M1 Abrams", "Superb Commander", "Inspired Commander", point_limit=25)
    assert faults(forces) == ["R4/cards/x/Commander", "R3/points/americans"]
    waivers = {"R4/cards/x/Commander": "his first battle", "R3/points/americans": "agreed"}
    table = Table.open(change(forces, waivers=waivers))
    assert table.mustered.waivers == waivers
    assert set(table.battle.play.models["x"].cards) == {"commander", "commander-2"}


def test_one_that_is_let_pass_leaves_the_others() -> None:
    forces = carrying("M1 Abrams", "Superb Commander", "Inspired Commander", point_limit=25)
    assert faults(change(forces, waivers={"R3/points/americans": "agreed"})) == ["R4/cards/x/Commander"]


@pytest.mark.parametrize("fault", ["R3/points/americans", "R4/cards/x/Gunner", "R3/unknown/x/1"])
def test_what_is_not_wrong_cannot_be_let_pass(fault: str) -> None:
    """It was meant for something: the refusal names what there is."""
    forces = carrying("M1 Abrams", "Superb Commander", "Inspired Commander")
    there = change(forces, waivers={"R4/cards/x/Commander": "agreed"})
    given(there)
    refusal = not_mustered(change(forces, waivers=dict(there.waivers) | {fault: "why"}), "003 R3", f"waivers.{fault}")
    assert refusal.remedy is not None
    assert "R4/cards/x/Commander" in refusal.remedy.text()


def test_what_no_engine_could_play_cannot_be_let_pass() -> None:
    with pytest.raises(Refused) as caught:
        adjudicate.muster(hopeless())
    waivers = {fault.fault: "why" for fault in caught.value.faults}
    fixed = [fault.fault for fault in caught.value.faults if not fault.waivable]
    assert fixed == ["R3/stray/e", "R3/unknown/a/3", "R3/unknown/c", "R3/platoon/soviets"]
    left = faults(change(hopeless(), waivers=waivers))
    assert [fault for fault in left if fault] == fixed


def test_a_platoon_without_a_card_plays_without_its_rule() -> None:
    forces = ace({"x": "M1 Abrams"}, T64, platoons=("", "Red Banner"))
    state = given(change(forces, waivers={"R3/platoon/americans": "lost the card"})).play
    assert state.platoons["americans"] == ()


def test_no_name_of_a_fault_tells_what_lies_face_down() -> None:
    """R5: everyone reads what was let pass. Cards are named by where they lie."""
    cards = ("Kontact-5", "Cunning Pilot", "Target Computer", "Robert Folk")
    forces = carrying("M1 Abrams", *cards)
    told = " ".join(faults(forces)).casefold()
    assert not any(card.casefold().replace(" ", "-") in told or card.casefold() in told for card in cards)


def test_alpha_66_may_be_let_pass_otherwise_equipped() -> None:
    forces = change(alpha_66(), fittings={"alpha": ("Alpha 66",)})
    assert faults(forces) == ["R45/alpha/alpha"]
    given(change(forces, waivers={"R45/alpha/alpha": "no crew cards at hand"}))
