"""Free-for-All: each side places an objective near the enemy's edge, and scores only there (R42).

Two points win if the enemy has fewer, so both sides may have any number.
"""

from __future__ import annotations

from .mission import Mission

MISSION = Mission(
    objectives={"attacker": "attacker", "defender": "defender"},
    points=2,
    most=99,
    how="broken_through",
    own_only=True,
)
