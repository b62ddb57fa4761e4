"""What every card adds to its model's printed figures once it is face up, told to the battle card by card.

The table is read off the cards' published summaries; the other tests of this folder hold what cards do besides.
"""

from __future__ import annotations

from typing import Any

import pytest

from rules import visibility
from rules.contract import Muster, Side, Unit
from rules.systems.modern_age import tables
from rules.systems.modern_age.catalogue import GLOBAL, Entry, find, names
from rules.systems.modern_age.defence.defend import DefenceRolled
from rules.systems.modern_age.shooting.attack_roll import AttackRolled
from tests.rules.modern_age.musters import SEED, shooting
from tests.rules.scenario import Story

NEWEST = tables.EDITIONS[-1]
PLATOONS = {"USA": "Team Yankee", "UK": "Berlin Brigade", "France": "Cuirassier Squadron", "USSR": "Red Banner"}
PLATOONS["West Germany"] = "First Panzer"
# card: (initiative moving, initiative shooting, damage capacity, attack dice, defence dice), then keywords it gives
ADDS: dict[str, tuple[tuple[int, int, int, int, int], str]] = {
    "Sean Bannon": ((3, 3, 0, 0, 1), ""),
    "Marine Commander": ((2, 0, 0, 1, 0), ""),  # attack for the turn it is turned up in
    "Clarence Tucker": ((0, 0, 0, 1, 0), ""),
    "Joel Schrader": ((0, 0, 0, 2, -1), ""),  # for the turn; shooting initiative for M60 and LAV only
    "William 'Buck' Taylor": ((1, 1, 0, 1, 0), ""),  # on an Abrams, which he reaches
    "Randall Avery": ((2, 0, 0, 0, 0), ""),
    "Joseph Ortelli": ((2, 0, 0, 0, 0), ""),
    "Red Ferguson": ((1, 1, 0, 0, 0), ""),
    "Clever Mechanic": ((1, 0, 0, 0, 0), ""),
    "Robert Folk": ((0, 0, 0, 1, 0), ""),
    "Connor Styles": ((0, 0, 0, 0, 0), ""),
    "Richard Kelp": ((0, 2, 0, 0, 0), ""),
    "True Boy Scout": ((1, 0, 0, 0, 0), ""),
    "David Mason": ((0, 0, 0, 0, 1), ""),
    "Harry Stevens": ((0, 0, 0, 0, 1), ""),
    "Improved TOW": ((0, 0, 0, 0, 0), "Missiles (4)"),
    "TOW Missile System": ((0, 0, 0, 0, 0), "Missiles (5)"),
    "Jaguar Engine": ((2, 2, 0, 0, 0), ""),
    "Life Guard Commander": ((4, 2, 0, 0, 0), ""),  # two of it for the turn
    "Charles Leslie": ((2, 2, 0, 0, 1), ""),  # on a Chieftain, which he reaches; not in cover
    "Rupert Spencer": ((2, 2, 0, 1, 0), ""),  # attack while Stationary
    "Bertie McGann": ((2, 0, 0, 0, 0), ""),
    "Julian Reedies": ((0, -3, 0, 0, 0), ""),
    "Thomas Baker": ((0, 2, 0, 0, 0), ""),
    "John Davison": ((2, 2, 0, 0, 0), ""),
    "Paul Durand": ((2, 2, 0, 0, 1), ""),
    "Charging Commander": ((1, 0, 0, 0, 0), ""),
    "Charging Driver": ((2, 0, 0, 0, 0), "Fast"),
    "Laurent Dyre": ((0, 2, 0, 0, 0), ""),
    "Andre Mareau": ((0, 0, 0, 1, 0), ""),
    "Charging Gunner": ((0, 1, 0, 0, 0), ""),
    "Baptiste Deschamp": ((2, 2, 0, 0, 0), ""),
    "MILAN Firing Post": ((0, 0, 0, 0, 0), "Missiles (4)"),
    "Cunning Commander": ((1, 0, 0, 0, 0), ""),
    "Aggressive Commander": ((0, 1, 0, 0, 0), ""),
    "Superb Commander": ((1, 1, 0, 0, 0), ""),
    "Inspired Commander": ((2, 2, 0, 0, 0), ""),
    "Resourceful Gunner": ((0, 1, 0, 0, 0), ""),
    "Hasty Loader": ((-1, 2, 0, 0, 0), ""),
    "Aggressive Loader": ((0, 1, 0, 0, 0), ""),
    "Cunning Driver": ((1, 0, 0, 0, 0), ""),
    "Racing Driver": ((2, -1, 0, 0, 0), ""),
    "Cunning Pilot": ((1, 0, 0, 0, 0), ""),
    "Improvised Armour": ((0, 0, 1, 0, 0), ""),
    "Camouflage Netting": ((0, 0, 0, 0, 1), ""),
    "Applique Armour": ((-1, -1, 0, 0, 0), ""),
    "Spearhead": ((0, 0, 0, 0, 0), "Spearhead"),
    "Adaptive": ((0, 0, 0, 0, 0), ""),  # without three crew cards
    "Karl Hauff": ((2, 2, 0, 0, 0), ""),
    "Ernst Müller": ((2, 2, 0, 1, 0), ""),  # the enemy is of lower base initiative
    "Dietrich Manheim": ((2, 0, 0, 0, 0), ""),
    "Lone Wolf": ((0, 0, 0, 0, 0), ""),  # not in cover
    "Friedrich Wulf": ((0, 2, 0, 0, 0), ""),
    "Jurgen Schmidt": ((0, 2, 0, 0, 0), ""),
    "Klaus Katelaan": ((0, 0, 0, 1, 0), ""),
    "Homeland Defender": ((1, 0, 0, 0, 0), ""),
    "Günter Weber": ((2, 2, 0, 0, 0), ""),
    "Mounted MILAN": ((0, 0, 0, 0, 0), "Missiles (4)"),
    "Yuri Potecknov": ((0, 0, 0, 0, 0), ""),  # nothing is destroyed yet
    "Grisha Malakov": ((0, 0, 0, 0, 1), ""),
    "Category C. Tank Crew": ((-2, -2, 0, 0, 0), ""),
    "Ivan Kasparov": ((3, 3, 1, 0, 0), ""),
    "Sergey Osinov": ((2, 0, 0, 0, 0), ""),
    "Babatev Lermontov": ((0, 2, 0, 1, 0), ""),  # attack: turned up as the Shooting Phase starts
    "Alexander Gagarin": ((0, 2, 0, 0, 0), ""),
    "Vasily Popov": ((2, 2, 0, 0, 0), ""),  # the enemy is of base defence 1
    "AT-10 Stabber": ((0, 0, 0, 0, 0), "Missiles (5)"),
    "AT-11 Sniper": ((0, 0, 0, 0, 0), "Missiles (5)"),
    "AT-6 Spiral": ((0, 0, 0, 0, 0), "Missiles (5)"),
    "AT-3 Sagger": ((0, 0, 0, 0, 0), "Missiles (4)"),
    "AT-5 Spandrel": ((0, 0, 0, 0, 0), "Missiles (5)"),
    "AT-8 Songster": ((0, 0, 0, 0, 0), "Missiles (5)"),
    "Kontact-5": ((0, 0, 0, 0, 1), ""),
}
TUCKER = (6, 6, 0, 1, 0)  # Clarence Tucker turned up as the Shooting Phase starts


def carrier(card: Entry) -> Entry:
    """The model that carries it: one the card names, else the strongest of its kind and nation."""
    nation = "USSR" if card.article.nation == GLOBAL else card.article.nation
    wanted = card.figures["restricted_to"] or ["tank"]
    found = [find(NEWEST, ("model",), name) for name in names(NEWEST, "model")]
    fits = [
        model
        for model in found
        if model
        and model.article.nation == nation
        and (model.name in card.figures["models"] if "models" in card.figures else model.figures["type"] in wanted)
    ]
    return max(fits, key=lambda model: (model.figures["attack"], model.figures["speed"], model.name))


def forces(card: str) -> Muster:
    entry = find(NEWEST, ("crew", "upgrade"), card)
    assert entry is not None, card
    model = carrier(entry)
    units = [Unit(id="bearer", side="americans", model=model.name), Unit(id="foe", side="soviets", model="T-55")]
    if model.figures["type"] == "helicopter":  # which alone keep no side in play (R39)
        tank = next(n for n in names(NEWEST, "model") if _tank_of(n, model.article.nation))
        units.append(Unit(id="escort", side="americans", model=tank))
    return Muster(
        system="modern_age",
        scenario="tank_ace",
        options={"allow_fan_made": True},
        sides={
            "americans": Side(players=("bob",), platoon=PLATOONS[model.article.nation]),
            "soviets": Side(players=("carol",), platoon="Red Banner"),
        },
        units=tuple(units),
        fittings={"bearer": (card,)},
        seed=SEED,
    )


def _tank_of(name: str, nation: str) -> bool:
    entry = find(NEWEST, ("model",), name)
    return bool(entry and entry.article.nation == nation and entry.figures["type"] == "tank")


def sheet(story: Story) -> dict[str, Any]:
    view = visibility.see(story.state, "americans")
    unit = next(unit for unit in view.units if unit.id == "bearer")
    return {fact.name: fact.value for fact in unit.facts}


def figures(story: Story) -> tuple[int, int, int]:
    facts = sheet(story)
    return facts["initiative-movement"], facts["initiative-shooting"], facts["damage"].values["most"]


def turn_up(story: Story) -> Story:
    card = next(iter(story.play.models["bearer"].cards.values()))
    assert story.when("americans", f"reveal bearer {card.id}")._refused is None
    return story


def defence(story: Story) -> int:
    told = story.when("americans", "defend bearer")
    assert told._refused is None, told._refused
    return len(next(event.roll.values for event in told.events if isinstance(event, DefenceRolled)))


def test_every_card_of_figures_is_there() -> None:
    for card in ADDS:
        assert find(NEWEST, ("crew", "upgrade"), card), card


@pytest.mark.parametrize("card", ADDS)
def test_what_a_card_adds(card: str) -> None:
    (moving, shooting_, capacity, _attack, _defence), word = ADDS[card]
    story = shooting(forces(card))
    printed = figures(story)
    turn_up(story)
    if card == "Clarence Tucker":
        moving, shooting_, *_rest = TUCKER
    assert figures(story) == (printed[0] + moving, printed[1] + shooting_, printed[2] + capacity)
    assert word in (sheet(story)["keywords"].values["text"] if "keywords" in sheet(story) else "")


def before_the_attack(card: str, up: bool) -> Story:
    """The Shooting Phase; the foe has moved, so that even base defence 0 rolls a die."""
    story = shooting(forces(card), {"foe": 2})
    return turn_up(story) if up else story


@pytest.mark.parametrize("card", ADDS)
def test_what_a_card_adds_to_the_attack(card: str) -> None:
    assert attack_of(card, up=True) == attack_of(card, up=False) + ADDS[card][0][3]


def attack_of(card: str, up: bool) -> int:
    story = before_the_attack(card, up)
    for _turn in range(3):
        for side, unit in (("soviets", "foe"), ("americans", "escort")):
            if unit in story.play.models and story.when(side, f"hold-fire {unit}")._refused is None:
                break
    bearer = story.play.models["bearer"]
    if not bearer.attack and not bearer.missiles:
        return 0
    weapon = "" if bearer.attack else " weapon=missiles"
    told = story.when("americans", f"fire bearer foe{weapon}")
    assert told._refused is None, told._refused
    return len(next(event.roll.values for event in told.events if isinstance(event, AttackRolled)))


@pytest.mark.parametrize("card", ADDS)
def test_what_a_card_adds_to_the_defence(card: str) -> None:
    assert pool_of(card, up=True) == pool_of(card, up=False) + ADDS[card][0][4]


def pool_of(card: str, up: bool) -> int:
    """How many dice the bearer defends with."""
    story = before_the_attack(card, up)
    for _turn in range(3):
        for unit in ("bearer", "escort"):
            if unit in story.play.models and story.when("americans", f"hold-fire {unit}")._refused is None:
                break
    faces = "6,6,6,6" if story.play.models["bearer"].kind == "tank" else "6,6,6"
    told = story.when("soviets", f"fire foe bearer dice={faces}")
    assert told._refused is None, told._refused
    return defence(story)
