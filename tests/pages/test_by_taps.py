"""Random battles by taps on one phone equal the same battles by API, event for event."""

from __future__ import annotations

import json
import random
from typing import Any, Literal
from uuid import UUID, uuid5

import pytest
from django.test import Client
from msgspec.structs import replace
from playwright.sync_api import ViewportSize
from pytest_django.live_server_helper import LiveServer

import rules
from battles import handler, log
from campaigns.models import User
from rules.contract import Muster
from rules.stream.dice import is_draw, rolls_of
from tests.browsing import Tabs
from tests.cast import Cast
from tests.pages.conftest import as_
from tests.pages.shots import ALICE, report_of
from tests.pages.tapping import Tapper

pytestmark = [pytest.mark.page, pytest.mark.django_db(transaction=True)]
PHONE_390: ViewportSize = {"width": 390, "height": 844}
WHOLE = 400  # reports after which a battle is conceded: one of a random player's may go on for ever
STALLED = 60  # steps that come to no report: more than the longest shot has
KEYS = sorted(rules.all_systems())
# Whose dice the battle is fought with, and how often of 100 the tester has Leaguer roll.
WAYS: dict[str, tuple[Literal["table", "leaguer", "ask"], int]] = {
    "own": ("table", 0),
    "leaguer": ("leaguer", 100),
    "mixed": ("ask", 50),
}


def opened(key: str, seed: int, way: str, players: list[User], stream: str) -> None:
    """A drafted battle of this seed, with these people to play its sides."""
    forces: Muster = rules.all_systems()[key].draft(random.Random(seed).randrange)
    sides = {
        side: replace(forces.sides[side], players=(str(user.pk),))
        for side, user in zip(forces.sides, players, strict=True)
    }
    told = replace(forces, sides=sides, dice=WAYS[way][0], campaign="", seed=f"{seed:064x}")
    handler.open_battle(stream, report_of(told), ALICE, "script")


def by_taps(tapper: Tapper, most: int, stream: str) -> None:
    """As far as so many rows of reports, or to the end. Fails where so many steps come to no report."""
    idle = 0
    while len({row.command for row in log.read(stream)}) <= most and not handler.state(stream).outcome().over:
        head = log.head(stream).position
        if not tapper.step():
            tapper.passed.clear()
            tapper.page.reload()
        idle = idle + 1 if log.head(stream).position == head else 0
        assert idle < STALLED, (handler.state(stream).outcome(), tapper.faults, tapper.see())


def ended(tapper: Tapper, stream: str) -> None:
    """The battle is over, by what the screen offers, and every side has confirmed how."""
    if not handler.state(stream).outcome().over:
        tapper.concede()
    assert handler.state(stream).outcome().over, tapper.faults
    tapper.confirm()
    assert handler.state(stream).agreed


def by_api(stream: str, other: str, users: dict[str, User]) -> None:
    """Each report of the one battle is posted in the other."""
    clients = {key: as_(user) for key, user in users.items()}
    for row in log.read(stream)[1:]:
        if row.ordinal or not row.command_type:
            continue
        data = json.loads(row.command_data)
        if "digest" in data:  # of the outcome that is confirmed: every log has its own
            position, digest = handler.state(other).fought
            data |= {"position": position, "digest": digest}
        body = {"id": row.command, "type": row.command_type, "data": data}
        answer = _posted(clients[row.by], other, body)
        assert answer.status_code in (200, 201), (body, answer.content)


def _posted(client: Client, stream: str, body: dict[str, Any]) -> Any:
    return client.post(f"/api/v1/battles/{stream}/commands/", body, "application/json")


def events_of(stream: str) -> list[tuple[str, Any]]:
    """The events of a battle but its muster; every log has its own digests."""
    rows = ((row.type, json.loads(row.data)) for row in log.read(stream)[1:])
    return [(kind, data | {"digest": ""} if "digest" in data else data) for kind, data in rows]


def played(
    cast: Cast, tabs: Tabs, site: str, key: str, seed: int, way: str, *, most: int = WHOLE, to_its_end: bool = False
) -> Tapper:
    stream, other = (str(uuid5(UUID(int=seed), f"{key} {way} {told}")) for told in ("taps", "api"))
    players = [cast.bob, cast.bob]  # one phone, and one account, for both
    opened(key, seed, way, players, stream)
    page = tabs.open(cast.bob, site, size=PHONE_390, script=True, touch=True)
    page.goto(f"{site}/battles/{stream}/")
    tapper = Tapper(page, random.Random(seed), leaguer=WAYS[way][1])
    by_taps(tapper, most, stream)
    if to_its_end:
        ended(tapper, stream)

    opened(key, seed, way, players, other)
    by_api(stream, other, {str(cast.bob.pk): cast.bob})
    assert events_of(stream) == events_of(other)
    assert tapper.faults == []
    _check_dice(stream, way, tapper)
    return tapper


def _check_dice(stream: str, way: str, tapper: Tapper) -> None:
    """No die of Leaguer's has fallen but where the tester has tapped so; what he draws from a deck is his."""
    _state, told, rows = handler.replay(stream)
    decks = {roll.question for fact in told for roll in rolls_of(fact.event) if roll.sealed}
    asked = set()
    for fact, row in zip(told[1:], rows[1:], strict=True):
        for roll in rolls_of(fact.event):
            is_drawn = roll.sealed or is_draw(roll.faces) or roll.question.rpartition("/")[0] in decks
            if roll.by == "leaguer" and roll.told and not is_drawn:
                asked.add(row.command)
    if way == "own":
        assert asked == set()
    assert len(asked) <= tapper.left_to_leaguer


@pytest.mark.parametrize(
    ("key", "way"),
    [
        ("modern_age", "mixed"),
        ("tanks", "own"),
        pytest.param("fluid_time", "own", marks=pytest.mark.soak),
        pytest.param("panzer_strike", "leaguer", marks=pytest.mark.soak),
    ],
)
def test_a_battle_by_taps_is_the_battle_by_api(
    cast: Cast, tabs: Tabs, live_server: LiveServer, key: str, way: str
) -> None:
    tapper = played(cast, tabs, live_server.url, key, 7, way, most=6, to_its_end=True)
    assert tapper.sent >= 3


@pytest.mark.soak
@pytest.mark.parametrize("way", sorted(WAYS))
@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("seed", [20, 21])
def test_whole_battles_by_taps(cast: Cast, tabs: Tabs, live_server: LiveServer, key: str, way: str, seed: int) -> None:
    """To their end, which every side confirms."""
    played(cast, tabs, live_server.url, key, seed, way, to_its_end=True)
