"""What a mission with objectives consists of: its objectives, who scores at them, and the points that end it (R41 to
R43)."""

from __future__ import annotations

import msgspec

from rules.systems.modern_age.state import How


class Mission(msgspec.Struct, frozen=True, kw_only=True):
    """A mission with objectives.

    objectives: by name, in the order of their placing, with the role of the side that places each: "attacker",
    "defender" or "" for the map. scorers: the roles of the sides that get victory points. points: so many win, and
    `how` says by which rule; most: the most that a side can have while the battle goes on.
    """

    objectives: dict[str, str]
    scorers: tuple[str, ...] = ("attacker", "defender")
    points: int
    most: int
    how: How
    first_check: int = 2  # the first turn that scores
    own_only: bool = False  # a side scores only at the objective it placed
    turns: int = 0  # after so many turns the Defender has held; 0: no such end
