"""The fold of an attack: one small function an event."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rules.contract import Event, Feat

from . import events as e
from .after import left_by
from .changes import results_of
from .evolve_criticals import CRITICAL_HANDLERS, asked_anew, damage, open_shot
from .results import Results, changed
from .state import After, Boost, Change, Model, Shot, State


def _attack_rolled(state: State, event: e.AttackRolled) -> None:
    model = state.models[event.unit]
    state.acted = True
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
        faces=event.roll.numbers,
        hits=event.hits,
        criticals=event.criticals,
        forced=event.forced,
        shooter_cancels=event.shooter_cancels,
        weapon=event.weapon,
        critical_on=event.critical_on,
        told=event.told,
        spent=[f"{event.unit}/{card}" for card in event.spent],
        others=event.others,
    )
    if state.after and event.again:
        state.after.done = (*state.after.done, event.again)
    model.fury_used = model.fury_used or event.final_fury
    if _is_feat(model, state.models[event.target]):
        model.feats.append(Feat("shot", state.report, event.target))


def _smoke_laid(state: State, event: e.SmokeLaid) -> None:
    model = state.models[event.unit]
    state.acted = True
    state.models[event.target].boosts.append(Boost("smoke", event.unit, event.card))
    _has_fired(model, event.extra)
    if event.follows:
        spent = (f"{event.unit}/{event.card}",)
        state.after = After(event.unit, event.target, spent=spent, extra=event.extra, attack=False)


def _attack_rerolled(state: State, event: e.AttackRerolled) -> None:
    shot = open_shot(state)
    shot.rerolled = True
    asked_anew(shot, "attacked")
    shot.faces, shot.hits, shot.criticals, shot.forced = event.faces, event.hits, event.criticals, event.forced


def _critical_swapped(state: State, event: e.CriticalSwapped) -> None:
    """Offered and answered: it is not asked again, and what was changed is not changed again (R8)."""
    shot = open_shot(state)
    shot.rerolled = True
    shot.changes.append(Change(event.by, event.does, event.stage))
    if event.swapped:
        left = changed(results_of(shot), event.does)
        shot.forced, shot.worn = left.forced, left.worn
        shot.crew_toll += event.does == "strike_crew"
    shot.hits, shot.criticals = event.hits, event.criticals


def _defence_rolled(state: State, event: e.DefenceRolled) -> None:
    shot = open_shot(state)
    shot.rerolled = shot.swapped = shot.defended = True
    shot.defence_faces, shot.target_cancels = event.roll.numbers, event.target_cancels
    shot.told = tuple(sorted({*shot.told, *event.told}))
    if event.settled:
        _left(shot, Results(event.hits, event.criticals))
        _settled(state, shot)


def _defence_rerolled(state: State, event: e.DefenceRerolled) -> None:
    shot = open_shot(state)
    shot.defence_rerolled, shot.defence_faces = True, event.faces
    if event.target_cancels is not None:
        shot.target_cancels = event.target_cancels


def _hits_cancelled(state: State, event: e.HitsCancelled) -> None:
    _left(open_shot(state), Results(event.hits, event.criticals, event.forced, event.worn))


def _left(shot: Shot, left: Results) -> None:
    shot.cancelled = shot.defence_rerolled = True
    shot.hits, shot.criticals, shot.forced, shot.worn = left.hits, left.criticals, left.forced, left.worn


def _defence_settled(state: State, event: e.DefenceSettled) -> None:
    shot = open_shot(state)
    shot.hits, shot.criticals = event.hits, event.criticals
    _settled(state, shot)


def _settled(state: State, shot: Shot) -> None:
    """R33: each hit left is one damage, each critical left a card to draw."""
    target, shooter = state.models[shot.target], state.models[shot.shooter]
    shot.damaged, shot.draws = True, shot.criticals
    if (shot.hits or shot.criticals) and _is_feat(shooter, target):
        shooter.feats.append(Feat("hit", state.report, shot.target, shot.hits + shot.criticals))
    damage(state, target, shot.hits, shot.shooter)


def _is_feat(shooter: Model, target: Model) -> bool:
    """What an area attack does to friends is none."""
    return shooter.side != target.side


def _attack_resolved(state: State, event: e.AttackResolved) -> None:
    shot, model = open_shot(state), state.models[event.unit]
    target = state.models[event.target]
    if event.damage and _is_feat(model, target):
        model.feats.append(Feat("damage", state.report, event.target, event.damage))
    if event.marks:
        target.boosts.append(Boost("mark", event.unit, event.marks))
    state.after = left_by(state, shot) if event.follows else None
    state.shot = None
    _has_fired(model, shot.extra)


def _has_fired(model: Model, extra: bool) -> None:
    if extra:
        model.extra_fired = True
    else:
        model.fired = True


def _card_refunded(state: State, event: e.CardRefunded) -> None:
    """Back it is as if it had never been lost; either way the card that was to bring it back has done its part."""
    model = state.models[event.unit]
    card = model.cards[event.card]
    if event.back:
        card.gone = False
        lost = len(model.lost_cards) - 1 - model.lost_cards[::-1].index(card.name or card.id)
        del model.lost_cards[lost]
    if state.after:
        state.after.done = (*state.after.done, event.by)


def _hidden_kept(state: State, event: e.HiddenKept) -> None:
    """Nobody is asked again at that moment, until something there has changed (`asked_anew`)."""
    shot = state.shot
    if shot is None:
        state.models[event.unit].kept = True
        return
    shot.kept.append(event.moment)
    if event.moment == "critical":
        shot.open[0].answered = True
    elif event.moment == "damaged":
        shot.returned = True


def _attack_closed(state: State, event: e.AttackClosed) -> None:
    state.after = None


def _fire_held(state: State, event: e.FireHeld) -> None:
    state.acted = True
    _has_fired(state.models[event.unit], event.extra)


ATTACK_HANDLERS: dict[type[Event], Callable[[State, Any], None]] = {
    e.AttackRolled: _attack_rolled,
    e.SmokeLaid: _smoke_laid,
    e.AttackRerolled: _attack_rerolled,
    e.CriticalSwapped: _critical_swapped,
    e.DefenceRolled: _defence_rolled,
    e.DefenceRerolled: _defence_rerolled,
    e.HitsCancelled: _hits_cancelled,
    e.DefenceSettled: _defence_settled,
    **CRITICAL_HANDLERS,
    e.AttackResolved: _attack_resolved,
    e.CardRefunded: _card_refunded,
    e.AttackClosed: _attack_closed,
    e.HiddenKept: _hidden_kept,
    e.FireHeld: _fire_held,
}
