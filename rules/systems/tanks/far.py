"""How far hits flew: in centimetres of the rulebook (R4), rounded down as B7 rounds what was measured."""

from __future__ import annotations

from collections.abc import Iterable

from rules.contract import Event
from rules.far import FarHit

from . import measures
from .artillery import Bombarded
from .shooting import ShotFired
from .state import State


def far_hits(state: State, event: Event) -> Iterable[FarHit]:
    if isinstance(event, ShotFired | Bombarded) and event.result == "hit":
        yield FarHit(event.unit, event.target, measures.whole_centimetres(state.options, event.distance))
