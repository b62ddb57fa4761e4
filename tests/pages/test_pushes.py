"""What open pages ask for after a push: rendered once for each kind of reader, and nothing crosses kinds."""

from __future__ import annotations

import re
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.core.cache import cache
from django.db import connections
from django.test import Client
from django.utils import timezone

from battles.pages import battle_context, views
from campaigns.models import User
from rules.adjudicate import Who
from tests.cast import Cast, UserFactory
from tests.pages import shots
from tests.pages.conftest import as_

ROWS = "ruling=2&to=3&push=1"


@pytest.fixture(autouse=True)
def nothing_kept() -> Iterator[None]:
    cache.clear()
    yield
    cache.clear()


@pytest.fixture
def rendered(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """For whom a battle's page was made, one after the other."""
    made: list[str] = []
    sight = battle_context.sight

    def counted(stream: str, who: Who | None, **more: object) -> battle_context.Sight:
        made.append(who.id if who else "")
        return sight(stream, who, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(views, "sight", counted)
    return made


def shown(reader: User | None, stream: str, query: str = ROWS, **headers: str) -> str:
    client = as_(reader) if reader else Client()
    answer = client.get(f"/battles/{stream}/?{query}", headers=headers)
    assert answer.status_code == 200
    return answer.content.decode()


def test_a_push_is_rendered_once_for_each_kind_of_reader(cast: Cast, rendered: list[str]) -> None:
    shot = shots.modern_age(cast.bob)
    stream = shot.stream
    people = [UserFactory.create() for _n in range(4)]
    visitors = {shown(None, stream) for _n in range(6)}
    accounts = {shown(one, stream) for one in people}
    german = {shown(None, stream, **{"Accept-Language": "de"}) for _n in range(2)}
    assert len(rendered) == len(visitors) + len(accounts) + len(german) == 3
    own = [shown(cast.bob, stream) for _n in range(2)]
    assert rendered[3:] == [str(cast.bob.pk)] * 2, "a player's forms have ids of their own"
    ids = [re.findall(r'name="id" value="([^"]+)"', page) for page in own]
    assert ids[0]
    assert not set(ids[0]) & set(ids[1])
    shown(None, stream, "ruling=3&to=3&push=1")
    assert len(rendered) == 6, "who knew more is shown other rulings"
    shot.tell("fire m1 t64 dice=4,5,1,1")
    (fresh,) = {shown(None, stream) for _n in range(3)}
    assert len(rendered) == 7, "once more for a new row"
    assert visitors != {fresh}


@pytest.mark.django_db(transaction=True)
def test_those_who_ask_together_wait_for_one_rendering(cast: Cast, rendered: list[str]) -> None:
    stream = shots.modern_age(cast.bob).stream

    def ask(_n: int) -> str:
        try:
            return shown(None, stream)
        finally:
            connections.close_all()

    with ThreadPoolExecutor(8) as crowd:
        assert len(set(crowd.map(ask, range(24)))) == 1
    assert rendered == [""]


def test_what_a_page_shows_after_a_push_is_what_a_new_page_shows(cast: Cast) -> None:
    stream = shots.modern_age(cast.bob).stream
    for reader in (None, cast.dave, cast.bob):
        whole, part = shown(reader, stream, "ruling=2&to=3"), shown(reader, stream)
        assert main_of(part) == main_of(whole)
        assert '<header class="bar">' not in part
        assert re.search(r"<title[^>]*>(.*?)</title>", part)[1] == re.search(r"<title[^>]*>(.*?)</title>", whole)[1]  # type: ignore[index]


def main_of(page: str) -> str:
    """Without what is another one in every answer."""
    found = page[page.index("<main") : page.index("</main>")]
    return re.sub(r'[0-9a-f]{8}-[0-9a-f-]{27}|csrfmiddlewaretoken" value="\w+"', "", found)


def test_nothing_that_lies_face_down_crosses_from_one_kind_to_another(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two worlds that differ in a card of Carol's: whoever asked first, nobody else can tell them apart."""
    moment = timezone.now()
    monkeypatch.setattr(timezone, "now", lambda: moment)
    worlds = [shots.face_down(cast.bob, cast.carol, card).stream for card in ("Risky Driver", "Racing Driver")]
    readers = [cast.carol, None, cast.dave, cast.bob, cast.alice]
    for order in (readers, readers[::-1]):
        cache.clear()
        seen = [{reader: main_of(shown(reader, stream)) for reader in order} for stream in worlds]
        for reader in readers[1:]:
            assert seen[0][reader] == seen[1][reader], reader
        assert seen[0][cast.carol] != seen[1][cast.carol]
