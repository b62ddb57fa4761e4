"""Folding shots, explosions and what comes of them: one small function an event."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from rules.contract import Event, Feat

from . import events_fire as f
from .contacts import part
from .state import Area, State


def _shot_fired(state: State, event: f.ShotFired | f.Bombarded) -> None:
    """R17: spent, whether it can hit or not."""
    state.units[event.unit].reloading = event.reloading
    _feat(state, "shot", event.unit, event.target)
    if event.result == "hit":
        _feat(state, "hit", event.unit, event.target)


def _scattered(state: State, event: f.Scattered) -> None:
    state.areas = [*state.areas, Area(kind="cap", source=event.unit, target=event.target, reach=event.reach)]


def _exploded(state: State, event: f.Exploded) -> None:
    touching = event.touching or ()
    state.areas = [*state.areas, Area(kind="blast", source=event.unit, reach=event.reach, touching=touching)]


def _area_closed(state: State, event: f.AreaClosed) -> None:
    state.areas = state.areas[1:]


def _save_rolled(state: State, event: f.SaveRolled) -> None:
    _caught(state, event.unit, event.by)


def _penetration_rolled(state: State, event: f.PenetrationRolled) -> None:
    if event.cause in ("blast", "cap"):
        _caught(state, event.unit, event.by)


def _caught(state: State, unit: str, by: str) -> None:
    """It has been told of in the explosion or cap that is being told."""
    area = state.area
    if area is not None and area.source == by and unit not in area.caught:
        state.areas = [msgspec.structs.replace(area, caught=(*area.caught, unit)), *state.areas[1:]]


def _damage_rolled(state: State, event: f.DamageRolled) -> None:
    """R22: at once. An explosion's hits are nobody's feat."""
    unit = state.units[event.unit]
    unit.stunned, unit.knocked = event.stunned, event.knocked
    match event.effect:
        case "tracked":
            unit.tracked = True
        case "gun_out":
            unit.gun_out = True
        case "bailed_out" | "knocked_out" as presence:
            unit.presence = presence
            part(state, unit)
    if event.cause != "blast" and event.effect != "none":
        _feat(state, "damage", event.by, event.unit)
        if unit.destroyed:
            _feat(state, "kill", event.by, event.unit)


def _feat(state: State, kind: str, unit: str, victim: str) -> None:
    """What is done to friends is none."""
    one = state.units[unit]
    if one.side != state.units[victim].side:
        one.feats = [*one.feats, Feat(kind, state.report, victim)]


FIRE: dict[type[Event], Callable[[State, Any], None]] = {
    f.ShotFired: _shot_fired,
    f.Bombarded: _shot_fired,
    f.Scattered: _scattered,
    f.AreaClosed: _area_closed,
    f.SaveRolled: _save_rolled,
    f.PenetrationRolled: _penetration_rolled,
    f.DamageRolled: _damage_rolled,
    f.Exploded: _exploded,
}
