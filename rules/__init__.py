"""The rulebooks, and what a rulebook is. Pure Python and msgspec; knows nothing of the floors above."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from types import MappingProxyType

from rules.contract import Refused, RuleSystem, say
from rules.contract import gettext_noop as _


@cache
def all_systems() -> MappingProxyType[str, RuleSystem]:
    """Every rule system there is, by key: the folders under `rules/systems`."""
    from rules import systems

    found = {}
    for module in sorted(iter_modules(systems.__path__), key=lambda m: m.name):
        if module.ispkg:
            found[module.name] = import_module(f"rules.systems.{module.name}").SYSTEM
    return MappingProxyType(found)


def system(key: str) -> RuleSystem:
    """The rule system `key`. The refusal of an unknown one names those that exist."""
    try:
        return all_systems()[key]
    except KeyError:
        raise Refused(
            "system",
            say(_("There is no rule system “%(key)s”."), key=str(key)[:40]),
            say(_("Installed: %(keys)s."), keys=", ".join(all_systems())),
            field="system",
            code="unknown",
        ) from None
