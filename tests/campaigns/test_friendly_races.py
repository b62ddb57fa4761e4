"""Two people come into the same friendly battle, or one taps twice: one battle, one room."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any

import pytest
from django.db import connection

from battles import handler, log
from campaigns import friendly, guests
from campaigns.models import User, WaitingRoom
from rules import all_systems
from tests.cast import Cast
from tests.where import BOTH

pytestmark = [pytest.mark.django_db(transaction=True), BOTH]


def closing(step: partial[Any]) -> Any:
    try:
        return step()
    except friendly.Gone:
        return None
    finally:
        connection.close()


def at_once(*steps: partial[Any]) -> list[Any]:
    with ThreadPoolExecutor(len(steps)) as pool:
        return list(pool.map(closing, steps))


def test_the_first_who_comes_in_plays(cast: Cast) -> None:
    muster = friendly.ready_made(all_systems()["tanks"], "duel")
    room = friendly.begin(cast.bob, muster, "allies", "ask")
    others = [cast.carol, cast.dave, cast.erin, guests.make("Otto", room.pk)]
    found = at_once(*(partial(friendly.open_battle, room, other) for other in others))
    assert found.count(None) == len(others) - 1
    assert not WaitingRoom.objects.exists()
    assert len(log.read(str(room.pk))) == 1
    winner = others[found.index(str(room.pk))]
    assert handler.state(str(room.pk)).muster.sides["axis"].players == (str(winner.pk),)


def test_two_taps_make_one_room(cast: Cast) -> None:
    muster = friendly.ready_made(all_systems()["tanks"], "duel")
    bob = User.objects.get(pk=cast.bob.pk)
    at_once(*(partial(friendly.begin, bob, muster, "allies", "ask") for _tap in range(4)))
    assert WaitingRoom.objects.count() == 1
