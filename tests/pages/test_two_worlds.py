"""Two worlds that differ in one order that is not disclosed, or in what cards were bought: whoever does not command the
platoon reads the same."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import timedelta
from itertools import count, product
from typing import Any
from urllib.parse import urljoin

import pytest
from django.contrib.contenttypes.models import ContentType
from django.db import connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from battles import log
from campaigns.models import BrowserLogin, User
from campaigns.season import explain
from campaigns.season.map.orders import Order, choices
from campaigns.season.people import HandOver
from campaigns.season.purchases import Buy
from rules.adjudicate import Who
from rules.contract import Command
from rules.stream.revision.reports import Declare
from tests.api.conftest import unlimited
from tests.length import AT_LENGTH, sampled
from tests.pages.conftest import as_
from tests.pages.on_map import War, war

__all__ = ["unlimited", "war"]
pytestmark = [pytest.mark.usefixtures("unlimited")]
TOLD = ("3a7c5e91-0d42-4b6f-9e18-6c2f8b1d7a40", "3a7c5e91-0d42-4b6f-9e18-6c2f8b1d7a41")
KEYS = ("bears", "cats", "bury")
ABOUT = {"bears", "bears-1", "cats", "clay", "fay", "reds"}
CARDS = (("Sight",), ("Sight", "Sight"))
# What every answer has of its own: digests, ids, moments, what a form is protected with.
OWN = r'[0-9a-f]{64}|(?<=csrfmiddlewaretoken" value=")\w+|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}'
OWN += r'|(?<=-)[0-9a-f]{8}(?=")'  # the end of an id that a form makes, as in "bears-1f0c2a9e"
OWN += r"|\d{4}-\d\d-\d\d[T ][\d:.]*Z?|\d\d:\d\d:\d\d"
HEADERS = {"Set-Cookie", "ETag", "Expires", "Last-Modified", "X-Request-ID"}
ELSEWHERE = re.compile(r"/(static|logout|api/docs|api/schema|systems|admin/(logout|jsi18n))|.*[{]|.*[?&]next=")
Answer = tuple[int, str, dict[str, str], int]


def look(client: Client, roots: Iterable[str], most: int) -> dict[str, Answer]:
    """All that is answered at these addresses and at those they lead to, as far as `most` of them: status, text (and so
    its length), headers, how many queries it took."""
    ContentType.objects.clear_cache()  # which whoever comes first has filled
    found: dict[str, Answer] = {}
    ahead = list(roots)
    while ahead and len(found) < most:
        if (url := ahead.pop(0)) in found:
            continue
        connection.queries_log.clear()
        with CaptureQueriesContext(connection) as queries:
            response: Any = client.get(url)
        text = b"".join(response).decode()
        headers = {name: re.sub(OWN, "", value) for name, value in response.headers.items() if name not in HEADERS}
        found[url] = (response.status_code, re.sub(OWN, "", text), headers, len(queries))
        ahead += [one for one in _links(text, url) if one not in found]
    return found


def _links(text: str, place: str) -> Iterator[str]:
    for link in re.findall(r'(?:href|action)="([^"#]+)', text):
        url = urljoin(place, link.replace("&amp;", "&"))
        if url.startswith("/") and not ELSEWHERE.match(url):
            yield url


def roots(war: War) -> list[str]:
    """What no page leads to: a reader of the API knows the addresses."""
    api = f"/api/v1/campaigns/{war.stream}/"
    read = ("", "map/", "map.svg", "events/", "explain/", "standings/", "platoons/", "rounds/", "ledger/", "choices/")
    of = [f"{api}explain/?of=platoons.{key}.order" for key in KEYS]
    orders = [f"{api}platoons/{key}/orders/" for key in KEYS] + [f"{war.url}platoons/{key}/order/" for key in KEYS]
    sectors = [f"{base}sectors/{key}/" for base in (api, war.url) for key in ("clay", "fay")]
    mends = [f"{war.url}corrections/{at}/?how={how}" for at in ordered(war) for how in ("undo", "change", "insert")]
    raw = [f"/admin/battles/logline/{war.stream}_3A{n}/change/" for n in (war.state.head[0], war.state.head[0] + 1)]
    return [
        "/",
        war.url,
        *(f"{api}{one}" for one in read),
        *of,
        *orders,
        *sectors,
        *mends,
        "/admin/",
        *raw,
        "/api/v1/me/",
    ]


def explained(war: War) -> list[str]:
    """Every explanation there is for who commands the bears, by API and as a page."""
    found = [one.of for one in explain.facts(war.state, war.state.platoons["bears"].player)]
    assert "platoons.bears.purse" in found
    api = f"/api/v1/campaigns/{war.stream}/explain/"
    return [api, *(f"{base}?of={of}" for of in found for base in (api, f"{war.url}why/"))]


def explained_of_bears(war: War) -> list[str]:
    """Those of the bears, of who stands against them, and of where they could go: each by API or as a page, at length
    both."""
    api, *found = explained(war)
    those = [one for one in found if one.rpartition(".")[0].rpartition(".")[2] in ABOUT]
    told = [(url.partition("?of=")[2], "page" if "/why/" in url else "api") for url in those]  # the same in every run
    some = sampled(told, met=lambda one: [one[0]])
    return [api, *(url for url, one in zip(those, told, strict=True) if one in some)]


def ordered(war: War) -> list[int]:
    """Where the newest reports begin, the bears' order among them."""
    return sorted({row.position - row.ordinal for row in log.read(war.stream)})[-4:]


def previews(client: Client, war: War) -> dict[str, Answer]:
    """What is said of the newest reports' being taken back, or struck, before anything is written."""
    found: dict[str, Answer] = {}
    for at, how in sampled(product(ordered(war), ("undo", "strike"))):
        url = f"{war.url}corrections/{at}/"
        said = {"step": "look", "how": how, "reason": "x", "id": TOLD[0], "after": str(war.state.head[0])}
        response = client.post(url, said)
        found[f"{url} {how}"] = (response.status_code, re.sub(OWN, "", response.content.decode()), {}, 0)
    return found


def shared(urls: list[str], readers: int) -> list[list[str]]:
    """Which of these addresses each reader asks for: each address is asked for by somebody, at length by everybody."""
    cases = sampled(product(range(readers), range(len(urls))), most=len(urls))
    return [[urls[n] for who, n in cases if who == reader] for reader in range(readers)]


def orders(*told: tuple[str, str]) -> list[Command]:
    """To Bob's bears; the last one counts."""
    return [Order(platoon="bears", do=do, to=to) for do, to in told]  # type: ignore[arg-type]


def same_for_all(
    war: War,
    worlds: Sequence[Sequence[Command]],
    readers: Sequence[User | None],
    further: int = 0,
    addresses: Callable[[War], list[str]] = roots,
) -> None:
    """`worlds`: in each, what Bob reports. `None` reads without an account. `further`: how many addresses are asked for
    beside these, to which they lead, and whether previews are."""
    clients = [as_(reader) if reader else Client() for reader in readers]
    for client in clients:
        client.get("/account/")  # notes in which browser they are, by a clock that goes on: not in each world anew
    told = []
    for commands in worlds:
        with transaction.atomic():
            for id, command in zip(TOLD, commands, strict=False):
                war.report(Who(str(war.cast.bob.pk)), command, id)
            if war.cast.bob in readers:  # who has handed it over
                handed = HandOver(platoon="bears", players=(str(war.cast.erin.pk),), reason="Away")
                war.tell(war.organiser, handed)
            shares = zip(clients, shared(addresses(war), len(clients)), strict=True)
            for_each = [look(client, share, len(share) + further) for client, share in shares]
            if further:
                for_each = [one | previews(client, war) for one, client in zip(for_each, clients, strict=True)]
            told.append(for_each)
            transaction.set_rollback(True)
    for reader, answers in zip(readers, zip(*told, strict=True), strict=True):
        first, *others = answers
        for other in others:
            assert other.keys() == first.keys(), reader
            assert not {url for url in first if first[url] != other[url]}, reader


@pytest.fixture
def alike(war: War, monkeypatch: pytest.MonkeyPatch) -> War:
    """The bears face the cats over a river. Alice organises and plays, a platoon that is called as a sector is. The
    clock stands still: pages tell minutes."""
    moment = timezone.now()
    monkeypatch.setattr(timezone, "now", lambda: moment)
    User.objects.filter(pk=war.cast.alice.pk).update(is_staff=True)
    war.join(war.cast.alice, "reds", "bury")
    return war.put(bears="clay", cats="fay")


@pytest.mark.at_length
def test_nobody_reads_what_anothers_platoon_is_ordered(alike: War) -> None:
    """Nor Bob himself, who has handed it over. What the others read is asked in test_two_worlds_everywhere, and here at
    length."""
    cast = alike.cast
    readers = (cast.alice, cast.carol, cast.bob) if AT_LENGTH else (cast.bob,)
    same_for_all(alike, (orders(("attack", "fay")), orders(("hold", "clay"))), readers, further=5 if AT_LENGTH else 1)


@pytest.mark.at_length
def test_no_explanation_tells_what_anothers_platoon_is_ordered(alike: War) -> None:
    worlds = orders(("attack", "fay")), orders(("hold", "clay"))
    same_for_all(alike, worlds, (alike.cast.carol, alike.cast.bob), addresses=explained_of_bears)


@pytest.mark.at_length
def test_no_explanation_tells_what_cards_others_have_bought(alike: War) -> None:
    alike.tell(alike.organiser, Declare(facts={"platoons.bears.purse": 90}, reason="to spend"))
    worlds = [[Buy(platoon="bears", fittings={_first(alike): cards})] for cards in CARDS]
    same_for_all(alike, worlds, (alike.cast.alice, alike.cast.carol), addresses=explained_of_bears)


def _first(war: War) -> str:
    return war.state.platoons["bears"].vehicles[0]


def test_when_a_browser_was_seen_is_no_difference(alike: War, monkeypatch: pytest.MonkeyPatch) -> None:
    """The account's page tells it. It is noted once, however many minutes the worlds take."""
    minutes = count()
    seen_at = BrowserLogin._meta.get_field("seen_at")
    monkeypatch.setattr(seen_at, "_get_default", lambda: timezone.now() + timedelta(minutes=next(minutes)))
    worlds = [orders(("hold", "clay"))] * 2
    same_for_all(alike, worlds, (alike.cast.alice,), addresses=lambda _war: ["/account/"])
    assert next(minutes) == 1


@pytest.mark.soak
@given(st.data())
@settings(max_examples=4, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_nobody_reads_it_wherever_they_look(alike: War, data: st.DataObject) -> None:
    """Whatever it is, given once or twice, also of a platoon that its player hands over: he does not, any more."""
    offered = [(one.do, one.to) for one in choices(alike.state, "bears")]
    told = st.lists(st.sampled_from(offered), min_size=1, max_size=1)
    if data.draw(st.booleans()):
        told = st.tuples(st.sampled_from(offered), st.sampled_from(offered)).map(list)
    cast = alike.cast
    former = [cast.bob] if data.draw(st.booleans()) else []
    readers = [cast.alice, cast.carol, cast.dave, None, *former]
    worlds = [orders(*data.draw(told)), orders(*data.draw(told))]
    same_for_all(alike, worlds, readers, further=80)
    same_for_all(alike, worlds, readers, addresses=explained)
