"""What a campaign does with these vehicles between battles (RULES.md, "Between battles"), and the battles on its map:
the posted deck for germans and soviets, the house's deck for all others, whatever the terrain. First the clerk's work
after a battle (RULES.md, "After the battle"): hulls, vehicles left behind, and the crews of burning vehicles. All of it
is house: the rulebook ends with the last card."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Literal

import msgspec

from rules.bounds import Key
from rules.contract import Command, Dice, Message, Roll, say
from rules.contract import gettext_noop as _
from rules.kit import upkeep
from rules.kit.chapters import Chapter
from rules.kit.upkeep import Agreed, NumberTerms, not_as_new, own_units
from rules.kit.workshops import Workshop
from rules.upkeep import Condition as Told
from rules.upkeep import Engagement, Grade, Proposal, Terms

from . import tables
from .catalogue import figures_of
from .lookup import impossible, refused, unit_of
from .muster import faults_as_such, fielded, points_as_mustered
from .state import Condition, Decision, Event, State, Vehicle
from .table_dice import OneDie
from .victory import condition, crew_of, fate, is_hurt, is_left_behind, verdict
from .words import faces, sentence

CHAPTER = Chapter[State, Event]("After the battle", "house")
GETS_OUT = 4  # house: the least roll with which a crew survives the flames


class Assess(Command, frozen=True, kw_only=True):
    """The clerk finds out what becomes of a vehicle that was hurt, lost or left behind, or that has left the table, and
    of its crew."""

    positional: ClassVar = ("unit",)
    unit: Key
    dice: OneDie | None = None


class Assessed(Event, frozen=True, kw_only=True):
    """What became of a vehicle and its crew. fate: "kept", "wrecked" (a hull to recover), "captured" or "lost"; crew:
    "fit" or "lost"."""

    rules: ClassVar = ("R22", "R28", "house")
    unit: str
    fate: str
    crew: str
    roll: Roll | None = None


def aftermath(state: State) -> Sequence[Command]:
    """The vehicles that the clerk has not assessed yet, in the order of the muster."""
    over = verdict(state)
    if not over:
        return ()
    return tuple(Assess(unit=unit.id) for unit in state.units.values() if _is_open(unit, over.holder))


@CHAPTER.decides
def assess(state: State, command: Assess, dice: Dice) -> Decision:
    """Whoever holds the field gets the hulls abandoned on it and the vehicles that could not drive off. Repairs wait
    for the workshop."""
    unit = unit_of(state, command.unit)
    over = verdict(state)
    if not over:
        raise refused("house", "", _("The battle is not over."), _("Finish it first."))
    if not _is_open(unit, over.holder):
        raise refused(
            "house",
            "unit",
            say(_("There is nothing to see to with %(unit)s."), unit=unit.id),
            _("Each vehicle is dealt with once, and only where it was hurt, destroyed, or has left the table."),
        )
    roll = _die(unit, command, dice)
    yield Assessed(unit=unit.id, fate=_became(unit, over.holder), crew=_crew(unit, over.holder, roll), roll=roll)


def _is_open(unit: Vehicle, holder: str) -> bool:
    return not unit.assessed and (is_hurt(unit) or fate(unit, holder) not in ("fit", "damaged"))


def _became(unit: Vehicle, holder: str) -> Literal["kept", "wrecked", "captured", "lost"]:
    """The fate that `Assessed` names."""
    if unit.presence in ("burning", "exploded"):
        return "lost"
    if unit.captured or is_left_behind(unit, holder):
        return "captured"
    return "wrecked" if fate(unit, holder) == "wrecked" else "kept"


def _die(unit: Vehicle, command: Assess, dice: Dice) -> Roll | None:
    """A die says whether a crew gets out of the flames, unless people have reported it."""
    if unit.presence == "burning" and not unit.crew:
        return dice.roll(f"aftermath/{unit.id}/crew", 1, reported=command.dice or None)
    if command.dice:
        raise refused(
            "house", "dice", say(_("No die falls for the crew of %(unit)s."), unit=unit.id), _("Leave it out.")
        )
    return None


def _crew(unit: Vehicle, holder: str, roll: Roll | None) -> Literal["fit", "lost"]:
    if unit.crew:
        return unit.crew
    if roll is not None:
        return "fit" if roll.numbers[0] >= GETS_OUT else "lost"
    return "lost" if unit.in_play and is_left_behind(unit, holder) else crew_of(condition(unit))


@CHAPTER.evolves
def assessed(state: State, event: Assessed) -> None:
    unit = state.units[event.unit]
    unit.assessed = True
    unit.captured = event.fate == "captured"
    unit.crew = event.crew  # type: ignore[assignment]


ASSESSED = {
    "kept": _("%(unit)s comes home."),
    "wrecked": _("The hull of %(unit)s can be recovered."),
    "captured": _("%(unit)s is captured by the enemy, who holds the field."),
    "lost": _("%(unit)s is lost."),
}


@CHAPTER.narrates
def tell_assessed(event: Assessed) -> Message:
    told = say(ASSESSED.get(event.fate, _("%(unit)s is dealt with.")), unit=event.unit)
    crew = say(_("Its crew is lost.")) if event.crew == "lost" else say(_("Its crew is well."))
    if event.roll is not None and event.roll.values:
        crew = say(_("%(told)s (%(dice)s)"), told=crew, dice=faces(event.roll))
    return sentence([told, crew])


@CHAPTER.forbids
def seen_to_too_early(state: State) -> None:
    for unit in state.units.values():
        if unit.assessed and not verdict(state):
            raise impossible(
                f"units.{unit.id}.assessed",
                say(_("%(unit)s cannot have been dealt with: the battle is not over."), unit=unit.id),
                _("Declare that it has not been, or the result."),
            )


CHAPTER.throws_for_nobody(Assessed)  # the battle is over


def engage(engagement: Engagement) -> Proposal:
    """A campaign of germans and soviets keeps them on their own sides; in any other the attacker comes first."""
    summer, encounter = tables.SCENARIOS
    named = sorted(engagement.sides) == sorted(summer.sides)
    scenario = summer if named else encounter
    one, other = engagement.sides if named else scenario.sides
    return Proposal(scenario=scenario.key, sides=(one, other), options=upkeep.points_limit(engagement, tables.OPTIONS))


RUNNING, GUN = "running_gear", "gun"  # keys of jobs, beside those of every workshop
# Crews that learn: their grade is one more row of the morale table (R26), if the campaign says so.
GRADES = "crew_grades"
MORALE: dict[Grade, int] = {"green": -1, "trained": 0, "veteran": 1, "ace": 2}


_number = NumberTerms(tables.rule("section 5"))
TERMS = (
    *upkeep.recovery_terms(_number, 1, _("Rounds until a hull that its crew had abandoned drives again."), 25),
    _number.rounds(
        "running_gear_rounds",
        _("Rounds to repair running gear"),
        1,
        _("Rounds until an immobilised vehicle drives again."),
    ),
    _number.points(
        "running_gear_points",
        _("Price of repairing running gear"),
        2,
        _("What the repair of an immobilised vehicle costs."),
    ),
    _number.rounds("gun_rounds", _("Rounds to repair a gun"), 1, _("Rounds that the repair of a main gun takes.")),
    _number.points("gun_points", _("Price of repairing a gun"), 3, _("What the repair of a main gun costs.")),
    upkeep.grade_term(
        GRADES,
        {"none": _("nothing"), "morale": _("morale")},
        _("What the grade of a crew does in battle: nothing, or it is a modifier of its morale."),
        tables.rule("section 5"),
    ),
)
DEFAULTS: Mapping[str, bool | int | str] = {
    "muster_points": 120,  # five or six medium tanks: two platoons
    "purse": 24,
    "per_round": 12,
    "per_win": 10,
    "per_draw": 7,
    "per_loss": 5,
    "minimum_force": 70,
    "tow_points": 2,
    "spare_crew_points": 4,
}
_term = Agreed(TERMS)


# -- the workshop, and crews -------------------------------------------------------------------------------------------


WORKSHOP = Workshop(
    kind=Condition,
    term=_term,
    figures_of=figures_of,
    has_hull=lambda condition: condition.out not in ("burning", "exploded"),  # flames and explosions leave none
    waits=lambda condition: condition.out == "abandoned",
    crew_of=crew_of,
    recover=say(_("bring the abandoned hull back into service")),
    repairs={RUNNING: ("immobile", say(_("repair its running gear"))), GUN: ("gun_out", say(_("repair its main gun")))},
)


def post(terms: Terms, grade: Grade, told: Told) -> dict[str, Any]:
    """R26: one more row of the table."""
    modifier = learned(_term(terms, GRADES), grade)
    return not_as_new(msgspec.structs.replace(WORKSHOP.read(told), morale=modifier or msgspec.UNSET))


def learned(what: str, grade: Grade) -> int | None:
    """The morale modifier of a crew of that grade, if grades do `what`; None if they do nothing."""
    return MORALE[grade] if what == "morale" else None


# -- the catalogue -----------------------------------------------------------------------------------------------------


def price(terms: Terms, edition: str, model: str, cards: Sequence[str]) -> int:
    """Its points, with those of its crew's marks."""
    return points_as_mustered(edition, model, cards, own_units(terms))


UPKEEP = WORKSHOP.upkeep(
    terms=TERMS, defaults=DEFAULTS, post=post, price=price, flaws=upkeep.flaws_by(fielded, faults_as_such)
)
