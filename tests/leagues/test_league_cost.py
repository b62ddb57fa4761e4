"""What a league's pages cost as it grows: no more queries in a later year, and no fold of a log that is the same."""

from __future__ import annotations

from datetime import UTC, datetime
from uuid import UUID

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from battles import log
from campaigns.presenters.as_it_stood import When
from leagues.league.opening import Rename
from leagues.standing import standing
from tests.cast import Cast, logged_in
from tests.leagues import decade
from tests.leagues.conftest import Years
from tests.where import BOTH

pytestmark = pytest.mark.django_db


def addresses(years: Years, cast: Cast) -> dict[str, str]:
    bob, api = str(cast.bob.pk), f"/api/v1/leagues/{years.stream}/"
    asked = ("", "players/", f"players/{bob}/games/", "honours/", "vehicles/", "explain/")
    return {
        "league": reverse("league", args=["long"]),
        "player": reverse("league-player", args=["long", bob]),
        "machine": reverse("league-machine", args=["long", str(UUID(int=1)), "of-0-0"]),
        "rating": f"{reverse('league-why', args=['long'])}?of=players.{bob}.rating",
        "leagues": "/leagues/",
        "front": "/",
        "then": f"{reverse('league', args=['long'])}?as_of=2999-01-01T00:00",
        **{one: f"{api}{one}" for one in asked},
    }


def queries(years: Years, cast: Cast) -> dict[str, int]:
    """Of a stranger, and of a member on the pages."""
    found, member = {}, logged_in(cast.carol)
    for name, address in addresses(years, cast).items():
        readers = {name: Client()} if address.startswith("/api") else {name: Client(), f"{name} of a member": member}
        for each, client in readers.items():
            with CaptureQueriesContext(connection) as asked:
                response = client.get(address)
            assert response.status_code == 200, address
            found[each] = len(asked)
    return found


def test_later_years_take_no_more_queries(years: Years, cast: Cast) -> None:
    decade.seasons(years, cast, range(1, 2), battles=6, players=4, vehicles=1)
    first = queries(years, cast)
    decade.seasons(years, cast, range(2, 4), battles=12, players=8, vehicles=2)
    assert queries(years, cast) == first
    assert max(first.values()) <= 30


@BOTH
def test_a_league_is_kept_while_its_log_is_the_same(years: Years) -> None:
    first = standing(years.stream)
    assert standing(years.stream) is first
    assert standing(years.stream, When(1)).league is not first.league
    years.report(Rename(name="The longer league", reason="It is longer"))
    then = standing(years.stream)
    assert (first.league.name, then.league.name) == ("The long league", "The longer league")
    log.forget_sealed(years.stream, [(2, "data.name")], "alice", "She asked for it", datetime.now(UTC))
    assert standing(years.stream).league.name == ""
