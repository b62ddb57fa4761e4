"""The map: orders, how they met, retreats, supply, and what organisers rule over it."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

import msgspec

from campaigns.reports.kinds import Announced, Number
from campaigns.theatre import Deed, March, Supply
from rules.bounds import Key
from rules.contract import Command, Event, Roll
from rules.revision.reports import Reason

Place = Annotated[str, msgspec.Meta(max_length=40)]  # a sector by key; "reserve" for none of them
Price = Literal["breakout", "losses", "surrender"]
Victory = Literal["points", "capital", "rounds", "closed"]


# ------------------------------------------------------------------------------------------------------- reported


class Order(Command, frozen=True, kw_only=True):
    """What a platoon shall do this round: told in secret, by one of its players; the last one told counts.

    `to`: the sector it moves to, attacks, supports or withdraws to; the one it stands in where it holds or entrenches,
    "reserve" there: what is empty is not sealed, and would tell who stays. Nobody but its players reads it until the
    orders are disclosed. Who gives none holds.
    """

    positional: ClassVar[tuple[str, ...]] = ("platoon",)
    sealed: ClassVar[tuple[str, ...]] = ("do", "to")

    platoon: Key
    do: Deed
    to: Place


class Disclose(Command, frozen=True, kw_only=True):
    """Disclose the orders of the round under way and resolve them, all at once: by the clerk at their deadline, or an
    organiser. It cannot be tried before."""

    positional: ClassVar[tuple[str, ...]] = ("round",)

    round: Number


class Retreat(Command, frozen=True, kw_only=True):
    """Where a beaten platoon goes: by one of its players, or an organiser. `to` "" is the clerk's choice."""

    positional: ClassVar[tuple[str, ...]] = ("platoon", "to")

    platoon: Key
    to: Place = ""


class Reconsider(Command, frozen=True, kw_only=True):
    """An organiser's ruling on a retreat that a corrected battle contradicts: `apply` what it would now have been, or
    leave everybody where they are."""

    positional: ClassVar[tuple[str, ...]] = ("fixture",)
    sealed: ClassVar[tuple[str, ...]] = ("reason",)

    fixture: Annotated[str, msgspec.Meta(min_length=1, max_length=40)]
    apply: bool
    reason: Reason


class Deploy(Command, frozen=True, kw_only=True):
    """An organiser puts a platoon where it is at the table, whatever the rules of the map; `restored` are vehicles of
    it that were given up in a pocket and are its own again."""

    positional: ClassVar[tuple[str, ...]] = ("platoon", "sector")
    sealed: ClassVar[tuple[str, ...]] = ("reason",)

    platoon: Key
    sector: Place
    restored: Annotated[tuple[Key, ...], msgspec.Meta(max_length=60)] = ()
    reason: Reason


class SetLink(Command, frozen=True, kw_only=True):
    """An organiser closes a link, as when a bridge was blown, or opens it again."""

    positional: ClassVar[tuple[str, ...]] = ("one", "other")
    sealed: ClassVar[tuple[str, ...]] = ("reason",)

    one: Key
    other: Key
    open: bool
    reason: Reason


# --------------------------------------------------------------------------------------------------- what followed


class Haven(msgspec.Struct, frozen=True, kw_only=True):
    """A sector next to a beaten platoon, and why it may retreat there or may not.

    `distance`: what the way from there to a base costs, None where supply reaches none. `why` not: "enemy" (there are
    some), "cut off", "closed" (the link), "full"; "" where it may.
    """

    sector: str
    distance: int | None
    value: int
    why: str = ""


class Gone(msgspec.Struct, frozen=True, kw_only=True):
    """A platoon that went from one place to another."""

    platoon: str
    origin: str
    place: str


class Ordered(Event, frozen=True, kw_only=True):
    """A platoon has its order; that it has one is public, what it is only its players'."""

    sealed: ClassVar[tuple[str, ...]] = ("do", "to")

    platoon: str
    round: int
    do: str = "hold"
    to: str = ""


class OrdersResolved(Event, frozen=True, kw_only=True):
    """The orders of a round, disclosed, and what became of them: every platoon on the map, by key. `fixtures` are the
    battles that arise, `held` the sectors that changed hands (to "" never), `entrenched` all who are from now on."""

    round: int
    marches: tuple[March, ...] = ()
    fixtures: tuple[Announced, ...] = ()
    held: dict[str, str] = {}
    entrenched: tuple[str, ...] = ()


class RetreatDue(Event, frozen=True, kw_only=True):
    """A beaten platoon has to leave a sector. `havens`: the sectors around it, the clerk's choice first; it may go to
    those that have no `why`. `fixture` "" where it met enemies without a vehicle that could fight."""

    platoon: str
    sector: str
    fixture: str = ""
    havens: tuple[Haven, ...] = ()


class RetreatCancelled(Event, frozen=True, kw_only=True):
    """A platoon that had to retreat need not any more: no enemies are left in its sector, or a corrected battle has not
    beaten it."""

    platoon: str
    sector: str
    fixture: str = ""


class Retreated(Event, frozen=True, kw_only=True):
    """A beaten platoon is gone from `sector`. `moves`: itself first, then who made room for it. `how`: "chosen" by its
    players, "ruled" by an organiser in their stead, "clerk" (by its rule, or somebody had to make room), "only" (there
    was one haven), "shattered" (nothing of it can drive; what is left is in reserve). `havens`: the sectors around it,
    as in `RetreatDue`."""

    platoon: str
    sector: str
    fixture: str = ""
    how: Literal["chosen", "ruled", "clerk", "only", "shattered"]
    moves: tuple[Gone, ...] = ()
    havens: tuple[Haven, ...] = ()
    held: dict[str, str] = {}


class Surrounded(Event, frozen=True, kw_only=True):
    """A beaten platoon had no way out and paid the campaign's price; what came through is in reserve. `lost`: the
    vehicles it gave up; `rolls`: of a break-out, one for each vehicle that tried, `needs` to come through."""

    platoon: str
    sector: str
    fixture: str = ""
    price: Price
    lost: tuple[str, ...] = ()
    tried: tuple[str, ...] = ()
    rolls: tuple[Roll, ...] = ()
    needs: int = 0
    havens: tuple[Haven, ...] = ()
    held: dict[str, str] = {}


class TheatreScored(Event, frozen=True, kw_only=True):
    """A round closes on the map: what each side's sectors scored, and the sides' totals with it. `supply`: that of
    every platoon by key, as the workshop then went by it. `final`: it is the score of the end, not of a round."""

    round: int
    gained: dict[str, int] = {}
    totals: dict[str, int] = {}
    supply: dict[str, Supply] = {}
    final: bool = False


class Won(Event, frozen=True, kw_only=True):
    """The war is over. `side` "" is a draw; `how`: by points, by capital, by rounds, or as the season was closed."""

    side: str
    how: Victory
    totals: dict[str, int] = {}


class RetreatContradicted(Event, frozen=True, kw_only=True):
    """A corrected battle has another one beaten than who retreated from it. `beaten`: who is now, "" for nobody.
    `moves`: what the retreat would now have been, as the map stands: who goes where, the one that comes back first, to
    "reserve" who is surrounded or shattered now. None: there is nothing to rule on (any more)."""

    fixture: str
    sector: str
    beaten: str = ""
    moves: tuple[Gone, ...] = ()


class RetreatRevised(Event, frozen=True, kw_only=True):
    """An organiser has ruled on it: to `apply` it, and `moves` are made, or that everybody stays. Who turns out to be
    surrounded is not among them; what that costs follows (`Surrounded`)."""

    sealed: ClassVar[tuple[str, ...]] = ("reason",)

    fixture: str
    apply: bool = False
    moves: tuple[Gone, ...] = ()
    held: dict[str, str] = {}
    reason: str = ""


class Deployed(Event, frozen=True, kw_only=True):
    """An organiser has put a platoon somewhere. `restored`: captured vehicles that are its own again, each as it is."""

    sealed: ClassVar[tuple[str, ...]] = ("reason",)

    platoon: str
    origin: str
    place: str
    restored: dict[str, str] = {}
    held: dict[str, str] = {}
    reason: str = ""


class LinkSet(Event, frozen=True, kw_only=True):
    """A link is closed from now on, or open again."""

    sealed: ClassVar[tuple[str, ...]] = ("reason",)

    one: str
    other: str
    open: bool
    reason: str = ""
