"""Chapters of a stream to which people report as persons: a season, a league. One mechanic a module, with its commands
and events, and what becomes of each of them.

    CHAPTER = PersonChapter[League]("Divisions")

    @CHAPTER.decides
    def set_divisions(league: League, command: SetDivisions, who: Who, dice: Dice) -> Decision: ...

    @CHAPTER.offers(SetDivisions)
    def _offered(league: League, who: Who) -> Iterable[Choice]: ...

    @CHAPTER.evolves
    def _set(league: League, event: DivisionsSet) -> None: ...

    @CHAPTER.narrates
    def _tell_set(league: League, event: DivisionsSet) -> Message: ...

Which command or event a function is for stands in its signature, as in a rulebook's chapter (`rules.kit.chapters`),
which decides by side. `PersonContents` puts chapters together, and refuses at import what does not fit.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Generic, TypeVar

from rules.contract import Choice, Command, Decision, Dice, Event, Message
from rules.kit.chapters import Misfit, Section, joined
from rules.stream.codec import as_it_was
from rules.stream.decider import S, Who

C = TypeVar("C", bound=Command)
E = TypeVar("E", bound=Event)


class PersonChapter(Section, Generic[S]):
    """One chapter of a stream with a State `S`."""

    def __init__(self, title: str) -> None:
        super().__init__(title)
        self.deciding: dict[type[Command], Callable[[S, Any, Who, Dice], Decision]] = {}
        self.offering: dict[type[Command], Callable[[S, Who], Iterable[Choice]]] = {}
        self.evolving: dict[type[Event], Callable[[S, Any], None]] = {}
        self.narrating: dict[type[Event], Callable[[S, Any], Message]] = {}
        self.seeing: dict[type[Event], Callable[[S, Any, str], Event]] = {}
        self.upcasters: dict[tuple[str, int], Any] = {}
        self.afterwards: list[type[Command]] = []

    def decides(self, function: Callable[[S, C, Who, Dice], Decision]) -> Callable[[S, C, Who, Dice], Decision]:
        """From this command to its events: legality first (`Refused`), then each event in order."""
        self._add(self.deciding, function, 1)
        return function

    def offers(
        self, command: type[Command]
    ) -> Callable[[Callable[[S, Who], Iterable[Choice]]], Callable[[S, Who], Iterable[Choice]]]:
        """What of this command somebody may report now: `decides` turned round, for whoever asks. Nothing hidden from
        them follows from it. Asked only while the stream takes such reports."""

        def register(function: Callable[[S, Who], Iterable[Choice]]) -> Callable[[S, Who], Iterable[Choice]]:
            self._put(self.offering, command, function)
            return function

        return register

    def evolves(self, function: Callable[[S, E], None]) -> Callable[[S, E], None]:
        """What this event changes, in place."""
        self._add(self.evolving, function, 1)
        return function

    def narrates(self, function: Callable[[S, E], Message]) -> Callable[[S, E], Message]:
        """How this event reads, as a sentence to be translated. Who and what it is about stands in it by key."""
        self._add(self.narrating, function, 1)
        return function

    def sees(self, function: Callable[[S, E, str], E]) -> Callable[[S, E, str], E]:
        """The event as a person ("" for a spectator) may see it; without such a function everybody sees all of it."""
        self._add(self.seeing, function, 1)
        return function

    def upcasts(self, event: type[Event], *versions: int) -> None:
        """These older versions of an event read as they are: its new fields have defaults."""
        self.upcasters |= {(event.__name__, version): as_it_was for version in versions}

    def heard_afterwards(self, *commands: type[Command]) -> None:
        """Reports that a closed stream still takes."""
        self.afterwards += commands

    def _add_of(self, fact: str, table: dict[Any, Any], function: Callable[..., Any]) -> None:
        found: dict[Any, Any] = {}
        self._add(found, function, 1)
        for event in found:
            self._put(table, (fact, event), function)


class PersonContents:
    """A stream put together of its chapters. `Misfit` where they do not fit.

    `opens`: the command that begins it, and `opened`, its event, which no chapter decides or folds: there is no State
    yet. `commands`: those that somebody may report; `of_the_clerk`: those of them that nobody chooses to.
    """

    def __init__(
        self,
        chapters: Sequence[PersonChapter[Any]],
        *,
        opens: type[Command],
        opened: type[Event],
        commands: tuple[type[Command], ...],
        of_the_clerk: tuple[type[Command], ...] = (),
    ) -> None:
        self.deciding = joined(chapters, "deciding")
        self.offering = joined(chapters, "offering")
        self.evolving = joined(chapters, "evolving")
        self.narrating = joined(chapters, "narrating")
        self.seeing = joined(chapters, "seeing")
        self.upcasters = joined(chapters, "upcasters")
        self.afterwards = frozenset(command for chapter in chapters for command in chapter.afterwards)
        for command in {*self.deciding, opens} ^ {*commands}:
            raise Misfit(f"{command.__name__} is decided by no chapter, or reported by nobody.")
        for command in {*self.offering, *of_the_clerk} ^ {*commands}:
            raise Misfit(f"{command.__name__} is offered by no chapter, or cannot be reported.")
        for chapter in chapters:
            for command in {*chapter.offering} - {*chapter.deciding}:
                raise Misfit(f"{chapter.title} offers {command.__name__}, which another chapter decides.")
        for event in {*self.evolving, opened} ^ {*self.narrating}:
            raise Misfit(f"{event.__name__} is folded by no chapter, or has no sentence.")
