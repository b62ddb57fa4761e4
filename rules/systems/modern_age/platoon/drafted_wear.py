"""What earlier battles have left of the models of a random battle: damage, critical and lost cards, crews' grades."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

import msgspec

from rules.contract import Unit
from rules.systems.modern_age import tables
from rules.systems.modern_age.forces import Fielded, is_tank
from rules.systems.modern_age.grades import post
from rules.upkeep import GRADES

from .drafted_casts import Worn
from .start import critical_cards

Choose = Callable[[int], int]
MENDING = ("cancel", "repair_instead", "reroll_repair")
FLYING_ON = ("Bailed Out", "Damaged Mobility", "Jammed Mechanisms")  # what does something else to helicopters
ALIKE: tuple[Worn, ...] = ("nearly destroyed", "nearly destroyed", "stranded", "", "")
SPARED = 2  # fewer points of damage than so many
STRANDED = ("Bailed Out", "Damaged Mobility")  # who carries one may not move


def worn(choose: Choose, scenario: str, fielded: Sequence[Fielded], alike: Worn, seed: int) -> Iterator[Unit]:
    """The units of a battle: all worn alike, as in three of five of a preset mission, or each as its own earlier
    battles left it."""
    if scenario in (tables.ALPHA_66, tables.FIRST_GAME):
        alike = ALIKE[choose(len(ALIKE))]
    for place, model in enumerate(fielded):
        match alike:
            case "nearly destroyed":
                condition: dict[str, Any] = {"damage": _capacity(model) - 1 - _spared(choose, model, scenario)}
            case "stranded":
                condition = _wounded(choose, STRANDED)
            case "shaken":
                condition = _shaken(choose, model)
            case _:
                condition = _condition(choose, model, scenario)
        yield _crewed(msgspec.structs.replace(model.unit, condition=condition), seed, place)


def _spared(choose: Choose, model: Fielded, scenario: str) -> int:
    """The lone tank of Alpha 66 lasts a little longer than the T-64s, for she has two of them to destroy."""
    return choose(SPARED) if scenario == tables.ALPHA_66 and model.entry.name != tables.T_64 else 0


def _shaken(choose: Choose, model: Fielded) -> dict[str, Any]:
    """Whose cards may cancel a critical card carries such a one, and takes no more damage."""
    cancelled = [
        name for one in model.carried for effect in one.card.effects if effect.does in MENDING for name in effect.names
    ]
    return {"damage": _capacity(model) - 1} | _wounded(choose, cancelled) if cancelled else {}


def _capacity(model: Fielded) -> int:
    return int(model.entry.figures["damage_capacity"])


def _condition(choose: Choose, model: Fielded, scenario: str) -> dict[str, Any]:
    """Mostly brand new; else with what its cards answer, if any do."""
    effects = [effect for one in model.carried for effect in one.card.effects]
    nearly = {"damage": _capacity(model) - 1}
    answered = [name for effect in effects for name in effect.names]
    mending = any(effect.does in MENDING or "has_repairable_critical" in effect.when for effect in effects)
    if (model.entry.name == tables.T_64 and scenario == tables.ALPHA_66) or scenario == tables.FIRST_GAME:
        return (nearly, nearly, _wounded(choose), {})[choose(4)]
    if any(effect.does == "capacity" for effect in effects):
        return nearly | (_wounded(choose, answered) if choose(4 if mending else 2) else {})
    if any(effect.does == "last_stand" or "final_fury" in effect.when for effect in effects):
        return ({}, nearly)[choose(2)]
    if not is_tank(model.entry):
        return (nearly, nearly, _wounded(choose, FLYING_ON), {})[choose(4)]
    if mending and choose(3):
        return _wounded(choose, answered)
    match choose(8):
        case 0:
            return nearly
        case 1:
            return {"damage": choose(_capacity(model))}
        case 2 | 3:
            return _wounded(choose)
        case 4 if names := [card.name for card in model.cards if card.points > 0]:
            return {"lost_cards": [names[choose(len(names))]]}
    return {}


def _wounded(choose: Choose, answered: Iterable[str] = ()) -> dict[str, Any]:
    """With a critical card, one of those `answered` if there are some; Bailed Out rather than others."""
    known, wanted = critical_cards(tables.EDITIONS[-1]), {*answered}
    names = [name for name in known if name in wanted] or [*known, *["Bailed Out"] * 4]
    name = names[choose(len(names))]
    return {"criticals": [{"card": name, "repairable": bool(known[name].figures["repairable"]), "effect": name}]}


def _crewed(unit: Unit, seed: int, place: int) -> Unit:
    """In one battle of four, by its seed, crews are of any grade, as in a campaign in which grades do all they may."""
    grade = GRADES[(seed >> 2 * place) % len(GRADES)] if seed >> 254 == 0 else GRADES[0]
    return msgspec.structs.replace(unit, condition=post({"grade_effect": "both"}, grade, unit.condition))
