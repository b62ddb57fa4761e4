"""Random battles by taps on one phone equal the same battles by API, event for event."""

from __future__ import annotations

import json
import random
from typing import Any, Literal
from uuid import UUID, uuid5

import pytest
from django.core.cache import cache
from django.test import Client
from msgspec.structs import replace
from playwright.sync_api import ViewportSize
from pytest_django.live_server_helper import LiveServer

import rules
from battles import handler, log
from campaigns.models import User
from rules.adjudicate import Who, sides_of
from rules.contract import Muster
from rules.hidden_cards import face_down
from rules.stream.dice import is_draw, rolls_of
from tests.browsing import Tabs
from tests.cast import Cast
from tests.length import in_soak
from tests.pages import shots
from tests.pages.conftest import as_, forms
from tests.pages.one_phone import OnePhone, lend
from tests.pages.shots import ALICE, report_of
from tests.pages.tapping import Tapper

pytestmark = [pytest.mark.page, pytest.mark.django_db(transaction=True)]
PHONE_390: ViewportSize = {"width": 390, "height": 844}
WIDE: ViewportSize = {"width": 1280, "height": 800}
WHOLE = 400  # reports after which a battle is conceded: one of a random player's may go on for ever
STALLED = 60  # steps that come to no report: more than the longest shot has
SHOWN = 2  # the first seed of battles in which a card may be turned up
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


def by_api(stream: str, other: str, users: dict[str, User], begun: int = 1) -> None:
    """Each report of the one battle, after the rows that both begin with, is posted in the other."""
    clients = {key: as_(user) for key, user in users.items()}
    for row in log.read(stream)[begun:]:
        if row.ordinal or not row.command_type:
            continue
        data = json.loads(row.command_data)
        if "digest" in data:  # of the outcome that is confirmed: every log has its own
            position, digest = handler.state(other).fought
            data |= {"position": position, "digest": digest}
        body = {"id": row.command, "type": row.command_type, "data": data}
        cache.clear()  # Nobody reports so fast: the throttle has nothing to say here.
        answer = _posted(clients[row.by], other, body)
        assert answer.status_code in (200, 201), (body, answer.content)


def _posted(client: Client, stream: str, body: dict[str, Any]) -> Any:
    return client.post(f"/api/v1/battles/{stream}/commands/", body, "application/json")


def events_of(stream: str) -> list[tuple[str, Any]]:
    """The events of a battle but its muster; every log has its own digests."""
    rows = ((row.type, json.loads(row.data)) for row in log.read(stream)[1:])
    return [(kind, data | {"digest": ""} if "digest" in data else data) for kind, data in rows]


def played(
    cast: Cast,
    tabs: Tabs,
    site: str,
    key: str,
    seed: int,
    way: str,
    *,
    most: int = WHOLE,
    to_its_end: bool = False,
    size: ViewportSize = PHONE_390,
) -> Tapper:
    stream, other = (str(uuid5(UUID(int=seed), f"{key} {way} {told}")) for told in ("taps", "api"))
    players = [cast.bob, cast.bob]  # one phone, and one account, for both
    opened(key, seed, way, players, stream)
    page = tabs.open(cast.bob, site, size=size, script=True, touch=True)
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


def played_on_one_phone(
    cast: Cast, tabs: Tabs, site: str, stream: str, other: str, way: str, *, seed: int, most: int, asks: int = 10
) -> OnePhone:
    """Two battles that begin alike. Bob's phone tells all of the one: Carol has lent her seat, and types in her own
    code there where one of her cards may be turned up, `asks` of 100 times. Each confirms on a phone of their own."""
    players, begun = [cast.bob, cast.carol], log.head(stream).position
    bob, carol = (tabs.open(user, site, size=PHONE_390, script=True, touch=True) for user in players)
    lend(carol, bob, f"{site}/battles/{stream}/seat/")
    tapper = OnePhone(bob, random.Random(seed), lambda: names_face_down(stream, cast.bob), leaguer=WAYS[way][1])
    tapper.asks = asks
    by_taps(tapper, most, stream)
    if not handler.state(stream).outcome().over:
        tapper.concede()
    tapper.confirm()
    carol.goto(f"{site}/battles/{stream}/")
    Tapper(carol, random.Random(seed)).confirm()
    assert handler.state(stream).agreed

    by_api(stream, other, {str(user.pk): user for user in players}, begun)
    assert events_of(stream) == events_of(other)
    assert tapper.faults == []
    _check_dice(stream, way, tapper)
    return tapper


def names_face_down(stream: str, user: User) -> set[str]:
    """What the cards are called that lie face down for this player, but for those whose name shows elsewhere."""
    battle = handler.state(stream)
    (side,) = sides_of(battle, Who(str(user.pk)))
    hidden, secrets = face_down(side, battle), battle.muster.secrets
    open_ = {name for card, name in secrets.items() if card not in hidden}
    open_ |= {one.name for unit in battle.muster.units for one in unit.fittings}
    return {secrets[card] for card in hidden} - open_


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


@in_soak(
    "tests/pages/test_by_taps.py::test_on_one_phone_with_a_lent_seat_a_card_is_turned_up_after_its_owner_s_code",
    "tests/pages/test_shot.py::test_a_whole_shot_is_one_form",
)
@pytest.mark.parametrize(
    ("key", "way"),
    [("modern_age", "mixed"), ("tanks", "own"), ("fluid_time", "own"), ("panzer_strike", "leaguer")],
)
def test_a_battle_by_taps_is_the_battle_by_api(
    cast: Cast, tabs: Tabs, live_server: LiveServer, key: str, way: str
) -> None:
    tapper = played(cast, tabs, live_server.url, key, 7, way, most=6, to_its_end=True)
    assert tapper.sent >= 3


def test_on_one_phone_with_a_lent_seat_a_card_is_turned_up_after_its_owner_s_code(
    cast: Cast, tabs: Tabs, live_server: LiveServer
) -> None:
    """To its end: Bob fires at a tank of Carol's, whose driver lies face down and whose seat is lent. How the browser
    keeps time decides a little what the tapper meets: where the card was not turned up, there is another battle."""
    turned_up = None
    for seed in range(SHOWN, SHOWN + 8):
        stream, other = (shots.face_down(cast.bob, cast.carol, "Defensive Driver").stream for _one in range(2))
        tapper = played_on_one_phone(
            cast, tabs, live_server.url, stream, other, "leaguer", seed=seed, most=10, asks=100
        )
        if tapper.chosen:
            turned_up = stream
            break
    assert turned_up
    assert [row.by for row in log.read(turned_up) if row.command_type == "Reveal"] == [str(cast.carol.pk)]


@pytest.mark.soak
@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("way", ["own", "mixed"])
@pytest.mark.parametrize("seed", [20, 21])
def test_whole_battles_on_one_phone_with_a_lent_seat(
    cast: Cast, tabs: Tabs, live_server: LiveServer, key: str, way: str, seed: int
) -> None:
    stream, other = (str(uuid5(UUID(int=seed), f"{key} {way} {told} lent")) for told in ("taps", "api"))
    for one in (stream, other):
        opened(key, seed, way, [cast.bob, cast.carol], one)
    hidden = names_face_down(stream, cast.bob)
    tapper = played_on_one_phone(cast, tabs, live_server.url, stream, other, way, seed=seed, most=WHOLE)
    assert tapper.shown or not hidden


@pytest.mark.soak
@pytest.mark.parametrize("way", sorted(WAYS))
@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("seed", [20, 21])
def test_whole_battles_by_taps(cast: Cast, tabs: Tabs, live_server: LiveServer, key: str, way: str, seed: int) -> None:
    """To their end, which every side confirms."""
    played(cast, tabs, live_server.url, key, seed, way, to_its_end=True)


@pytest.mark.soak
@pytest.mark.parametrize("key", KEYS)
def test_a_battle_on_a_wide_screen(cast: Cast, tabs: Tabs, live_server: LiveServer, key: str) -> None:
    """The first reports of it, and its end."""
    played(cast, tabs, live_server.url, key, 22, "mixed", most=40, to_its_end=True, size=WIDE)


def test_who_plays_both_sides_is_offered_an_undo_once(cast: Cast) -> None:
    stream = str(uuid5(UUID(int=1), "one undo"))
    opened("tanks", 1, "leaguer", [cast.bob, cast.bob], stream)
    bob = as_(cast.bob)
    concede = forms(bob.get(f"/battles/{stream}/").content).of("Concede").filled() | {"report": ["1"]}
    bob.post(f"/battles/{stream}/report/", concede)
    assert bob.get(f"/battles/{stream}/").content.decode().count('class="taking"') == 1
