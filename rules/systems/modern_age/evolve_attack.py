"""The fold of an attack: one small function an event."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rules.contract import Event, Feat

from . import events as e
from .evolve_criticals import CRITICAL_HANDLERS, damage, open_shot
from .state import Shot, State


def _attack_rolled(state: State, event: e.AttackRolled) -> None:
    model = state.models[event.unit]
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
    model.fury_used = model.fury_used or event.final_fury
    model.feats.append(Feat("shot", state.report, event.target))


def _attack_rerolled(state: State, event: e.AttackRerolled) -> None:
    shot = open_shot(state)
    shot.rerolled = True
    shot.faces, shot.hits, shot.criticals, shot.forced = event.faces, event.hits, event.criticals, event.forced


def _critical_swapped(state: State, event: e.CriticalSwapped) -> None:
    shot = open_shot(state)
    shot.rerolled = shot.swapped = True
    shot.hits, shot.criticals = event.hits, event.criticals


def _defence_rolled(state: State, event: e.DefenceRolled) -> None:
    shot = open_shot(state)
    shot.rerolled = shot.swapped = shot.defended = True
    shot.draws = event.criticals
    if event.hits or event.criticals:
        state.models[event.attacker].feats.append(Feat("hit", state.report, event.unit, event.hits + event.criticals))
    damage(state, state.models[event.unit], event.hits, event.attacker)


def _attack_resolved(state: State, event: e.AttackResolved) -> None:
    shot, model = open_shot(state), state.models[event.unit]
    if event.damage:
        model.feats.append(Feat("damage", state.report, event.target, event.damage))
    if shot.extra:
        model.extra_fired = True
    else:
        model.fired = True
    state.shot = None


def _fire_held(state: State, event: e.FireHeld) -> None:
    model = state.models[event.unit]
    if event.extra:
        model.extra_fired = True
    else:
        model.fired = True


ATTACK_HANDLERS: dict[type[Event], Callable[[State, Any], None]] = {
    e.AttackRolled: _attack_rolled,
    e.AttackRerolled: _attack_rerolled,
    e.CriticalSwapped: _critical_swapped,
    e.DefenceRolled: _defence_rolled,
    **CRITICAL_HANDLERS,
    e.AttackResolved: _attack_resolved,
    e.FireHeld: _fire_held,
}
