"""A friendly battle that is accepted several times at once counts once in its campaign."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection

from battles import log
from campaigns import clerk
from tests.campaigns.conftest import Season
from tests.campaigns.test_adoption import agreed, fought, page
from tests.pages.conftest import as_


@pytest.mark.django_db(transaction=True)
def test_two_organisers_at_once_accept_it_once(season: Season) -> None:
    season.begin()
    battle = fought(season)
    found = agreed(season, battle)

    def accept(_n: int) -> int:
        try:
            return as_(season.cast.alice).post(page(battle), {"act": "accept", "of": str(found.pk)}).status_code
        finally:
            connection.close()

    with ThreadPoolExecutor(3) as pool:
        assert list(pool.map(accept, range(3))) == [302] * 3
    clerk.sweep()
    assert [row.type for row in log.read(season.stream)].count("BattleMustered") == 1
