"""The events that the State keeps as they are, since what is decided later asks for them again."""

from __future__ import annotations

from typing import ClassVar, Literal

import msgspec

from campaigns.season.values import Grant, Homecoming, Rank, Reread, Result, Scoring, Terms
from campaigns.theatre import Theatre
from rules.contract import Event, Outcome

How = Literal["conceded", "walkover", "default", "adjudicated", "void"]
GameOf = Literal["own", "substitute", "nobody"]
Victory = Literal["points", "capital", "rounds", "closed"]


class Opened(Event, frozen=True, kw_only=True):
    """The campaign as it was prepared, complete and frozen. `commitment` is SHA-256 of the seed's bytes; `sectors` are
    the names of the map's sectors by key. `house_edition`: of the house's own rulings (`campaigns.season.editions`)."""

    version: ClassVar[int] = 4
    sealed: ClassVar[tuple[str, ...]] = ("name", "sides", "seed", "sectors")

    name: str
    system: str
    edition: str
    options: Terms
    sides: dict[str, str]
    scoring: Scoring
    confirm_within: int
    seed: str
    commitment: str
    terms: Terms = {}
    breakers: tuple[str, ...] = ()
    theatre: Theatre | None = None
    sectors: dict[str, str] = {}
    house_edition: str = "1"


class Before(msgspec.Struct, frozen=True, kw_only=True):
    """House rules as they were in the round from which they are amended: of those that are changed alone."""

    options: Terms = {}
    terms: Terms = {}
    scoring: Scoring | None = None
    breakers: tuple[str, ...] | None = None
    edition: str = ""


class Amended(Event, frozen=True, kw_only=True):
    """House rules from a round on, each that was changed with its new value; `edition`: of the rulebook, unset where it
    stays. `before`: what each was, and `reread`: the battles fought by other rules, as far as they were known; unset in
    logs that tell neither."""

    sealed: ClassVar[tuple[str, ...]] = ("reason",)

    round: int
    options: Terms = {}
    terms: Terms = {}
    scoring: Scoring | None = None
    breakers: tuple[str, ...] | None = None
    reason: str = ""
    edition: str | msgspec.UnsetType = msgspec.UNSET
    before: Before | msgspec.UnsetType = msgspec.UNSET
    reread: Reread | msgspec.UnsetType = msgspec.UNSET


class SubstituteProposed(Event, frozen=True, kw_only=True):
    """Somebody is named to sit in for the players of a platoon in a fixture; the opponent has to accept."""

    sealed: ClassVar[tuple[str, ...]] = ("reason",)

    fixture: str
    platoon: str
    person: str
    reason: str = ""


class Substituted(Event, frozen=True, kw_only=True):
    """From here on `person` plays a fixture for a platoon, in the place of its `players`. `game`: whose it is beside
    the season, by its terms."""

    sealed: ClassVar[tuple[str, ...]] = ("reason",)

    fixture: str
    platoon: str
    person: str
    players: tuple[str, ...]
    game: GameOf = "own"
    reason: str = ""


class DateProposed(Event, frozen=True, kw_only=True):
    """A platoon proposes when a fixture is played, and where ("" for not said)."""

    sealed: ClassVar[tuple[str, ...]] = ("place",)

    fixture: str
    platoon: str
    at: str
    place: str = ""


class BattleReported(Event, frozen=True, kw_only=True):
    """A battle counts with this outcome. Of several for one battle the newest stands.

    `home`: its vehicles that are as this battle left them; one that has fought since is not among them. None in a log
    that knows of no homecomings: there the outcome says it. `gains`: the points each platoon gets for it, over what an
    earlier report of it gave; `owed`: what their purses could not pay of it, to be taken as rounds close.
    `contradicted`: vehicles that fought on, were sold or repaired although, as it now turns out, they could not: for a
    person to settle. `unchanged`: only the battle's log has gone on since it was counted last.
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
    unchanged: bool | msgspec.UnsetType = msgspec.UNSET


class Decided(Event, frozen=True, kw_only=True):
    """How a fixture counts, in place of a battle's result: for each platoon what it was, by platoon. Nothing in
    `results`: it does not count. `points`: scored, by platoon; None leaves a battle's as they are."""

    sealed: ClassVar[tuple[str, ...]] = ("reason",)

    fixture: str
    how: How
    results: dict[str, Result] = {}
    points: dict[str, int] | None = None
    reason: str = ""


class SeasonClosed(Event, frozen=True, kw_only=True):
    """The campaign is over; `seed` is disclosed, so that every die of it can be checked."""

    sealed: ClassVar[tuple[str, ...]] = ("words",)

    seed: str
    places: tuple[Rank, ...] = ()
    words: str = ""


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


class RetreatDue(Event, frozen=True, kw_only=True):
    """A beaten platoon has to leave a sector. `havens`: the sectors around it, the clerk's choice first; it may go to
    those that have no `why`. `fixture` "" where it met enemies without a vehicle that could fight."""

    platoon: str
    sector: str
    fixture: str = ""
    havens: tuple[Haven, ...] = ()


class RetreatContradicted(Event, frozen=True, kw_only=True):
    """A corrected battle has another one beaten than who retreated from it. `beaten`: who is now, "" for nobody.
    `moves`: what the retreat would now have been, as the map stands: who goes where, the one that comes back first, to
    "reserve" who is surrounded or shattered now. None: there is nothing to rule on (any more)."""

    fixture: str
    sector: str
    beaten: str = ""
    moves: tuple[Gone, ...] = ()


class Won(Event, frozen=True, kw_only=True):
    """The war is over. `side` "" is a draw; `how`: by points, by capital, by rounds, or as the season was closed."""

    side: str
    how: Victory
    totals: dict[str, int] = {}
