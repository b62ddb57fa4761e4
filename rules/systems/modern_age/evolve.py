"""The fold: one small function an event, found by the event's type."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from rules.contract import Event, Feat
from rules.reports import DepthChanged, ResultReported, StatusReported

from . import events as e
from .state import Condition, OpenCritical, Result, Shot, State, Tank, Wound, attach


def evolve(state: State, event: Event) -> None:
    """Apply one event in place."""
    HANDLERS[type(event)](state, event)


# -- set-up ------------------------------------------------------------------------------------------------------------


def _terrain_rolled(state: State, event: e.TerrainRolled) -> None:
    state.first = event.first
    state.phase, state.tries = ("roll", 1) if event.first else ("terrain", state.tries + 1)


def _role_rolled(state: State, event: e.RoleRolled) -> None:
    state.chooser = event.chooser
    state.phase, state.tries = ("role", 1) if event.chooser else ("roll", state.tries + 1)


def _role_chosen(state: State, event: e.RoleChosen) -> None:
    state.attacker = state.advantage = event.attacker
    state.phase = "edge"


def _edge_chosen(state: State, event: e.EdgeChosen) -> None:
    state.edge = event.edge
    state.phase = "deployment"


def _deployed(state: State, event: e.Deployed) -> None:
    state.tanks[event.unit].deployed = True


# -- turns -------------------------------------------------------------------------------------------------------------


def _phase_began(state: State, event: e.PhaseBegan) -> None:
    state.phase, state.turn = event.phase, event.turn
    if event.phase == "movement":
        reset(state)


def reset(state: State) -> None:
    """R38.5: speed tokens off, discarded critical cards back into the deck, everyone may act again."""
    state.discards.clear()
    for tank in state.tanks.values():
        tank.moved = tank.fired = tank.extra_fired = tank.fury_used = tank.repair_done = False
        tank.moves = 0


def _moved(state: State, event: e.Moved) -> None:
    tank = state.tanks[event.unit]
    tank.moved, tank.moves = True, event.moves


def _withdrew(state: State, event: e.Withdrew) -> None:
    tank = state.tanks[event.unit]
    tank.fate, tank.moved = "withdrawn", True


# -- attacks -----------------------------------------------------------------------------------------------------------


def _attack_rolled(state: State, event: e.AttackRolled) -> None:
    tank = state.tanks[event.unit]
    state.shot = Shot(
        shooter=event.unit,
        target=event.target,
        question=event.roll.question.rpartition("/")[0],
        cover=event.cover,
        close=event.close,
        side_shot=event.side_shot,
        enemy_close=event.enemy_close,
        extra=event.extra,
        hit_on=event.hit_on,
        faces=event.roll.values,
        hits=event.hits,
        criticals=event.criticals,
        forced=event.forced,
        shooter_cancels=event.shooter_cancels,
    )
    tank.fury_used = tank.fury_used or event.final_fury
    tank.feats.append(Feat("shot", state.report, event.target))


def _attack_rerolled(state: State, event: e.AttackRerolled) -> None:
    shot = _shot(state)
    shot.rerolled = True
    shot.faces, shot.hits, shot.criticals, shot.forced = event.faces, event.hits, event.criticals, event.forced


def _critical_swapped(state: State, event: e.CriticalSwapped) -> None:
    shot = _shot(state)
    shot.rerolled = shot.swapped = True
    shot.hits, shot.criticals = event.hits, event.criticals


def _defence_rolled(state: State, event: e.DefenceRolled) -> None:
    shot = _shot(state)
    shot.rerolled = shot.swapped = shot.defended = True
    shot.draws = event.criticals
    if event.hits or event.criticals:
        state.tanks[event.attacker].feats.append(Feat("hit", state.report, event.unit, event.hits + event.criticals))
    _damage(state, state.tanks[event.unit], event.hits, event.attacker)


def _critical_drawn(state: State, event: e.CriticalDrawn) -> None:
    shot = _shot(state)
    shot.draws -= 1
    shot.drawn += 1
    shot.open.append(OpenCritical(event.card, event.damage, event.repairable, event.effect))
    _damage(state, state.tanks[event.unit], event.damage, event.attacker)


def _card_spent(state: State, event: e.CardSpent) -> None:
    shot, tank = _shot(state), state.tanks[event.unit]
    shot.open[0].answered = True
    if event.card:
        shot.open[0].cancelled = True
        _lose(tank, event.card, event.name)
        _damage(state, tank, -event.undone, shot.shooter)


def _card_lost(state: State, event: e.CardLost) -> None:
    _lose(state.tanks[event.unit], event.card, event.name)
    _shot(state).open[0].suffered = True


def _critical_settled(state: State, event: e.CriticalSettled) -> None:
    critical = _shot(state).open.pop(0)
    if event.attached:
        attach(state.tanks[event.unit], Wound(event.card, critical.repairable, critical.effect))
    else:
        state.discards.append(event.card)


def _fire_returned(state: State, event: e.FireReturned) -> None:
    _shot(state).returned = True
    if event.damage:
        state.tanks[event.unit].feats.append(Feat("damage", state.report, event.target, event.damage))
        _hurt(state, state.tanks[event.target], event.damage, event.unit)


def _attack_resolved(state: State, event: e.AttackResolved) -> None:
    shot, tank = _shot(state), state.tanks[event.unit]
    if event.damage:
        tank.feats.append(Feat("damage", state.report, event.target, event.damage))
    if shot.extra:
        tank.extra_fired = True
    else:
        tank.fired = True
    state.shot = None


def _fire_held(state: State, event: e.FireHeld) -> None:
    tank = state.tanks[event.unit]
    if event.extra:
        tank.extra_fired = True
    else:
        tank.fired = True


def _shot(state: State) -> Shot:
    assert state.shot is not None, "an event of an attack without an attack"
    return state.shot


def _damage(state: State, tank: Tank, amount: int, by: str) -> None:
    """Damage of the open attack; negative takes it back."""
    _shot(state).damage += amount
    _hurt(state, tank, amount, by)


def _hurt(state: State, tank: Tank, amount: int, by: str) -> None:
    tank.damage += amount
    if tank.damage < tank.capacity:
        tank.doomed = ("", 0)
    elif not tank.doomed[0]:
        tank.doomed = (by, state.report)


def _lose(tank: Tank, card: str, name: str) -> None:
    if held := tank.cards.get(card):
        held.gone = held.face_up = True
    tank.lost_cards.append(name or card)


# -- command phase -----------------------------------------------------------------------------------------------------


def _destroyed(state: State, event: e.Destroyed) -> None:
    tank = state.tanks[event.unit]
    tank.fate = "destroyed" if event.wreck else "removed"
    if event.by and state.tanks[event.by].side != tank.side:
        state.tanks[event.by].feats.append(Feat("kill", tank.doomed[1] or state.report, event.unit))


def _repair_rolled(state: State, event: e.RepairRolled) -> None:
    tank = state.tanks[event.unit]
    tank.repair_done = True
    if event.repaired:
        state.discards.append(tank.criticals.pop(event.critical).wound.card)
        tank.feats.append(Feat("repair", state.report))


def _repair_skipped(state: State, event: e.RepairSkipped) -> None:
    state.tanks[event.unit].repair_done = True


def _advantage_rolled(state: State, event: e.AdvantageRolled) -> None:
    state.advantage = event.side


def _card_revealed(state: State, event: e.CardRevealed) -> None:
    card = state.tanks[event.unit].cards[event.card]
    card.face_up = True


def _battle_decided(state: State, event: e.BattleDecided) -> None:
    state.result = Result(event.winner, event.how)


def _nothing(state: State, event: Any) -> None:
    """The event tells a story; the state follows from the one after it."""


# -- depths of report --------------------------------------------------------------------------------------------------


def _depth_changed(state: State, event: DepthChanged) -> None:
    """Away from shots, what is left of set-up happens unreported; back to shots, the unknown is asked for."""
    if state.depth != "shots" and event.depth == "shots":
        state.resuming = True
    elif event.depth != "shots":
        state.phase = "movement"
        for tank in state.tanks.values():
            tank.deployed = True
    state.depth = event.depth


def _resumed(state: State, event: e.Resumed) -> None:
    state.resuming = False
    state.advantage = event.advantage
    state.attacker = event.attacker
    state.unreported += event.turns


def _status_reported(state: State, event: StatusReported) -> None:
    set_condition(state.tanks[event.unit], msgspec.convert(event.condition, Condition))


def _result_reported(state: State, event: ResultReported) -> None:
    for unit, condition in event.conditions.items():
        set_condition(state.tanks[unit], msgspec.convert(condition, Condition))
    state.result = Result(event.winner, "reported")


def set_condition(tank: Tank, condition: Condition) -> None:
    """A model's state in absolute terms. A face-down card is lost by its id only, and stays face down:
    neither a guessed name nor a false report tells what it is."""
    tank.damage, tank.fate, tank.doomed = condition.damage, condition.fate, ("", 0)
    if tank.fate == "destroyed" or (tank.damage >= tank.capacity and tank.fate != "removed"):
        tank.fate = "destroyed" if tank.defence else "removed"
    tank.criticals.clear()
    tank.last_critical = 0
    for wound in condition.criticals:
        attach(tank, wound)
    tank.lost_cards.clear()
    for word in condition.lost_cards:
        card = tank.cards.get(word) or next((c for c in tank.cards.values() if c.face_up and c.name == word), None)
        if card:
            card.gone = True
        tank.lost_cards.append(word)


# -- after the battle --------------------------------------------------------------------------------------------------


def _wreck_handled(state: State, event: e.WreckHandled) -> None:
    state.tanks[event.unit].recovered = event.recovered


def _crew_fate_rolled(state: State, event: e.CrewFateRolled) -> None:
    tank = state.tanks[event.unit]
    tank.crew_handled = True
    tank.lost_cards += event.lost


def _repaired_between(state: State, event: e.RepairedBetween) -> None:
    tank = state.tanks[event.unit]
    tank.mended = True
    tank.damage = event.damage
    for key in event.repaired:
        del tank.criticals[key]
    tank.in_service = event.in_service


HANDLERS: dict[type[Event], Callable[[State, Any], None]] = {
    e.TerrainRolled: _terrain_rolled,
    e.RoleRolled: _role_rolled,
    e.RoleChosen: _role_chosen,
    e.EdgeChosen: _edge_chosen,
    e.Deployed: _deployed,
    e.PhaseBegan: _phase_began,
    e.Moved: _moved,
    e.Withdrew: _withdrew,
    e.AttackRolled: _attack_rolled,
    e.AttackRerolled: _attack_rerolled,
    e.CriticalSwapped: _critical_swapped,
    e.DefenceRolled: _defence_rolled,
    e.CriticalDrawn: _critical_drawn,
    e.CardSpent: _card_spent,
    e.CardLost: _card_lost,
    e.CriticalSettled: _critical_settled,
    e.FireReturned: _fire_returned,
    e.AttackResolved: _attack_resolved,
    e.FireHeld: _fire_held,
    e.Destroyed: _destroyed,
    e.RepairRolled: _repair_rolled,
    e.RepairSkipped: _repair_skipped,
    e.AdvantageRolled: _advantage_rolled,
    e.CardRevealed: _card_revealed,
    e.Conceded: _nothing,
    e.Resumed: _resumed,
    e.BattleDecided: _battle_decided,
    e.WreckHandled: _wreck_handled,
    e.CrewFateRolled: _crew_fate_rolled,
    e.RepairedBetween: _repaired_between,
    DepthChanged: _depth_changed,
    StatusReported: _status_reported,
    ResultReported: _result_reported,
}
