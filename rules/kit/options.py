"""Options that rulebooks share. `rule` is cited whole: "001 B16"."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from rules.contract import gettext_noop as _
from rules.declarations import Option
from rules.house_units import MOST_CHARACTERS, OPTION


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


def flag(name: str, label: str, help: str, rule: str, *, default: bool = False, later: bool = False) -> Option:
    """A switch. For this and the next two: `rule` is cited whole ("001 A8"), `later` is as in `Option`."""
    return Option(name=name, label=label, type="flag", default=default, help=help, rule=rule, later=later)


def number(
    name: str, label: str, default: int, help: str, rule: str, *, least: int = 0, most: int, later: bool = False
) -> Option:
    return Option(
        name=name,
        label=label,
        type="number",
        default=default,
        help=help,
        rule=rule,
        least=least,
        most=most,
        later=later,
    )


def choice(name: str, label: str, choices: dict[str, str], help: str, rule: str, *, later: bool = False) -> Option:
    """`choices` are the labels by their values, the default first."""
    values, labels = tuple(choices), tuple(choices.values())
    return Option(
        name=name,
        label=label,
        type="choice",
        default=values[0],
        choices=values,
        labels=labels,
        help=help,
        rule=rule,
        later=later,
    )


def drafted(options: Iterable[Option], choose: Callable[[int], int]) -> dict[str, bool | int | str]:
    """Values for such options, picked by `choose(n)` in 0..n-1. A text keeps its default."""
    return {one.name: _drafted(one, choose) for one in options}


def _drafted(option: Option, choose: Callable[[int], int]) -> bool | int | str:
    match option.type:
        case "flag":
            return bool(choose(2))
        case "number":
            return option.least + choose(option.most - option.least + 1)
        case "choice":
            return option.choices[choose(len(option.choices))]
    return option.default
