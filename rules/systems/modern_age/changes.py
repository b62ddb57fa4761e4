"""Results of an attack changed by a platoon's rule or a card (A19, B11, R8)."""

from __future__ import annotations

from .effects import any_of
from .figures import aim_of, effects_on, facts_of
from .state import Shot, State


def may_swap(state: State, shot: Shot) -> bool:
    """Sharpshooter (A19): a natural critical, not yet changed; one made of a hit counts as modified already (R8)."""
    aim = aim_of(state, shot)
    free = shot.criticals > shot.forced and not shot.swapped
    split = [x for x in effects_on(state, aim.shooter, aim.spent) if x.does == "split" and x.stage == "rolled"]
    return free and any_of(split, "split", facts_of(state, aim, aim.shooter))
