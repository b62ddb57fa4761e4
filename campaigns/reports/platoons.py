"""A platoon after it has enlisted: who commands it, what it buys and sells, that it leaves."""

from __future__ import annotations

from typing import Annotated, ClassVar

import msgspec

from campaigns.reports.kinds import Recruit, Short
from campaigns.reports.opening import Waivers
from rules.bounds import Key, Name
from rules.contract import Command, Event
from rules.revision.reports import Reason

Keys = Annotated[tuple[Key, ...], msgspec.Meta(max_length=60)]


class Drop(Command, frozen=True, kw_only=True):
    """A platoon leaves the campaign. What it has done stays; what was announced for it is decided by the terms. Its
    player leaves so, or an organiser says that it has left."""

    positional: ClassVar[tuple[str, ...]] = ("platoon",)
    sealed: ClassVar[tuple[str, ...]] = ("reason",)

    platoon: Key
    reason: Reason


class HandOver(Command, frozen=True, kw_only=True):
    """Who commands a platoon from now on, in its running battles too: a substitute, or two players beside each other.
    By one of its players, or an organiser."""

    positional: ClassVar[tuple[str, ...]] = ("platoon",)
    sealed: ClassVar[tuple[str, ...]] = ("reason",)

    platoon: Key
    players: Annotated[tuple[Short, ...], msgspec.Meta(min_length=1, max_length=4)]
    reason: Reason


class Buy(Command, frozen=True, kw_only=True):
    """Buy vehicles, and cards for vehicles, from the platoon's purse. `names` and `fittings` go by vehicle id: of the
    new ones, and in `fittings` of those it has, whose cards become these; a card that stays is not paid again."""

    positional: ClassVar[tuple[str, ...]] = ("platoon",)
    sealed: ClassVar[tuple[str, ...]] = ("names", "fittings", "waivers")

    platoon: Key
    vehicles: Annotated[tuple[Recruit, ...], msgspec.Meta(max_length=60)] = ()
    names: dict[Key, Name] = {}
    fittings: dict[Key, tuple[Name, ...]] = {}
    waivers: Waivers = {}


class ChangeCard(Command, frozen=True, kw_only=True):
    """Another platoon card of the rulebook for a platoon, "" for none: until it is first called to a battle. By one of
    its players, or an organiser, who may let faults pass (`waivers`)."""

    positional: ClassVar[tuple[str, ...]] = ("platoon",)
    sealed: ClassVar[tuple[str, ...]] = ("waivers",)

    platoon: Key
    card: Short = ""
    waivers: Waivers = {}


class Sell(Command, frozen=True, kw_only=True):
    """Sell vehicles of a platoon, as they stand, for the terms' share of their price. A wreck brings less."""

    positional: ClassVar[tuple[str, ...]] = ("platoon",)

    platoon: Key
    vehicles: Annotated[tuple[Key, ...], msgspec.Meta(min_length=1, max_length=60)]


class Dropped(Event, frozen=True, kw_only=True):
    """A platoon has left the campaign. `held`: the sector that is its enemies' with it."""

    version: ClassVar[int] = 2
    sealed: ClassVar[tuple[str, ...]] = ("reason",)

    platoon: str
    held: dict[str, str] = {}
    reason: str = ""


class HandedOver(Event, frozen=True, kw_only=True):
    """These people command a platoon from here on."""

    sealed: ClassVar[tuple[str, ...]] = ("reason",)

    platoon: str
    players: tuple[str, ...]
    reason: str = ""


class Bought(Event, frozen=True, kw_only=True):
    """A platoon has new vehicles, and `cards` ("vehicle/n" to the name of its n-th card) in place of what those
    vehicles had. `cost`: points paid; `flaws`: names of the faults of the platoon as it is now."""

    sealed: ClassVar[tuple[str, ...]] = ("names", "cards", "waivers")

    platoon: str
    vehicles: tuple[Recruit, ...] = ()
    refitted: tuple[str, ...] = ()  # of the vehicles it had: whose cards are those of `cards` now
    names: dict[str, str] = {}
    cards: dict[str, str] = {}
    cost: int
    flaws: tuple[str, ...] = ()
    waivers: dict[str, str] = {}


class CardChanged(Event, frozen=True, kw_only=True):
    """A platoon has another platoon card, "" for none; `flaws`: names of the faults of the platoon as it is now."""

    sealed: ClassVar[tuple[str, ...]] = ("waivers",)

    platoon: str
    card: str
    flaws: tuple[str, ...] = ()
    waivers: dict[str, str] = {}


class Sold(Event, frozen=True, kw_only=True):
    """Vehicles have left a platoon for points."""

    platoon: str
    vehicles: tuple[str, ...]
    points: int
