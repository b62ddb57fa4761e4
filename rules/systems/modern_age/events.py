"""What happened, as ruled: report and ruling together, so that the fold needs no table. Units and cards by id.

`rules` are the numbers of RULES.md that a ruling may hang on; "house" for the house rules written there in words.
"""

from __future__ import annotations

from typing import ClassVar, Literal

from rules.contract import Event, Roll

from .events_attack import (
    AttackClosed as AttackClosed,
)
from .events_attack import (
    AttackRerolled as AttackRerolled,
)
from .events_attack import (
    AttackResolved as AttackResolved,
)
from .events_attack import (
    AttackRolled as AttackRolled,
)
from .events_attack import (
    CardLost as CardLost,
)
from .events_attack import (
    CardRefunded as CardRefunded,
)
from .events_attack import (
    CardSpent as CardSpent,
)
from .events_attack import (
    CardUsed as CardUsed,
)
from .events_attack import (
    Crashed as Crashed,
)
from .events_attack import (
    CriticalDrawn as CriticalDrawn,
)
from .events_attack import (
    CriticalPicked as CriticalPicked,
)
from .events_attack import (
    CriticalSettled as CriticalSettled,
)
from .events_attack import (
    CriticalSwapped as CriticalSwapped,
)
from .events_attack import (
    CriticalTaken as CriticalTaken,
)
from .events_attack import (
    CriticalTurned as CriticalTurned,
)
from .events_attack import (
    DefenceRerolled as DefenceRerolled,
)
from .events_attack import (
    DefenceRolled as DefenceRolled,
)
from .events_attack import (
    DefenceSettled as DefenceSettled,
)
from .events_attack import (
    FireHeld as FireHeld,
)
from .events_attack import (
    FireReturned as FireReturned,
)
from .events_attack import (
    HitsCancelled as HitsCancelled,
)
from .events_attack import (
    SmokeLaid as SmokeLaid,
)
from .events_attack import (
    Weapon as Weapon,
)

Phase = Literal["terrain", "roll", "role", "edge", "objectives", "deployment", "movement", "shooting", "command"]
Edge = Literal["north", "east", "south", "west"]
Elevation = Literal["", "low", "high"]  # "" for tanks


class TerrainRolled(Event, frozen=True, kw_only=True):
    """`first` places the first Forest; "" is a tie, rolled again."""

    rules: ClassVar = ("R1", "B16")
    roll: Roll
    first: str


class RoleRolled(Event, frozen=True, kw_only=True):
    """`chooser` attacks or defends as it likes; "" is a tie, rolled again."""

    rules: ClassVar = ("R2", "B16")
    roll: Roll
    chooser: str


class RoleChosen(Event, frozen=True, kw_only=True):
    """The Attacker starts with Advantage (R2)."""

    rules: ClassVar = ("R2",)
    attacker: str


class EdgeChosen(Event, frozen=True, kw_only=True):
    rules: ClassVar = ("R2",)
    side: str
    edge: Edge


class ObjectivePlaced(Event, frozen=True, kw_only=True):
    """`side` placed it, or nobody: the mission's map does."""

    rules: ClassVar = ("R41", "R42", "R43")
    objective: str
    side: str


class Deployed(Event, frozen=True, kw_only=True):
    """A model is on the table, or (`reserve`) waits off it. `moves`: those of a Spearhead, which leave no token."""

    version: ClassVar = 2
    rules: ClassVar = ("R6", "R9", "R16", "R37", "B3", "B14", "B16")
    unit: str
    elevation: Elevation = ""
    moves: int = 0
    reserve: bool = False


class Redeployed(Event, frozen=True, kw_only=True):
    rules: ClassVar = ("R6", "R7")
    unit: str


class Arrived(Event, frozen=True, kw_only=True):
    """A tank that was held in reserve is on the table."""

    rules: ClassVar = ("R7", "R38")
    unit: str
    edge: Edge


class PhaseBegan(Event, frozen=True, kw_only=True):
    """A phase of a turn begins; "movement" begins a turn and resets the field (R38.5)."""

    rules: ClassVar = ("R10", "R38")
    phase: Phase
    turn: int


class Moved(Event, frozen=True, kw_only=True):
    """A model moved `moves` times; 0 is Stationary. With `evading` it took the tokens without changing place.

    `elevation`: the height at which it flies from now on.
    """

    version: ClassVar = 2
    rules: ClassVar = ("R11", "R12", "R14", "R15", "R16", "R19", "A4", "A5", "B3", "B4")
    unit: str
    moves: int
    evading: bool = False
    elevation: Elevation = ""


class FreelyMoved(Event, frozen=True, kw_only=True):
    """By a card a model moved once more, or changed its elevation, without a token; `paid` is what was given up for it.

    `happened` false: the die (`roll`) did not let it.
    """

    rules: ClassVar = ("R7",)
    unit: str
    card: str
    elevation: Elevation = ""
    roll: Roll | None = None
    happened: bool = True
    paid: str = ""
    paid_name: str = ""


class TokenShed(Event, frozen=True, kw_only=True):
    """A speed-1 token was removed by a card's die, or (not `shed`) stays."""

    rules: ClassVar = ("R7", "R14")
    unit: str
    card: str
    roll: Roll
    shed: bool


class Withdrew(Event, frozen=True, kw_only=True):
    rules: ClassVar = ("house",)
    unit: str


class Destroyed(Event, frozen=True, kw_only=True):
    """A tank at or above its damage capacity is a wreck, or (not `wreck`: base defence 0) gone. `by`: who did it."""

    rules: ClassVar = ("R38", "A8", "A10")
    unit: str
    wreck: bool
    by: str
    points: int


class ObjectivesChecked(Event, frozen=True, kw_only=True):
    """The victory check of a mission with objectives: who reaches which ("side:objective"), and points to whom."""

    rules: ClassVar = ("R41", "R42", "R43", "A20", "A21", "B5", "B13")
    held: tuple[str, ...]
    points: dict[str, int]


class RepairRolled(Event, frozen=True, kw_only=True):
    """`halted`: tried in place of moving; `again`: tried once more by a card."""

    version: ClassVar = 2
    rules: ClassVar = ("R38", "R7")
    unit: str
    critical: str
    card: str
    roll: Roll
    repaired: bool
    halted: bool = False
    again: bool = False


class RepairSkipped(Event, frozen=True, kw_only=True):
    rules: ClassVar = ("R38",)
    unit: str


class AdvantageRolled(Event, frozen=True, kw_only=True):
    rules: ClassVar = ("R38",)
    roll: Roll
    side: str


class CardRevealed(Event, frozen=True, kw_only=True):
    """`used`: what it does for the turn in which it is turned up is in force. `told`: the circumstances of the open
    attack that its owner says are so by turning it up now.
    """

    version: ClassVar = 3
    rules: ClassVar = ("R5",)
    unit: str
    card: str
    name: str
    used: bool = False
    told: tuple[str, ...] = ()


class HiddenKept(Event, frozen=True, kw_only=True):
    """None of the face-down cards that might have answered was turned up. `moment`: one of `hidden_cards`."""

    rules: ClassVar = ("R5",)
    unit: str
    moment: str


class Conceded(Event, frozen=True, kw_only=True):
    rules: ClassVar = ("A9",)
    side: str


class Resumed(Event, frozen=True, kw_only=True):
    """Shots are reported again; `turns` turns were played unreported."""

    rules: ClassVar = ("house",)
    advantage: str
    attacker: str
    turns: int
    victory_points: dict[str, int] = {}


How = Literal[
    "last",
    "none_left",
    "both_destroyed",
    "abrams_lost",
    "conceded",
    "time",
    "reported",
    "hill",  # R41: three victory points
    "broken_through",  # R42, R43: two
    "held",  # R43: the Defender, after eight turns
    "time_points",  # R41, R42: more victory points when time is up
]


class BattleDecided(Event, frozen=True, kw_only=True):
    """The battle is over: `winner` is a side, "" a draw; `how` says by which rule."""

    rules: ClassVar = ("R39", "R40", "R41", "R42", "R43", "R45", "A9", "A13", "A14")
    winner: str
    how: How


class WreckHandled(Event, frozen=True, kw_only=True):
    """A wreck was recovered by its owner or is lost; `roll` when nobody held the field."""

    rules: ClassVar = ("house",)
    unit: str
    recovered: bool
    roll: Roll | None = None


class CrewFateRolled(Event, frozen=True, kw_only=True):
    """One die for each crew card aboard (`cards`, by id); `lost` are the names of those who did not live."""

    rules: ClassVar = ("house",)
    unit: str
    cards: tuple[str, ...]
    lost: tuple[str, ...]
    roll: Roll


class RepairedBetween(Event, frozen=True, kw_only=True):
    """Between battles: critical cards repaired (by id), the damage left, a wreck `in_service` again."""

    rules: ClassVar = ("house",)
    unit: str
    repaired: tuple[str, ...]
    damage: int
    in_service: bool
    roll: Roll


EVENTS: tuple[type[Event], ...] = (
    TerrainRolled,
    RoleRolled,
    RoleChosen,
    EdgeChosen,
    ObjectivePlaced,
    Deployed,
    Redeployed,
    Arrived,
    PhaseBegan,
    Moved,
    FreelyMoved,
    TokenShed,
    Withdrew,
    AttackRolled,
    SmokeLaid,
    CardUsed,
    CardRefunded,
    AttackRerolled,
    CriticalSwapped,
    DefenceRolled,
    DefenceRerolled,
    HitsCancelled,
    DefenceSettled,
    CriticalDrawn,
    CriticalTurned,
    CriticalPicked,
    CardSpent,
    CriticalTaken,
    CardLost,
    CriticalSettled,
    FireReturned,
    AttackResolved,
    AttackClosed,
    FireHeld,
    Crashed,
    Destroyed,
    ObjectivesChecked,
    RepairRolled,
    RepairSkipped,
    AdvantageRolled,
    CardRevealed,
    HiddenKept,
    Conceded,
    Resumed,
    BattleDecided,
    WreckHandled,
    CrewFateRolled,
    RepairedBetween,
)


def _as_it_was(data: dict[str, object]) -> dict[str, object]:
    """Older versions of these had no word of what a later edition brought; what is left out reads as without it."""
    return data


UPCASTERS = {(event.__name__, old): _as_it_was for event in EVENTS for old in range(1, event.version)}
