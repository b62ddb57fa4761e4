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

    `label` is what a form calls it, in a few words, and `labels` what it calls the choices, in their order.
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
    label: str = ""  # marked for translation, as `help` and `labels` are
    labels: tuple[str, ...] = ()

    @property
    def called(self) -> str:
        """What people call it; its name, where the rulebook does without a label."""
        return self.label or self.name.replace("_", " ").capitalize()

    def choice_called(self, choice: str) -> str:
        """What people call one of its choices; the choice as it is, where it has no label."""
        return dict(zip(self.choices, self.labels, strict=False)).get(choice, choice)


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
