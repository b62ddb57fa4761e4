"""An evening of the demo by API, as docs/curl.md has it: Bob's M1 against Carol's T-64s, from the first shot to a
settled battle and the retreat from it. What a server acknowledged is kept, to be looked for afterwards."""

from __future__ import annotations

import json
from collections.abc import Mapping
from http.client import HTTPConnection
from typing import Any
from uuid import uuid4

from api.models import issue
from campaigns.models import User
from tests.servers import wait_for

BATTLE = "95b258ed-6fca-5d59-ae21-9cc2de87fdba"
CAMPAIGN = "dd9c0c08-2cd1-5972-a160-b1d6d3121d31"
SHOT = {"unit": "abrams", "target": "kama", "cover": True, "dice": [2, 5, 6, 6, 1], "defence": [4, 5, 4, 6]}
Told = dict[str, Any]


class Player:
    """Speaks by API to the server at a port, which may change."""

    def __init__(self, name: str, port: int) -> None:
        self.port, self.key = port, issue(User.objects.get(username=name))
        self.acknowledged: dict[str, list[int]] = {}  # the positions of its rows, by a report's id

    def ask(self, path: str, body: Mapping[str, Any] | None = None) -> tuple[int, Told]:
        """OSError or HTTPException where no whole answer comes."""
        line = HTTPConnection("127.0.0.1", self.port, timeout=60)
        try:
            headers = {"Authorization": f"Token {self.key}", "Content-Type": "application/json"}
            line.request("POST" if body else "GET", f"/api/v1/{path}", json.dumps(body) if body else None, headers)
            answer = line.getresponse()
            return answer.status, json.loads(answer.read())
        finally:
            line.close()

    def get(self, path: str) -> Told:
        status, told = self.ask(path)
        assert status == 200, told
        return told

    def report(self, type_: str, data: Mapping[str, Any], id_: str = "", stream: str = f"battles/{BATTLE}") -> Told:
        """What the server made of it."""
        id_ = id_ or str(uuid4())
        status, told = self.ask(f"{stream}/commands/", {"id": id_, "type": type_, "data": data})
        assert status == 200, told
        (answer,) = told["reports"]
        self.acknowledged[id_] = [event["position"] for event in answer["events"]]
        return told

    def shoot_and_take_back(self) -> None:
        """Two reports, after which the battle stands as before."""
        first = self.report("Fire", SHOT)["reports"][0]["events"][0]["position"]
        self.report("Undo", {"position": first, "reason": "misread"})


def to_the_end(bob: Player, carol: Player) -> int:
    """A shot, and the battle is conceded and confirmed by both. The position of the last confirmation."""
    bob.report("Fire", SHOT)
    carol.report("Concede", {"side": "soviets"})
    outcome = bob.get(f"battles/{BATTLE}/")["fought"]
    bob.report("Confirm", {"side": "americans", **outcome})
    position: int = carol.report("Confirm", {"side": "soviets", **outcome})["position"]
    return position


def retreat(carol: Player, id_: str) -> Told:
    """From the sector the battle was about, in the campaign."""
    data = {"platoon": "red-banner", "to": "rasdorf"}
    return carol.report("Retreat", data, id_, f"campaigns/{CAMPAIGN}")


def wait_until_counted(bob: Player) -> None:
    """The clerk has settled the battle, and the campaign counts it."""

    def won() -> int:
        rows = bob.get(f"campaigns/{CAMPAIGN}/standings/")["standings"]
        return int(next(row["won"] for row in rows if row["name"] == "Alpha 66"))

    wait_for(lambda: won() == 3, "the standings", patience=60)
