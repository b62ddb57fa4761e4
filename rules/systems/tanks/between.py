"""What becomes of these vehicles after a battle and between battles (RULES.md, "After the battle", "Between battles"):
hulls and what was left behind, jobs, crews, prices, and battles on a campaign's map. All of it is house: the rulebook
ends with the battle.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

import msgspec

from rules.bounds import Key
from rules.contract import Command, Dice, Message, say
from rules.contract import gettext_noop as _
from rules.kit import upkeep
from rules.kit.chapters import Chapter
from rules.kit.upkeep import Agreed, NumberTerms, not_as_new, own_units
from rules.kit.workshops import Workshop
from rules.upkeep import Condition as Told
from rules.upkeep import Crew, Engagement, Grade, Proposal, Terms

from . import tables
from .catalogue import figures_of
from .lookup import impossible, refused, unit_of
from .muster import faults_as_such, fielded
from .scoring import fate, is_abandoned, is_hurt, verdict
from .state import Condition, Decision, Event, State, Vehicle

CHAPTER = Chapter[State, Event]("After the battle", "house")


class Assess(Command, frozen=True, kw_only=True):
    """The clerk sees what becomes of a vehicle that was hurt, destroyed or left behind, or has retreated."""

    positional: ClassVar = ("unit",)
    unit: Key


class Assessed(Event, frozen=True, kw_only=True):
    """What became of a vehicle. fate: "kept", "wrecked" (a hull to recover), "captured", "scrapped" or "lost"."""

    rules: ClassVar = ("B2", "B17", "house")
    unit: str
    fate: str


def aftermath(state: State) -> Sequence[Command]:
    """The vehicles that the clerk has not assessed yet, in the order of the muster."""
    over = verdict(state)
    if not over:
        return ()
    return tuple(Assess(unit=unit.id) for unit in state.units.values() if _is_open(state, unit, over.holder))


@CHAPTER.decides
def assess(state: State, command: Assess, dice: Dice) -> Decision:
    """Whoever holds the field keeps the hulls and abandoned vehicles on it. Repairs wait for the workshop."""
    unit = unit_of(state, command.unit)
    over = verdict(state)
    if not over:
        raise refused("house", "", _("The battle is not over."), _("Finish it first."))
    if not _is_open(state, unit, over.holder):
        raise refused(
            "house",
            "unit",
            say(_("There is nothing to see to with %(unit)s."), unit=unit.name),
            _("Each vehicle is dealt with once, and only where it was hurt, destroyed, or has retreated."),
        )
    yield Assessed(unit=unit.id, fate=_became(state, unit, over.holder))


def _is_open(state: State, unit: Vehicle, holder: str) -> bool:
    return not unit.assessed and (is_hurt(unit) or fate(state, unit, holder) not in ("fit", "damaged"))


def _became(state: State, unit: Vehicle, holder: str) -> str:
    """The fate that `Assessed` names."""
    if is_abandoned(unit, holder):
        return "captured"
    if unit.presence == "bailed_out" and not state.options["bailout_recoverable"]:
        return "scrapped"
    found = fate(state, unit, holder)
    return found if found in ("wrecked", "lost") else "kept"


@CHAPTER.evolves
def assessed(state: State, event: Assessed) -> None:
    unit = state.units[event.unit]
    unit.assessed = True
    unit.captured = event.fate == "captured"
    unit.scrapped = event.fate == "scrapped"


ASSESSED = {
    "kept": _("%(unit)s comes home."),
    "wrecked": _("The hull of %(unit)s can be recovered."),
    "captured": _("%(unit)s is captured by the enemy, who holds the field."),
    "scrapped": _("%(unit)s is scrapped: hulls are not recovered here."),
    "lost": _("%(unit)s is lost."),
}


@CHAPTER.narrates
def tell_assessed(event: Assessed) -> Message:
    return say(ASSESSED.get(event.fate, _("%(unit)s is dealt with.")), unit=event.unit)


@CHAPTER.forbids
def seen_to_too_early(state: State) -> None:
    """The clerk assesses nothing while the battle goes on."""
    for unit in state.units.values():
        if unit.assessed and not verdict(state):
            raise impossible(
                f"units.{unit.id}.assessed",
                say(_("%(unit)s cannot have been seen to: the battle is not over."), unit=unit.name),
                _("Declare that it has not been, or the result."),
            )


TRACKS, GUN = "tracks", "gun"  # keys of jobs, beside those of every workshop
CREW_GRADES = "crew_grades"


_number = NumberTerms(tables.rule("section 5"))
TERMS = (
    *upkeep.recovery_terms(_number, 2, _("Rounds until a hull whose crew has bailed out drives again."), 40),
    _number.rounds("tracks_rounds", _("Rounds to repair tracks"), 1, _("Rounds that the repair of tracks takes.")),
    _number.points("tracks_points", _("Price of repairing tracks"), 2, _("What the repair of tracks costs.")),
    _number.rounds("gun_rounds", _("Rounds to repair a gun"), 1, _("Rounds that the repair of a main weapon takes.")),
    _number.points("gun_points", _("Price of repairing a gun"), 4, _("What the repair of a main weapon costs.")),
    upkeep.grade_term(
        CREW_GRADES,
        {"none": _("nothing"), "skill": _("ballistic skill")},
        _("What the grade of a crew does in battle: nothing, or it is its ballistic skill."),
        tables.rule("section 5"),
    ),
)
DEFAULTS: Mapping[str, bool | int | str] = {
    "muster_points": 150,  # four or five medium tanks
    "purse": 30,
    "per_round": 15,
    "per_win": 12,
    "per_draw": 9,
    "per_loss": 6,
    "minimum_force": 90,
    "tow_points": 3,
    "spare_crew_points": 5,
}
_term = Agreed(TERMS)


# -- the workshop, and crews -------------------------------------------------------------------------------------------


def _hull(condition: Condition) -> bool:
    """B17, section 5: whether a hull is left; not after an explosion, nor of a scrapped vehicle."""
    return condition.out != "knocked_out" and not condition.scrapped


def crew_of(condition: Condition) -> Crew:
    """A crew that bails out fights again. Nobody survives an explosion, and a captured crew are prisoners."""
    return condition.crew or ("lost" if condition.out == "knocked_out" or condition.captured else "fit")


WORKSHOP = Workshop(
    kind=Condition,
    term=_term,
    figures_of=figures_of,
    has_hull=_hull,
    waits=lambda condition: condition.out == "bailed_out",
    crew_of=crew_of,
    recover=say(_("recover the hull and make it drive again")),
    repairs={TRACKS: ("tracked", say(_("repair its tracks"))), GUN: ("gun_out", say(_("repair its main weapon")))},
)


def post(terms: Terms, grade: Grade, told: Told) -> dict[str, Any]:
    """Section 5: crew quality is the ballistic skill."""
    skill = learned(_term(terms, CREW_GRADES), grade)
    return not_as_new(msgspec.structs.replace(WORKSHOP.read(told), skill=skill or msgspec.UNSET))


SKILL: dict[Grade, int] = {"green": 5, "trained": 4, "veteran": 3, "ace": 2}


def learned(what: str, grade: Grade) -> int | None:
    """The ballistic skill of a crew of that grade where grades do `what`; None: the vehicle keeps its own."""
    return SKILL[grade] if what == "skill" else None


# -- the catalogue -----------------------------------------------------------------------------------------------------


def price(terms: Terms, edition: str, model: str, cards: Sequence[str]) -> int:
    """Its points; 0 for a model that is not in the catalogue (any more)."""
    return figures_of(edition, model, own_units(terms)).points


UPKEEP = WORKSHOP.upkeep(
    terms=TERMS, defaults=DEFAULTS, post=post, price=price, flaws=upkeep.flaws_by(fielded, faults_as_such)
)


# -- battles on a campaign's map ---------------------------------------------------------------------------------------


def engage(engagement: Engagement) -> Proposal:
    """A campaign of allies and axis keeps them on their sides; in any other the attacker comes first."""
    scenario = tables.SCENARIOS[0]
    one, other = engagement.sides if sorted(engagement.sides) == sorted(scenario.sides) else scenario.sides
    return Proposal(scenario=scenario.key, sides=(one, other), options=upkeep.points_limit(engagement, tables.OPTIONS))
