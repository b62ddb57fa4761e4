"""Battles of a campaign: mustered, counted, called off."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar

import msgspec

from campaigns.reports.kinds import Digest, Forces, Grant, Homecoming, Id, Short, Terms
from campaigns.reports.opening import Waivers
from rules.bounds import Key, Text
from rules.contract import Command, Event, Outcome
from rules.revision.reports import Reason


class MusterBattle(Command, frozen=True, kw_only=True):
    """Call platoons to a battle. `battle` is its id, made by the caller; `sides` are the scenario's sides.

    `fixture` is the announced one it is fought for; "" for a battle beside them. `waivers`: the faults of the forces
    that the organiser lets pass, each with the reason, for everyone to read.
    """

    positional: ClassVar[tuple[str, ...]] = ("battle",)
    sealed: ClassVar[tuple[str, ...]] = ("title", "waivers")

    battle: Id
    fixture: Short = ""
    scenario: Short = ""
    title: Text = ""
    options: Terms = {}  # over the campaign's
    board: dict[str, Any] = {}
    sides: dict[Key, Forces]
    waivers: Waivers = {}


class BattleMustered(Event, frozen=True, kw_only=True):
    """A battle was called, with exactly these vehicles on each of its sides; `waivers`: what was let pass, and why."""

    version: ClassVar[int] = 3
    sealed: ClassVar[tuple[str, ...]] = ("title", "waivers")

    battle: str
    scenario: str
    title: str = ""
    options: Terms
    board: dict[str, Any] = {}
    sides: dict[str, Forces]
    waivers: dict[str, str] = {}
    fixture: str = ""


class ReportBattle(Command, frozen=True, kw_only=True):
    """The clerk counts a settled battle as it stood at `position`; again when a correction changed it."""

    positional: ClassVar[tuple[str, ...]] = ("battle",)

    battle: Id
    position: Annotated[int, msgspec.Meta(ge=1, le=10_000_000)]
    digest: Digest
    outcome: Outcome


class BattleReported(Event, frozen=True, kw_only=True):
    """A battle counts with this outcome. Of several for one battle the newest stands.

    `home`: its vehicles that are as this battle left them; one that has fought since is not among them. None in a log
    that knows of no homecomings: there the outcome says it. `gains`: the points each platoon gets for it, over what an
    earlier report of it gave; `owed`: what their purses could not pay of it, to be taken as rounds close.
    `contradicted`: vehicles that fought on, were sold or repaired although, as it now turns out, they could not: for a
    person to settle.
    """

    version: ClassVar[int] = 3

    battle: str
    position: int
    digest: str
    outcome: Outcome
    home: tuple[Homecoming, ...] | None = None
    gains: tuple[Grant, ...] = ()
    owed: tuple[Grant, ...] = ()
    contradicted: tuple[str, ...] = ()


class CallOff(Command, frozen=True, kw_only=True):
    """A battle that was mustered will not be fought, or not be counted: its vehicles are free again. Its fixture, if
    it was an announced one, may be mustered anew. By an organiser; a battle that is counted is adjudicated instead."""

    positional: ClassVar[tuple[str, ...]] = ("battle",)
    sealed: ClassVar[tuple[str, ...]] = ("reason",)

    battle: Id
    reason: Reason


class CalledOff(Event, frozen=True, kw_only=True):
    """A battle does not count, whatever is reported of it."""

    sealed: ClassVar[tuple[str, ...]] = ("reason",)

    battle: str
    reason: str = ""
