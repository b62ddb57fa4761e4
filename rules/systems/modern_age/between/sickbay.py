"""Crews between battles: who is wounded, who is lost, and who is well again (RULES.md, "Between battles")."""

from __future__ import annotations

from typing import Any

import msgspec

from rules.systems.modern_age.catalogue import entries
from rules.systems.modern_age.editions import EDITIONS
from rules.systems.modern_age.state import Condition
from rules.systems.modern_age.tables import CREW_TYPES
from rules.upkeep import Condition as Told
from rules.upkeep import Crew

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
