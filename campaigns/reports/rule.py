"""What organisers rule over a campaign under way: its house rules, penalties, who holds an office."""

from __future__ import annotations

from typing import Annotated, ClassVar

import msgspec

from campaigns.reports.kinds import Number, Office, Points, Scoring, Short, Terms
from rules.bounds import Key
from rules.contract import Command, Event
from rules.contract import gettext_noop as _
from rules.revision.reports import Reason

NAMED = _("Named before the campaign opened.")  # the reason the house itself gives for an appointment


class Amend(Command, frozen=True, kw_only=True):
    """Change house rules from a round on: that under way, or a later one. What is left out stays as it is.

    `options` of battles, `terms` between them, by name; `scoring` and `breakers` as a whole.
    """

    sealed: ClassVar[tuple[str, ...]] = ("reason",)

    round: Number
    options: Terms = {}
    terms: Terms = {}
    scoring: Scoring | None = None
    breakers: Annotated[tuple[Short, ...], msgspec.Meta(max_length=20)] | None = None
    reason: Reason


class Penalise(Command, frozen=True, kw_only=True):
    """Take score in the standings, or points of its purse (as far as there are), from a platoon."""

    positional: ClassVar[tuple[str, ...]] = ("platoon",)
    sealed: ClassVar[tuple[str, ...]] = ("reason",)

    platoon: Key
    score: Points = 0
    points: Points = 0
    reason: Reason


class Appoint(Command, frozen=True, kw_only=True):
    """Give someone an office in this campaign: an organiser rules over it, an umpire referees in its battles."""

    positional: ClassVar[tuple[str, ...]] = ("person",)
    sealed: ClassVar[tuple[str, ...]] = ("reason",)

    person: Short
    office: Office
    reason: Reason


class Dismiss(Command, frozen=True, kw_only=True):
    """Take someone's office in this campaign back. Organisers of its club stay what they are."""

    positional: ClassVar[tuple[str, ...]] = ("person",)
    sealed: ClassVar[tuple[str, ...]] = ("reason",)

    person: Short
    reason: Reason


class TakePlatoonCase(Command, frozen=True, kw_only=True):
    """An organiser who does not command a platoon takes its case: from here on, and on the record, they read its cards,
    purchases and purse. Told by itself, with no other report beside it."""

    positional: ClassVar[tuple[str, ...]] = ("platoon",)
    sealed: ClassVar[tuple[str, ...]] = ("reason",)

    platoon: Key
    reason: Reason


class LeavePlatoonCase(Command, frozen=True, kw_only=True):
    """Give the case of a platoon back: what is its players' alone is so again."""

    positional: ClassVar[tuple[str, ...]] = ("platoon",)

    platoon: Key


class Amended(Event, frozen=True, kw_only=True):
    """House rules from a round on, each that was changed with its new value."""

    sealed: ClassVar[tuple[str, ...]] = ("reason",)

    round: int
    options: Terms = {}
    terms: Terms = {}
    scoring: Scoring | None = None
    breakers: tuple[str, ...] | None = None
    reason: str = ""


class Penalised(Event, frozen=True, kw_only=True):
    """What a platoon lost: `score` in the standings, `points` of its purse."""

    sealed: ClassVar[tuple[str, ...]] = ("reason",)

    platoon: str
    score: int
    points: int
    reason: str = ""


class Appointed(Event, frozen=True, kw_only=True):
    sealed: ClassVar[tuple[str, ...]] = ("reason",)

    person: str
    office: str
    reason: str = ""


class Dismissed(Event, frozen=True, kw_only=True):
    sealed: ClassVar[tuple[str, ...]] = ("reason",)

    person: str
    reason: str = ""


class PlatoonCaseTaken(Event, frozen=True, kw_only=True):
    """`person` (an account) reads a platoon's cards, purchases and purse, from here on."""

    sealed: ClassVar[tuple[str, ...]] = ("reason",)

    platoon: str
    person: str
    reason: str = ""


class PlatoonCaseLeft(Event, frozen=True, kw_only=True):
    platoon: str
    person: str
