"""What campaigns do with models between battles: the workshop's jobs, terms and prices (house rules, RULES.md, "Between
battles").

The numbers are meant for platoons of about 100 points.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from rules.contract import Message, say
from rules.contract import gettext_noop as _
from rules.declarations import Option
from rules.messages import verbatim
from rules.systems.modern_age.grades import SKILL_NAMES, TERM, post
from rules.systems.modern_age.state import Condition, Wound
from rules.systems.modern_age.words import FATES
from rules.upkeep import Condition as Told
from rules.upkeep import Job, Owned, Terms, Upkeep

from .owned import ROSTER_FAN_MADE, crew, flaws, heal, price_of

CREW_CRITICALS = ("Bailed Out", "Shell Shocked", "Stunned Crew")  # no spanner needed: what Liquid Courage repairs
REBUILD, DAMAGE = "rebuild", "damage"


def _number(name: str, label: str, default: int, help: str, most: int, least: int = 0) -> Option:
    return Option(
        name=name, label=label, type="number", default=default, help=help, rule="house", least=least, most=most
    )


TERMS = (
    _number(
        "repair_damage_per_round",
        _("Damage repaired a round"),
        2,
        _("Points of damage that the workshop repairs in a round."),
        99,
        least=1,
    ),
    _number(
        "repair_damage_points", _("Price of a point of damage"), 1, _("What a point of damage costs to repair."), 99
    ),
    _number(
        "repair_crew_rounds",
        _("Rounds for a crew's critical card"),
        1,
        _("Rounds for a critical card of the crew: it is rallied."),
        20,
        least=1,
    ),
    _number(
        "repair_crew_points", _("Price of a crew's critical card"), 0, _("What a critical card of the crew costs."), 99
    ),
    _number(
        "repair_machine_rounds",
        _("Rounds for a machine's critical card"),
        1,
        _("Rounds for any other critical card that can be repaired."),
        20,
        least=1,
    ),
    _number(
        "repair_machine_points",
        _("Price of a machine's critical card"),
        2,
        _("What such a critical card costs to repair."),
        99,
    ),
    _number(
        "repair_machine_roll",
        _("Least die for a machine's critical card"),
        3,
        _("The least die for it; below it takes another round. 0 for no roll."),
        6,
    ),
    _number(
        "repair_lasting_rounds",
        _("Rounds for a lasting critical card"),
        2,
        _("Rounds for a critical card that no repair in battle helps."),
        20,
        least=1,
    ),
    _number(
        "repair_lasting_points",
        _("Price of a lasting critical card"),
        4,
        _("What such a lasting critical card costs to repair."),
        99,
    ),
    _number(
        "repair_lasting_roll",
        _("Least die for a lasting critical card"),
        4,
        _("The least die for it; below it takes another round. 0 for no roll."),
        6,
    ),
    _number(
        "rebuild_rounds",
        _("Rounds to rebuild a wreck"),
        3,
        _("Rounds in which a recovered wreck is rebuilt."),
        20,
        least=1,
    ),
    _number(
        "rebuild_share",
        _("Price of rebuilding, percent"),
        50,
        _("What that costs, in percent of the price of model and cards."),
        200,
    ),
    _number(
        "rebuild_roll",
        _("Least die to rebuild a wreck"),
        4,
        _("The least die for it; below it takes another round. 0 for no roll."),
        6,
    ),
)
_DEFAULTS = {option.name: option.default for option in TERMS}


def jobs(terms: Terms, owned: Owned) -> Sequence[Job]:
    """Rebuilding a wreck is one job and mends everything. Otherwise the damage is one job, and so is each kind of
    critical card. A model that is lost for good has none."""
    condition = msgspec.convert(owned.condition, Condition)
    if is_wreck(condition):
        return (_rebuild(terms, owned),)
    return tuple(_repairs(terms, condition)) if condition.fate != "removed" else ()


def is_wreck(condition: Condition) -> bool:
    """A wreck, or a model lost to whoever held the field: there is a hull in either case."""
    return condition.fate == "destroyed" or (condition.fate == "removed" and condition.hull is True)


def hull(told: Told) -> bool:
    return is_wreck(msgspec.convert(told, Condition))


def mend(told: Told, job: str) -> dict[str, Any]:
    """The condition once the job is done; unchanged if there is no such job."""
    condition = msgspec.convert(told, Condition)
    if is_wreck(condition):
        return _as_built(condition) if job == REBUILD else dict(told)
    if condition.fate == "removed":
        return dict(told)
    left = tuple(wound for wound in condition.criticals if _key(wound) != job)
    damage = 0 if job == DAMAGE else condition.damage
    if damage == condition.damage and len(left) == len(condition.criticals):
        return dict(told)
    return dict(msgspec.to_builtins(msgspec.structs.replace(condition, damage=damage, criticals=left)))


def _as_built(condition: Condition) -> dict[str, Any]:
    """Lost cards stay lost, and the crew is no better for it."""
    now = crew(msgspec.to_builtins(condition))
    built = Condition(lost_cards=condition.lost_cards, crew=msgspec.UNSET if now == "fit" else now)
    return dict(msgspec.to_builtins(built))


# -- jobs --------------------------------------------------------------------------------------------------------------


def _rebuild(terms: Terms, owned: Owned) -> Job:
    cost = price_of(terms, owned.edition, owned.model, owned.cards)
    return Job(
        key=REBUILD,
        label=say(_("rebuild the wreck")),
        rounds=_term(terms, "rebuild_rounds"),
        points=-(-cost * _term(terms, "rebuild_share") // 100),
        needs=_term(terms, "rebuild_roll"),
    )


def _repairs(terms: Terms, condition: Condition) -> Iterator[Job]:
    """Damage first, then critical cards in their order; cards of one name are one job."""
    if condition.damage:
        yield Job(
            key=DAMAGE,
            label=Message(_("%(n)d point of damage"), _("%(n)d points of damage"), condition.damage),
            rounds=-(-condition.damage // _term(terms, "repair_damage_per_round")),
            points=condition.damage * _term(terms, "repair_damage_points"),
        )
    for key in dict.fromkeys(_key(wound) for wound in condition.criticals):
        yield _critical(terms, key, [wound for wound in condition.criticals if _key(wound) == key])


def _critical(terms: Terms, key: str, wounds: Sequence[Wound]) -> Job:
    """All cards of one name, each with the rounds and points of its own kind; one roll, the hardest of theirs."""
    kinds = [_kind(wound) for wound in wounds]
    return Job(
        key=key,
        label=verbatim(wounds[0].card if len(wounds) == 1 else f"{wounds[0].card} × {len(wounds)}"),
        rounds=sum(_term(terms, f"repair_{kind}_rounds") for kind in kinds),
        points=sum(_term(terms, f"repair_{kind}_points") for kind in kinds),
        needs=max(0 if kind == "crew" else _term(terms, f"repair_{kind}_roll") for kind in kinds),
    )


def _kind(wound: Wound) -> str:
    """The kind by its effect; a card without one goes by its name."""
    if not wound.repairable:
        return "lasting"
    return "crew" if (wound.effect or wound.card) in CREW_CRITICALS else "machine"


def _key(wound: Wound) -> str:
    """One key for all cards of a name, so that it stays the same while other jobs are done."""
    return f"critical-{re.sub('[^a-z0-9]+', '-', wound.card.lower()).strip('-') or 'other'}"


def _term(terms: Terms, name: str) -> int:
    return int(terms.get(name, _DEFAULTS[name]))


# What people call the condition that a battle leaves a model in (`state.Condition`).
CONDITION_WORDS: dict[str, Message] = {
    "damage": say(_("damage")),
    **{f"fate.{fate}": words for fate, words in FATES.items()},
    "skills": say(_("Crew")),
    **{f"skills.{skill}": say(name) for skill, name in SKILL_NAMES.items()},
    "crew": say(_("Crew")),
    "crew.fit": say(_("crew fit")),
    "crew.wounded": say(_("crew wounded")),
    "crew.lost": say(_("crew lost")),
    "hull": say(_("its hull is left")),
}
UPKEEP = Upkeep(
    terms=(*TERMS, TERM, ROSTER_FAN_MADE),
    defaults={
        "muster_points": 100,
        "purse": 20,
        "per_round": 10,
        "per_win": 10,
        "per_draw": 6,
        "per_loss": 4,
        "minimum_force": 60,
        "tow_points": 2,
        "spare_crew_points": 3,
    },
    scored=0,
    jobs=jobs,
    mend=mend,
    hull=hull,
    crew=crew,
    heal=heal,
    post=post,
    price=price_of,
    flaws=flaws,
)
