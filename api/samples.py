"""An example of every operation: values for what its address asks, and the command that asks it, put into the schema.
A test asks each, with what the example names put where it stands in the test's own campaign."""

from __future__ import annotations

import json
import shlex
from collections.abc import Iterator, Mapping
from typing import Any
from urllib.parse import quote, urlencode

import rules

Json = dict[str, Any]
BATTLE = "0b1e0c2a-6f0e-4a5e-9d0b-6c1f4a7d2e33"
CAMPAIGN = "5f3c1f0e-5a34-4c8b-9a53-2f1d6f0c2b11"
LEAGUE = "8c2d4e6f-1a3b-4c5d-8e7f-9a0b1c2d3e4f"
PERSON = "0d2b8f0e-9a51-4a3c-8f6e-5d4f0c7b1a22"
# By the name of a place in the address.
PLACES: Mapping[str, str] = {
    "campaign": CAMPAIGN,
    "club": "steel",
    "delivery": "41",
    "fixture": "r1-1",
    "number": "1",
    "picks": "models",
    "platoon": "alpha-66",
    "player": PERSON,
    "scenario": "3d5f7a9b-2c4e-4f6a-8b0d-1e3f5a7b9c0d",
    "sector": "bury",
    "table": "standings",
    "vehicle": "alpha-1",
    "webhook": "3",
}
KEPT = "6b8d0f2a-4c6e-4a8b-9d1f-3e5a7c9b1d2f"  # a key of something kept on the desk: a draft, a club's key
# What an operation is asked with, where its address alone is not enough, or does not show what it is for.
QUERIES: Mapping[str, Mapping[str, str | int]] = {
    "explain_a_fact": {"of": "units.m1.status"},
    "explain_a_fact_of_the_map": {"of": "platoons.alpha-66.score"},
    "explain_a_figure_of_a_league": {"of": f"players.{PERSON}.rating"},
    "list_battles": {"status": "open", "limit": 20},
    "list_campaigns": {"limit": 20},
    "read_a_battles_log": {"after": 12},
    "listen_to_a_battle": {"after": 12},
    "read_a_campaigns_log": {"after": 12},
    "listen_to_a_campaign": {"after": 12},
    "read_an_earlier_moment": {"at": 1},
}


def add_samples(result: Json, generator: Any, request: Any, public: bool) -> Json:
    """Put an example into every operation of the document. drf-spectacular calls this last."""
    for path, methods in result["paths"].items():
        for method, operation in methods.items():
            places = dict(_places(path, operation))
            asked = QUERIES.get(operation["operationId"], {})
            for one in operation.get("parameters", ()):
                if (value := places.get(one["name"]) if one["in"] == "path" else asked.get(one["name"])) is not None:
                    one["example"] = int(value) if one["schema"].get("type") == "integer" else value
            where = path.format_map({name: quote(value, safe="") for name, value in places.items()})
            command = _command(method, where + (f"?{urlencode(asked)}" if asked else ""), operation)
            operation["x-codeSamples"] = [{"lang": "Shell", "source": command}]
    return result


def _places(path: str, operation: Json) -> Iterator[tuple[str, str]]:
    of_league = path.startswith("/api/v1/leagues/")
    for one in operation.get("parameters", ()):
        if one["in"] != "path":
            continue
        name = one["name"]
        if name == "id":
            yield name, BATTLE if "/battles/" in path else LEAGUE if of_league else CAMPAIGN
        elif name == "key":
            yield name, KEPT if one["schema"].get("format") == "uuid" else max(rules.all_systems())
        else:
            yield name, "ratings" if name == "table" and of_league else PLACES[name]


def _command(method: str, where: str, operation: Json) -> str:
    """What to type, with SITE and TOKEN set."""
    parts = [f'curl -s "$SITE{where}" -H "Authorization: Bearer $TOKEN"']
    content = operation.get("requestBody", {}).get("content", {})
    if method != "get" and not (method == "post" and content):
        parts.append(f"-X {method.upper()}")
    for kind, body in list(content.items())[:1]:
        examples = [one["value"] for one in body.get("examples", {}).values()]
        said = shlex.quote(json.dumps(examples[0])) if examples else "@file"
        parts.append(f"-H {shlex.quote(f'Content-Type: {kind}')} --data-binary {said}")
    return " \\\n  ".join(parts)
