"""Every page of a season at an earlier moment: as it was published then, and as it is known now."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from copy import deepcopy
from html import unescape
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from msgspec import to_builtins
from pytest_django import DjangoDbBlocker

from battles import log
from campaigns.season.penalties import Penalise
from campaigns.season.round_end import CloseRound
from campaigns.season.rounds import OpenRound
from rules.stream.revision.reports import Correct, Undo
from tests.api.conftest import unlimited
from tests.campaigns.conftest import _skirmish
from tests.cast import Cast
from tests.length import AT_LENGTH, some_of
from tests.pages.conftest import as_
from tests.pages.kept import kept_season
from tests.pages.on_map import War
from tests.pages.seasons import FAR, League

__all__ = ["_skirmish", "unlimited"]
pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("unlimited")]
PAGES = (
    "",
    "?round=1",
    "platoons/bears/",
    "platoons/bears/?print=1",
    "vehicles/bears-1/",
    "fixtures/r1-1/",
    "rounds/1/sheet/",
    "why/?of=platoons.bears.score",
    "tables/standings.csv",
    "tables/fixtures.json",
    "tables/results.csv",
    "calendar.ics",
)
OF_MAP = ("map/", "map/?print=1", "sectors/clay/", "sectors/alton/")


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
    """In round 1 the bears have won their fixture, and are penalised; round 2 pairs by the standings."""
    league = League(cast).start()
    league.play_it()
    league.tell(league.organiser, Penalise(platoon="bears", score=3, reason="Late"))
    league.tell(league.organiser, CloseRound(round=1))
    league.tell(league.organiser, OpenRound(deadline=FAR, method="swiss"))
    return league


def row(league: League | War, type_: str) -> int:
    return next(one.position for one in log.read(league.stream) if one.type == type_)


def at(address: str, query: str) -> str:
    return f"{address}{'&' if '?' in address else '?'}{query}"


def text(page: str) -> str:
    return unescape(re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", page)))


def tables(response: Any) -> list[str]:
    """The tables of a page in words, and of a file all of it."""
    assert response.status_code == 200
    page = response.content.decode()
    if not response.headers["Content-Type"].startswith("text/html"):
        return [page]
    return [
        text(one) for one in re.findall(r"<(?:table|dl|h1|ol class=\"list\")\b.*?</(?:table|dl|h1|ol)>", page, re.S)
    ]


@pytest.mark.at_length
def test_what_was_published_before_a_correction_is_shown_as_of_then(league: League) -> None:
    readers = {"visitor": Client(), "bob": as_(league.cast.bob), "alice": as_(league.cast.alice)}
    asked = [
        (who, page)
        for n, page in enumerate(PAGES)
        for m, who in enumerate(readers)
        if AT_LENGTH or (n % 3 == m and n % 2 == 0)
    ]
    then = {(who, page): tables(readers[who].get(league.url + page)) for who, page in asked}
    moment, penalised = log.read(league.stream)[-1].at, row(league, "Penalised")
    other = to_builtins(Penalise(platoon="bears", score=1, reason="Late"))
    league.tell(league.organiser, Correct(position=penalised, how="change", data=other, reason="By the rules"))
    differ = 0
    for (who, page), was in then.items():
        address = at(league.url + page, f"as_of={moment}")
        assert [one for one in tables(readers[who].get(address)) if one not in was] == [], (who, page)
        known = tables(readers[who].get(f"{address}&corrected=true"))
        differ += known != was
        assert known[0].startswith(was[0][:5]) or page.startswith("calendar"), (who, page)
    assert differ >= 2
    assert "A correction reaches back before this moment" in text(
        readers["visitor"].get(at(league.url, f"as_of={moment}")).content.decode()
    )


def kind_of(address: str) -> str:
    return re.sub(r"/campaigns/[^/]+/", "", address).partition("?")[0].partition("/")[0]


def followed(client: Client, start: str, most: int = 4 if AT_LENGTH else 1) -> Iterator[tuple[str, Any]]:
    """The pages that links lead to that keep to a moment, each once, so many of a kind."""
    waiting, seen, taken = [start], {start}, Counter[str]()
    while waiting:
        address = waiting.pop(0)
        taken[kind_of(address)] += 1
        if taken[kind_of(address)] > most:
            continue
        response = client.get(address)
        yield address, response
        if response.headers["Content-Type"].startswith("text/html"):
            for found in re.findall(r'href="(/campaigns/[^"#]+)', response.content.decode()):
                link = unescape(found)
                if ("at=" in link or "as_of=" in link) and link not in seen:
                    seen.add(link)
                    waiting.append(link)


def test_links_keep_to_the_moment_and_nothing_is_reported_there(war: War) -> None:
    war.beat()
    alice, where = as_(war.cast.alice), f"{war.url}?at={row(war, 'OrdersResolved')}"
    met = set()
    for address, response in followed(alice, where):
        assert response.status_code == 200, address
        page = response.content.decode()
        main = page.partition("<main")[2].partition("</main")[0]
        assert 'method="post"' not in main, address
        kind = kind_of(address)
        met.add(kind)
        if kind and response.headers["Content-Type"].startswith("text/html"):
            assert "as it is now" in page or "as it stands now" in page, address
            for link in re.findall(rf'(?<!data-now )href="({war.url}(?:platoons|fixtures|sectors|map)/[^"]*)"', main):
                assert "at=" in link or "replay" in link, (address, link)
    assert {"", "map", "sectors", "platoons", "fixtures", "vehicles", "tables", "why"} <= met


@pytest.mark.at_length
def test_every_page_answers_at_every_moment(league: League, war: War) -> None:
    """To who passes by, who plays and who organises, by both clocks and with what is known now."""
    war.beat()
    league.tell(league.organiser, Undo(position=row(league, "Penalised"), reason="She was not"))
    asked = [
        (one, page, query)
        for one, pages in ((league, PAGES), (war, (*PAGES[:4], "platoons/bears/", *OF_MAP)))
        for page in pages
        for position in range(1, log.head(one.stream).position + 1)
        for query in (
            f"at={position}",
            f"at={position}&corrected=true",
            f"as_of={log.read(one.stream)[position - 1].at}",
        )
    ]
    for n, (one, page, query) in enumerate(some_of(asked, 9)):
        reader = (Client(), as_(one.cast.carol), as_(one.cast.alice))[n % 3]
        response = reader.get(at(one.url + page, query))
        assert response.status_code in (200, 404), (page, query)
        if page.startswith("platoons") and response.status_code == 200:
            assert "Purse" not in text(response.content.decode()), (page, query)  # it is Bob's


def test_a_moment_that_is_none_is_named_on_every_page(league: League) -> None:
    bob = as_(league.cast.bob)
    for n, page in enumerate(PAGES):
        for m, (query, said) in enumerate((("at=x", "no row of the log"), ("as_of=soon", "not a date and time"))):
            if (n + m) % 4 and not AT_LENGTH:
                continue
            wrong = bob.get(at(league.url + page, query))
            assert wrong.status_code == 422 or page.endswith("print=1"), (page, query)
            assert said in text(wrong.content.decode()), (page, query)
    for far in ("0001-01-01T00:00+14:00", "9999-12-31T23:59-14:00", "0001-01-01"):
        assert bob.get(league.url, {"as_of": far}).status_code in (200, 422)


def test_a_date_alone_is_its_end_by_the_clocks_of_the_season(cast: Cast) -> None:
    league = League(cast, time_zone="Pacific/Auckland").start()
    api = f"/api/v1/campaigns/{league.stream}/standings/"
    today = log.read(league.stream)[0].at[:10]
    page = Client().get(league.url, {"as_of": today})
    assert page.context["moment"].zone == "Pacific/Auckland"
    assert page.context["moment"].written[10:] in ("T10:59:59Z", "T11:59:59Z")
    assert "23:59 NZ" in text(page.content.decode())
    assert Client().get(api, {"as_of": "2999-01-01"}).status_code == 200
    early = Client().get(api, {"as_of": "2020-01-01"})
    assert (early.status_code, early.json()["field"]) == (404, "as_of")
    assert Client().get(api, {"as_of": "2020-13-01"}).status_code == 400
    alone = Client().get(api, {"corrected": "true"})
    assert (alone.status_code, alone.json()["field"]) == (400, "corrected")
    assert alone.json()["remedy"]


def test_a_page_of_the_past_asks_no_more_than_that_of_now(league: League) -> None:
    """Not even with what is known now: the log is read either way."""
    league.tell(league.organiser, Undo(position=row(league, "Penalised"), reason="She was not"))
    bob, then = as_(league.cast.bob), row(league, "RoundClosed")
    for page in ("", "vehicles/bears-1/", "fixtures/r1-1/"):
        counts = []
        for query in ("", f"at={then}", f"at={then}&corrected=true"):
            with CaptureQueriesContext(connection) as asked:
                assert bob.get(at(league.url + page, query) if query else league.url + page).status_code == 200
            counts.append(len(asked))
        assert max(counts[1:]) <= counts[0] + 1, (page, counts)


def test_moments_to_look_back_to_are_links_and_say_what_was_corrected(league: League) -> None:
    def stops() -> list[str]:
        life = Client().get(league.url).content.decode().partition('id="life"')[2].partition("</section>")[0]
        return [text(one) for one in re.findall(r"<li.*?</li>", life, re.S)]

    said = stops()
    assert ["opened" in said[0], "Round 1 was announced" in said[1], "Round 1 was closed" in said[2]] == [True] * 3
    assert "As it is now" in said[-1]
    assert not [one for one in said if "corrected since" in one]
    closed = row(league, "RoundClosed")
    league.tell(league.organiser, Undo(position=row(league, "Penalised"), reason="She was not"))
    marked = [one for one in stops() if "corrected since" in one]
    assert [("closed" in marked[0]), ("Round 2 was announced" in marked[1])] == [True, True]
    shown = Client().get(f"{league.url}?at={closed}")
    assert shown.context["life"].shown.kind == "closed"
    assert shown.context["life"].after.kind == "announced"
    assert f'href="?at={shown.context["life"].after.at}#life"' in shown.content.decode()


def test_a_fixture_says_why_it_was_paired_and_what_would_be_now(league: League) -> None:
    paired = next(key for key, one in league.state.fixtures.items() if one.round == 2)
    address, announced = f"{league.url}fixtures/{paired}/", row(league, "RoundClosed")
    page = Client().get(address)
    why = page.context["paired"]
    assert why.known is None
    assert why.method
    assert why.reasons
    assert why.at >= announced
    league.tell(league.organiser, Undo(position=row(league, "Penalised"), reason="She was not"))
    again = Client().get(address)
    assert again.context["paired"].reasons == why.reasons
    assert again.context["paired"].known.reasons != why.reasons
    assert f"?at={why.at}&amp;corrected=true#standings" in again.content.decode()
    standings = Client().get(f"{league.url}?at={why.at}")
    assert standings.context["season"].under_way is None  # before it was announced
