"""What was ruled, in the past tense: report and ruling together, so that `evolve` needs no tables.

Squares are names ("c5"), turrets degrees clockwise from the hull.
"""

from __future__ import annotations

from typing import ClassVar

from rules.contract import Event, Roll

from .events_fire import FIRE


class Deployed(Event, frozen=True, kw_only=True):
    rules: ClassVar = ("R1", "R5", "R67")
    unit: str
    square: str
    facing: str
    turret: int


class DeploymentEnded(Event, frozen=True, kw_only=True):
    """Every unit stands on the board. `first` goes first by the scenario, "" where it is rolled for."""

    rules: ClassVar = ("R5", "B17")
    first: str


class FirstRolled(Event, frozen=True, kw_only=True):
    """`first` is "" while the dice tie."""

    rules: ClassVar = ("B17",)
    roll: Roll
    first: str


class RoundDeclared(Event, frozen=True, kw_only=True):
    rules: ClassVar = ("house",)
    round: int


class RoundBegan(Event, frozen=True, kw_only=True):
    """`contacts`: the enemies each unit that can report sees now, sampled where option contact_at_round_start asks."""

    rules: ClassVar = ("R2", "B14")
    round: int
    contacts: dict[str, tuple[str, ...]] = {}


class TurnBegan(Event, frozen=True, kw_only=True):
    """`limit`: coordinated movements of this turn, from the vehicles `active` now. `contacts` as in `RoundBegan`."""

    rules: ClassVar = ("R2", "R6", "R8", "A1", "B14")
    side: str
    active: int
    limit: int
    contacts: dict[str, tuple[str, ...]] = {}


class SpeedRolled(Event, frozen=True, kw_only=True):
    rules: ClassVar = ("R10",)
    unit: str
    roll: Roll
    change: int


class Moved(Event, frozen=True, kw_only=True):
    """Where the unit stands after `steps`, and what they came to.

    used: the cost of these steps. path: squares entered, in order. gear: "forward", "reverse" or "" (turned in place
    only). spun: turns in place since the last straight step. broken: walls driven through. pushed: wrecks with the
    square each lies on now. weapon, weapon_square, weapon_facing: what was towed, "" for nothing.
    """

    rules: ClassVar = ("R7", "R9", "R12", "R13", "R47", "R49", "R64", "R65")
    unit: str
    steps: tuple[str, ...]
    used: int
    path: tuple[str, ...]
    square: str
    facing: str
    gear: str
    turned: bool
    spun: int
    halted: bool = False
    broken: tuple[str, ...] = ()
    pushed: dict[str, str] = {}
    weapon: str = ""
    weapon_square: str = ""
    weapon_facing: str = ""


class Traversed(Event, frozen=True, kw_only=True):
    """`turret` as it stands now, degrees clockwise from the hull."""

    rules: ClassVar = ("R14", "B12")
    unit: str
    turret: int
    at: str = ""


class Hooked(Event, frozen=True, kw_only=True, omit_defaults=True):
    """`ready`: the vehicle stood behind the weapon before this round, and pulls at once."""

    rules: ClassVar = ("R48",)
    unit: str
    weapon: str
    ready: bool = False


class LeftStanding(Event, frozen=True, kw_only=True):
    """A vehicle that could have taken one of these `weapons` along drives off without."""

    rules: ClassVar = ("R48",)
    unit: str
    weapons: tuple[str, ...]


class Unhooked(Event, frozen=True, kw_only=True):
    rules: ClassVar = ("R48",)
    unit: str
    weapon: str


class BoardLeft(Event, frozen=True, kw_only=True):
    rules: ClassVar = ("house",)
    unit: str
    weapon: str = ""


class MovementEnded(Event, frozen=True, kw_only=True):
    rules: ClassVar = ("R2", "R15")
    side: str


class RepairStarted(Event, frozen=True, kw_only=True):
    rules: ClassVar = ("R51",)
    unit: str
    timer: int


class RepairStopped(Event, frozen=True, kw_only=True):
    """`fires_from`: the round in which it may fire again."""

    rules: ClassVar = ("R54", "R55")
    unit: str
    fires_from: int


class RepairTicked(Event, frozen=True, kw_only=True):
    rules: ClassVar = ("R53", "A13", "B8")
    unit: str
    timer: int


class RepairFinished(Event, frozen=True, kw_only=True):
    """`mobility` from now on; `timer` is 5 where the crew goes on with a second cycle, else 0."""

    rules: ClassVar = ("R53", "R56", "B7")
    unit: str
    mobility: str
    timer: int = 0


class RecoveryBegan(Event, frozen=True, kw_only=True, omit_defaults=True):
    """`rounds`: how many rounds of standing still it takes from here on. `ready`: the vehicle stood beside its patient
    before this round, which is one of them if both stand still; `worked`: so many were before it."""

    rules: ClassVar = ("R62",)
    unit: str
    patient: str
    rounds: int
    ready: bool = False
    worked: int = 0


class RecoveryWorked(Event, frozen=True, kw_only=True):
    rules: ClassVar = ("R62", "R63")
    unit: str
    patient: str
    worked: int


class RecoveryFinished(Event, frozen=True, kw_only=True):
    """`mobility` of the patient from now on."""

    rules: ClassVar = ("R62",)
    unit: str
    patient: str
    mobility: str


class RecoveryBroken(Event, frozen=True, kw_only=True):
    """The recovery vehicle or its patient is not there any more."""

    rules: ClassVar = ("R62", "A18")
    unit: str
    patient: str


class TurnEnded(Event, frozen=True, kw_only=True):
    rules: ClassVar = ("R2",)
    side: str


class Conceded(Event, frozen=True, kw_only=True):
    rules: ClassVar = ("house",)
    side: str


class Assessed(Event, frozen=True, kw_only=True):
    """What became of a unit. fate: "kept", "wrecked" (a hull of `mass` tonnes to recover) or "lost"; `rounds` of repair
    are left, of which the vehicle `by` ("": its own crew) takes care; `stuck` where nobody can repair it."""

    rules: ClassVar = ("house",)
    unit: str
    fate: str
    rounds: int = 0
    by: str = ""
    stuck: bool = False
    mass: int = 0


EVENTS: tuple[type[Event], ...] = (
    Deployed,
    DeploymentEnded,
    FirstRolled,
    RoundDeclared,
    RoundBegan,
    TurnBegan,
    SpeedRolled,
    Moved,
    Traversed,
    Hooked,
    Unhooked,
    LeftStanding,
    BoardLeft,
    MovementEnded,
    *FIRE,
    RepairStarted,
    RepairStopped,
    RepairTicked,
    RepairFinished,
    RecoveryBegan,
    RecoveryWorked,
    RecoveryFinished,
    RecoveryBroken,
    TurnEnded,
    Conceded,
    Assessed,
)
