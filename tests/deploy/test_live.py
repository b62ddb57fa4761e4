"""Live updates: an open page hears of every new row, costs no thread, and ends with its right to look."""

from __future__ import annotations

import socket
import time
from collections.abc import Callable, Collection
from functools import partial
from http.client import HTTPConnection
from typing import Any

import pytest
from django.contrib.sessions.models import Session
from django.test import Client
from pytest_django import Settings

from battles import live, log
from battles.live import Live, Watch
from battles.models import Seat, Sheet
from campaigns import roles
from campaigns.models import Campaign, User
from tests.browsing import Tabs
from tests.cast import PASSWORD
from tests.databases import Scratch
from tests.deploy.house import play_on
from tests.deploy.production import Browser
from tests.deploy.serving import serving, status
from tests.length import in_soak
from tests.servers import wait_for

SOON = 2.0  # seconds
ASKED = 2.0  # seconds, see live.js


def newest() -> Sheet:
    """The battle in which `play_on` reports."""
    return Sheet.objects.filter(status=Sheet.Status.OPEN).order_by("-position")[0]


def seconds(act: Callable[[], object]) -> float:
    began = time.monotonic()
    act()
    return time.monotonic() - began


class Page:
    """What a browser's EventSource does: opens the address, and reads lines."""

    def __init__(self, port: int, path: str, **headers: str) -> None:
        self.connection = HTTPConnection("127.0.0.1", port, timeout=10)
        self.connection.request("GET", path, headers=headers)
        self.answer = self.connection.getresponse()

    def hears(self, what: str) -> str:
        """The next line that begins so."""
        while line := self.answer.readline().decode():
            if line.startswith(what):
                return line.strip()
        raise EOFError


@pytest.mark.parametrize(
    "on",
    [
        pytest.param("postgresql", marks=pytest.mark.only_on("postgresql")),
        pytest.param(
            "sqlite",
            marks=[
                pytest.mark.only_on("sqlite"),
                in_soak(
                    "tests/deploy/test_live.py::test_every_open_page_hears_of_a_report_within_two_seconds",
                    "tests/deploy/test_live.py::test_phones_and_spectators_see_each_other",
                ),
            ],
        ),
    ],
)
def test_every_open_page_hears_of_a_report_within_two_seconds(database: Scratch, on: str) -> None:
    """On SQLite, in every run, three pages in a browser do: below."""
    sheet = newest()
    address = f"/battles/{sheet.stream}/live/?after={sheet.position}"
    with serving(database) as server:
        port = server.port
        began = time.monotonic()
        pages = [Page(port, address) for _n in range(12)]
        assert {page.answer.getheader("Content-Type") for page in pages} == {"text/event-stream"}
        assert status(port, f"/battles/{sheet.stream}/") == 200, "two threads serve twelve open pages, and this"
        busy = time.monotonic() - began  # as in the next test
        play_on()
        began = time.monotonic()
        head = log.head(sheet.stream).position
        assert {page.hears("data:") for page in pages} == {f"data: {head}"}
        assert time.monotonic() - began < SOON + busy
        late = Page(port, address)
        assert late.hears("id:") == f"id: {head}", "what was written before it connected"
        again = Page(port, address, **{"Last-Event-ID": str(head - 1)})
        assert again.hears("id:") == f"id: {head}"
        assert status(port, "/battles/00000000-0000-4000-8000-000000000000/live/") == 404
        whole = Browser(port, "192.0.2.7").ask("HEAD", f"/battles/{sheet.stream}/live/", Host="localhost")
        assert whole.status == 204
        now = Browser(port, "192.0.2.7").ask("GET", f"/battles/{sheet.stream}/live/?now=1", Host="localhost")
        assert now.headers["Cache-Control"] == "private, no-cache"
        known = {"Host": "localhost", "If-None-Match": now.headers["ETag"] or ""}
        again_now = Browser(port, "192.0.2.7").ask("GET", f"/battles/{sheet.stream}/live/?now=1", body=None, **known)
        assert (now.status, again_now.status) == (200, 304)


@pytest.mark.page
def test_phones_and_spectators_see_each_other(database: Scratch, tabs: Tabs) -> None:
    """Without touching anything, and without touching what somebody types; a spectator through a proxy that lets no
    stream pass."""
    sheet = newest()
    players = Seat.objects.filter(sheet=sheet).order_by("side").values_list("player", flat=True)
    with serving(database) as server:
        port = server.port
        site = f"http://localhost:{port}"
        phones = [tabs.open(user, site, script=True) for user in (*(User.objects.get(pk=pk) for pk in players), None)]
        phones[-1].route("**/live/?after=*", lambda route: route.fulfill(status=204))
        busy = 0.0  # How long this machine takes to show a battle to all three: they will all ask for it at once.
        for page in phones:
            busy += seconds(partial(page.goto, f"{site}/battles/{sheet.stream}/"))
        phones[0].locator("details.paste summary").click()
        typing = phones[0].locator("details.paste textarea")
        typing.fill("what I was typing")
        play_on()
        head = log.head(sheet.stream).position
        began, came = time.monotonic(), []
        for page in phones:
            page.locator(f"main[data-position='{head}']").wait_for()
            came.append(time.monotonic() - began)
        assert came[0] < came[1] < SOON + busy
        assert came[2] < SOON + ASKED + busy
        assert typing.input_value() == "what I was typing"
        phones[0].get_by_role("status").get_by_text("Something new has been reported").wait_for()
        assert [page.locator("#ruling").count() for page in phones] == [0, 1, 1], "in words, where nobody was busy"
        phones[-1].unroute_all()


def test_readers_behind_a_proxy_are_counted_by_their_own_addresses(database: Scratch, settings: Settings) -> None:
    settings.PROXIES = 1
    taken: list[partial[None]] = []
    by: dict[str, Any] = {
        "REMOTE_ADDR": "127.0.0.1",
        "HTTP_X_FORWARDED_FOR": "203.0.113.7",
        live.HAND_OVER: taken.append,
    }
    assert Client().get(f"/battles/{newest().stream}/live/?after=1", **by).status_code == 200
    assert [one.args[1].source for one in taken] == ["203.0.113.7"]


def test_a_right_that_ends_ends_its_pages(database: Scratch) -> None:
    sheet = newest()
    stream = str(sheet.stream)
    bob = User.objects.get(username="bob")
    session = logged_in(bob)
    anybody, his = Watch(stream, "", "", "a", 0), Watch(stream, str(bob.pk), session, "b", 0)
    assert roles.still_reading([anybody, his]) == {anybody, his}
    Campaign.objects.filter(stream=sheet.campaign).update(visibility=Campaign.Visibility.MEMBERS)
    assert roles.still_reading([anybody, his]) == {his}
    User.objects.filter(pk=bob.pk).update(is_active=False)
    assert roles.still_reading([anybody, his]) == set()
    User.objects.filter(pk=bob.pk).update(is_active=True)
    log_out(session)
    assert roles.still_reading([anybody, his]) == set()


def logged_in(user: User) -> str:
    client = Client()
    assert client.login(username=user.username, password=PASSWORD)
    return str(client.session.session_key)


def log_out(session: str) -> None:
    Session.objects.filter(pk=session).delete()


def test_who_may_no_longer_look_is_cut_off_and_so_is_who_does_not_read(monkeypatch: pytest.MonkeyPatch) -> None:
    """The loop alone: heads as the test has them."""
    heads = {"s": 1}
    monkeypatch.setattr(live, "EVERY", 0.01)
    monkeypatch.setattr(live, "RIGHTS", 0.05)
    monkeypatch.setattr(live, "MOST_WAITING", 0)
    monkeypatch.setattr(log, "positions", lambda streams: {one: heads[one] for one in streams})
    here = Live()

    def rights(watches: Collection[Watch]) -> Collection[Watch]:
        return [one for one in watches if one.source != "bad"]

    good, bad, slow = (opened(here, rights, name) for name in ("good", "bad", "slow"))
    until(good, b"data: 1\n")
    assert read_all(bad).endswith(b"0\r\n\r\n"), "ended in order"
    monkeypatch.setattr(live, "MOST_OF_ONE", 1)
    assert not here.has_room("good")
    assert here.has_room("bad"), "its place is free again"

    def crowd() -> bool:
        """One report after the other, which `good` reads."""
        heads["s"] += 1
        good.recv(65536)
        return here.has_room("slow")

    wait_for(crowd, "the end of who does not read", patience=30)
    for one in (good, bad, slow):
        one.close()
    wait_for(lambda: here.has_room("good"), "the end of the last page")


def opened(here: Live, rights: live.Rights, name: str) -> socket.socket:
    ours, theirs = socket.socketpair()
    theirs.settimeout(10)
    ours.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4096)
    here.take(rights, Watch("s", "", "", name, 0), ours, b"HTTP/1.1 200 OK\r\n\r\n", True, lambda here, gone: None)
    return theirs


def until(end: socket.socket, what: bytes) -> None:
    found = b""
    while what not in found:
        some = end.recv(4096)
        assert some, found
        found += some


def read_all(end: socket.socket) -> bytes:
    found = b""
    while some := end.recv(4096):
        found += some
    return found
