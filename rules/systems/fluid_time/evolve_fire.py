"""Folding fire: shots declared and resolved, and what hits did (R17 to R23)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rules.contract import Event, Feat

from . import editions
from . import events_fire as f
from .evolve_impulses import spend, suppress, take_out
from .state import Shot, State


def _fire_declared(state: State, event: f.FireDeclared) -> None:
    spend(state.units[event.unit], "free")
    state.volley.append(Shot(event.unit, event.target))


def _shot_resolved(state: State, event: f.ShotResolved) -> None:
    """R15: whoever fires is on overwatch no more."""
    unit = state.units[event.unit]
    unit.overwatch = False
    state.fired.append(Shot(event.unit, event.target))
    unit.feats.append(Feat("shot", state.report, of=event.target))
    if not event.overwatch:
        _shot_over(state, fired=True)


def _shot_wasted(state: State, event: f.ShotWasted) -> None:
    """R17: a volley of which no die has fallen is still open."""
    _shot_over(state, fired=state.impulse is not None and state.impulse.firing)


def _shot_over(state: State, fired: bool) -> None:
    """R17: once a die of a volley has fallen nobody else declares for it; after its last shot the next may begin."""
    state.volley.pop(0)
    if state.impulse is not None:
        state.impulse.firing = fired and bool(state.volley)
        if fired and not state.volley:
            state.impulse.volleys = max(0, state.impulse.volleys - 1)


def _hit_resolved(state: State, event: f.HitResolved) -> None:
    unit = state.units[event.unit]
    shooter = state.units.get(event.source)
    if shooter is not None:
        shooter.feats.append(Feat("hit", state.report, of=event.unit))
    if not unit.in_play:  # a second hit of the same shooting on what the first has destroyed
        return
    unit.struck = True
    match event.effect:
        case "crew_suppressed":
            suppress(state, unit)
        case "gun_out":
            unit.gun_out = True
        case "immobile":
            unit.immobile, unit.moving, unit.reach = True, False, 0
        case "burning" | "exploded":
            take_out(state, unit, event.effect)
            if shooter is not None and shooter.side != unit.side:
                shooter.feats.append(Feat("kill", state.report, of=event.unit))
    reason: Any = event.tests
    if reason and unit.in_play:
        unit.tests = tuple(dict.fromkeys((*unit.tests, reason)))
    if not event.repeated or not unit.in_play:
        return
    if editions.strikes_weigh_on_the_check(state.edition):
        unit.struck_again = True
    else:  # on the test it brings, else on those that wait
        unit.repeated = tuple(dict.fromkeys((*unit.repeated, *((reason,) if reason else unit.tests))))


FIRE: dict[type[Event], Callable[[State, Any], None]] = {
    f.FireDeclared: _fire_declared,
    f.ShotResolved: _shot_resolved,
    f.ShotWasted: _shot_wasted,
    f.HitResolved: _hit_resolved,
}
