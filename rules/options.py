"""Options and house rules: from what was asked for to the complete, frozen set of a battle."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from rules.contract import Message, Refused, say
from rules.contract import gettext_noop as _
from rules.declarations import Option


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
