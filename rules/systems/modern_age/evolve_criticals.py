"""The fold of critical cards, and of what an attack costs its models: one small function an event."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rules.contract import Event, Feat

from . import events as e
from .figures import is_doomed
from .state import Model, OpenCritical, Shot, State, Wound, attach


def _critical_drawn(state: State, event: e.CriticalDrawn) -> None:
    shot = open_shot(state)
    shot.draws -= 1
    shot.drawn += 1
    asked_anew(shot, "drawing")
    shot.open.append(OpenCritical(event.card, event.damage, event.repairable, event.effect))
    damage(state, state.models[event.unit], event.damage, event.attacker)


def _critical_turned(state: State, event: e.CriticalTurned) -> None:
    shot = open_shot(state)
    shot.drawn += 1
    shot.turned.append(OpenCritical(event.card, event.damage, event.repairable, event.effect))


def _critical_picked(state: State, event: e.CriticalPicked) -> None:
    shot = open_shot(state)
    kept = shot.turned.pop(event.place - 1)
    state.discards.extend(critical.card for critical in shot.turned)
    shot.picked = shot.picked or event.by == shot.shooter
    shot.turned = [] if event.final else [kept]
    if event.final:
        shot.draws -= 1
        asked_anew(shot, "drawing")
        shot.open.append(kept)
        damage(state, state.models[event.unit], event.damage, event.attacker)


def _card_spent(state: State, event: e.CardSpent) -> None:
    shot, model = open_shot(state), state.models[event.unit]
    critical = shot.open[0]
    critical.answered = True
    if not event.card:
        return
    critical.cancelled = True
    if event.paid:
        model.cards[event.card].face_up = True
        lose(model, event.paid, event.paid_name)
    else:
        lose(model, event.card, event.name)
    if critical.bearer:
        hurt(state, model, -event.undone, shot.shooter)
    else:
        damage(state, model, -event.undone, shot.shooter)
    critical.damage -= event.undone
    if event.redraw:
        state.discards.append(shot.open.pop(0).card)
        shot.draws += 1
        asked_anew(shot, "critical")


def _critical_taken(state: State, event: e.CriticalTaken) -> None:
    """The friend suffers it now, and may have a card of its own to cancel it."""
    shot, taker = open_shot(state), state.models[event.taker]
    lose(taker, event.card, event.name)
    damage(state, state.models[event.unit], -event.damage, shot.shooter)
    hurt(state, taker, event.damage, shot.shooter)
    shot.open[0].bearer, shot.open[0].answered = event.taker, False
    asked_anew(shot, "critical")


def _card_lost(state: State, event: e.CardLost) -> None:
    """To a critical card, before any is drawn to the shooter's crew, or (no `cause`) to nothing of an attack."""
    model = state.models[event.unit]
    stood = not is_doomed(state, model)
    lose(model, event.card, event.name)
    if not event.cause:
        return
    shot = open_shot(state)
    if shot.open:
        shot.open[0].suffered = True
    else:
        shot.crew_toll -= 1
    if stood and is_doomed(state, model):  # the card had added to its capacity
        hurt(state, model, 0, shot.shooter)


def _critical_settled(state: State, event: e.CriticalSettled) -> None:
    shot = open_shot(state)
    critical = shot.open.pop(0)
    asked_anew(shot, "critical")
    shooter, bearer = state.models[shot.shooter], state.models[event.unit]
    if critical.bearer and critical.damage and shooter.side != bearer.side:
        shooter.feats.append(Feat("damage", state.report, bearer.id, critical.damage))
    if event.attached:
        attach(bearer, Wound(event.card, critical.repairable, critical.effect))
    else:
        state.discards.append(event.card)


def _fire_returned(state: State, event: e.FireReturned) -> None:
    """No feat where a friend answers an area attack."""
    open_shot(state).returned = True
    model, attacker = state.models[event.unit], state.models[event.target]
    if event.damage:
        if model.side != attacker.side:
            model.feats.append(Feat("damage", state.report, event.target, event.damage))
        hurt(state, attacker, event.damage, event.unit)


def _crashed(state: State, event: e.Crashed) -> None:
    """The critical cards it still had to suffer are discarded, and no more are drawn for it."""
    model, shot = state.models[event.unit], state.shot
    model.fate = "removed"
    if event.by and state.models[event.by].side != model.side:
        state.models[event.by].feats.append(Feat("kill", model.doomed[1] or state.report, event.unit))
    if shot and shot.target == event.unit:
        state.discards.extend(critical.card for critical in (*shot.open, *shot.turned))
        shot.open, shot.turned, shot.draws = [], [], 0


def open_shot(state: State) -> Shot:
    assert state.shot is not None, "an event of an attack without an attack"
    return state.shot


def asked_anew(shot: Shot, moment: str) -> None:
    """Things have changed since face-down cards were kept so at that moment: its owner is asked again."""
    shot.kept = [kept for kept in shot.kept if kept != moment]


def damage(state: State, model: Model, amount: int, by: str) -> None:
    """Damage of the open attack; negative takes it back."""
    open_shot(state).damage += amount
    hurt(state, model, amount, by)


def hurt(state: State, model: Model, amount: int, by: str) -> None:
    model.damage += amount
    if not is_doomed(state, model):
        model.doomed = ("", 0)
    elif not model.doomed[0]:
        model.doomed = (by, state.report)


def lose(model: Model, card: str, name: str) -> None:
    if held := model.cards.get(card):
        held.gone = held.face_up = True
    model.lost_cards.append(name or card)


CRITICAL_HANDLERS: dict[type[Event], Callable[[State, Any], None]] = {
    e.CriticalDrawn: _critical_drawn,
    e.CriticalTurned: _critical_turned,
    e.CriticalPicked: _critical_picked,
    e.CardSpent: _card_spent,
    e.CriticalTaken: _critical_taken,
    e.CardLost: _card_lost,
    e.CriticalSettled: _critical_settled,
    e.FireReturned: _fire_returned,
    e.Crashed: _crashed,
}
