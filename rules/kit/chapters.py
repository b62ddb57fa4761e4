"""Chapters: a rulebook cut as its booklet is, one mechanic a module, and put together to a `RuleSystem`.

A chapter's module defines commands and events, and says with decorators what becomes of each of them:

    CHAPTER = Chapter[State, Event]("Ramming", "R29 to R33")

    @CHAPTER.decides
    def ram(state: State, command: Ram, dice: Dice) -> Decision: ...     # Ram -> Rammed

    @CHAPTER.evolves
    def rammed(state: State, event: Rammed) -> None: ...                 # what it changes

    @CHAPTER.narrates
    def tell(event: Rammed) -> Message: ...                              # how it reads

    @CHAPTER.throws
    def luck(state: State, event: Rammed) -> Iterable[Throw]: ...        # what its dice were thrown for

    @CHAPTER.offers
    def rams(state: State, side: str) -> Iterable[Choice]: ...           # what can be reported now

    @CHAPTER.forbids
    def impossible(state: State) -> None: ...                            # what no declared state may be

Which command or event a function is for stands in its signature. `Rulebook` refuses at import what does not fit: a
command decided twice, an event without a sentence, a sentence for an event that nothing folds, dice thrown for nothing.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from types import UnionType
from typing import Any, Generic, NoReturn, TypeVar, Union, get_args, get_origin, get_type_hints

from rules import reports
from rules.contract import Choice, Command, Dice, Event, Message, RuleSystemOf, State, say
from rules.kit.declarable import declarables
from rules.kit.offers import of_side
from rules.luck import Throw, die_each
from rules.stream.dice import roll_fields

S = TypeVar("S", bound=State)
E = TypeVar("E", bound=Event)
C = TypeVar("C", bound=Command)
One = TypeVar("One", bound=Event)

# The frame of a battle has the sentences of these events; a rulebook folds them.
FRAME: tuple[type[Event], ...] = reports.EVENTS


class Misfit(Exception):
    """Chapters that do not fit together. Its text names the chapter and what is wrong. Raised at import."""


class Section:
    """Tables from a command or an event to the function that is for it. The function's signature says which one that
    is."""

    def __init__(self, title: str) -> None:
        self.title = title

    def __repr__(self) -> str:
        return f"<chapter {self.title}>"

    def _add(self, table: dict[Any, Any], function: Callable[..., Any], place: int) -> None:
        hint = [*get_type_hints(function).values()][place]
        for kind in get_args(hint) if get_origin(hint) in (Union, UnionType) else (hint,):
            self._put(table, kind, function)

    def _put(self, table: dict[Any, Any], kind: Any, what: Any) -> None:
        if kind in table:
            raise Misfit(f"{self.title}: {getattr(kind, '__name__', kind)} stands there twice.")
        table[kind] = what


class Chapter(Section, Generic[S, E]):
    """One chapter of a rulebook, with a State `S` and events `E`. `rules`: its rules' numbers, for readers."""

    def __init__(self, title: str, rules: str = "") -> None:
        super().__init__(title)
        self.rules = rules
        self.deciding: dict[type[Command], Callable[[S, Any, Dice], Generator[E, None, None]]] = {}
        self.evolving: dict[type[Event], Callable[[S, Any], None]] = {}
        self.narrating: dict[type[Event], Callable[[Any], Message]] = {}
        self.throwing: dict[type[Event], Callable[[S, Any], Iterable[Throw]]] = {}
        self.offering: list[Callable[[S, str], Iterable[Choice]]] = []
        self.forbidding: list[Callable[[S], None]] = []
        self.explaining: list[Callable[[S, str], Iterable[str]]] = []
        self.before: list[Callable[[S, Command], None]] = []
        self.after: list[Callable[[S, Event], None]] = []

    def decides(
        self, function: Callable[[S, C, Dice], Generator[E, None, None]]
    ) -> Callable[[S, C, Dice], Generator[E, None, None]]:
        """The function for this command: it checks the rules first (`Refused`), then yields each event in order."""
        self._add(self.deciding, function, 1)
        return function

    def evolves(self, function: Callable[[S, One], None]) -> Callable[[S, One], None]:
        """The function for this event: it changes the State in place."""
        self._add(self.evolving, function, 1)
        return function

    def narrates(self, function: Callable[[One], Message]) -> Callable[[One], Message]:
        """The function for this event: its sentence, which the floors above translate."""
        self._add(self.narrating, function, 0)
        return function

    def sentences(self, told: Mapping[type[Event], str | Callable[[Any], Message]]) -> None:
        """Sentences of events that need no function of their own. The values that a text names are fields of its
        event."""
        for event, how in told.items():
            self._put(self.narrating, event, self._from_fields(event, how) if isinstance(how, str) else how)

    def _from_fields(self, event: type[Event], text: str) -> Callable[[Event], Message]:
        names = re.findall(r"%\((\w+)\)s", text)
        if strange := {*names} - {*event.__struct_fields__}:
            raise Misfit(f"{self.title}: the sentence of {event.__name__} names {', '.join(sorted(strange))}.")
        return lambda event: say(text, **{name: getattr(event, name) for name in names})

    def changes_nothing(self, *events: type[Event]) -> None:
        """Events that have a sentence and change nothing."""
        for event in events:
            self._put(self.evolving, event, lambda state, event: None)

    def throws(self, function: Callable[[S, One], Iterable[Throw]]) -> Callable[[S, One], Iterable[Throw]]:
        """The function says what the dice of this event were thrown for (`rules.luck`). It is given the State as it
        stood before the event."""
        self._add(self.throwing, function, 1)
        return function

    def throws_a_die_each(self, *events: type[Event]) -> None:
        """Events with a `roll` of one die for each of the State's sides, of which the higher wins."""
        for event in events:
            self._put(self.throwing, event, lambda state, event: die_each(state.sides, event.roll))

    def throws_for_nobody(self, *events: type[Event]) -> None:
        """Events whose dice are nobody's luck: they say where something lies, or which card is drawn."""
        for event in events:
            self._put(self.throwing, event, lambda state, event: ())

    def offers(self, function: Callable[[S, str], Iterable[Choice]]) -> Callable[[S, str], Iterable[Choice]]:
        """The function says what `side` may report now. It is only asked while the battle is open to the side."""
        self.offering.append(function)
        return function

    def forbids(self, function: Callable[[S], None]) -> Callable[[S], None]:
        """The function raises `Refused` (field "facts.<path>") for a declared state that no battle can be in."""
        self.forbidding.append(function)
        return function

    def explains(self, function: Callable[[S, str], Iterable[str]]) -> Callable[[S, str], Iterable[str]]:
        """The function names the lines of the sheet that one of them follows from; none if the line is another
        chapter's."""
        self.explaining.append(function)
        return function

    def takes_reported(self, take: Callable[[S, str, dict[str, Any]], None], result: Callable[[str], Any]) -> None:
        """How people's reports of a unit's condition and of the result are folded: `take` sets what is told of a unit,
        by its id; `result` makes what the State keeps of who has won. A result stands at once, whatever is open."""

        def status_reported(state: S, event: reports.StatusReported) -> None:
            take(state, event.unit, event.condition)

        def result_reported(state: Any, event: reports.ResultReported) -> None:
            for unit, condition in event.conditions.items():
                take(state, unit, condition)
            state.result = result(event.winner)

        self._put(self.evolving, reports.StatusReported, status_reported)
        self._put(self.evolving, reports.ResultReported, result_reported)

    def takes_concession(self, conceded: type[Event], told: str, label: str, readily: int) -> None:
        """How a side's giving up is offered, folded and told: the State has the event's `side` as `conceded`."""

        def evolve(state: Any, event: Any) -> None:
            state.conceded = event.side

        self._put(self.evolving, conceded, evolve)
        self.sentences({conceded: told})
        self.offers(lambda state, side: [of_side(side, "Concede", say(label), readily=readily)])

    def before_each(self, function: Callable[[S, Command], None]) -> Callable[[S, Command], None]:
        """Called before every command, whichever chapter decides it. Raises `Refused` if something else comes first."""
        self.before.append(function)
        return function

    def after_each(self, function: Callable[[S, Event], None]) -> Callable[[S, Event], None]:
        """Called after every event, whichever chapter folds it."""
        self.after.append(function)
        return function


def _in_chapters(*_about: Any) -> Any:
    """Stands for a function that is put together from the chapters, until that is done."""
    raise Misfit("It is not put together yet.")


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class Rulebook(RuleSystemOf[S, E]):
    """A rule system made of chapters, in the book's order.

    `state`: its State, whose fields say what people may declare (`rules.kit.declarable`). `open_to`: whether a side may
    report anything now (nobody may once the battle is over). `first`: chapters whose choices come before the others'.
    Raises `Misfit`.
    """

    chapters: Sequence[Chapter[S, E]]
    first: Sequence[Chapter[S, E]] = ()
    state: type[S]
    open_to: Callable[[S, str], bool]
    # Put together from the chapters.
    commands: tuple[type[Command], ...] = ()
    events: tuple[type[Event], ...] = ()
    decide: Callable[[S, Any, Dice], Generator[E, None, None]] = _in_chapters
    evolve: Callable[[S, Event], None] = _in_chapters
    legal: Callable[[S, str], Sequence[Choice]] = _in_chapters
    narrate: Callable[[Event], Message] = _in_chapters
    throws: Callable[[S, Event], Iterable[Throw]] = _in_chapters
    possible: Callable[[S], None] = _in_chapters
    grounds: Callable[[S, str], Sequence[str]] = _in_chapters
    # Read from the State.
    facts: Mapping[str, Message] = field(default_factory=dict)

    def __post_init__(self) -> None:
        declared = declarables(self.state)
        found = dict(assembled(self.chapters, self.first, self.open_to), **declared._asdict())
        for name, value in found.items():
            if getattr(self, name) in ((), {}, _in_chapters):
                object.__setattr__(self, name, value)


def assembled(
    chapters: Sequence[Chapter[S, E]], first: Sequence[Chapter[S, E]], open_to: Callable[[S, str], bool]
) -> dict[str, Any]:
    """The fields of `Rulebook` that are put together from the chapters. Raises `Misfit`."""
    deciding, narrating = joined(chapters, "deciding"), joined(chapters, "narrating")
    evolving, throwing = joined(chapters, "evolving"), joined(chapters, "throwing")
    _check_told(evolving, narrating)
    _check_thrown(narrating, throwing)
    _check_spoken(deciding)
    before = [check for chapter in chapters for check in chapter.before]
    after = [work for chapter in chapters for work in chapter.after]
    in_order = [*first, *(chapter for chapter in chapters if chapter not in first)]
    offering = [offer for chapter in in_order for offer in chapter.offering]
    forbidding = [check for chapter in chapters for check in chapter.forbidding]
    explaining = [one for chapter in chapters for one in chapter.explaining]

    def decide(state: S, command: Command, dice: Dice) -> Generator[E, None, None]:
        for check in before:
            check(state, command)
        yield from deciding[type(command)](state, command, dice)

    def evolve(state: S, event: Event) -> None:
        evolving[type(event)](state, event)
        for work in after:
            work(state, event)

    def legal(state: S, side: str) -> tuple[Choice, ...]:
        return tuple(choice for offer in offering for choice in offer(state, side)) if open_to(state, side) else ()

    def narrate(event: Event) -> Message:
        told: Message = narrating[type(event)](event)
        return told

    def throws(state: S, event: Event) -> Iterable[Throw]:
        found = throwing.get(type(event))
        return found(state, event) if found else ()

    def possible(state: S) -> None:
        for check in forbidding:
            check(state)

    def grounds(state: S, of: str) -> Sequence[str]:
        return next((found for one in explaining if (found := tuple(one(state, of)))), ())

    functions = (decide, evolve, legal, narrate, throws, possible, grounds)
    tables = {"commands": tuple(deciding), "events": tuple(narrating)}
    return tables | {function.__name__: function for function in functions}


def _check_told(evolving: Iterable[type[Event]], narrating: Iterable[type[Event]]) -> None:
    """Raises `Misfit` if an event has no sentence, or if a sentence is for an event that nothing folds."""
    for event in {*evolving} - {*narrating, *FRAME}:
        raise Misfit(f"{event.__name__} has no sentence.")
    for event in {*narrating} - {*evolving}:
        raise Misfit(f"{event.__name__} has a sentence, and no chapter folds it.")


def _check_thrown(narrating: Iterable[type[Event]], throwing: Iterable[type[Event]]) -> None:
    """Raises `Misfit` if nobody says what the dice of an event are thrown for, or if an event has none."""
    rolling = {event for event in narrating if roll_fields(event)}
    for event in rolling - {*throwing}:
        raise Misfit(f"{event.__name__} has dice, and no chapter says what they are thrown for.")
    for event in {*throwing} - rolling:
        raise Misfit(f"{event.__name__} has no dice, and a chapter says what they are thrown for.")


def _check_spoken(deciding: Iterable[type[Command]]) -> None:
    """Raises `Misfit` if a command says in the name of others what it has no field for, or if there is no report by
    which a side says alone what a command says in the name of all."""
    commands = {command.__name__: command for command in deciding}
    for command in commands.values():
        for one in command.spoken:
            for name in (one.field, one.of, one.beside, one.alone if one.field else ""):
                if name and name not in command.__struct_fields__:
                    raise Misfit(f"{command.__name__} has no field “{name}” to speak for others with.")
            if not one.field and one.alone not in commands:
                raise Misfit(f"{command.__name__} speaks for all, and there is no report “{one.alone}” of one side.")


def joined(chapters: Iterable[Section], table: str) -> dict[Any, Any]:
    """One table of all chapters. Raises `Misfit` if two have the same entry."""
    found: dict[Any, Any] = {}
    owner: dict[Any, Section] = {}
    for chapter in chapters:
        for kind, what in getattr(chapter, table).items():
            if kind in found:
                _twice(kind, owner[kind], chapter)
            found[kind], owner[kind] = what, chapter
    return found


def _twice(kind: Any, one: Section, other: Section) -> NoReturn:
    raise Misfit(f"{getattr(kind, '__name__', kind)} stands in two chapters: {one.title}, {other.title}.")
