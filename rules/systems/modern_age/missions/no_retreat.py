"""No Retreat: the Attacker places two objectives near the Defender's edge and is the only one to score, for eight turns
(R43, B5).

The book prints no turn before which nobody scores (B5).
"""

from __future__ import annotations

from .mission import Mission

MISSION = Mission(
    objectives={"first": "attacker", "second": "attacker"},
    scorers=("attacker",),
    points=2,
    most=1,
    how="broken_through",
    first_check=1,
    turns=8,
)
