"""An authenticated report through the API, adjudicated and logged, against a stock DRF insert of as many fields."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from http import HTTPStatus
from itertools import count
from uuid import uuid4

import msgspec
from django.test import Client
from rest_framework.authtoken.models import Token as StockToken

from api.models import issue
from battles import handler
from battles.reports import Report
from campaigns.models import User
from rules import all_systems, player
from rules.contract import Muster
from rules.stream import codec
from tests.bench import battles
from tests.bench.timing import Pair, pair

ROUNDS = 200
FIELDS = 14


@dataclass
class Caller:
    """Posts JSON as a program would, and takes nothing but 2xx for an answer."""

    authorization: str
    client: Client

    def post(self, path: str, body: bytes) -> None:
        answer = self.client.post(
            path, body, content_type="application/json", headers={"Authorization": self.authorization}
        )
        if answer.status_code not in (HTTPStatus.OK, HTTPStatus.CREATED):
            raise AssertionError(f"{answer.status_code}: {answer.content.decode()[:500]}")


def measure() -> Pair:
    user = User.objects.create_user("bench")
    ours = Caller(f"Token {issue(user)}", Client())
    theirs = Caller(f"Token {StockToken.objects.create(user=user).key}", Client())
    reports, shots = told(user), inserted()
    return pair(
        f"one report by API against {FIELDS} fields inserted",
        lambda: ours.post(*next(reports)),
        lambda: theirs.post(*next(shots)),
        ROUNDS,
    )


def told(user: User) -> Iterator[tuple[str, bytes]]:
    """Where to post what: whole battles, report by report, whoever of the two sides reports."""
    for seed in count():
        for system in all_systems().values():
            stream = str(uuid4())
            table = player.play(system, battles.chooser(seed), most=200)
            muster, *rest = (entry.command for entry in table.entries)
            assert isinstance(muster, Muster)
            handler.open_battle(
                stream, Report(str(uuid4()), "Muster", codec.encode(played_by(muster, user))), battles.REFEREE, "script"
            )
            for command in rest:
                if type(command).__name__ == "Confirm":
                    break
                report = {"id": str(uuid4()), "type": type(command).__name__, "data": command}
                yield f"/api/v1/battles/{stream}/commands/", msgspec.json.encode(report)


def played_by(muster: Muster, user: User) -> Muster:
    sides = {key: msgspec.structs.replace(side, players=(str(user.pk),)) for key, side in muster.sides.items()}
    return msgspec.structs.replace(muster, sides=sides)


def inserted() -> Iterator[tuple[str, bytes]]:
    battle = str(uuid4())
    for number in count():
        shot = {
            "battle": battle,
            "command": str(uuid4()),
            "round": number,
            "shooter": "alpha",
            "target": "t64-1",
            "cover": True,
            "close": True,
            "side_shot": False,
            "attack": "2,5,6,6",
            "defence": "1,2,4,6",
            "hits": 1,
            "criticals": 1,
            "damage": 2,
            "note": "at close range, in cover",
        }
        assert len(shot) == FIELDS
        yield "/stock/shots/", msgspec.json.encode(shot)
