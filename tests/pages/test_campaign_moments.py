"""A campaign's page and its map at an earlier moment: led to from the log and from a round, and nothing to report."""

from __future__ import annotations

import re
from collections.abc import Iterator
from copy import deepcopy
from html import unescape
from typing import Any

import pytest
from django.test import Client
from pytest_django import DjangoDbBlocker

from battles import log
from campaigns.season.map.deployment import Deploy
from campaigns.season.penalties import Penalise
from campaigns.season.round_end import CloseRound
from campaigns.season.rounds import OpenRound
from rules.stream.revision.reports import Undo
from tests.campaigns.conftest import _skirmish
from tests.cast import Cast
from tests.length import AT_LENGTH
from tests.pages.conftest import as_
from tests.pages.kept import kept_season
from tests.pages.on_map import War
from tests.pages.seasons import FAR, League

__all__ = ["_skirmish"]
pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def begun(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[tuple[League, War]]:
    with kept_season(django_db_blocker, lambda cast: (played(cast), War(cast).start())) as seasons:
        yield seasons


@pytest.fixture
def ground(begun: tuple[League, War], db: None) -> tuple[League, War]:
    return deepcopy(begun)


@pytest.fixture
def league(ground: tuple[League, War]) -> League:
    return ground[0]


@pytest.fixture
def war(ground: tuple[League, War]) -> War:
    return ground[1]


@pytest.fixture
def cast(ground: tuple[League, War]) -> Cast:
    return ground[0].cast


def played(cast: Cast) -> League:
    """In round 1 the bears have won their fixture, and are penalised; round 2 is open."""
    league = League(cast).start()
    league.play_it()
    league.tell(league.organiser, Penalise(platoon="bears", score=3, reason="Late"))
    league.tell(league.organiser, CloseRound(round=1))
    league.tell(league.organiser, OpenRound(deadline=FAR))
    return league


def text(response: Any) -> str:
    return unescape(re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", response.content.decode())))


def scores(response: Any) -> dict[str, int]:
    assert response.status_code == 200
    return {one.standing.platoon: one.standing.score for one in response.context["places"]}


def row(league: League, type_: str) -> int:
    return next(one.position for one in log.read(league.stream) if one.type == type_)


def test_every_row_of_the_log_leads_to_the_page_as_it_stood_then(league: League) -> None:
    alice, penalised = as_(league.cast.alice), row(league, "Penalised")
    now = alice.get(league.url)
    assert f'href="{league.url}?at={penalised}"' in now.content.decode()
    before, after = (alice.get(f"{league.url}?at={at}") for at in (penalised - 1, penalised))
    assert scores(before)["bears"] - 3 == scores(after)["bears"] == scores(now)["bears"]
    assert f"This is the campaign after row {penalised} of its log." in text(after)
    assert after.context["story"][0].position == penalised
    assert "Under way:" in text(after)
    ends = log.head(league.stream).position
    assert {entry.ends for entry in now.context["story"]} <= set(range(1, ends + 1))


def test_nothing_is_reported_at_an_earlier_moment(league: League) -> None:
    alice, where = as_(league.cast.alice), f"{league.url}?at={row(league, 'Penalised')}"
    page = alice.get(where).content.decode()
    assert not re.findall(rf'href="{league.url}(enlist|muster|script|corrections)', page)
    assert re.findall(r"<form[^>]*method=\"post\"", page.partition("<main")[2].partition("</main")[0]) == []
    assert f'href="{league.url}"' in page  # the way back


def test_a_round_that_is_over_leads_to_what_it_left(league: League) -> None:
    bob, closed = as_(league.cast.bob), row(league, "RoundClosed")
    way = f"{league.url}?at={closed}&amp;round=1"
    assert f'href="{way}"' in bob.get(f"{league.url}?round=1").content.decode()
    left = bob.get(way.replace("&amp;", "&"))
    assert left.context["number"] == 1
    assert {place.platoon: place.score for place, _name in left.context["summary"].places} == scores(left)
    assert "counted" in text(left)


def test_what_was_known_at_a_time_stays_though_it_was_mended(league: League) -> None:
    alice, moment = as_(league.cast.alice), log.read(league.stream)[-1].at
    then = scores(alice.get(league.url))
    league.tell(league.organiser, Undo(position=row(league, "Penalised"), reason="She was not"))
    assert scores(alice.get(league.url))["bears"] == then["bears"] + 3
    known = alice.get(f"{league.url}?as_of={moment}")
    assert scores(known) == then
    assert "Later reports and corrections are not shown." in text(known)
    early = alice.get(f"{league.url}?as_of=2020-01-01T00:00")
    assert "Nothing had been reported by then" in text(early)


def test_a_moment_that_is_none_is_named(league: League) -> None:
    bob = as_(league.cast.bob)
    typed = bob.get(f"{league.url}?as_of=yesterday")
    assert typed.status_code == 422
    assert "“yesterday” is not a date and time." in text(typed)
    for at in ("0", "x", "-1"):
        none = bob.get(f"{league.url}?at={at}")
        assert none.status_code == 422
        assert f"“{at}” is no row of the log." in text(none)
    assert bob.get(f"{league.url}?at=99999").context["moment"].at == log.head(league.stream).position


def test_the_map_is_shown_as_it_stood(war: War) -> None:
    carol, where = as_(war.cast.carol), f"{war.url}map/"
    before = log.head(war.stream).position
    war.tell(war.organiser, Deploy(platoon="bears", sector="clay", reason="As at the table"))

    def post(asked: str) -> str:
        page = carol.get(f"{where}{asked}")
        assert page.status_code == 200
        return next(str(one.sector) for one in page.context["scene"].posts if one.platoon == "bears")

    assert (post(f"?at={before}"), post("")) == ("alton", "clay")
    then = carol.get(f"{war.url}?at={before}").content.decode()
    assert f'href="{where}?at={before}&amp;"' in then
    assert "To the map as it stands now" in text(carol.get(f"{where}?at={before}"))
    assert carol.get(f"{where}?as_of=soon").status_code == 422


@pytest.mark.at_length
def test_every_row_of_a_war_can_be_looked_at(war: War) -> None:
    """By who plays, who organises and who passes by: on the campaign's page or on the map, at length on both."""
    war.beat()
    for at in range(1, log.head(war.stream).position + 1):
        reader = (as_(war.cast.bob), as_(war.cast.alice), Client())[at % 3]
        places = (war.url, f"{war.url}map/")
        for place in places if AT_LENGTH else places[at % 2 :][:1]:
            assert reader.get(f"{place}?at={at}").status_code == 200


def test_a_platoon_and_a_fixture_are_shown_as_they_stood(league: League) -> None:
    """Led to from the campaign at that moment; nothing to report there, and what was not there yet is not found."""
    bob, won, began = as_(league.cast.bob), row(league, "BattleReported"), row(league, "BattleMustered")
    home = bob.get(f"{league.url}?at={won}").content.decode()
    ways = [f"{league.url}platoons/bears/?at={won}&", f"{league.url}fixtures/r1-1/?at={won}&"]
    assert all(way.replace("&", "&amp;") in home or way in home for way in ways)
    then, now = (bob.get(ways[0]), bob.get(ways[0].partition("?")[0]))
    score = now.context["standing"].score
    assert then.context["standing"].score == score + 3  # it was penalised later
    assert {one.vehicle.vehicle for one in then.context["vehicles"]} >= {"bears-1"}
    assert 'action="' not in then.content.decode().partition("<main")[2].partition("</main")[0]
    of_fixture = {at: bob.get(f"{league.url}fixtures/r1-1/?at={at}") for at in (began, won)}
    assert not of_fixture[began].context["fixture"].winner
    assert of_fixture[won].context["fixture"].winner == "bears"
    for page in (then, *of_fixture.values()):
        assert "As it stood" in text(page)
        assert "Nothing can be reported here." in text(page)
    for path in ("platoons/bears/", "fixtures/r1-1/"):
        assert bob.get(f"{league.url}{path}?at=1").status_code == 404
        assert bob.get(f"{league.url}{path}?as_of=yesterday").status_code == 422
        assert "As it stood" not in text(bob.get(league.url + path))


def test_a_purse_of_an_earlier_moment_is_not_for_others(league: League) -> None:
    where = f"{league.url}platoons/bears/?at={row(league, 'BattleReported')}"
    assert as_(league.cast.bob).get(where).context["knows"]
    assert not as_(league.cast.carol).get(where).context["knows"]
    assert "Purse" not in text(as_(league.cast.carol).get(where))
