"""The fold of a shot: one small function an event."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rules.contract import Event, Feat

from . import events_fire as e
from .state import Aim, Miniature, State


def _announced(state: State, event: e.Announced) -> None:
    state.units[event.unit].aim = Aim(
        target=event.target,
        wall=event.wall,
        how=event.how,  # type: ignore[arg-type]
        range=event.range,
        by=event.by,  # type: ignore[arg-type]
        cover=event.cover,
        reporter=event.reporter,
        contact=event.contact,  # type: ignore[arg-type]
    )


def _radio_rolled(state: State, event: e.RadioRolled) -> None:
    """R43: whether it was heard or not, the shot has had its chance."""
    _die_fell(state, event.unit)


def _accuracy_rolled(state: State, event: e.AccuracyRolled) -> None:
    _die_fell(state, event.unit)
    if event.target:
        state.units[event.unit].feats.append(Feat("shot", state.report, event.target))


def _die_fell(state: State, unit: str) -> None:
    """R16: from the first die on nothing is announced."""
    state.volley = True
    if (aim := state.units[unit].aim) is not None:
        aim.fired = True


def _shot_drifted(state: State, event: e.ShotDrifted) -> None:
    """R45: what comes of it the next events tell."""


def _wall_destroyed(state: State, event: e.WallDestroyed) -> None:
    """R65: nobody fires through what is left of it in the same turn."""
    state.walls = tuple(wall for wall in state.walls if wall != event.square)
    state.broken = (*state.broken, event.square)


def _hit_rolled(state: State, event: e.HitRolled) -> None:
    if not event.missed:
        _feat(state, "hit", event.unit, event.victim)


def _penetration_rolled(state: State, event: e.PenetrationRolled) -> None:
    victim = state.units[event.victim]
    victim.timer = event.timer
    match event.outcome:
        case "destroyed":
            _destroyed(state, victim)
            victim.own_fire = state.units[event.unit].side == victim.side
            _feat(state, "kill", event.unit, event.victim)
        case "injured":
            victim.injured = True
        case "semi" | "immobilised" as mobility:
            victim.mobility, victim.hurt = mobility, state.round
        case "reset":  # B7: repairing or not, it does not roll any more
            victim.mobility, victim.hurt = "immobilised", state.round
    if event.outcome in ("destroyed", "injured", "semi", "immobilised", "reset"):
        _feat(state, "damage", event.unit, event.victim)


def _destroyed(state: State, victim: Miniature) -> None:
    """R30: the wreck stays where it is; nothing is in tow any more that hung on it."""
    victim.life = "destroyed"
    victim.let_go()
    for unit in state.units.values():
        if unit.tows == victim.id:
            unit.let_go()


def _feat(state: State, kind: str, unit: str, victim: str) -> None:
    """What is done to friends is none."""
    firer = state.units[unit]
    if firer.side != state.units[victim].side:
        firer.feats.append(Feat(kind, state.report, victim))


FIRE: dict[type[Event], Callable[[State, Any], None]] = {
    e.Announced: _announced,
    e.RadioRolled: _radio_rolled,
    e.AccuracyRolled: _accuracy_rolled,
    e.ShotDrifted: _shot_drifted,
    e.WallDestroyed: _wall_destroyed,
    e.HitRolled: _hit_rolled,
    e.PenetrationRolled: _penetration_rolled,
}
