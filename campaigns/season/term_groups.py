"""The terms of a campaign in groups with headings, for forms and pages."""

from __future__ import annotations

from collections.abc import Iterator

from campaigns.season import terms
from rules.contract import RuleSystem
from rules.contract import gettext_noop as _
from rules.declarations import Option

GROUPS: tuple[tuple[str, tuple[Option, ...]], ...] = (
    (_("Platoons"), terms.PLATOONS),
    (_("Purse and reinforcements"), terms.PURSE),
    (_("Workshop"), terms.WORKSHOP),
    (_("Crews"), terms.CREWS),
    (_("Rounds"), terms.ROUNDS),
)
ON_MAP: tuple[tuple[str, tuple[Option, ...]], ...] = (
    (_("The map: orders and battles"), terms.ORDERS),
    (_("The map: retreats"), terms.RETREATS),
    (_("The map: supply"), terms.SUPPLY),
    (_("The map: victory"), terms.VICTORY),
)


def groups_of(system: RuleSystem, on_map: bool) -> Iterator[tuple[str, tuple[Option, ...]]]:
    """All terms of a campaign of this rulebook, with its defaults, by heading (to be translated). The rulebook's own
    terms come last."""
    known = {option.name: option for option in terms.terms_of(system, on_map)}
    for title, options in (*GROUPS, *(ON_MAP if on_map else ())):
        yield title, tuple(known.pop(option.name) for option in options)
    if known:
        yield _("Of the rulebook"), tuple(known.values())
