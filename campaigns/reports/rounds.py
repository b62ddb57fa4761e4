"""Rounds, their fixtures, and how a fixture is decided other than by a battle."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

import msgspec

from campaigns.reports.kinds import Announced, Id, Moment, Number, Pairing, Points, Rank, Result, Short
from rules.bounds import Key, Text
from rules.contract import Command, Event
from rules.revision.reports import Reason

Fixture = Annotated[str, msgspec.Meta(min_length=1, max_length=40)]  # "r2-1", or the id of a battle beside the rounds
How = Literal["conceded", "walkover", "default", "adjudicated", "void"]


class OpenRound(Command, frozen=True, kw_only=True):
    """Announce the next round: who meets whom, until when. What is announced stays announced.

    `pairings` as they stand, and who is in none of them by `method` (`campaigns.ruling.pairings`); without a method
    they have a bye. `deadline`: when the clerk closes the round; "" for when an organiser does, left out by the terms.
    `orders_by`, on a map: when the clerk discloses the orders, likewise; battles then arise where platoons meet.
    """

    sealed: ClassVar[tuple[str, ...]] = ("title",)

    title: Text = ""
    deadline: Moment | msgspec.UnsetType = msgspec.UNSET
    orders_by: Moment | msgspec.UnsetType = msgspec.UNSET
    method: Short = ""
    pairings: Annotated[tuple[Pairing, ...], msgspec.Meta(max_length=500)] = ()


class Pair(Command, frozen=True, kw_only=True):
    """Announce further fixtures in the round under way."""

    pairings: Annotated[tuple[Pairing, ...], msgspec.Meta(min_length=1, max_length=500)]


class Extend(Command, frozen=True, kw_only=True):
    """Move the deadline of the round under way; "" for none."""

    sealed: ClassVar[tuple[str, ...]] = ("reason",)

    deadline: Moment
    reason: Reason


class CloseRound(Command, frozen=True, kw_only=True):
    """Close the round under way: what was not played is decided by the terms, the workshop works, crews recover,
    reinforcements come, and the standings of the round are published. By an organiser, or the clerk at the deadline.

    `carry`: battles that go on, whatever the terms have for those that are not counted. The door adds those that are
    over and wait for their settlement: a campaign's log does not tell.
    """

    positional: ClassVar[tuple[str, ...]] = ("round",)

    round: Number
    carry: Annotated[tuple[Id, ...], msgspec.Meta(max_length=500)] = ()


class CloseSeason(Command, frozen=True, kw_only=True):
    """End the campaign. No round may be under way. Its seed is disclosed, and nothing is reported to it any more but
    corrections of its battles, and rulings on results found wrong."""

    sealed: ClassVar[tuple[str, ...]] = ("words",)

    words: Text = ""


class Concede(Command, frozen=True, kw_only=True):
    """A platoon gives a fixture up that is not fought yet: the other one has won. By one of its players."""

    positional: ClassVar[tuple[str, ...]] = ("fixture",)

    fixture: Fixture
    platoon: Key


class ReportReady(Command, frozen=True, kw_only=True):
    """A player says, before the round closes, that they are ready to play a fixture. If nobody musters it and
    `unplayed` is no_show, who did not say so loses to who did. By one of its players."""

    positional: ClassVar[tuple[str, ...]] = ("fixture",)

    fixture: Fixture


class WalkOver(Command, frozen=True, kw_only=True):
    """One platoon did not turn up: the other one, `winner`, has won. By an organiser, or the clerk."""

    positional: ClassVar[tuple[str, ...]] = ("fixture",)
    sealed: ClassVar[tuple[str, ...]] = ("reason",)

    fixture: Fixture
    winner: Key
    reason: Reason


class Adjudicate(Command, frozen=True, kw_only=True):
    """An organiser's ruling on a fixture, whatever was played: it outranks the battle's result, and ends a dispute.

    `winner` "" is a draw; `void`: it does not count at all. `points` by platoon, as scored in a battle; left out, those
    of the battle stand. Vehicles are as the battle left them all the same.
    """

    positional: ClassVar[tuple[str, ...]] = ("fixture",)
    sealed: ClassVar[tuple[str, ...]] = ("reason",)

    fixture: Fixture
    winner: Annotated[str, msgspec.Meta(max_length=40)] = ""
    void: bool = False
    points: dict[Key, Points] | msgspec.UnsetType = msgspec.UNSET
    reason: Reason


class Dispute(Command, frozen=True, kw_only=True):
    """A player says that the result of a fixture is wrong. It waits for an organiser; the result stands meanwhile."""

    positional: ClassVar[tuple[str, ...]] = ("fixture",)
    sealed: ClassVar[tuple[str, ...]] = ("reason",)

    fixture: Fixture
    reason: Reason


class Confirm(Command, frozen=True, kw_only=True):
    """A player accepts the result of a fixture as it stands; their own dispute of it is over."""

    positional: ClassVar[tuple[str, ...]] = ("fixture",)

    fixture: Fixture


class Remind(Command, frozen=True, kw_only=True):
    """The clerk reminds the players of a round of what they have still to do."""

    round: Number


class RoundOpened(Event, frozen=True, kw_only=True):
    """A round was announced. `orders_by`: when its orders are disclosed, "" for when an organiser says so."""

    version: ClassVar[int] = 2
    sealed: ClassVar[tuple[str, ...]] = ("title",)

    number: int
    title: str = ""
    deadline: str = ""
    fixtures: tuple[Announced, ...] = ()
    byes: tuple[str, ...] = ()
    orders_by: str = ""


class Paired(Event, frozen=True, kw_only=True):
    """Further fixtures of the round were announced."""

    version: ClassVar[int] = 2

    fixtures: tuple[Announced, ...]


class Extended(Event, frozen=True, kw_only=True):
    sealed: ClassVar[tuple[str, ...]] = ("reason",)

    number: int
    deadline: str
    reason: str = ""


class ReadyReported(Event, frozen=True, kw_only=True):
    """A platoon is ready to play a fixture."""

    fixture: str
    platoon: str


class Decided(Event, frozen=True, kw_only=True):
    """How a fixture counts, in place of a battle's result: for each platoon what it was, by platoon. Nothing in
    `results`: it does not count. `points`: scored, by platoon; None leaves a battle's as they are."""

    sealed: ClassVar[tuple[str, ...]] = ("reason",)

    fixture: str
    how: How
    results: dict[str, Result] = {}
    points: dict[str, int] | None = None
    reason: str = ""


class Disputed(Event, frozen=True, kw_only=True):
    sealed: ClassVar[tuple[str, ...]] = ("reason",)

    fixture: str
    platoon: str
    reason: str = ""


class Accepted(Event, frozen=True, kw_only=True):
    """A platoon accepts a fixture's result as it stands."""

    fixture: str
    platoon: str


class Reminded(Event, frozen=True, kw_only=True):
    """Players were reminded of a round; the messages that went out are the outbox's."""

    round: int
    players: tuple[str, ...]


class RoundClosed(Event, frozen=True, kw_only=True):
    """A round is over. `places`: the standings as they were published with it."""

    number: int
    places: tuple[Rank, ...] = ()


class SeasonClosed(Event, frozen=True, kw_only=True):
    """The campaign is over; `seed` is disclosed, so that every die of it can be checked."""

    sealed: ClassVar[tuple[str, ...]] = ("words",)

    seed: str
    places: tuple[Rank, ...] = ()
    words: str = ""


class StandingsRevised(Event, frozen=True, kw_only=True):
    """What was told of a closed season, a ruling or a corrected battle, has changed its standings: these are they."""

    places: tuple[Rank, ...]
