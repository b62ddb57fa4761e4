"""Chapters of a season: one mechanic a module, with its commands and events, and what becomes of each of them.

    CHAPTER = Chapter("Penalties")

    @CHAPTER.decides
    def penalise(season: Season, command: Penalise, who: Who, dice: Dice) -> Decision: ...

    @CHAPTER.evolves
    def _penalised(season: Season, event: Penalised) -> None: ...

    @CHAPTER.narrates
    def _tell_penalised(season: Season, event: Penalised) -> Message: ...

Which command or event a function is for stands in its signature, as in a rulebook's chapter (`rules.kit.chapters`); a
season decides by person, where a rulebook decides by side. `Contents` puts chapters together, and refuses at import
what does not fit.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import msgspec

from campaigns.season.state import Season
from rules.adjudicate import Who
from rules.contract import Command, Decision, Dice, Event, Message
from rules.kit.chapters import Misfit, Section, joined
from rules.stream.codec import as_it_was

C = TypeVar("C", bound=Command)
E = TypeVar("E", bound=Event)


class Reason(msgspec.Struct, frozen=True):
    """`rule`: where campaigns/RULES.md has it, "Retreats 2"; "" where it is no rule's doing."""

    text: Message
    rule: str = ""


class Chapter(Section):
    """One chapter of a season."""

    def __init__(self, title: str) -> None:
        super().__init__(title)
        self.deciding: dict[type[Command], Callable[[Season, Any, Who, Dice], Decision]] = {}
        self.evolving: dict[type[Event], Callable[[Season, Any], None]] = {}
        self.narrating: dict[type[Event], Callable[[Season, Any], Message]] = {}
        self.upcasters: dict[tuple[str, int], Any] = {}
        self.afterwards: list[type[Command]] = []

    def decides(
        self, function: Callable[[Season, C, Who, Dice], Decision]
    ) -> Callable[[Season, C, Who, Dice], Decision]:
        """From this command to its events: legality first (`Refused`), then each event in order."""
        self._add(self.deciding, function, 1)
        return function

    def evolves(self, function: Callable[[Season, E], None]) -> Callable[[Season, E], None]:
        """What this event changes, in place."""
        self._add(self.evolving, function, 1)
        return function

    def narrates(self, function: Callable[[Season, E], Message]) -> Callable[[Season, E], Message]:
        """How this event reads, as a sentence to be translated. Who and what it is about stands in it by key."""
        self._add(self.narrating, function, 1)
        return function

    def upcasts(self, event: type[Event], *versions: int) -> None:
        """These older versions of an event read as they are: its new fields have defaults."""
        self.upcasters |= {(event.__name__, version): as_it_was for version in versions}

    def heard_afterwards(self, *commands: type[Command]) -> None:
        """Reports that a closed season still takes."""
        self.afterwards += commands


class Contents:
    """A season put together of its chapters. `Misfit` where they do not fit.

    `opens`: the command that begins it, and `opened`, its event, which no chapter decides or folds: there is no State
    yet. `commands`: those that somebody may report.
    """

    def __init__(
        self, *chapters: Chapter, opens: type[Command], opened: type[Event], commands: tuple[type[Command], ...]
    ) -> None:
        self.deciding = joined(chapters, "deciding")
        self.evolving = joined(chapters, "evolving")
        self.narrating = joined(chapters, "narrating")
        self.upcasters = joined(chapters, "upcasters")
        self.afterwards = frozenset(command for chapter in chapters for command in chapter.afterwards)
        for command in {*self.deciding, opens} ^ {*commands}:
            raise Misfit(f"{command.__name__} is decided by no chapter, or reported by nobody.")
        for event in {*self.evolving, opened} ^ {*self.narrating}:
            raise Misfit(f"{event.__name__} is folded by no chapter, or has no sentence.")
