"""What a campaign does with these vehicles between battles (RULES.md, "Between battles"): jobs, crews, prices, and
battles on its map. All of it is house: the rulebook ends with the battle."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec

from rules.contract import gettext_noop as _
from rules.contract import say
from rules.engagements import Engagement, Proposal
from rules.kit import upkeep
from rules.kit.upkeep import Agreed, NumberTerms, not_as_new, own_units
from rules.upkeep import Condition as Told
from rules.upkeep import Crew, Flaw, Grade, Job, Owned, Terms, Upkeep

from . import tables
from .catalogue import figures_of
from .muster import faults_as_such, fielded
from .state import Condition

REFIT, TRACKS, GUN = "refit", "tracks", "gun"  # keys of jobs, beside that of recovery
CREW_GRADES = "crew_grades"
GRADE_EFFECTS = ("none", "skill")  # choices of the term, the default first


_number = NumberTerms(tables.rule("section 5"))
TERMS = (
    *upkeep.recovery_terms(_number, 2, _("Rounds until a hull whose crew has bailed out drives again."), 40),
    _number(
        "tracks_rounds", _("Rounds to repair tracks"), 1, _("Rounds that the repair of tracks takes."), 20, least=1
    ),
    _number("tracks_points", _("Price of repairing tracks"), 2, _("What the repair of tracks costs."), 99),
    _number(
        "gun_rounds", _("Rounds to repair a gun"), 1, _("Rounds that the repair of a main weapon takes."), 20, least=1
    ),
    _number("gun_points", _("Price of repairing a gun"), 4, _("What the repair of a main weapon costs."), 99),
    upkeep.grade_term(
        CREW_GRADES,
        dict(zip(GRADE_EFFECTS, (_("nothing"), _("ballistic skill")), strict=True)),
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


def _read(condition: Told) -> Condition:
    return msgspec.convert(condition, Condition)


# -- the workshop ------------------------------------------------------------------------------------------------------


def jobs(terms: Terms, owned: Owned) -> Sequence[Job]:
    """Recovering a hull is one job and mends everything. A captured vehicle is refitted first. Nothing helps one that
    exploded or was scrapped."""
    condition = _read(owned.condition)
    if not hull(owned.condition):
        return ()
    if condition.out == "bailed_out":
        points = figures_of(owned.edition, owned.model, own_units(terms)).points
        return (upkeep.recovery(_term, terms, say(_("recover the hull and make it drive again")), points),)
    return tuple(_repairs(terms, condition))


def _repairs(terms: Terms, condition: Condition) -> Iterator[Job]:
    if condition.captured:
        yield Job(key=REFIT, label=say(_("make it ready for its new crew")))
    if condition.tracked:
        yield upkeep.repair(_term, terms, TRACKS, say(_("repair its tracks")))
    if condition.gun_out:
        yield upkeep.repair(_term, terms, GUN, say(_("repair its main weapon")))


def mend(told: Told, job: str) -> dict[str, Any]:
    """The condition after that job, without the facts that are as new. The workshop leaves the crew as it is."""
    condition = _read(told)
    change = msgspec.structs.replace
    if not hull(told):
        return dict(told)
    match job:
        case "recover" if condition.out == "bailed_out":
            return not_as_new(_with_crew(Condition(), crew(told)))
        case "refit" if condition.captured and condition.out != "bailed_out":
            return not_as_new(_with_crew(change(condition, captured=False), crew(told)))
        case "tracks" if condition.tracked and condition.out != "bailed_out":
            return not_as_new(change(condition, tracked=False))
        case "gun" if condition.gun_out and condition.out != "bailed_out":
            return not_as_new(change(condition, gun_out=False))
    return dict(told)


def hull(told: Told) -> bool:
    """B17, section 5: whether a hull is left; not after an explosion, nor of a scrapped vehicle."""
    condition = _read(told)
    return condition.out != "knocked_out" and not condition.scrapped


# -- crews -------------------------------------------------------------------------------------------------------------


def crew(told: Told) -> Crew:
    """A crew that bails out fights again. Nobody survives an explosion, and a captured crew are prisoners."""
    condition = _read(told)
    if condition.crew:
        return condition.crew
    return "lost" if condition.out == "knocked_out" or condition.captured else "fit"


def heal(told: Told) -> dict[str, Any]:
    return not_as_new(_with_crew(_read(told), "fit"))


def _with_crew(condition: Condition, crew: Crew) -> Condition:
    """The same vehicle with this crew. The crew is written down only where the vehicle alone would say otherwise."""
    plain = msgspec.structs.replace(condition, crew=msgspec.UNSET)
    told = "lost" if plain.out == "knocked_out" or plain.captured else "fit"
    return plain if crew == told else msgspec.structs.replace(plain, crew=crew)


def post(terms: Terms, grade: Grade, told: Told) -> dict[str, Any]:
    """Section 5: crew quality is the ballistic skill."""
    skill = learned(_term(terms, CREW_GRADES), grade)
    return not_as_new(msgspec.structs.replace(_read(told), skill=skill or msgspec.UNSET))


SKILL: dict[Grade, int] = {"green": 5, "trained": 4, "veteran": 3, "ace": 2}


def learned(what: str, grade: Grade) -> int | None:
    """The ballistic skill of a crew of that grade where grades do `what`; None: the vehicle keeps its own."""
    return SKILL[grade] if what == "skill" else None


# -- the catalogue -----------------------------------------------------------------------------------------------------


def price(terms: Terms, edition: str, model: str, cards: Sequence[str]) -> int:
    """Its points; 0 for a model that is not in the catalogue (any more)."""
    return figures_of(edition, model, own_units(terms)).points


def recovers(terms: Terms, edition: str, model: str) -> bool:
    """A club's own sheet says which vehicles are recovery vehicles."""
    return figures_of(edition, model, own_units(terms)).role == "recovery"


# -- the platoon as such -----------------------------------------------------------------------------------------------


def flaws(terms: Terms, edition: str, card: str, vehicles: Sequence[Owned]) -> Iterator[Flaw]:
    """What any muster would refuse about the vehicles, their number and their Speed; each fault once. Damage of earlier
    battles is no flaw of the platoon."""
    return upkeep.flaws(edition, vehicles, own_units(terms), fielded, faults_as_such)


UPKEEP = Upkeep(
    terms=TERMS,
    defaults=DEFAULTS,
    scored=0,
    hull=hull,
    jobs=jobs,
    mend=mend,
    crew=crew,
    heal=heal,
    post=post,
    price=price,
    recovers=recovers,
    flaws=flaws,
)


# -- battles on a campaign's map ---------------------------------------------------------------------------------------


def engage(engagement: Engagement) -> Proposal:
    """A campaign of allies and axis keeps them on their sides; in any other the attacker comes first."""
    scenario = tables.SCENARIOS[0]
    one, other = engagement.sides if sorted(engagement.sides) == sorted(scenario.sides) else scenario.sides
    return Proposal(scenario=scenario.key, sides=(one, other), options=points_limit(engagement))


def points_limit(engagement: Engagement) -> dict[str, bool | int | str]:
    """One limit for both sides, the higher one. The campaign holds each platoon to its own."""
    most = next(one.most for one in tables.OPTIONS if one.name == "points")
    return {"points": min(max(engagement.limits), most)} if any(engagement.limits) else {}
