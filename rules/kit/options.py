"""Options and house rules: those that rulebooks share, and from what was asked for to the complete, frozen set of a
battle. `rule` is cited whole: "001 B16"."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from rules.contract import Message, Refused, say
from rules.contract import gettext_noop as _
from rules.declarations import Option
from rules.house_units import MOST_CHARACTERS, OPTION


def settle_options(
    declared: Iterable[Option], asked: Mapping[str, Any], rule: str, field: str = "options"
) -> dict[str, bool | int | str]:
    """The complete options of a battle: `asked` over the declared defaults (`Option.later` ones only if they were asked
    for). Refuses an unknown or wrong one, naming `field`."""
    known = {option.name: option for option in declared}
    for name, value in asked.items():
        option = known.get(name)
        if option is None:
            raise Refused(
                rule,
                say(_("There is no option “%(name)s”."), name=name),
                say(_("Known options: %(names)s."), names=", ".join(sorted(known)) or "-"),
                field=field,
            )
        if not _fits(option, value):
            raise Refused(
                rule,
                say(_("Option “%(name)s” cannot be %(value)s."), name=name, value=str(value)[:80]),
                say(_("It takes %(what)s."), what=_takes(option)),
                field=field,
            )
    told = {name: option for name, option in known.items() if name in asked or not option.later}
    return {name: asked.get(name, option.default) for name, option in told.items()}


def _fits(option: Option, value: Any) -> bool:
    if option.type == "flag":
        return isinstance(value, bool)
    if option.type == "number":
        return isinstance(value, int) and not isinstance(value, bool) and option.least <= value <= option.most
    if option.type == "text":
        return isinstance(value, str) and len(value) <= option.most
    return isinstance(value, str) and value in option.choices


def _takes(option: Option) -> Message:
    if option.type == "flag":
        return say(_("true or false"))
    if option.type == "number":
        return say(_("a number from %(least)s to %(most)s"), least=option.least, most=option.most)
    if option.type == "text":
        return say(_("a text of at most %(most)s characters"), most=option.most)
    return say(_("one of %(choices)s"), choices=", ".join(option.choices))


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
