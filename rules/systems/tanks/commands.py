"""What players report, in the imperative, and the clerk after the battle. Only what the table alone can show.

Lengths are whole tenths of the unit of measure: millimetres, or tenths of an inch (R4).
"""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

import msgspec

from rules.bounds import Key
from rules.contract import Command
from rules.lengths import Length, Stretch

OneUnit = Annotated[str, msgspec.Meta(max_length=40)]  # the id of a unit, "" for none
Degrees = Annotated[int, msgspec.Meta(ge=0, le=360)]
D6 = Annotated[int, msgspec.Meta(ge=1, le=6)]
OneDie = Annotated[tuple[D6, ...], msgspec.Meta(max_length=1)]
Facing = Literal["", "front", "side", "rear"]
Over = Literal[
    "open",
    "open+up",
    "open+down",
    "road",
    "road+up",
    "road+down",
    "difficult",
    "difficult+up",
    "difficult+down",
    "forest",
    "forest+up",
    "forest+down",
    "forest+difficult",
    "forest+difficult+up",
    "forest+difficult+down",
]


# -- before the first turn ---------------------------------------------------------------------------------------------


class RollSetup(Command, frozen=True, kw_only=True):
    """A die each, in the order of the sides' names: the higher chooses (R6)."""

    positional: ClassVar = ()
    dice: Annotated[tuple[D6, ...], msgspec.Meta(max_length=2)] | None = None


class ChooseSetup(Command, frozen=True, kw_only=True):
    """What the winner of the roll does (R6): "build" sets up the table and moves first; "pick" lets the other one do
    both, picks an edge of the table and deploys first."""

    positional: ClassVar = ("side", "choice")
    side: Key
    choice: Literal["build", "pick"]


class Deploy(Command, frozen=True, kw_only=True):
    """A side has put its vehicles on the table."""

    positional: ClassVar = ("side",)
    side: Key


class DeclareRound(Command, frozen=True, kw_only=True):
    """Which round comes next, when the last ones were not reported shot by shot."""

    positional: ClassVar = ("round",)
    round: Annotated[int, msgspec.Meta(ge=1, le=99)]


# -- Move --------------------------------------------------------------------------------------------------------------


class Drive(Command, frozen=True, kw_only=True):
    """A stretch of a move over one kind of ground (R8): a mixed path is several reports.

    turned: degrees turned on it at the double speed of a road (R11). corner: how much of `length` was driven before
    90 degrees in all had been turned, where they come together on this stretch; the rest is driven at normal pace.
    contact: the enemy it has run into, which ends the move (R29).
    """

    positional: ClassVar = ("unit", "over")
    unit: Key
    over: Over
    length: Stretch
    turned: Degrees = 0
    corner: Length | msgspec.UnsetType = msgspec.UNSET
    reverse: bool = False
    contact: OneUnit = ""


class Cross(Command, frozen=True, kw_only=True):
    """A tank crosses a fence, a hedge or a wall on its way (B9)."""

    positional: ClassVar = ("unit",)
    unit: Key


class PopSmoke(Command, frozen=True, kw_only=True):
    """A tank pops smoke and stays, or backs up over one kind of ground (R14)."""

    positional: ClassVar = ("unit", "over")
    unit: Key
    over: Over | Literal[""] = ""
    length: Length = 0
    contact: OneUnit = ""


class Leave(Command, frozen=True, kw_only=True):
    """A tank drives off the table: it has retreated (R35)."""

    positional: ClassVar = ("unit",)
    unit: Key


class EndMovement(Command, frozen=True, kw_only=True):
    """A side has moved all it wants to move (R1)."""

    positional: ClassVar = ("side",)
    side: Key


# -- Shoot -------------------------------------------------------------------------------------------------------------


class Fire(Command, frozen=True, kw_only=True):
    """A shot (R17): what was measured and the dice that fell, in their order; those left out are Leaguer's.

    sight: "blocked" without a line of sight, "arc" where the gun cannot be brought to bear (R10). facing: the side of
    the target that is hit. cover: of an object that conceals half of it or more (R20). save_cover, save_smoke and
    save_glancing are the defender's.
    """

    positional: ClassVar = ("unit", "target")
    unit: Key
    target: Key
    distance: Length
    sight: Literal["clear", "blocked", "arc"] = "clear"
    facing: Facing = ""
    cover: Literal["", "light", "heavy"] = ""
    hit: OneDie | None = None
    save_cover: OneDie | None = None
    save_smoke: OneDie | None = None
    save_glancing: OneDie | None = None
    penetration: OneDie | None = None
    damage: OneDie | None = None
    radius: OneDie | None = None


class Bombard(Command, frozen=True, kw_only=True):
    """Indirect fire (R23 to R26). sight: the artillery sees the target itself ("own"), or the last Radio step has it
    ("radio"); `spotter` is then the friend that sees it now. direction: hours of the clock, 12 straight on."""

    positional: ClassVar = ("unit", "target")
    unit: Key
    target: Key
    distance: Length
    sight: Literal["own", "radio"]
    spotter: OneUnit = ""
    hit: OneDie | None = None
    direction: Annotated[tuple[Annotated[int, msgspec.Meta(ge=1, le=12)], ...], msgspec.Meta(max_length=1)] | None = (
        None
    )
    scatter: OneDie | None = None


class Strike(Command, frozen=True, kw_only=True):
    """A vehicle within the radius of an explosion (R22), by the facing towards it, or under the cap (R27)."""

    positional: ClassVar = ("unit", "facing")
    unit: Key
    facing: Facing = ""
    save_smoke: OneDie | None = None
    penetration: OneDie | None = None
    damage: OneDie | None = None
    radius: OneDie | None = None


class CloseArea(Command, frozen=True, kw_only=True):
    """Nobody else is within the radius of the explosion, or under the cap."""

    positional: ClassVar = ("side",)
    side: Key


class HoldFire(Command, frozen=True, kw_only=True):
    """A side has fired all it wants to fire (R1)."""

    positional: ClassVar = ("side",)
    side: Key


# -- Ram and Radio -----------------------------------------------------------------------------------------------------


class Ram(Command, frozen=True, kw_only=True):
    """A ram is resolved (R30, R31). facing: the side of the rammed tank that was struck, where it takes the hit."""

    positional: ClassVar = ("unit", "facing")
    unit: Key
    facing: Facing = ""
    penetration: OneDie | None = None
    damage: OneDie | None = None
    radius: OneDie | None = None


class Spot(Command, frozen=True, kw_only=True):
    """The enemies in line of sight of any vehicle of a side, for its artillery (R34)."""

    positional: ClassVar = ("side",)
    side: Key
    spotted: Annotated[tuple[Key, ...], msgspec.Meta(max_length=60)] = ()


# -- any time, and after -----------------------------------------------------------------------------------------------


class Concede(Command, frozen=True, kw_only=True):
    """A side gives the field up (B2)."""

    positional: ClassVar = ("side",)
    side: Key


class Assess(Command, frozen=True, kw_only=True):
    """The clerk sees what becomes of a vehicle that was hurt, destroyed or left behind, or has retreated."""

    positional: ClassVar = ("unit",)
    unit: Key


COMMANDS: tuple[type[Command], ...] = (
    RollSetup,
    ChooseSetup,
    Deploy,
    DeclareRound,
    Drive,
    Cross,
    PopSmoke,
    Leave,
    EndMovement,
    Fire,
    Bombard,
    Strike,
    CloseArea,
    HoldFire,
    Ram,
    Spot,
    Concede,
    Assess,
)
