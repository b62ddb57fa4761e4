"""What campaigns do with models between battles: the workshop's jobs, terms and prices, what is
wrong with a platoon, and how its crews are (house rules, RULES.md, "Between battles").

The numbers are meant for platoons of about 100 points.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from rules.contract import Message, Side, Unit, ngettext, say
from rules.contract import gettext_noop as _
from rules.declarations import Option
from rules.kit.upkeep import Agreed, NumberTerms
from rules.messages import verbatim
from rules.systems.modern_age.catalogue import Entry, entries, find, find_card
from rules.systems.modern_age.editions import EDITIONS
from rules.systems.modern_age.forces import Carried, Fielded, card_of, cost
from rules.systems.modern_age.grades import SKILL_NAMES, TERM, post
from rules.systems.modern_age.platoon.faults import faults_of
from rules.systems.modern_age.platoon.muster import left_of
from rules.systems.modern_age.state import Condition, Wound
from rules.systems.modern_age.tables import CREW_TYPES, HOUSE_UNITS
from rules.systems.modern_age.words import FATES
from rules.upkeep import Condition as Told
from rules.upkeep import Crew, Flaw, Job, Owned, Terms, Upkeep

ROSTER_FAN_MADE = Option(
    name="roster_fan_made",
    label=_("Fan-made models in platoons"),
    type="flag",
    default=False,
    help=_("Platoons may hold models and cards made by fans."),
    rule="003 section 6",
)


def price_of(terms: Terms, edition: str, model: str, cards: Sequence[str]) -> int:
    """A model with its cards by their printed prices, less what cards take off others (R3). What the catalogue does not
    know, like a card whose name was erased, costs nothing."""
    entry = _model(terms, edition, model)
    carried = [one.card for one in _carried(edition, cards, entry.article.nation if entry else "")]
    return cost(entry, carried) if entry else sum(card.points for card in carried)


def flaws(terms: Terms, edition: str, card: str, vehicles: Sequence[Owned]) -> Iterator[Flaw]:
    """What a muster of Tank Ace would refuse about these models (R3, R4, R7, R39, B8, B9), and unknown models. The
    campaign limits points; wrecks belong to the platoon too."""
    side, fielded = card or "-", list[Fielded]()
    for key, owned in zip(_keys(terms, edition, vehicles), vehicles, strict=True):
        entry = _model(terms, edition, owned.model)
        if entry is None:
            text = say(_("There is no model “%(model)s”."), model=owned.model)
            yield Flaw(f"R3/unknown/{key}", "003 R3", text, say(_("The catalogue lists the models there are.")))
        else:
            fielded.append(_fielded(edition, side, key, entry, owned))
    options = {"allow_fan_made": terms.get(ROSTER_FAN_MADE.name, ROSTER_FAN_MADE.default)}
    for fault in faults_of(edition, {side: Side(platoon=card)}, fielded, "", options):
        yield Flaw(fault.fault.removesuffix(f"/{side}"), fault.rule, fault.text, fault.remedy)


def _model(terms: Terms, edition: str, word: str) -> Entry | None:
    """A published model, or one of the club's own if the campaign plays with those."""
    return find(edition, ("model",), word, str(terms.get(HOUSE_UNITS, "")))


def _keys(terms: Terms, edition: str, vehicles: Sequence[Owned]) -> Iterator[str]:
    """A key for each: its model's, numbered from the second of the same model on."""
    seen: Counter[str] = Counter()
    for owned in vehicles:
        entry = _model(terms, edition, owned.model)
        key = entry.article.key if entry else "model"
        seen[key] += 1
        yield key if seen[key] == 1 else f"{key}_{seen[key]}"


def _fielded(edition: str, side: str, key: str, entry: Entry, owned: Owned) -> Fielded:
    condition = msgspec.convert(owned.condition, Condition)
    mustered = tuple(_carried(edition, owned.cards, entry.article.nation))
    return Fielded(
        Unit(id=key, side=side, model=entry.name), entry, mustered, tuple(left_of(mustered, condition)), condition
    )


def _carried(edition: str, names: Sequence[str], nation: str) -> list[Carried]:
    found: list[Carried] = []
    for name in names:
        if entry := find_card(edition, name, nation):
            found.append(Carried(entry, card_of(entry, face_up=False, before=[one.card for one in found])))
    return found


OUT = ("destroyed", "removed")


def crew(told: Told) -> Crew:
    """As the battle's condition says. If it does not, the crew of a destroyed model is wounded and any other is fit."""
    condition = msgspec.convert(told, Condition)
    if condition.crew is not msgspec.UNSET:
        return condition.crew
    return "wounded" if condition.fate in OUT else "fit"


def heal(told: Told) -> dict[str, Any]:
    """The condition with a crew that is well again, or a new one. Every place is taken again, so its crew cards count
    again."""
    condition = msgspec.convert(told, Condition)
    healed = msgspec.structs.replace(
        condition,
        lost_cards=tuple(word for word in condition.lost_cards if not _is_crew(word)),
        crew="fit" if condition.fate in OUT else msgspec.UNSET,
    )
    return dict(msgspec.to_builtins(healed))


def _is_crew(word: str) -> bool:
    """Whether a lost card was one of the crew: by its name, or by its id if nobody knows its name any more."""
    kind = word.rstrip("0123456789").rstrip("-") if word[-1:].isdigit() else word
    return word in _NAMES or kind in _IDS


_NAMES = frozenset(entry.name for edition in EDITIONS for entry in entries(edition, "crew"))
_IDS = frozenset(kind.lower().replace(" ", "-") for kind in CREW_TYPES)


CREW_CRITICALS = ("Bailed Out", "Shell Shocked", "Stunned Crew")  # no spanner needed: what Liquid Courage repairs
REBUILD, DAMAGE = "rebuild", "damage"


_number = NumberTerms("house")
TERMS = (
    _number(
        "repair_damage_per_round",
        _("Damage repaired a round"),
        2,
        _("Points of damage that the workshop repairs in a round."),
        99,
        least=1,
    ),
    _number.points(
        "repair_damage_points", _("Price of a point of damage"), 1, _("What a point of damage costs to repair.")
    ),
    _number.rounds(
        "repair_crew_rounds",
        _("Rounds for a crew's critical card"),
        1,
        _("Rounds for a critical card of the crew: it is rallied."),
    ),
    _number.points(
        "repair_crew_points", _("Price of a crew's critical card"), 0, _("What a critical card of the crew costs.")
    ),
    _number.rounds(
        "repair_machine_rounds",
        _("Rounds for a machine's critical card"),
        1,
        _("Rounds for any other critical card that can be repaired."),
    ),
    _number.points(
        "repair_machine_points",
        _("Price of a machine's critical card"),
        2,
        _("What such a critical card costs to repair."),
    ),
    _number.least_die(
        "repair_machine_roll",
        _("Least die for a machine's critical card"),
        3,
        _("The least die for it; below it takes another round. 0 for no roll."),
    ),
    _number.rounds(
        "repair_lasting_rounds",
        _("Rounds for a lasting critical card"),
        2,
        _("Rounds for a critical card that no repair in battle helps."),
    ),
    _number.points(
        "repair_lasting_points",
        _("Price of a lasting critical card"),
        4,
        _("What such a lasting critical card costs to repair."),
    ),
    _number.least_die(
        "repair_lasting_roll",
        _("Least die for a lasting critical card"),
        4,
        _("The least die for it; below it takes another round. 0 for no roll."),
    ),
    _number.rounds(
        "rebuild_rounds", _("Rounds to rebuild a wreck"), 3, _("Rounds in which a recovered wreck is rebuilt.")
    ),
    _number(
        "rebuild_share",
        _("Price of rebuilding, percent"),
        50,
        _("What that costs, in percent of the price of model and cards."),
        200,
    ),
    _number.least_die(
        "rebuild_roll",
        _("Least die to rebuild a wreck"),
        4,
        _("The least die for it; below it takes another round. 0 for no roll."),
    ),
)
_term = Agreed(TERMS)


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
            label=ngettext("%(n)d point of damage", "%(n)d points of damage", condition.damage),
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
