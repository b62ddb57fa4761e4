"""What players report, in the imperative, and the clerk after the battle. Only what the table alone can show."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

import msgspec

from rules.bounds import Key
from rules.contract import Command

from .geometry import Compass

SquareName = Annotated[str, msgspec.Meta(pattern=r"^[a-z]{1,2}[1-9][0-9]?$(?!\n)")]
OneUnit = Annotated[str, msgspec.Meta(max_length=40)]  # the id of a unit, "" for none
Reading = Annotated[int, msgspec.Meta(ge=1, le=8)]  # a section of the ruler
Step = Literal["F", "B", "R+", "R-", "FL", "FR", "BL", "BR"]
Steps = Annotated[tuple[Step, ...], msgspec.Meta(min_length=1, max_length=20)]
Number = Annotated[int, msgspec.Meta(ge=-9, le=9)]
Symbol = Annotated[str, msgspec.Meta(min_length=1, max_length=30, pattern=r"^[A-Za-z+-]+$(?!\n)")]
Pair = Annotated[tuple[Number, ...], msgspec.Meta(max_length=2)]
One = Annotated[tuple[Number, ...], msgspec.Meta(max_length=1)]
OneSymbol = Annotated[tuple[Symbol, ...], msgspec.Meta(max_length=1)]
TwoSymbols = Annotated[tuple[Symbol, ...], msgspec.Meta(max_length=2)]
HitDie = Literal["white", "orange", "green"]
Contact = Literal["", "held", "new"]


# -- before the first round --------------------------------------------------------------------------------------------


class Deploy(Command, frozen=True, kw_only=True):
    """A unit is put on the board (R5, R67); with `gun` where its turret points, else ahead.

    After rounds that were not reported shot by shot: where it stands now.
    """

    positional: ClassVar = ("unit", "square", "facing")
    unit: Key
    square: SquareName
    facing: Compass
    gun: Compass | None = None


class RollFirst(Command, frozen=True, kw_only=True):
    """Who goes first, by a die of each side, in the order of their names (B17)."""

    positional: ClassVar = ()
    dice: Annotated[tuple[Annotated[int, msgspec.Meta(ge=1, le=6)], ...], msgspec.Meta(max_length=2)] | None = None


class DeclareRound(Command, frozen=True, kw_only=True):
    """Which round comes next, when the last ones were not reported shot by shot."""

    positional: ClassVar = ("round",)
    round: Annotated[int, msgspec.Meta(ge=1, le=99)]


# -- movement phase ----------------------------------------------------------------------------------------------------


class RollSpeed(Command, frozen=True, kw_only=True):
    """Option 2: the speed die of a vehicle that is about to move (R10)."""

    positional: ClassVar = ("unit",)
    unit: Key
    dice: One | None = None


class Move(Command, frozen=True, kw_only=True, omit_defaults=True):
    """Steps of a unit, one report or several a round (R7 to R13, R47, R49, R64, R65).

    F, B: straight on, straight back; R+, R-: 45 degrees to the right, to the left in place; FL, FR, BL, BR: wheels
    forward into the square diagonally ahead, and back with a turn to that side.

    `tow`: asked of a vehicle that stood ready to tow a fixed weapon before this round: which one goes along, "-" for
    none (R48).
    """

    positional: ClassVar = ("unit", "steps")
    unit: Key
    steps: Steps
    tow: OneUnit = ""


class Traverse(Command, frozen=True, kw_only=True):
    """A turret is turned (R14): the gun points to `gun`, or with option 3 at the unit or square `at`."""

    positional: ClassVar = ("unit", "gun")
    unit: Key
    gun: Compass | None = None
    at: OneUnit = ""


class Hook(Command, frozen=True, kw_only=True):
    """A vehicle that stands rear to rear with a fixed weapon takes it in tow; it can pull from the next round (R48)."""

    positional: ClassVar = ("unit", "weapon")
    unit: Key
    weapon: Key


class Unhook(Command, frozen=True, kw_only=True):
    """A vehicle lets the weapon it has in tow stand."""

    positional: ClassVar = ("unit",)
    unit: Key


class Leave(Command, frozen=True, kw_only=True, omit_defaults=True):
    """House: a unit leaves the board from an edge square by a straight step, with what it has in tow.

    `tow` as in `Move`."""

    positional: ClassVar = ("unit",)
    unit: Key
    tow: OneUnit = ""


class EndMovement(Command, frozen=True, kw_only=True):
    """A side has moved all it wants to move (R15)."""

    positional: ClassVar = ("side",)
    side: Key


# -- firing phase ------------------------------------------------------------------------------------------------------


class Announce(Command, frozen=True, kw_only=True):
    """What a unit fires at, said before the first die of the phase (R16): a unit, or the wall on a square.

    `ruler`: what the ruler showed at the table; it wins over the board, and says that the line (or trajectory) is
    clear. `cover`: what hides more than half of the target (R21): "terrain", or the unit or wreck. For a parabolic shot
    `reporter` is the vehicle that reports the target, "" when the howitzer sees it, and `contact` whether contact was
    held from the start or is new, as the table saw it ("": by the board).
    """

    positional: ClassVar = ("unit", "target")
    unit: Key
    target: OneUnit = ""
    wall: SquareName | None = None
    how: Literal["direct", "parabolic"] = "direct"
    ruler: Reading | None = None
    cover: OneUnit = ""
    reporter: OneUnit = ""
    contact: Contact = ""


class Fire(Command, frozen=True, kw_only=True):
    """An announced shot (R19): the dice that fell, in their order; those left out are Leaguer's.

    accuracy: both numbers. hit: the area and its symbols ("body", "track+x"). penetration: the change. radio: "ok", "x"
    or "red". miss: the letters of both dice, "-" for a blank.
    """

    positional: ClassVar = ("unit",)
    unit: Key
    die: HitDie = "white"
    radio: OneSymbol | None = None
    accuracy: Pair | None = None
    miss: TwoSymbols | None = None
    hit: OneSymbol | None = None
    penetration: One | None = None


class StartRepair(Command, frozen=True, kw_only=True):
    """A crew begins to repair tracks or wheels instead of firing (R51)."""

    positional: ClassVar = ("unit",)
    unit: Key


class StopRepair(Command, frozen=True, kw_only=True):
    """A crew gives its repairs up (R54)."""

    positional: ClassVar = ("unit",)
    unit: Key


class Recover(Command, frozen=True, kw_only=True):
    """A recovery vehicle beside a patient, its crane towards it, begins to repair it (R62)."""

    positional: ClassVar = ("unit", "patient")
    unit: Key
    patient: Key


class EndTurn(Command, frozen=True, kw_only=True):
    """A side has fired all it wants to fire (R2). `again`: vehicles whose crews go straight on with a second cycle of
    repairs, should the first end now (R56)."""

    positional: ClassVar = ("side",)
    side: Key
    again: Annotated[tuple[Key, ...], msgspec.Meta(max_length=60)] = ()


# -- any time, and after -----------------------------------------------------------------------------------------------


class Concede(Command, frozen=True, kw_only=True):
    """A side gives the battle up."""

    positional: ClassVar = ("side",)
    side: Key


class Assess(Command, frozen=True, kw_only=True):
    """The clerk sees what becomes of a unit that was hurt or left behind."""

    positional: ClassVar = ("unit",)
    unit: Key


COMMANDS: tuple[type[Command], ...] = (
    Deploy,
    RollFirst,
    DeclareRound,
    RollSpeed,
    Move,
    Traverse,
    Hook,
    Unhook,
    Leave,
    EndMovement,
    Announce,
    Fire,
    StartRepair,
    StopRepair,
    Recover,
    EndTurn,
    Concede,
    Assess,
)
