"""Officers who confirm the same ruling at once."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection

from battles import log
from campaigns import held_rulings
from campaigns.models import User
from tests.campaigns.test_second_officer import LATE, Officers, State
from tests.cast import Cast, UserFactory
from tests.where import BOTH


@BOTH
@pytest.mark.django_db(transaction=True)
def test_two_confirm_at_once_and_it_is_done_once(cast: Cast) -> None:
    club = Officers(cast).start()
    row, third = club.held(club.cast.alice, LATE), UserFactory.create(username="third")
    club.cast.club.organisers.add(third)

    def confirm(user: User) -> str:
        try:
            return held_rulings.confirm(row, user).state
        finally:
            connection.close()

    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(confirm, (club.olga, third, club.olga, third)))
    assert set(found) == {State.CONFIRMED}
    assert [one.type for one in log.read(club.stream)].count("Penalised") == 1
