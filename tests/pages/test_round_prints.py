"""What of a round is printed: slips with a code that opens the right form, and a poster. They tell no secret."""

from __future__ import annotations

import re
from collections.abc import Iterator
from copy import deepcopy
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from pytest_django import DjangoDbBlocker

from campaigns.season.appointments import SetDate
from campaigns.season.musters import MusterBattle
from campaigns.season.pairings import Pair
from campaigns.season.results import Adjudicate
from campaigns.season.rounds import OpenRound
from campaigns.season.values import Forces, Pairing
from tests.campaigns.conftest import Season, _skirmish
from tests.campaigns.office import text
from tests.cast import Cast, logged_in
from tests.pages.kept import kept_season

__all__ = ["_skirmish"]
pytestmark = pytest.mark.django_db
FAR = "2199-01-01T20:00:00Z"


@pytest.fixture(scope="module")
def kept(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Season]:
    with kept_season(django_db_blocker, begun) as season:
        yield season


@pytest.fixture
def season(kept: Season, db: None) -> Season:
    return deepcopy(kept)


def begun(cast: Cast) -> Season:
    found = Season(cast).begin()
    found.enlist(cast.bob, "dogs")
    found.enlist(cast.carol, "eels")
    pairs = (Pairing(home="bears", away="cats"), Pairing(home="dogs", away="eels"))
    found.report(found.organiser, OpenRound(title="Mud", deadline=FAR, pairings=pairs))
    return found


def printed(season: Season, name: str, number: int = 1, client: Client | None = None) -> str:
    page = (client or Client()).get(reverse(name, args=[season.stream, number]))
    assert page.status_code == 200
    return text(page)


def test_a_slip_for_each_fixture_without_a_result(season: Season) -> None:
    at = SetDate(fixture="r1-2", at=FAR, place="Carol’s cellar, key under the mat", reason="Agreed")
    season.report(season.organiser, at)
    read = printed(season, "slips")
    assert "Bears – Cats" in read
    assert "Dogs – Eels" in read
    assert "cellar" not in read
    assert read.count("Signature") == 2
    season.report(season.organiser, Adjudicate(fixture="r1-1", winner="cats", reason="Seen"))
    read = printed(season, "slips")
    assert "Bears – Cats" not in read
    assert "Dogs – Eels" in read


def test_the_code_of_a_slip_holds_the_address_alone(season: Season, monkeypatch: pytest.MonkeyPatch) -> None:
    import segno

    seen: list[str] = []
    made = segno.make

    def make(link: str, **said: Any) -> Any:
        seen.append(link)
        return made(link, **said)

    monkeypatch.setattr(segno, "make", make)
    printed(season, "slips", client=logged_in(season.cast.bob))
    here = f"http://testserver/campaigns/{season.stream}/"
    assert seen == [f"{here}fixtures/r1-1/play/", f"{here}fixtures/r1-2/play/"]
    assert "Dogs – Eels" in re.sub(r" +", " ", printed(season, "poster").replace("–", " – "))
    assert seen[2:] == [here, f"{here}here/"]


def test_everybody_gets_the_same_print(season: Season) -> None:
    bob = logged_in(season.cast.bob)
    for name in ("slips", "poster"):
        assert printed(season, name) == printed(season, name, client=bob)
        assert Client().get(reverse(name, args=[season.stream, 2])).status_code == 404


def led(season: Season, client: Client, fixture: str = "r1-1") -> str:
    page = client.get(reverse("play", args=[season.stream, fixture]))
    assert page.status_code == 302
    return str(page["Location"])


def test_a_slip_leads_its_players_to_what_they_do_next_and_others_to_its_page(season: Season) -> None:
    bob, dave = logged_in(season.cast.bob), logged_in(season.cast.dave)
    here = reverse("fixture", args=[season.stream, "r1-1"])
    muster = reverse("muster", args=[season.stream])
    assert led(season, bob) == f"{muster}?fixture=r1-1"
    assert bob.get(led(season, bob)).status_code == 200
    assert led(season, dave) == here
    assert "/login/" in led(season, Client())
    battle, sides = str(uuid4()), {"north": Forces(platoon="bears"), "south": Forces(platoon="cats")}
    season.report(season.organiser, MusterBattle(battle=battle, fixture="r1-1", sides=sides))
    assert led(season, bob) == reverse("battle", args=[battle])
    assert led(season, dave) == here
    season.report(season.organiser, Adjudicate(fixture="r1-2", winner="eels", reason="Seen"))
    assert led(season, bob, "r1-2") == reverse("fixture", args=[season.stream, "r1-2"])
    assert bob.get(reverse("play", args=[season.stream, "r9-9"])).status_code == 404


def test_queries_do_not_grow_with_the_fixtures(season: Season) -> None:
    def count() -> list[int]:
        found = []
        for name in ("slips", "poster"):
            with CaptureQueriesContext(connection) as seen:
                printed(season, name)
            found.append(len(seen))
        return found

    count()  # the first look folds the season
    before = count()
    season.report(
        season.organiser, Pair(pairings=(Pairing(home="bears", away="eels"), Pairing(home="dogs", away="cats")))
    )
    count()
    assert count() == before
