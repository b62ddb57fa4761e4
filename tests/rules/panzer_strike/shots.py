"""Shots for stories: one gun, one target straight ahead of it, on an empty board unless a map is drawn.

    duel("Hellcat", "Tiger", range=2).when("axis", "fire firer accuracy=3,4 hit=body penetration=-2").then(...)

The axis fires; the target faces its firer unless it is said otherwise.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rules.contract import Event
from rules.systems.panzer_strike.announcements import Announced
from rules.systems.panzer_strike.movement import Moved
from rules.systems.panzer_strike.state import Miniature
from rules.systems.panzer_strike.turns import MovementEnded
from tests.rules.panzer_strike.table import FIELD, battle
from tests.rules.scenario import Story

AT = "j3"  # the firer, whose gun points to the north


def ahead(range: int) -> str:
    """The square straight ahead of the firer whose nearest point lies in this section of the ruler."""
    return f"j{3 + 2 * range}"


def duel(
    firer: str,
    target: str,
    range: int = 2,
    facing: str = "S",
    square: str = "",
    map: str = FIELD,
    others: Mapping[str, Sequence[str]] | None = None,
    moves: Sequence[Event] = (),
    aim: dict[str, Any] | None = None,
    **options: Any,
) -> Story:
    """The shot of `firer` at `target` is announced, `aim` being what its announcement says besides.

    `square`: where the target stands, if not straight ahead. `others`: units by id, as for `battle`. `moves`: what
    happened in the Movement Phase.
    """
    story = faced(firer, target, range, facing, square, map, others, moves, **options)
    return story.and_then(announced(range=range, **(aim or {})))


def faced(
    firer: str,
    target: str,
    range: int = 2,
    facing: str = "S",
    square: str = "",
    map: str = FIELD,
    others: Mapping[str, Sequence[str]] | None = None,
    moves: Sequence[Event] = (),
    **options: Any,
) -> Story:
    """The same before anything is announced."""
    units: dict[str, Sequence[str]] = {
        "firer": (firer, "axis", AT, "N"),
        "target": (target, "allies", square or ahead(range), facing),
        **(others or {}),
    }
    return battle(map, units, **options).and_then(*moves, MovementEnded(side="axis"))


def announced(unit: str = "firer", target: str = "target", range: int = 2, **more: Any) -> Announced:
    """As `Announced`; direct, and by the board, where nothing else is said."""
    said = {"wall": "", "how": "direct", "by": "board", "board_range": range, **more}
    return Announced(unit=unit, target=target, range=range, **said)


def moved(unit: str, *steps: str, square: str = AT, facing: str = "N") -> Moved:
    """It came to its square by these steps, this turn."""
    return Moved(
        unit=unit,
        steps=steps,
        used=len(steps),
        path=tuple(square for step in steps if step not in ("R+", "R-")),
        square=square,
        facing=facing,
        gear="forward" if "F" in steps else "",
        turned=any(step not in ("F", "B") for step in steps),
        spun=0,
    )


def unit(story: Story, id: str) -> Miniature:
    found: Miniature = story.play.units[id]
    return found
