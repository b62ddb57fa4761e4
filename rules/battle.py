"""A battle of any rulebook: the State around the rulebook's State, and its fold.

Pure. The rulebook plays inside this frame; `rules.adjudicate` decides, `rules.visibility` says what is seen.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import msgspec

from rules import system as find_system
from rules.contract import Event, Measure, Mustered, Outcome, RuleSystem, Unit
from rules.kit.words import told_apart
from rules.reports import (
    Amended,
    CardsShown,
    CaseLeft,
    CaseTaken,
    Confirmed,
    Depth,
    DepthChanged,
    ResultReported,
    SeatLent,
    SeatTakenBack,
    Settled,
)
from rules.stream import facts
from rules.stream.decider import Step
from rules.stream.revision import state
from rules.stream.revision.contract import MendedHistory
from rules.stream.revision.reports import Agreed, Declared, Declined, Proposed, Reseeded, Retold, Revised
from rules.stream.revision.state import Proposal as Proposal
from rules.stream.revision.state import StreamState


class Battle(StreamState, kw_only=True):
    """A battle as the fold leaves it. `fought`: (position, digest) of the last row of play.

    `confirmed`: the sides that have, and whether by default; `agreed`: every side has. `disclosed`: it was settled
    once, and the seed of its dice is known.
    `cases`: who has the case of the battle, with the row in which they took it (see `rules.cases`). `lent`: the sides
    that have lent their seats (see `rules.seats`).
    """

    muster: Mustered
    system: Any
    play: Any
    depth: Depth = "shots"
    fought: tuple[int, str] = (0, "")
    confirmed: dict[str, bool] = {}
    agreed: bool = False
    settled: bool = False
    cases: dict[str, int] = {}
    lent: tuple[str, ...] = ()

    @property
    def rules(self) -> RuleSystem:
        system: RuleSystem = self.system
        return system

    @property
    def measure(self) -> Measure:
        """The unit it is measured in, "" if its rulebook measures nothing."""
        return self.rules.measure(self.muster.options)

    @property
    def own_dice(self) -> bool:
        """Whether no die of Leaguer's falls unless a report says so."""
        return self.muster.dice in ("table", "ask")

    def outcome(self) -> Outcome:
        return self.rules.outcome(self.play)


History = MendedHistory[Battle, str]  # of a battle's log, read as a side or as a spectator ("")


def start(mustered: Mustered, *, as_given: bool = False) -> Battle:
    """A battle as mustered. Units with the same name are numbered, except with `as_given`, as old records have them."""
    system = find_system(mustered.system)
    units = named(mustered.units, mustered.names)
    mustered = msgspec.structs.replace(mustered, units=units if as_given else numbered(units))
    return Battle(muster=mustered, system=system, play=system.start(mustered))


def named(units: Iterable[Unit], names: Mapping[str, str]) -> tuple[Unit, ...]:
    """The units with their names filled in; the model's where there is none (or it was erased)."""
    return tuple(msgspec.structs.replace(u, name=names.get(u.id) or u.name or u.model) for u in units)


def numbered(units: Iterable[Unit]) -> tuple[Unit, ...]:
    """The units with names that tell them apart (`rules.kit.words`)."""
    units = tuple(units)
    called = told_apart(units)
    return tuple(msgspec.structs.replace(unit, name=called[unit.id]) for unit in units)


def nameless(units: Iterable[Unit]) -> tuple[tuple[Unit, ...], dict[str, str]]:
    """The units as they stand in the log, and the names that are sealed beside it."""
    units = tuple(units)
    names = {unit.id: unit.name for unit in units if unit.name}
    return tuple(msgspec.structs.replace(unit, name="") for unit in units), names


def evolve(battle: Battle, event: Event, position: int = 0, digest: str = "", report: int = 0) -> None:
    """Apply one event in place. `report` is the position of the first event of the report it belongs to."""
    battle.head = head = (position, digest)
    if (aside := _ASIDE.get(type(event))) is not None:
        aside(battle, event, report)
        return
    if type(event) is DepthChanged:
        battle.depth = event.depth
    if report != battle.last or battle.retold:  # most rows of most battles need nothing more
        _reported(battle, report)
    battle.system.evolve(battle.play, event)
    if not battle.agreed:
        battle.fought = head


def fold(battle: Battle, steps: Iterable[Step[Event]]) -> None:
    """The same as `evolve` for each of these events, for who folds many. Of a row of play nothing but its event matters
    to the rulebook, so where it stands is noted only where the frame may ask for it."""
    play, played = battle.play, battle.system.evolve
    last, at = battle.last, None
    for step in steps:
        event, position, digest, report = step
        if (kind := type(event)) in _ASIDE or kind is DepthChanged or battle.retold:
            if at is not None:
                _stands(battle, at)
                at = None
            evolve(battle, event, position, digest, report)
            last = battle.last
            continue
        if report != last:
            battle.redo = battle.corrected = 0
            battle.last = play.report = last = report
        played(play, event)
        at = step
    if at is not None:
        _stands(battle, at)


def _stands(battle: Battle, at: Step[Event]) -> None:
    """The newest row of play is this one."""
    battle.head = at[1:3]
    if not battle.agreed:
        battle.fought = battle.head


def _reported(battle: Battle, report: int) -> None:
    state.reported(battle, report)
    battle.play.report = battle.last


def _confirmed(battle: Battle, event: Confirmed, report: int) -> None:
    _reported(battle, report)
    battle.confirmed = {**battle.confirmed, event.side: event.by_default}
    battle.agreed = battle.confirmed.keys() >= battle.muster.sides.keys()
    if battle.agreed:  # a proposal that was never answered has lapsed
        battle.proposals = ()


def _settled(battle: Battle, event: Settled, report: int) -> None:
    _reported(battle, report)
    battle.settled = battle.disclosed = True


def _revised(battle: Battle, event: Revised, report: int) -> None:
    """Whoever has the case still has it, and a seat that is lent stays so."""
    state.revised(battle, event)
    battle.cases, battle.lent = event.cases or {}, event.lent or ()


def _declared(battle: Battle, event: Declared, report: int) -> None:
    with _setting(battle):
        _reported(battle, report)
        facts.declare(battle.play, event.facts)
    state.declared(battle, event.facts)


def _amended(battle: Battle, event: Amended, report: int) -> None:
    with _setting(battle):
        _reported(battle, report)
        battle.system.evolve(battle.play, ResultReported(winner=event.winner, conditions=event.conditions))
    state.declared(battle, ["outcome.winner", *(f"outcome.units.{unit}" for unit in event.conditions)])


@contextmanager
def _setting(battle: Battle) -> Iterator[None]:
    """People set facts. A side that has confirmed another outcome than there is afterwards has no longer confirmed."""
    before = battle.outcome() if battle.confirmed else None
    yield
    battle.fought = battle.head
    if before is not None and not same_outcome(before, battle.outcome()):
        battle.confirmed, battle.agreed = {}, False


def _case_taken(battle: Battle, event: CaseTaken, report: int) -> None:
    battle.cases = {**battle.cases, event.person: battle.head[0]}


def _case_left(battle: Battle, event: CaseLeft, report: int) -> None:
    battle.cases = {person: row for person, row in battle.cases.items() if person != event.person}


def _seat_lent(battle: Battle, event: SeatLent, report: int) -> None:
    battle.lent = (*battle.lent, event.side)


def _seat_taken_back(battle: Battle, event: SeatTakenBack, report: int) -> None:
    battle.lent = tuple(side for side in battle.lent if side != event.side)


# What the frame folds itself; the rulebook folds everything else.
_ASIDE: dict[type[Event], Callable[[Battle, Any, int], None]] = {
    Confirmed: _confirmed,
    Settled: _settled,
    Revised: _revised,
    Retold: lambda battle, event, report: state.retold(battle, event),
    Declared: _declared,
    Amended: _amended,
    Proposed: lambda battle, event, report: state.proposed(battle, event),
    Agreed: lambda battle, event, report: state.agreed(battle, event, battle.muster.sides),
    Declined: lambda battle, event, report: state.declined(battle, event),
    Reseeded: lambda battle, event, report: state.reseeded(battle, event),
    CaseTaken: _case_taken,
    CaseLeft: _case_left,
    SeatLent: _seat_lent,
    SeatTakenBack: _seat_taken_back,
    CardsShown: lambda battle, event, report: None,  # it is on the record, and changes nothing
}


def same_outcome(one: Outcome, other: Outcome) -> bool:
    """Equal except for where in the log the feats stand, because a report that is decided again stands elsewhere."""
    return _unplaced(one) == _unplaced(other)


def _unplaced(outcome: Outcome) -> Outcome:
    replace = msgspec.structs.replace
    units = (replace(u, feats=tuple(replace(feat, report=0) for feat in u.feats)) for u in outcome.units)
    return replace(outcome, units=tuple(units))
