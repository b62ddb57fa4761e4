"""The workshop and the crews between battles."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, Literal

import msgspec

from campaigns.reports.kinds import Bay, Grant
from rules.bounds import Key
from rules.contract import Command, Event, Roll
from rules.revision.reports import Reason

Keys = Annotated[tuple[Key, ...], msgspec.Meta(max_length=200)]


class Prioritise(Command, frozen=True, kw_only=True):
    """In which order the workshop takes a platoon's vehicles; those not named come after, as the clerk sees fit.

    `hold`: vehicles that are not to be repaired: they fight on as they are. One that stands in the workshop comes out,
    and what was done there is not lost. By a player of the platoon, or an organiser.
    """

    positional: ClassVar[tuple[str, ...]] = ("platoon",)

    platoon: Key
    order: Keys = ()
    hold: Keys = ()


class Repair(Command, frozen=True, kw_only=True):
    """Send vehicles to the workshop now, as far as there are slots and points: these, or all that need it. What the
    workshop holds does not fight until it comes out; it works as the round closes."""

    positional: ClassVar[tuple[str, ...]] = ("platoon",)

    platoon: Key
    vehicles: Keys = ()


class WriteOff(Command, frozen=True, kw_only=True):
    """Give vehicles up for good: what cannot be saved, or is not worth it."""

    positional: ClassVar[tuple[str, ...]] = ("platoon",)
    sealed: ClassVar[tuple[str, ...]] = ("reason",)

    platoon: Key
    vehicles: Annotated[tuple[Key, ...], msgspec.Meta(min_length=1, max_length=60)]
    reason: Reason


class ReplaceCrew(Command, frozen=True, kw_only=True):
    """Put a fresh, green crew into a vehicle whose crew is wounded or lost, for the terms' points."""

    positional: ClassVar[tuple[str, ...]] = ("vehicle",)

    vehicle: Key


class Prioritised(Event, frozen=True, kw_only=True):
    """The order of a platoon's vehicles in the workshop. `hold` are not to be repaired; `out`: those of them that come
    out of it now, each with its status."""

    platoon: str
    order: tuple[str, ...] = ()
    hold: tuple[str, ...] = ()
    out: dict[str, str] = {}


class Work(msgspec.Struct, frozen=True, kw_only=True):
    """What the workshop did on one vehicle: its jobs from here on (none: it comes out).

    status: of the vehicle now; `condition`: how it is now; `done`: the jobs that were finished, by key; `paid`: points
    for what was begun; `rolls`: of jobs that need one.
    """

    vehicle: str
    status: str
    condition: dict[str, Any]
    bays: tuple[Bay, ...] = ()
    done: tuple[str, ...] = ()
    paid: int = 0
    rolls: tuple[Roll, ...] = ()


class WorkshopEntered(Event, frozen=True, kw_only=True):
    """Vehicles of a platoon have gone into the workshop."""

    platoon: str
    works: tuple[Work, ...]


class WorkshopWorked(Event, frozen=True, kw_only=True):
    """The workshop of a platoon has worked for the round."""

    platoon: str
    round: int
    works: tuple[Work, ...]


class WrittenOff(Event, frozen=True, kw_only=True):
    """Vehicles are gone for good; by the clerk where the terms say that rebuilding costs too much."""

    sealed: ClassVar[tuple[str, ...]] = ("reason",)

    platoon: str
    vehicles: tuple[str, ...]
    reason: str = ""


class Tended(msgspec.Struct, frozen=True, kw_only=True):
    """How a crew is now, and the condition of its vehicle with it."""

    vehicle: str
    crew: Literal["fit", "wounded", "lost"]
    out: int
    condition: dict[str, Any]


class CrewsTended(Event, frozen=True, kw_only=True):
    """A round has passed for the wounded crews."""

    round: int
    crews: tuple[Tended, ...]


class CrewReplaced(Event, frozen=True, kw_only=True):
    """A vehicle has a new crew without experience."""

    vehicle: str
    cost: int
    condition: dict[str, Any]


class PointsGranted(Event, frozen=True, kw_only=True):
    """Reinforcements: points for the round, by result, or up to the force that is guaranteed; less what was owed.
    `owed`: what the purses still could not pay."""

    version: ClassVar[int] = 2

    round: int
    grants: tuple[Grant, ...]
    owed: tuple[Grant, ...] = ()
