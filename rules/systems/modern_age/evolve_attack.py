"""The fold of an attack: one small function an event."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rules.contract import Event, Feat

from . import events as e
from .state import Model, OpenCritical, Shot, State, Wound, attach


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
        state.models[event.attacker].feats.append(Feat("hit", state.report, event.unit, event.hits + event.criticals))
    _damage(state, state.models[event.unit], event.hits, event.attacker)


def _critical_drawn(state: State, event: e.CriticalDrawn) -> None:
    shot = _shot(state)
    shot.draws -= 1
    shot.drawn += 1
    shot.open.append(OpenCritical(event.card, event.damage, event.repairable, event.effect))
    _damage(state, state.models[event.unit], event.damage, event.attacker)


def _card_spent(state: State, event: e.CardSpent) -> None:
    shot, model = _shot(state), state.models[event.unit]
    shot.open[0].answered = True
    if event.card:
        shot.open[0].cancelled = True
        _lose(model, event.card, event.name)
        _damage(state, model, -event.undone, shot.shooter)


def _card_lost(state: State, event: e.CardLost) -> None:
    _lose(state.models[event.unit], event.card, event.name)
    if event.cause:
        _shot(state).open[0].suffered = True


def _critical_settled(state: State, event: e.CriticalSettled) -> None:
    critical = _shot(state).open.pop(0)
    if event.attached:
        attach(state.models[event.unit], Wound(event.card, critical.repairable, critical.effect))
    else:
        state.discards.append(event.card)


def _fire_returned(state: State, event: e.FireReturned) -> None:
    _shot(state).returned = True
    if event.damage:
        state.models[event.unit].feats.append(Feat("damage", state.report, event.target, event.damage))
        _hurt(state, state.models[event.target], event.damage, event.unit)


def _attack_resolved(state: State, event: e.AttackResolved) -> None:
    shot, model = _shot(state), state.models[event.unit]
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


def _shot(state: State) -> Shot:
    assert state.shot is not None, "an event of an attack without an attack"
    return state.shot


def _damage(state: State, model: Model, amount: int, by: str) -> None:
    """Damage of the open attack; negative takes it back."""
    _shot(state).damage += amount
    _hurt(state, model, amount, by)


def _hurt(state: State, model: Model, amount: int, by: str) -> None:
    model.damage += amount
    if model.damage < model.capacity:
        model.doomed = ("", 0)
    elif not model.doomed[0]:
        model.doomed = (by, state.report)


def _lose(model: Model, card: str, name: str) -> None:
    if held := model.cards.get(card):
        held.gone = held.face_up = True
    model.lost_cards.append(name or card)


ATTACK_HANDLERS: dict[type[Event], Callable[[State, Any], None]] = {
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
}
