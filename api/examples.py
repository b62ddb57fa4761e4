"""Examples for the schema: real reports of the rulebook's Alpha 66."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import OpenApiExample

SCRIPT = "text/x-battle-script"
_SHOT = {
    "id": "7d9f2c1e-5a34-4c8b-9a53-2f1d6f0c2b11",
    "type": "Fire",
    "data": {"unit": "m1", "target": "t64-1", "side_shot": False, "dice": [2, 5, 6, 6], "defence": [1, 2, 4, 6]},
    "after": 12,
}


def _report(called: str, id: str, type: str, data: dict[str, Any], **more: Any) -> OpenApiExample:
    return OpenApiExample(called, value={"id": id, "type": type, "data": data, **more}, request_only=True)


A_SHOT = OpenApiExample("A shot", value=_SHOT, request_only=True)
BATCH = OpenApiExample("What a phone has queued", value=[_SHOT], request_only=True)
SCRIPTED = OpenApiExample(
    "A battle script", value="usa: fire m1 t64-1 dice=2,5,6,6 defence=1,2,4,6\n", request_only=True, media_type=SCRIPT
)
AN_UNDO = _report(
    "Undo", "0d2b8f0e-9a51-4a3c-8f6e-5d4f0c7b1a22", "Undo", {"position": 12, "reason": "Wrong tank"}, after=12
)
A_CORRECTION = _report(
    "Correct an earlier report",
    "2f4a6c8e-1b3d-4f5a-9c7e-8d6b4a2c0e11",
    "Correct",
    {
        "position": 8,
        "how": "change",
        "data": {"unit": "m1", "target": "t64-1", "side_shot": True, "dice": [2, 5, 6, 6], "defence": [1, 2]},
        "reason": "It was a side shot",
        "settle": {"12": {"how": "keep"}},
    },
)
A_DECLARATION = _report(
    "Declare what the table agrees on",
    "4c6e8a0b-3d5f-4b7c-8e9a-1f2d3c4b5a66",
    "Declare",
    {"facts": {"models.m1.damage": 3}, "reason": "Two tokens were forgotten"},
)
# To be typed as it stands; a test does.
MENDED = r"""
# Set API (…/api/v1), BATTLE (its id) and TOKEN (yours) first.
sheet()  { curl -s "$API/battles/$BATTLE/$1" -H "Authorization: Token $TOKEN"; }
report() { curl -s "$API/battles/$BATTLE/commands/$1" -H "Authorization: Token $TOKEN" \
                -H 'Content-Type: application/json' -d "{\"id\": \"$(id)\", \"type\": \"$2\", \"data\": $3}"; }
id()     { python3 -c 'import uuid; print(uuid.uuid4())'; }
find()   { python3 -c "import json, sys; said = json.load(sys.stdin); print($1)"; }
undo()   { sheet "" | find 'next(one["given"]["position"] for one in said["mends"] if one["command"] == "Undo")'; }

# Undo: the sheet offers it with its position. Yours, unanswered, with dice of the table: it is taken back at once.
# Anything else becomes a proposal, which the other side answers with Agree or Decline.
report "" Undo "{\"position\": $(undo), \"reason\": \"Wrong tank\"}" | python3 -m json.tool

# Redo: the sheet now offers to undo the undo.
report "" Undo "{\"position\": $(undo)}" | python3 -m json.tool

# Correct: the first report was never made. A report is named by its first row in the log.
FIRST=$(sheet "events/" | find 'next(e["position"] for e in said["events"] if e["report_type"] not in ("", "Muster"))')
STRIKE="{\"position\": $FIRST, \"how\": \"strike\", \"reason\": \"It never happened\"}"

# What would that come to? What changes, what cannot stand, what to settle, and who has to agree.
report "?dry_run=true" Correct "$STRIKE" | python3 -m json.tool
report "" Correct "$STRIKE" | python3 -m json.tool

# What was revised, by whom, and why.
sheet "events/?history=all" | python3 -m json.tool
"""
AN_ENLISTMENT = _report(
    "A platoon enlists",
    "0b6a0c0f-7f0c-4b8e-8d7b-52d7a3f0a9c4",
    "Enlist",
    {"platoon": "alpha-66", "name": "Alpha 66", "vehicles": [{"id": "alpha-1", "model": "M1 Abrams"}]},
)
A_REPAIR = _report(
    "Repair all that can be repaired", "6e0f8f0a-31b5-4f0e-9a44-9b1c6a7d2c05", "Repair", {"platoon": "alpha-66"}
)
AN_ORDER = _report(
    "Give an order, in secret",
    "3a7c5e91-0d42-4b6f-9e18-6c2f8b1d7a40",
    "Order",
    {"platoon": "alpha-66", "do": "attack", "to": "bury"},
)
A_RETREAT = _report(
    "Choose where a beaten platoon goes",
    "c81e0f57-94ab-4d23-8f6c-15d7e2a90b64",
    "Retreat",
    {"platoon": "alpha-66", "to": "alton"},
)
A_ROUND = _report(
    "Announce a round",
    "b5f7c1de-52a0-4a8c-8a67-0c3d5e9f1b36",
    "OpenRound",
    {"deadline": "2027-01-31T18:00:00Z", "pairings": [{"home": "alpha-66", "away": "red-banner"}]},
)
A_SEASON = OpenApiExample(
    "A script",
    value="open-round method=everyone\nadjudicate r1-1 winner='The Bears' reason='The photograph shows the hill'\n",
    request_only=True,
    media_type=SCRIPT,
)
A_RULING = _report(
    "Adjudicate a fixture",
    "9d3c5b7a-1e2f-4d6b-8c90-7a5e4f3b2d17",
    "Adjudicate",
    {"fixture": "r1-1", "winner": "alpha-66", "reason": "The photograph shows the hill"},
)
A_PROFILE = _report(
    "Be shown by an alias",
    "5b1d8e20-7c4f-4a96-8d3e-1f0a9b6c2e75",
    "SetProfile",
    {"player": "0d2b8f0e-9a51-4a3c-8f6e-5d4f0c7b1a22", "alias": "Desert Fox"},
)
A_LEAGUE_SEASON = OpenApiExample(
    "A script",
    value="add-campaign campaign='Spring in the fens' division=Premier title='Spring'\nclose-league-season season=3\n",
    request_only=True,
    media_type=SCRIPT,
)
