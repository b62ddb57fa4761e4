"""A platoon as a campaign owns it: what it costs, what is wrong with it, and how its crews are (RULES.md, "Between
battles")."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from rules.contract import Side, Unit, say
from rules.contract import gettext_noop as _
from rules.declarations import Option
from rules.systems.modern_age.catalogue import Entry, entries, find, find_card
from rules.systems.modern_age.editions import EDITIONS
from rules.systems.modern_age.forces import Carried, Fielded, card_of, cost
from rules.systems.modern_age.platoon.faults import faults_of
from rules.systems.modern_age.platoon.muster import left_of
from rules.systems.modern_age.state import Condition
from rules.systems.modern_age.tables import CREW_TYPES, HOUSE_UNITS
from rules.upkeep import Condition as Told
from rules.upkeep import Crew, Flaw, Owned, Terms

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
