"""What a rulebook declares of itself in tables: its options, its scenarios, its catalogue."""

from __future__ import annotations

from typing import Any, Literal

import msgspec


class Option(msgspec.Struct, frozen=True):
    """A switch or house rule, declared once; admin, API and pages are made from the declaration.

    A text may go over several lines and has at most `most` characters; what it may say is the rulebook's to check, at
    the muster.

    `later`: it was declared when editions of its rulebook had been released. A muster holds it only where it was asked
    for, so that theirs read as ever; whoever asks for its value falls back on the default.
    """

    name: str
    type: Literal["flag", "number", "choice", "text"]
    default: bool | int | str
    help: str
    rule: str
    choices: tuple[str, ...] = ()
    least: int = 0
    most: int = 1000
    later: bool = False


class Scenario(msgspec.Struct, frozen=True):
    """A mission the rulebook describes. `units` is its preset platoon, when it has one: (side, model, cards)."""

    key: str
    name: str
    rule: str
    sides: tuple[str, ...]


class Article(msgspec.Struct, frozen=True, kw_only=True):
    """One line of a catalogue: a model or card with its figures and where each comes from."""

    key: str
    name: str
    kind: str
    nation: str = ""
    points: int = 0
    figures: dict[str, Any] = {}
    status: str
    source: str
