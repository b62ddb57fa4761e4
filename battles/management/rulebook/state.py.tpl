"""A battle as these rules see it: `start` from the muster, `evolve` by one event, in place."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, ClassVar

import msgspec

from rules import contract
from rules.bounds import Count, Key
from rules.contract import Event, Feat, Mustered, Piece
from rules.reports import DepthChanged, ResultReported, StatusReported
from rules.systems.RULEBOOK_KEY import events
from rules.systems.RULEBOOK_KEY.catalogue import vehicles


class Condition(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What of a vehicle outlives a battle."""

    damage: Count = 0
    lost: bool = False


Feats = Annotated[list[Feat], msgspec.Meta(max_length=9999)]


class Vehicle(Piece):
    """`fixed` is as mustered. The rest are facts people can declare, within the bounds of their types (facts.py)."""

    fixed: ClassVar = ("id", "side", "name", "model", "attack", "armour", "card")

    id: str
    side: str
    name: str
    model: str
    attack: int
    armour: int
    damage: Count
    card: str  # its name, known to its owner only until `turned`; "" for none
    turned: bool = False
    acted: bool = False  # fired or held this round
    lost: bool = False
    recovered: bool = False  # wrecked in this battle, and brought in after it
    tended: bool = False  # seen to by the clerk, after the battle
    feats: Feats = []

    @property
    def wrecked(self) -> bool:
        return self.damage >= self.armour

    @property
    def in_play(self) -> bool:
        return not self.wrecked and not self.lost


class Shot(msgspec.Struct, forbid_unknown_fields=True):
    """A shot that hit and waits for the target's owner (R4)."""

    unit: Key
    target: Key
    hits: Count


SideOrNone = Annotated[str, msgspec.Meta(max_length=40)]  # facts.py says which there are


class State(contract.State, kw_only=True):
    fixed: ClassVar = ("edition", "sides", "options")

    edition: str
    sides: tuple[str, ...]
    options: dict[str, Any]
    vehicles: dict[str, Vehicle]
    round: Annotated[int, msgspec.Meta(ge=1, le=99)] = 1
    round_unknown: bool = False
    shot: Shot | None = None
    conceded: SideOrNone = ""
    told: SideOrNone | None = None  # the winner as reported, "" for a draw


def start(mustered: Mustered) -> State:
    models = vehicles(mustered.edition)
    fleet = {}
    for unit in mustered.units:
        condition = msgspec.convert(unit.condition, Condition)
        fleet[unit.id] = Vehicle(
            id=unit.id,
            side=unit.side,
            name=unit.name,
            model=unit.model,
            attack=models[unit.model].figures["attack"],
            armour=models[unit.model].figures["armour"],
            damage=condition.damage,
            card=mustered.secrets.get(f"{unit.id}/card", ""),
        )
    return State(edition=mustered.edition, sides=tuple(mustered.sides), options=dict(mustered.options), vehicles=fleet)


def evolve(state: State, event: Event) -> None:
    _EVOLVE[type(event)](state, event)


def between_rounds(state: State) -> bool:
    """Nobody has acted in this round, or rounds are not being followed."""
    return state.shot is None and not any(vehicle.acted for vehicle in state.vehicles.values())


def _shot_resolved(state: State, event: events.ShotResolved) -> None:
    shooter = state.vehicles[event.unit]
    shooter.acted = True
    shooter.feats.append(Feat("shot", state.report, of=event.target))
    if event.hits:
        shooter.feats.append(Feat("hit", state.report, of=event.target, n=event.hits))
        state.shot = Shot(event.unit, event.target, event.hits)


def _card_played(state: State, event: events.CardPlayed) -> None:
    state.vehicles[event.unit].turned = True
    if event.saved:
        state.shot = None


def _damage_taken(state: State, event: events.DamageTaken) -> None:
    state.vehicles[event.unit].damage += event.damage
    shooter = state.vehicles[event.by]
    shooter.feats.append(Feat("damage", state.report, of=event.unit, n=event.damage))
    if event.wrecked:
        shooter.feats.append(Feat("kill", state.report, of=event.unit))
    state.shot = None


def _held(state: State, event: events.Held) -> None:
    state.vehicles[event.unit].acted = True


def _round_ended(state: State, event: events.RoundEnded) -> None:
    state.round = event.round + 1
    for vehicle in state.vehicles.values():
        vehicle.acted = False


def _round_declared(state: State, event: events.RoundDeclared) -> None:
    state.round = event.round
    state.round_unknown = False


def _conceded(state: State, event: events.Conceded) -> None:
    state.conceded = event.side
    state.shot = None


def _recovered(state: State, event: events.WreckRecovered) -> None:
    vehicle = state.vehicles[event.unit]
    vehicle.damage = event.damage
    vehicle.recovered = vehicle.tended = True


def _lost(state: State, event: events.WreckLost) -> None:
    vehicle = state.vehicles[event.unit]
    vehicle.lost = vehicle.tended = True


def _mended(state: State, event: events.DamageMended) -> None:
    vehicle = state.vehicles[event.unit]
    vehicle.damage -= event.mended
    vehicle.tended = True


def _depth_changed(state: State, event: DepthChanged) -> None:
    state.round_unknown = event.depth == "shots"


def _status_reported(state: State, event: StatusReported) -> None:
    _set(state, event.unit, event.condition)


def _result_reported(state: State, event: ResultReported) -> None:
    state.told = event.winner
    state.shot = None
    for unit, condition in event.conditions.items():
        _set(state, unit, condition)


def _set(state: State, unit: str, condition: dict[str, Any]) -> None:
    found = msgspec.convert(condition, Condition)
    vehicle = state.vehicles[unit]
    vehicle.damage, vehicle.lost = found.damage, found.lost


_EVOLVE: dict[type[Event], Callable[[State, Any], None]] = {
    events.ShotResolved: _shot_resolved,
    events.CardPlayed: _card_played,
    events.CardKept: lambda state, event: None,
    events.DamageTaken: _damage_taken,
    events.Held: _held,
    events.RoundEnded: _round_ended,
    events.RoundDeclared: _round_declared,
    events.Conceded: _conceded,
    events.WreckRecovered: _recovered,
    events.WreckLost: _lost,
    events.DamageMended: _mended,
    DepthChanged: _depth_changed,
    StatusReported: _status_reported,
    ResultReported: _result_reported,
}
