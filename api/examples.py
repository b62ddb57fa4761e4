"""Examples for the schema: real reports of the rulebook's Alpha 66."""

from __future__ import annotations

from drf_spectacular.utils import OpenApiExample

SCRIPT = "text/x-battle-script"
_SHOT = {
    "id": "7d9f2c1e-5a34-4c8b-9a53-2f1d6f0c2b11",
    "type": "Fire",
    "data": {"unit": "m1", "target": "t64-1", "side_shot": False, "dice": [2, 5, 6, 6], "defence": [1, 2, 4, 6]},
    "after": 12,
}

A_SHOT = OpenApiExample("A shot", value=_SHOT, request_only=True)
BATCH = OpenApiExample("What a phone has queued", value=[_SHOT], request_only=True)
SCRIPTED = OpenApiExample(
    "A battle script", value="usa: fire m1 t64-1 dice=2,5,6,6 defence=1,2,4,6\n", request_only=True, media_type=SCRIPT
)
AN_ENLISTMENT = OpenApiExample(
    "A platoon enlists",
    value={
        "id": "0b6a0c0f-7f0c-4b8e-8d7b-52d7a3f0a9c4",
        "type": "Enlist",
        "data": {"platoon": "alpha-66", "name": "Alpha 66", "vehicles": [{"id": "alpha-1", "model": "M1 Abrams"}]},
    },
    request_only=True,
)
