"""What a rulebook declares in tables: its options, its scenarios, its catalogue."""

from __future__ import annotations

from typing import Any, Literal

import msgspec


class Option(msgspec.Struct, frozen=True):
    """A switch or house rule, declared once; admin, API and pages are made from the declaration.

    A text may have several lines and at most `most` characters; the rulebook checks at the muster what it says.

    `later`: it was declared after editions of its rulebook had been released. A muster holds it only if it was asked
    for, so that older musters read as ever; code that asks for its value falls back on the default.

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
        """What people call it; its name if the rulebook has no label."""
        return self.label or self.name.replace("_", " ").capitalize()

    def choice_called(self, choice: str) -> str:
        """What people call one of its choices; the choice itself if it has no label."""
        at = self.choices.index(choice) if choice in self.choices else len(self.labels)
        return self.labels[at] if at < len(self.labels) else choice


class Scenario(msgspec.Struct, frozen=True):
    """A mission that the rulebook describes. `nations`: those whose vehicles fight on a side, by side, where it says
    so; a muster begins with platoons on their own sides."""

    key: str
    name: str
    rule: str
    sides: tuple[str, ...]
    nations: dict[str, tuple[str, ...]] = {}


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
