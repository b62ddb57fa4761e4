"""What the tests of mending send to the API, and read there."""

from __future__ import annotations

from typing import Any

import msgspec

from api.shapes import battles as shapes
from api.shapes.reports import Receipt
from tests.api.conftest import Caller, said


def sheet(caller: Caller, battle: str, query: str = "") -> dict[str, Any]:
    response = caller.get(f"battles/{battle}/{query}")
    assert response.status_code == 200, response.content
    msgspec.json.decode(response.content, type=shapes.Battle)
    found: dict[str, Any] = said(response)
    return found


def status(caller: Caller, battle: str, unit: str) -> str:
    return str({one["id"]: one["status"] for one in sheet(caller, battle)["units"]}[unit])


def mends(caller: Caller, battle: str) -> list[tuple[str, Any]]:
    """What the caller may do to mend the battle: the reports, each with the position it is given."""
    return [(one["command"], one["given"].get("position")) for one in sheet(caller, battle)["mends"]]


def told(response: Any, *texts: str) -> dict[str, Any]:
    """The answer to the one report, accepted and told in these sentences."""
    assert response.status_code == 200, response.content
    (answer,) = said(response)["reports"]
    assert [ruling["text"] for ruling in answer["events"]] == list(texts)
    found: dict[str, Any] = answer
    return found


def foreseen(response: Any) -> dict[str, Any]:
    assert response.status_code == 200, response.content
    receipt = msgspec.json.decode(response.content, type=Receipt)
    assert receipt.reports[0].preview is not None
    found: dict[str, Any] = said(response)["reports"][0]["preview"]
    return found


def shoot(caller: Caller, battle: str, shooter: str, target: str, face: int | None = 6) -> int:
    """A shot reported; the position it is named by."""
    dice: dict[str, Any] = {} if face is None else {"dice": [face]}
    response = caller.report(battle, "Shoot", shooter=shooter, target=target, **dice)
    assert response.status_code == 200, response.content
    return int(said(response)["reports"][0]["events"][0]["position"])


def events(caller: Caller, battle: str, query: str = "") -> list[dict[str, Any]]:
    response = caller.get(f"battles/{battle}/events/{query}")
    assert response.status_code == 200, response.content
    msgspec.json.decode(response.content, type=shapes.Events)
    found: list[dict[str, Any]] = said(response)["events"]
    return found


TO_CATS_1: dict[str, Any] = {
    "position": 3,
    "how": "change",
    "data": {"shooter": "bears-1", "target": "cats-1", "dice": [6]},
    "reason": "It was the same cat",
}


def confirm(caller: Caller, battle: str) -> None:
    (choice,) = sheet(caller, battle)["choices"]
    response = caller.report(battle, "Confirm", **choice["given"])
    assert response.status_code == 200, response.content
