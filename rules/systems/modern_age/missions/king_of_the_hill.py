"""King of the Hill: one objective, in the centre of the table, placed by the map (R41)."""

from __future__ import annotations

from .mission import Mission

MISSION = Mission(objectives={"centre": ""}, points=3, most=2, how="hill")
