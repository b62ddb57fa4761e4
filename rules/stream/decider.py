"""A Decider: everything that makes a log of events a battle, a season, a league.

Events are folded into a state (`start`, `evolve`). A command is decided on that state and comes to more events
(`decide`). The rest says what people may report, see, ask and set. All of it is pure: the same events give the same
state, and the same command and dice on it the same events.

What this package does for one kind of stream (which rows count, why something is so, reports in memory), it does for
every other, because it asks nothing but this. `rules.frame` has the Decider of battles, `campaigns.season.decider` that
of seasons, `leagues.league.decider` that of leagues; `rules.stream.revision.contract` says what a stream that people
mend has besides.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from typing import Generic, NamedTuple, TypeVar

import msgspec

from rules.messages import Message
from rules.stream.choices import Choice
from rules.stream.codec import CommandCodec, EventCodec
from rules.stream.contract import Command, Dice, Event, Roll
from rules.stream.dice import FallenDice, SeededDice

S = TypeVar("S")  # the state, mutable and owned by the fold
C = TypeVar("C", bound=Command)
E = TypeVar("E", bound=Event)
R = TypeVar("R")  # who reads

Value = Message | str | int | bool | None


class Line(NamedTuple):
    """One line of a sheet: the unit it is of ("" for the whole), what it is called, and what stands there."""

    unit: str
    label: Message
    value: Value


Step = tuple[E, int, str, int]  # an event, with what `Decider.evolve` is told of its row
Sheet = Mapping[str, Line]  # by path: "units.alpha.damage"


class Row(msgspec.Struct, frozen=True, gc=False):
    """A row of a log as the rules need it. `type` and `data` are the report's, on its first row."""

    position: int
    ordinal: int
    event: Event
    by: str
    type: str = ""
    data: str = ""
    digest: str = ""


class Who(msgspec.Struct, frozen=True):
    """Who reports: an id as it stands in the log, and whether they rule over everybody (organiser, umpire, clerk).

    `seats`: the sides of a battle that others play now than were mustered for them, each with all who do: a campaign
    has handed a platoon over. `needs_case`: a referee who sees what a spectator sees until they take a case, on the
    record: a person in office does, the clerk does not. `again`: a correction tells the report again in their name.
    """

    id: str
    referee: bool = False
    seats: tuple[tuple[str, tuple[str, ...]], ...] = ()
    needs_case: bool = False
    again: bool = False


class Decider(ABC, Generic[S, C, E, R]):
    """One kind of stream. `position` and `digest` are a row's, `report` is the position of its report's first row."""

    # -- how it is stored ----------------------------------------------------------------------------------------------

    @abstractmethod
    def events(self, first: Event | None) -> EventCodec:
        """How its events are read and written; `first` is the stream's first event, None before there is one."""

    @abstractmethod
    def commands(self, first: Event | None) -> CommandCodec:
        """How its commands are read and written."""

    # -- from reports to events, from events to a state ----------------------------------------------------------------

    @abstractmethod
    def open(self, command: C, who: Who, dice: Dice) -> Generator[E, None, None]:
        """What the first report of a stream comes to, before there is a state. `Refused`."""

    @abstractmethod
    def start(self, first: Event, position: int, digest: str) -> S:
        """The state after the stream's first event."""

    @abstractmethod
    def decide(
        self, state: S, command: C, who: Who, dice: Dice, rows: Callable[[], Sequence[Row]]
    ) -> Generator[E, None, None]:
        """Legality first (`Refused`), then the events; the caller applies each before the next is asked for.

        `rows` gives the whole stream, with what was decided on it and is not stored yet. Before the first event a
        revision may make `state`, in place, what it was at an earlier row.
        """

    @abstractmethod
    def evolve(self, state: S, event: Event, position: int, digest: str, report: int, /) -> None:
        """What an event changes, in place."""

    def fold(self, state: S, steps: Iterable[Step[E]], /) -> None:
        """What these events change, one after the other, in place: the same as `evolve` for each."""
        for event, position, digest, report in steps:
            self.evolve(state, event, position, digest, report)

    def evolve_kept(self, state: S, event: Event, position: int, digest: str, report: int, /) -> None:
        """What an event changes that stands on the line behind rows written after it."""
        self.evolve(state, event, position, digest, report)

    @abstractmethod
    def stamp(self, state: S, digests: Mapping[int, str]) -> None:
        """Fill in the digests, by position, of rows just appended: they were not known while those were decided."""

    @abstractmethod
    def seed(self, state: S) -> str:
        """What Leaguer's dice follow from."""

    def dice(self, state: S, fallen: Mapping[str, Roll]) -> Dice:
        """Leaguer's dice as the stream stands. `fallen`: those it has rolled ever, by question."""
        return SeededDice(self.seed(state), fallen)

    def dry(self, state: S, fallen: Mapping[str, Roll], *, earnest: bool = False) -> Dice:
        """The same for a dry run: none falls that has not fallen. `earnest` as in `FallenDice`."""
        return FallenDice(fallen, earnest)

    @abstractmethod
    def names(self, state: S) -> frozenset[str]:
        """What reports are about, by id: who has not seen what was reported of the same has to look first."""

    # -- what people see -----------------------------------------------------------------------------------------------

    @abstractmethod
    def legal(self, state: S, reader: R) -> Sequence[Choice]:
        """What this reader may report now, mending left aside."""

    @abstractmethod
    def see(self, state: S, reader: R) -> Sheet:
        """Every line of the sheet that this reader may see, by path."""

    @abstractmethod
    def see_event(self, state: S, event: Event, reader: R) -> Event | None:
        """The event as this reader may see it; None when they may not know of it at all."""

    @abstractmethod
    def narrate(self, state: S, event: Event) -> Message:
        """One sentence for the log."""

    @abstractmethod
    def explain(self, state: S, of: str) -> Sequence[str]:
        """The paths of the sheet that the line `of` follows from, beside the events that changed it."""

    @abstractmethod
    def rules_of(self, state: S, event: Event) -> tuple[str, ...]:
        """The numbers of the rules an event was ruled by: "003 R26"."""
