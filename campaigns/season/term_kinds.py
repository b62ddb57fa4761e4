"""The kinds of terms that a campaign declares: options of no rulebook."""

from __future__ import annotations

from rules.declarations import Option
from rules.kit import options

MOST = 99_999
RULE = "campaign"


def flag(name: str, label: str, default: bool, help: str) -> Option:
    return options.flag(name, label, help, RULE, default=default)


def number(name: str, label: str, default: int, help: str, most: int = 999, least: int = 0) -> Option:
    return options.number(name, label, default, help, RULE, least=least, most=most)


def choice(name: str, label: str, choices: dict[str, str], help: str) -> Option:
    """The first of the choices, each with what people call it, is the default."""
    return options.choice(name, label, choices, help, RULE)
