"""A battle as these rules see it. `start` makes the State, `evolve` folds events into it in place.

Pieces hold facts that people can declare, within the bounds of their types; the muster sets those that are `fixed`.
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

from .board import Board
from .dicebox import DiceBox
from .geometry import COMPASS, Compass, Square, named

Life = Literal["active", "destroyed", "left"]
Mobility = Literal["mobile", "semi", "immobilised"]
Phase = Literal["deployment", "first", "round", "placing", "movement", "firing"]
Place = Annotated[str, msgspec.Meta(pattern=r"^([a-z]{1,2}[1-9][0-9]?)?$(?!\n)")]  # the name of a square, "" for none
Angle = Annotated[int, msgspec.Meta(ge=0, le=359)]
Timer = Annotated[int, msgspec.Meta(ge=0, le=5)]
Round = Annotated[int, msgspec.Meta(ge=0, le=100)]
Gunnery = Annotated[int, msgspec.Meta(ge=0, le=1)]
Haste = Annotated[int, msgspec.Meta(ge=0, le=2)]
Small = Annotated[int, msgspec.Meta(ge=0, le=99)]
SideOrNone = Annotated[str, msgspec.Meta(max_length=40)]
OneUnit = Annotated[str, msgspec.Meta(max_length=40)]  # the id of a unit, "" for none
SquareName = Annotated[str, msgspec.Meta(pattern=r"^[a-z]{1,2}[1-9][0-9]?$(?!\n)")]
Contact = Literal["", "held", "new"]


class Event(contract.Event, frozen=True, kw_only=True):
    """What was ruled, in the past tense. An event holds report and ruling together, so that the fold needs no tables.

    Squares are names ("c5"), turrets degrees clockwise from the hull.
    """


Decision = Generator[Event, None, None]


class Condition(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What outlives a battle of a unit. `timer`: of repairs under way; `rounds`: of repairs that are left to do between
    battles, 0 for none; `stuck`: nobody at hand can do them.

    A battle never leaves these, so they are left out after it: gunnery, haste: what the crew has learned (`crews`);
    crew: what became of the crew, if the vehicle alone does not say it (`upkeep`).
    """

    destroyed: bool = False
    lost: bool = False
    left: bool = False
    injured: bool = False
    mobility: Mobility = "mobile"
    timer: Timer = 0
    rounds: Small = 0
    stuck: bool = False
    gunnery: Gunnery | msgspec.UnsetType = msgspec.UNSET
    haste: Haste | msgspec.UnsetType = msgspec.UNSET
    crew: Literal["fit", "wounded", "lost"] | msgspec.UnsetType = msgspec.UNSET


class Figures(msgspec.Struct, frozen=True):
    """R4, B20: a unit's line of the unit chart. Speeds are steps, mass tonnes; range and parabolic range sections of
    the ruler. drive: T, W or "fixed"; mount: turret, hull or fixed; howitzer: fires HE, else AP; die: I, II or "".
    accuracy 0 is no weapon. turns: how many times a fixed weapon turns by 45 degrees in a round (R47)."""

    effectiveness: int
    role: str
    drive: str
    mount: str
    mass: int
    speed: int
    reverse: int
    front: int
    side: int
    rear: int
    top: int
    tracks: int
    howitzer: bool
    penetration: int
    die: str
    range: int
    accuracy: int
    proximity: bool
    parabolic: tuple[int, int] | None
    one_piece: bool
    recovery: bool
    turns: int = 0

    @property
    def is_vehicle(self) -> bool:
        return self.drive != "fixed"

    @property
    def turreted(self) -> bool:
        return self.mount == "turret"

    @property
    def all_round(self) -> bool:
        """B13: a turret that is one piece with its hull counts as able to face anywhere."""
        return self.turreted and self.one_piece


class Aim(msgspec.Struct, forbid_unknown_fields=True):
    """An announced shot (R16). `range` is the one that counts; `fired` once its first die has fallen."""

    target: OneUnit = ""
    wall: Place = ""
    how: Literal["direct", "parabolic"] = "direct"
    range: Annotated[int, msgspec.Meta(ge=1, le=8)] = 1
    by: Literal["board", "ruler"] = "board"
    cover: OneUnit = ""
    reporter: OneUnit = ""
    contact: Contact = ""
    fired: bool = False


class Miniature(Piece):
    """A vehicle or fixed weapon on the board. The muster sets what is `fixed`.

    facing: of the hull. turret: degrees clockwise from the hull. hurt: the round of the last hit that cost mobility.
    fires_from: the round from which it may fire again after repairs. patient, worked: the unit that a recovery vehicle
    repairs, and for how many rounds it has; since: the round in which that, or the crew's own repairs, began. tows,
    hooked: the weapon in tow and the round in which it was hooked.

    In this turn: used: cost of its steps. gear: forward, reverse or "". moved: it has left a square; turned: it has
    turned its hull; spun: turns in place since the last straight step. change: of the speed die, None while not rolled.
    halted: it drove through a wall. pulled: a weapon that was towed. turret_was: at the start of the turn. sees:
    enemies in visual contact at the start of the turn (or of the round).
    """

    fixed: ClassVar = (
        *("id", "side", "name", "called", "model", "figures", "commands", "radio", "dozer", "objective"),
        *("gunnery", "haste"),
    )

    id: str
    side: str
    name: str
    called: str
    model: str
    figures: Figures
    commands: bool = False  # the command tank (R8)
    radio: bool = True
    dozer: bool = False
    objective: bool = False  # one of the three anti-aircraft guns of the basic scenario (R67)
    gunnery: Gunnery = 0  # house: what its crew has learned (`crews`)
    haste: Haste = 0

    square: Annotated[Place, Declarable(_("Square"))] = ""
    facing: Annotated[Compass, Declarable(_("Facing"))] = "N"
    turret: Annotated[Angle, Declarable(_("Turret, degrees from the hull"), "units.{0}.gun")] = 0
    life: Annotated[Life, Declarable(_("Life"), "units.{0}.status")] = "active"
    own_fire: Annotated[bool, Declarable(_("Destroyed by its own side"), "units.{0}.status")] = False
    injured: Annotated[bool, Declarable(_("Crew is injured"), "units.{0}.crew")] = False
    mobility: Annotated[Mobility, Declarable(_("Mobility"))] = "mobile"
    hurt: Annotated[Round, Declarable(_("Round of the last hit that cost mobility"), "")] = 0
    timer: Annotated[Timer, Declarable(_("Timer of repairs"))] = 0
    fires_from: Annotated[Round, Declarable(_("Round from which it may fire again"))] = 0
    patient: Annotated[OneUnit, Declarable(_("Repairs another vehicle"))] = ""
    worked: Annotated[Small, Declarable(_("Rounds it has repaired the other for"), "")] = 0
    since: Annotated[Round, Declarable(_("Round in which it came to repair"), "")] = 0
    beside: Annotated[
        dict[OneUnit, Small], Declarable(_("Stands ready to repair, and rounds both have stood still"), "")
    ] = {}
    tows: Annotated[OneUnit, Declarable(_("Has in tow"))] = ""
    hooked: Annotated[Round, Declarable(_("Round in which the weapon was hooked"), "")] = 0
    along: Annotated[Literal["", "yes", "no"], Declarable(_("Whether the weapon behind it goes along"), "")] = ""

    used: Annotated[Small, Declarable(_("Steps made this turn"))] = 0
    gear: Annotated[
        Literal["", "forward", "reverse"], Declarable(_("Direction it drives in this turn"), "units.{0}.used")
    ] = ""
    moved: Annotated[bool, Declarable(_("Has left its square this turn"), "units.{0}.used")] = False
    turned: Annotated[bool, Declarable(_("Has turned its hull this turn"), "units.{0}.used")] = False
    spun: Annotated[Small, Declarable(_("Turns in place since the last straight step"), "")] = 0
    change: Annotated[Annotated[int, msgspec.Meta(ge=-1, le=1)] | None, Declarable(_("Speed die"))] = None
    halted: Annotated[bool, Declarable(_("Drove through a wall this turn"), "units.{0}.used")] = False
    pulled: Annotated[bool, Declarable(_("Was towed this turn"), "")] = False
    turret_was: Annotated[Angle, Declarable(_("Turret at the start of the turn"), "")] = 0
    facing_was: Annotated[Compass, Declarable(_("Facing at the start of the turn"), "")] = "N"
    sees: Annotated[
        tuple[OneUnit, ...], msgspec.Meta(max_length=200), Declarable(_("Enemies it saw at the start"), "")
    ] = ()
    aim: Annotated[Aim | None, Declarable(_("Announced shot"))] = None

    lost: Annotated[bool, Declarable(_("Lost for good"), "outcome.units.{0}.fate")] = False
    rounds: Annotated[Small, Declarable(_("Rounds of repair left after the battle"), "outcome.units.{0}.condition")] = 0
    stuck: Annotated[bool, Declarable(_("Nobody can repair it"), "outcome.units.{0}.condition")] = False
    assessed: Annotated[bool, Declarable(_("Seen to after the battle"), "")] = False
    feats: Annotated[list[Feat], msgspec.Meta(max_length=9999), Declarable(_("Service record of this battle"))] = []

    def let_go(self) -> None:
        """Nothing is in tow of it any more."""
        self.tows, self.hooked, self.along = "", 0, ""

    @property
    def active(self) -> bool:
        """R6: not destroyed, and still on (or on its way to) the board."""
        return self.life == "active"

    @property
    def on_board(self) -> bool:
        return self.square != ""

    @property
    def at(self) -> Square:
        """Its square. Only for a unit on the board."""
        found = named(self.square)
        assert found is not None
        return found

    @property
    def heading(self) -> int:
        """The facing as one of the eight directions, 0 to 7 clockwise from north."""
        return COMPASS.index(self.facing)

    @property
    def gun(self) -> int:
        """Where the gun points: degrees clockwise from north."""
        return (self.heading * 45 + (self.turret if self.figures.turreted else 0)) % 360

    @property
    def stirred(self) -> bool:
        """B11: it has made any step this turn, including a turn in place."""
        return self.used > 0 or self.moved or self.turned


class Wreck(Piece):
    """A wreck that lay on the board from the start."""

    fixed: ClassVar = ("id", "mass")
    id: str
    mass: int
    square: Annotated[Place, Declarable(_("Square of the wreck"), "")]


class State(contract.State, kw_only=True):
    """`round`: the round being played, 0 before the first; after the second side's turn the next one, with no `side`.

    side: whose turn it is, "" between turns. limit: coordinated movements of this turn. `walls` still stand, `broken`
    fell this turn. volley: a die has fallen in this Firing Phase, so announcements cannot change. quiet: nothing has
    been reported in this round yet.
    """

    # `depth` is not the muster's: only a ChangeDepth sets it
    fixed: ClassVar = ("edition", "scenario", "sides", "options", "board", "dice", "depth")

    edition: str
    scenario: str
    sides: tuple[str, ...]
    options: dict[str, Any]
    board: Board
    dice: DiceBox
    units: dict[str, Miniature]
    wrecks: dict[str, Wreck] = {}

    depth: Depth = "shots"
    phase: Annotated[Phase, Declarable(_("Phase"), "phase")] = "deployment"
    round: Annotated[Round, Declarable(pgettext("of a battle", "Round"), "round")] = 0
    rolled: Annotated[Small, Declarable(_("Ties of the roll for the first turn"), "")] = 0
    first: Annotated[SideOrNone, Declarable(_("Goes first"))] = ""
    side: Annotated[SideOrNone, Declarable(_("Whose turn it is"), "facts.turn")] = ""
    limit: Annotated[Small, Declarable(_("Coordinated movements of this turn"), "facts.coordinated")] = 0
    walls: Annotated[tuple[Place, ...], msgspec.Meta(max_length=3000), Declarable(_("Standing walls"), "")] = ()
    broken: Annotated[
        tuple[Place, ...], msgspec.Meta(max_length=3000), Declarable(_("Walls that fell this turn"), "")
    ] = ()
    volley: Annotated[bool, Declarable(_("Dice have fallen in this Firing Phase"), "")] = False
    quiet: Annotated[bool, Declarable(_("Nothing has been reported in this round"), "")] = False
    conceded: Annotated[SideOrNone, Declarable(_("Conceded by"), "outcome.winner")] = ""
    result: Annotated[Result | None, Declarable(_("Result"), "outcome.winner")] = None

    def of_side(self, side: str) -> list[Miniature]:
        """The active units of a side."""
        return [unit for unit in self.units.values() if unit.side == side and unit.active]

    def die_fell(self, unit: str) -> None:
        """R16: after the first die of a phase nothing more is announced; this unit has had its chance to fire."""
        self.volley = True
        if (aim := self.units[unit].aim) is not None:
            aim.fired = True

    def other(self, side: str) -> str:
        return next(one for one in self.sides if one != side)
