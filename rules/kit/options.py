"""Options that rulebooks share. `rule` is cited whole: "001 B16"."""

from __future__ import annotations

from rules.contract import gettext_noop as _
from rules.declarations import Option
from rules.house import MOST_CHARACTERS, OPTION


def house_units(help: str, rule: str) -> Option:
    """The club's own sheet, as CSV; `help` says which columns it has."""
    return Option(
        name=OPTION,
        label=_("House units"),
        type="text",
        default="",
        most=MOST_CHARACTERS,
        help=help,
        rule=rule,
        later=True,
    )


def points_a_side(rule: str) -> Option:
    return Option(
        name="points",
        label=_("Points a side"),
        type="number",
        default=0,
        most=9999,
        help=_("House: points a side; 0 for no limit."),
        rule=rule,
    )
