"""The kinds of terms that a campaign declares."""

from __future__ import annotations

from rules.declarations import Option

MOST = 99_999


def flag(name: str, label: str, default: bool, help: str) -> Option:
    return Option(name=name, label=label, type="flag", default=default, help=help, rule="campaign")


def number(name: str, label: str, default: int, help: str, most: int = 999, least: int = 0) -> Option:
    return Option(
        name=name, label=label, type="number", default=default, help=help, rule="campaign", least=least, most=most
    )


def choice(name: str, label: str, choices: dict[str, str], help: str) -> Option:
    """The first of the choices, each with what people call it, is the default."""
    names, labels = tuple(choices), tuple(choices.values())
    return Option(
        name=name,
        label=label,
        type="choice",
        default=names[0],
        help=help,
        rule="campaign",
        choices=names,
        labels=labels,
    )
