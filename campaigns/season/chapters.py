"""Chapters of a season: one mechanic a module, with its commands and events, and what becomes of each of them.

    CHAPTER = Chapter("Penalties")

    @CHAPTER.decides
    def penalise(season: Season, command: Penalise, who: Who, dice: Dice) -> Decision: ...

    @CHAPTER.offers(Penalise)
    def _offered(season: Season, who: Who) -> Iterable[Choice]: ...

    @CHAPTER.evolves
    def _penalised(season: Season, event: Penalised) -> None: ...

    @CHAPTER.narrates
    def _tell_penalised(season: Season, event: Penalised) -> Message: ...

    @CHAPTER.books
    def _booked(season: Season, event: Penalised) -> Iterable[Entry]: ...

    @CHAPTER.explains(PENALTY)
    def _why(season: Season, event: Penalised, key: str) -> Iterator[Cause]: ...

    CHAPTER.holds(FactKind(PENALTY, _("Penalty"), _("The penalty of %(name)s"), _penalty))

Which command or event a function is for stands in its signature (`rules.kit.person_chapters`). `Contents` puts chapters
together, and refuses at import what does not fit.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypeVar

import msgspec

from campaigns.season import names
from campaigns.season.ledger import Entry
from campaigns.season.positions import contested, supplies
from campaigns.season.standings import Tally
from campaigns.season.state import Season
from campaigns.season.ways import Ways
from campaigns.theatre import Supply
from rules.contract import Command, Event, Message, say
from rules.contract import gettext_noop as _
from rules.kit.chapters import Misfit, joined
from rules.kit.person_chapters import PersonChapter, PersonContents
from rules.stream.decider import Value
from rules.upkeep import Flaw

C = TypeVar("C", bound=Command)
E = TypeVar("E", bound=Event)

# Facts that the events of several chapters have reasons for; one chapter holds each of them.
SECTOR, ORDER = "platoons.sector", "platoons.order"
SCORE, PENALTY, PURSE, RUNG = "platoons.score", "platoons.penalty", "platoons.purse", "platoons.rung"
RESULT, TOTAL = "fixtures.result", "sides.score"
STATUS, CREW = "vehicles.status", "vehicles.crew"
Explains = Callable[[Season, E, str], Iterator["Cause"]]
Speaks = Callable[[Season, E, str], bool]


class Cause(msgspec.Struct, frozen=True):
    """`rule`: where campaigns/RULES.md has it, "Retreats 2"; "" where it is no rule's doing."""

    text: Message
    rule: str = ""


class Glance:
    """A season at one moment, with what is asked of it more than once. Each of these is worked out once, when somebody
    asks for it. While a season is folded, `move_on` after each row: standings are counted on, the rest is worked out
    anew."""

    def __init__(self, season: Season) -> None:
        self.season = season
        self._tally: Tally | None = None
        self._recount: set[str] | None = set()  # fixtures that may count otherwise than they did; None: anything may

    def move_on(self, counts: Collection[str] | None = None) -> None:
        """`counts`: the fixtures that alone may count otherwise since, where that is known."""
        self._recount = None if counts is None or self._recount is None else {*self._recount, *counts}
        for name in ("tally", "supplies", "contested", "fixtures"):
            self.__dict__.pop(name, None)

    @cached_property
    def supplies(self) -> dict[str, Supply]:
        return supplies(self.season)

    @cached_property
    def contested(self) -> frozenset[str]:
        return contested(self.season)

    @cached_property
    def tally(self) -> Tally:
        """The standings."""
        if self._tally is None:
            self._tally = Tally(self.season)
        else:
            self._tally.follow(self._recount)
        self._recount = set()
        return self._tally

    @cached_property
    def fixtures(self) -> dict[str, Message]:
        """What each fixture is called, by key."""
        return {fixture.key: called for fixture, called in names.fixtures(self.season)}


@dataclass(frozen=True)
class FactKind:
    """Facts of one kind that people may ask about: "platoons.score" is the score of each platoon.

    `title` is the fact in words with a %(name)s for what it is about, `label` the same beside that name. `value`: how
    it stands, None where there is no such thing (yet). `reasons`: why it is so as the season stands after an event;
    without them, events say it in their chapters (`explains`). `booked`: why an entry of the ledger has changed it.
    `hangs_on`: where the value is dear to read, what it cannot change without; `moved_with`: the kind of fact whose
    reasons (`explains`) name every event that can change it. `follows`: the kind of fact it follows
    from, about the same. `anyway`: whether every event can change it, whatever it is `moved_with`; `listed`: it is
    among all that can be asked, else it is asked for by its name alone. `on_map`: there is none without a map.
    `private`: as a purse, for those alone who may know it.
    """

    name: str
    label: str
    title: str
    value: Callable[[Glance, str], Value]
    reasons: Callable[[Glance, Event, str], Iterator[Cause]] | None = None
    booked: Callable[[Season, Entry], Iterator[Cause]] | None = None
    hangs_on: Callable[[Glance, str], object] | None = None
    moved_with: str = ""
    follows: str = ""
    anyway: Callable[[Season], bool] | None = None
    listed: bool = True
    on_map: bool = False
    private: bool = False

    @property
    def about(self) -> str:
        """What these facts are about: platoons, vehicles, fixtures, sectors, sides."""
        return self.name.partition(".")[0]


def ruled(reason: str) -> Cause:
    """An organiser's ruling as a reason."""
    return Cause(say(_("An organiser ruled it: %(reason)s") if reason else _("An organiser ruled it."), reason=reason))


class Chapter(PersonChapter[Season]):
    """One chapter of a season."""

    def __init__(self, title: str) -> None:
        super().__init__(title)
        self.booking: dict[type[Event], Callable[[Season, Any], Iterable[Entry]]] = {}
        self.holding: dict[str, FactKind] = {}
        self.explaining: dict[tuple[str, type[Event]], Explains[Any]] = {}
        self.speaking: dict[tuple[str, type[Event]], Speaks[Any]] = {}
        self.warning: dict[type[Command], Callable[[Season, Any], Iterable[Flaw]]] = {}
        self.settling: dict[type[Command], Ways] = {}

    def settles(self, ways: Ways, *commands: type[Command]) -> None:
        """What may become of such a report, where a correction has left it to settle."""
        for command in commands:
            self._put(self.settling, command, ways)

    def books(self, function: Callable[[Season, E], Iterable[Entry]]) -> Callable[[Season, E], Iterable[Entry]]:
        """The changes of purses that this event has made, as the season stands after it, or later."""
        self._add(self.booking, function, 1)
        return function

    def holds(self, kind: FactKind) -> None:
        """A kind of fact that people may ask about."""
        self._put(self.holding, kind.name, kind)

    def explains(self, *facts: str) -> Callable[[Explains[E]], Explains[E]]:
        """Why this event made those facts what they are, about the platoon, vehicle or other thing of that key. The
        season stands after it."""

        def register(function: Explains[E]) -> Explains[E]:
            for fact in facts:
                self._add_of(fact, self.explaining, function)
            return function

        return register

    def speaks(self, *facts: str) -> Callable[[Speaks[E]], Speaks[E]]:
        """Whether this event has something to say about those facts even where it has not changed them."""

        def register(function: Speaks[E]) -> Speaks[E]:
            for fact in facts:
                self._add_of(fact, self.speaking, function)
            return function

        return register

    def warns(self, function: Callable[[Season, C], Iterable[Flaw]]) -> Callable[[Season, C], Iterable[Flaw]]:
        """The faults that a platoon would have by this report and has not already; none where the rules refuse it."""
        self._add(self.warning, function, 1)
        return function


class Contents(PersonContents):
    """A season put together of its chapters. `Misfit` where they do not fit."""

    def __init__(
        self,
        *chapters: Chapter,
        opens: type[Command],
        opened: type[Event],
        commands: tuple[type[Command], ...],
        of_the_clerk: tuple[type[Command], ...] = (),
    ) -> None:
        super().__init__(chapters, opens=opens, opened=opened, commands=commands, of_the_clerk=of_the_clerk)
        self.booking = joined(chapters, "booking")
        self.holding: dict[str, FactKind] = joined(chapters, "holding")
        self.explaining = joined(chapters, "explaining")
        self.speaking = joined(chapters, "speaking")
        self.warning = joined(chapters, "warning")
        self.settling: dict[type[Command], Ways] = joined(chapters, "settling")
        for fact, event in {**self.explaining, **self.speaking}:
            if fact not in self.holding:
                raise Misfit(f"{event.__name__} explains “{fact}”, which no chapter holds.")
