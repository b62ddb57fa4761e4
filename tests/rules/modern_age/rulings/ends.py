"""Rulings of the end, of the time after a battle, and of battles told without shots (R39 to R45, house)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from rules.contract import Command, Event
from rules.reports import ResultReported, StatusReported
from rules.systems.modern_age.between.aftermath import CrewFateRolled, RepairedBetween, WreckHandled
from rules.systems.modern_age.cards.lost import crew_aboard
from rules.systems.modern_age.depths import Resumed
from rules.systems.modern_age.figures import capacity
from rules.systems.modern_age.missions.end import BattleDecided
from rules.systems.modern_age.missions.objectives import is_check_due, scorers
from rules.systems.modern_age.missions.preset import is_destroyed
from rules.systems.modern_age.missions.victory import CallTime, Conceded, turn_limit
from rules.systems.modern_age.movement import Withdrew
from rules.systems.modern_age.order import repairable
from rules.systems.modern_age.state import Condition, State, destroyed_as
from rules.systems.modern_age.tables import ALPHA_66
from tests.rules.modern_age.rulings.set_up import RULE
from tests.rules.modern_age.rulings.sources import Ruling

REPORTED = (StatusReported, ResultReported)


def _decided(state: State, event: BattleDecided, command: Command, events: Sequence[Event]) -> Iterator[str]:
    rule = RULE.get(state.scenario, "R40")
    match event.how:
        case "last":
            yield from _last_tanks(state, event, events)
        case "none_left":
            yield "R39 neither side has a tank left"
        case "both_destroyed":
            yield "R45 alpha_66: both T-64 are destroyed"
            if any(is_destroyed(one) for one in state.models.values() if one.side == state.attacker):
                yield "R45 alpha_66: both T-64 are destroyed, and the lone tank"
        case "abrams_lost":
            yield "R45 alpha_66: the lone tank is destroyed"
        case "conceded":
            yield "A9 conceded"
        case "hill" | "broken_through":
            yield f"{rule} points enough"
        case "held":
            how = "for fewer turns by the option" if turn_limit(state) < 8 else "for eight turns"
            yield f"{rule} the Defender has held {'until time was called' if isinstance(command, CallTime) else how}"
        case "time_points":
            yield "R41, R42 time is up, more victory points"
        case "time":
            yield from _by_destroyed_points(state, event)
    if event.how in ("time", "time_points", "held"):
        called = isinstance(command, CallTime)
        yield "A13 time is called" if called else "A13 the last turn is over"
        if any(isinstance(one, Resumed) for one in events):
            yield "A13 turns played unreported count"


def _last_tanks(state: State, event: BattleDecided, events: Sequence[Event]) -> Iterator[str]:
    left = any(isinstance(one, Withdrew) for one in events)
    yield "A9 the last tank leaves" if left else "R39 the enemy has no tank left"
    if any(one.in_play and not one.is_tank and one.side != event.winner for one in state.models.values()):
        yield "R39 helicopters alone have lost"
    if state.scenario == ALPHA_66:
        yield "R45 alpha_66: a tank that has left is not destroyed"
    if is_check_due(state):
        yield "B5 the last tank comes before victory points"


def _by_destroyed_points(state: State, event: BattleDecided) -> Iterator[str]:
    if not event.winner:
        yield "A14 equal destroyed points are a draw"
    else:
        yield "R40 time is up, more destroyed points"
    if scorers(state):
        yield "R41, R42 time is up, level victory points"


# -- after the battle --------------------------------------------------------------------------------------------------


def _wreck(state: State, event: WreckHandled, command: Command, events: Sequence[Event]) -> Iterator[str]:
    if event.roll is None:
        yield "house: its owner holds the field" if event.recovered else "house: an enemy holds the field"
        return
    yield "house: a wreck on a field nobody holds"
    if (die := event.roll.numbers[0]) in (3, 4):
        yield f"house: a wreck on a field nobody holds, a {die}"


def _crew(state: State, event: CrewFateRolled, command: Command, events: Sequence[Event]) -> Iterator[str]:
    yield from (f"house: crew of a destroyed model, a {die}" for die in (2, 3) if die in event.roll.numbers)
    if len(event.lost) == len(crew_aboard(state.models[event.unit])):
        yield "house: the whole crew is lost"
    if not event.lost:
        yield "house: the whole crew lives"


def _workshop(state: State, event: RepairedBetween, command: Command, events: Sequence[Event]) -> Iterator[str]:
    model, thrown = state.models[event.unit], event.roll.numbers
    if model.recovered:
        if thrown[0] in (3, 4):
            yield f"house: a recovered wreck, a {thrown[0]}"
        if event.in_service:
            yield "house: a wreck drives again" + (", half of an odd capacity" if model.capacity % 2 else "")
            if model.criticals:
                yield "house: a wreck drives again without its critical cards"
        return
    if model.damage:
        yield "house: half of odd damage" if model.damage % 2 else "house: half of the damage"
    if model.fate == "withdrawn":
        yield "house: who has left is repaired, too"
    if repairable(model):
        yield from (f"house: a critical card between battles, a {die}" for die in (3, 4) if die in thrown)
    if len(repairable(model)) < len(model.criticals):
        yield "house: what is not repairable stays"


# -- told without shots ------------------------------------------------------------------------------------------------


def _resumed(state: State, event: Resumed, command: Command, events: Sequence[Event]) -> Iterator[str]:
    yield f"house: shots again after {'some turns' if event.turns else 'no turn'}"
    if not state.attacker:
        yield "house: shots again, the Attacker is told"
    if state.scenario in RULE:
        yield f"house: shots again, {'some' if event.victory_points else 'no'} victory points as they stand"


def _status(state: State, event: StatusReported, command: Command, events: Sequence[Event]) -> Iterator[str]:
    yield from _told(state, event.unit, msgspec.convert(event.condition, Condition))


def _told(state: State, unit: str, told: Condition) -> Iterator[str]:
    model = state.models[unit]
    if told.damage == capacity(state, model) and told.fate == "":
        yield "house: told damage at the capacity"
    if told.damage >= capacity(state, model) and told.fate != "removed":
        wreck = destroyed_as(model) == "destroyed"
        yield "house: told damage is a wreck" if wreck else "house: told damage leaves no wreck"
    if told == Condition():
        yield "house: told without harm"
    elif told.criticals:
        yield "house: told with critical cards"
    if told.fate:
        yield f"house: told {told.fate}"
    elif model.fate:
        yield "house: told back into play"
    if any(word in (card.id, card.name) for word in told.lost_cards for card in model.cards.values()):
        yield "house: told a lost card"


def _result(state: State, event: ResultReported, command: Command, events: Sequence[Event]) -> Iterator[str]:
    for unit, condition in event.conditions.items():
        yield from _told(state, unit, msgspec.convert(condition, Condition))
    yield "house: a result is reported" if event.winner else "house: a draw is reported"


def _conceded(state: State, event: Conceded, command: Command, events: Sequence[Event]) -> Iterator[str]:
    if state.shot or state.after:
        yield "A9 conceded in the middle of an attack"


RULINGS: dict[type[Event], Ruling] = {
    BattleDecided: _decided,
    WreckHandled: _wreck,
    CrewFateRolled: _crew,
    RepairedBetween: _workshop,
    Resumed: _resumed,
    StatusReported: _status,
    ResultReported: _result,
    Conceded: _conceded,
}
