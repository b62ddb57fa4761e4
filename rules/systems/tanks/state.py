"""A battle as these rules see it. `muster.start` makes it, chapters fold events into it, in place.

Pieces hold facts people can declare, within the bounds of their types; `fixed` is what the muster settles.
"""

from __future__ import annotations

from collections.abc import Generator
from typing import Annotated, Any, ClassVar, Literal

import msgspec

from rules import contract
from rules.contract import Feat, Piece, pgettext
from rules.contract import gettext_noop as _
from rules.kit.declarable import Declarable
from rules.kit.outcomes import Result
from rules.reports import Depth

Presence = Literal["on_table", "retreated", "bailed_out", "knocked_out"]
Smoke = Literal["available", "smoking", "used"]
Phase = Literal["setup", "choice", "deployment", "round", "move", "shoot", "ram", "radio"]
Facing = Literal["", "front", "side", "rear"]
Skill = Annotated[int, msgspec.Meta(ge=2, le=6)]
Degrees = Annotated[int, msgspec.Meta(ge=0, le=360)]
Turns = Annotated[int, msgspec.Meta(ge=0, le=2)]
Reloading = Annotated[int, msgspec.Meta(ge=0, le=10)]
Cost = Annotated[int, msgspec.Meta(ge=0, le=99_999)]
MOST_UNITS = 60  # house: a side, so that reports of all of them stay readable
Round = Annotated[int, msgspec.Meta(ge=0, le=100)]
Small = Annotated[int, msgspec.Meta(ge=0, le=99)]
SideOrNone = Annotated[str, msgspec.Meta(max_length=40)]
OneUnit = Annotated[str, msgspec.Meta(max_length=40)]  # the id of a unit, "" for none
Sides = Annotated[tuple[SideOrNone, ...], msgspec.Meta(max_length=2)]
Pairs = Annotated[tuple[tuple[OneUnit, OneUnit], ...], msgspec.Meta(max_length=MOST_UNITS * MOST_UNITS)]


class Event(contract.Event, frozen=True, kw_only=True):
    """What was ruled, in the past tense: report and ruling together, so that the fold needs no tables.

    Lengths are tenths of the unit of measure, and `measure` says of which (R4).
    """


Decision = Generator[Event, None, None]


class Condition(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What of a vehicle outlives a battle. captured: left behind on a field the enemy holds. scrapped: its crew bailed
    out where hulls cannot be recovered.

    Never left by a battle, and so left out of it (see `between`): skill: the ballistic skill its crew has learned;
    crew: what became of it, where the vehicle does not tell any more.
    """

    out: Literal["", "retreated", "bailed_out", "knocked_out"] = ""
    tracked: bool = False
    gun_out: bool = False
    captured: bool = False
    scrapped: bool = False
    skill: Skill | msgspec.UnsetType = msgspec.UNSET
    crew: Literal["fit", "lost"] | msgspec.UnsetType = msgspec.UNSET


class Figures(msgspec.Struct, frozen=True):
    """A vehicle's line of the catalogue (B15, B16): speed and range in centimetres, strength 0 for no gun; skill: its
    crew's ballistic skill; indirect: artillery; reload: turns its gun takes, None where the option says it."""

    points: int
    role: str
    speed: int
    strength: int
    front: int
    side: int
    rear: int
    range: int
    indirect: bool
    turret: bool
    skill: int
    reload: int | None = None

    @property
    def total(self) -> int:
        """R30, A19: what rams compare."""
        return self.front + self.side + self.rear

    @property
    def lowest(self) -> int:
        """R28."""
        return min(self.front, self.side, self.rear)

    def armour(self, facing: str) -> int:
        return {"front": self.front, "side": self.side, "rear": self.rear}[facing]


class Vehicle(Piece):
    """A tank, or a gun of Speed 0 (A21). `fixed` is as mustered.

    stunned, knocked: ends of own turns until that is over (A12). reloading: until its gun is loaded. driven: tenths
    driven in its latest own Move step; used: what that cost, in halves of a tenth of Speed; turned: degrees turned on
    the road; halted: by contact. ram: the enemy it has run into, `ram_length` after so many tenths. spotted: on the
    enemy's list of the last Radio step. touches: see `OneContact`; else `State.contacts`.
    """

    fixed: ClassVar[tuple[str, ...]] = ("id", "side", "name", "model", "figures", "skill", "touches")

    id: str
    side: str
    name: str
    model: str
    figures: Figures
    skill: int

    presence: Annotated[Presence, Declarable(_("Presence"), line="units.{0}.status")] = "on_table"
    tracked: Annotated[bool, Declarable(_("Tracked"), line="units.{0}.mobility")] = False
    gun_out: Annotated[bool, Declarable(_("Main weapon damaged"), line="units.{0}.gun")] = False
    stunned: Annotated[Turns, Declarable(_("Stunned, in ends of own turns"), line="units.{0}.mobility")] = 0
    knocked: Annotated[Turns, Declarable(_("Knocked about, in ends of own turns"), line="units.{0}.mobility")] = 0
    smoke: Annotated[Smoke, Declarable(_("Smoke"))] = "available"
    reloading: Annotated[Reloading, Declarable(_("Reloading, in ends of own turns"), line="units.{0}.gun")] = 0

    driven: Annotated[Cost, Declarable(_("Driven in its last Move step"), parts=10)] = 0
    used: Annotated[Cost, Declarable(_("Used of its Speed"), line="units.{0}.driven", parts=20)] = 0
    turned: Annotated[Degrees, Declarable(_("Degrees turned on the road"), line="")] = 0
    halted: Annotated[bool, Declarable(_("Its move is over"), line="")] = False
    ram: Annotated[OneUnit, Declarable(_("Has run into"))] = ""
    ram_length: Annotated[Cost, Declarable(_("Driven up to the ram"), line="", parts=10)] = 0
    touches: Annotated[OneUnit, Declarable(_("Stands in contact with"))] = ""
    spotted: Annotated[bool, Declarable(_("On the enemy's list"))] = False

    captured: Annotated[bool, Declarable(_("Captured"), line="outcome.units.{0}.fate")] = False
    scrapped: Annotated[bool, Declarable(_("Scrapped"), line="outcome.units.{0}.fate")] = False
    assessed: Annotated[bool, Declarable(_("Seen to after the battle"), line="")] = (
        False  # seen to by the clerk, after the battle
    )
    feats: Annotated[list[Feat], Declarable(_("Service record of this battle")), msgspec.Meta(max_length=9999)] = []

    @property
    def on_table(self) -> bool:
        return self.presence == "on_table"

    @property
    def moved(self) -> bool:
        """R18, A7: in its latest own Move step; backing behind smoke is moving, pivoting is not."""
        return self.used > 0

    @property
    def is_tank(self) -> bool:
        """B2: what keeps a battle going; guns of Speed 0 do not."""
        return self.figures.speed > 0

    @property
    def destroyed(self) -> bool:
        return self.presence in ("bailed_out", "knocked_out")


class OneContact(Vehicle):
    """A vehicle of edition 1. touches: the one enemy it is known to stand in contact with since a ram."""

    fixed: ClassVar = ("id", "side", "name", "model", "figures", "skill")


class Area(msgspec.Struct, forbid_unknown_fields=True):
    """An explosion or the cap of artillery whose victims are still to be told. source: the wreck, or the gun. target:
    what the gun hit, "" for an explosion. reach: the radius of the explosion, or how far the cap has moved, in whole
    centimetres. caught: who has been told. touching: who stood in contact with what has exploded."""

    kind: Literal["blast", "cap"]
    source: OneUnit
    target: OneUnit = ""
    reach: Annotated[int, msgspec.Meta(ge=0, le=6)] = 1
    caught: Annotated[tuple[OneUnit, ...], msgspec.Meta(max_length=200)] = ()
    touching: Annotated[tuple[OneUnit, ...], msgspec.Meta(max_length=200)] = ()


class State(contract.State, kw_only=True):
    """`round`: the one being played, 0 before the first; after the second side's turn the next one.

    side: whose player turn it is, or has just been (in the Radio step). first: who moves first. winner: of the set-up
    roll. deployed, listed: the sides that have deployed, and that have told their list in this Radio step. areas: the
    first is being told, the others wait. contacts: the pairs of enemies that stand in contact since a ram (B6). quiet:
    nothing has been reported in this round yet.
    """

    # `depth` is not the muster's, but a ChangeDepth alone sets it
    fixed: ClassVar[tuple[str, ...]] = ("edition", "scenario", "sides", "options", "depth")

    edition: str
    scenario: str
    sides: tuple[str, ...]
    options: dict[str, Any]
    units: dict[str, Vehicle]

    depth: Depth = "shots"
    phase: Annotated[Phase, Declarable(_("Step"), line="phase")] = "setup"
    round: Annotated[Round, Declarable(pgettext("of a battle", "Round"), line="round")] = 0
    rolled: Annotated[Small, Declarable(_("Ties of the set-up roll"), line="")] = (
        0  # how often the set-up dice have tied
    )
    winner: Annotated[SideOrNone, Declarable(_("Winner of the set-up roll"), line="")] = ""
    first: Annotated[SideOrNone, Declarable(_("Moves first"))] = ""
    deployed: Annotated[Sides, Declarable(_("Sides that have deployed"), line="")] = ()
    side: Annotated[SideOrNone, Declarable(_("Whose turn it is"), line="facts.turn")] = ""
    listed: Annotated[Sides, Declarable(_("Sides that have told their list"), line="")] = ()
    areas: Annotated[
        list[Area], Declarable(_("Explosions and caps being told"), line=""), msgspec.Meta(max_length=200)
    ] = []
    contacts: Annotated[Pairs, Declarable(_("Pairs of vehicles in contact"), line="")] = ()
    quiet: Annotated[bool, Declarable(_("Nothing has been reported in this round"), line="")] = False
    conceded: Annotated[SideOrNone, Declarable(_("Conceded by"), line="outcome.winner")] = ""
    result: Annotated[Result | None, Declarable(_("Result"), line="outcome.winner")] = None

    def of_side(self, side: str) -> list[Vehicle]:
        """The vehicles of a side that are on the table."""
        return [unit for unit in self.units.values() if unit.side == side and unit.on_table]

    def enemies(self, side: str) -> list[Vehicle]:
        """The vehicles on the table that are not of this side."""
        return [unit for unit in self.units.values() if unit.side != side and unit.on_table]

    def other(self, side: str) -> str:
        return next(one for one in self.sides if one != side)

    @property
    def area(self) -> Area | None:
        """The explosion or cap whose victims are being told."""
        return self.areas[0] if self.areas else None


class OneContactState(State, kw_only=True):
    """A battle of edition 1, where every vehicle knows of one contact alone (`OneContact`)."""

    fixed: ClassVar = (*State.fixed, "contacts")
