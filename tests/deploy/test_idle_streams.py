"""What open pages cost the web server: while nothing happens, beside ordinary requests, and when there is a report.

Processor time is counted, not the clock: what else this machine does matters little to it.
"""

from __future__ import annotations

import os
import socket
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from http.client import HTTPConnection
from pathlib import Path
from selectors import EVENT_READ, DefaultSelector

import pytest
from django.db import connection

from battles import live, log
from battles.models import Sheet
from tests.databases import Scratch
from tests.deploy.house import play_on
from tests.deploy.serving import Served, serving
from tests.deploy.test_live import newest
from tests.where import BOTH

MANY = 1000  # open pages
WATCHERS = 300  # of one battle
IDLE = 0.05  # of a core, the most that they may take together
ORDINARY = 1.3  # times the processor time of a request without them, at most
LONG = 60.0  # seconds
WORKERS = 2  # one for each core
BEHIND = {"PROXIES": "1", "TRUSTED_PROXIES": "127.0.0.0/8", "WORKERS": str(WORKERS), "THREADS": "4"}
Streams = Sequence[tuple[str, int]]  # with the position that is known


def watch(port: int, stream: str, number: int, position: int) -> socket.socket:
    """An open page of a reader without an account, at an address of its own."""
    page = socket.create_connection(("127.0.0.1", port), timeout=30)
    address = f"10.1.{number // 250}.{number % 250 + 1}"
    asks = f"GET /battles/{stream}/live/?after={position} HTTP/1.1\r\nHost: localhost\r\n"
    page.sendall(f"{asks}X-Forwarded-For: {address}\r\n\r\n".encode())
    said = page.recv(4096)
    if not said.startswith(b"HTTP/1.1 200"):
        page.close()
    assert said.startswith(b"HTTP/1.1 200"), said[:40]
    return page


@contextmanager
def watching(port: int, number: int, streams: Streams, begin: int = 0) -> Iterator[list[socket.socket]]:
    pages: list[socket.socket] = []
    try:
        for n in range(begin, begin + number):
            stream, position = streams[n % len(streams)]
            pages.append(watch(port, stream, n, position))
        yield pages
    finally:
        for page in pages:
            page.close()


def idle(server: Served, seconds: float) -> float:
    """The part of a core that the server takes while nothing happens."""
    used, began = server.cpu, time.monotonic()
    time.sleep(seconds)
    return (server.cpu - used) / (time.monotonic() - began)


def ordinary(server: Served, path: str, number: int) -> float:
    """Milliseconds of processor time that an ordinary request takes."""
    used = server.cpu
    with closing(HTTPConnection("127.0.0.1", server.port, timeout=30)) as browser:
        for _n in range(number):
            browser.request("GET", path)
            answer = browser.getresponse()
            answer.read()
            assert answer.status == 200
    return (server.cpu - used) / number * 1000


def connections(database: Scratch, server: Served) -> int:
    """Connections to the database that the server holds, or open files of it."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT COUNT(*) FROM pg_stat_activity WHERE datname = %s AND pid <> pg_backend_pid()", [database.name]
            )
            return int(cursor.fetchone()[0])
    files = [one for pid in server.workers for one in Path(f"/proc/{pid}/fd").iterdir()]
    return sum(os.path.basename(database.name) in os.readlink(one) for one in files if one.is_symlink())


def say(capsys: pytest.CaptureFixture[str], line: str) -> None:
    with capsys.disabled():
        sys.stdout.write(f"\n{connection.vendor}: {line}\n")


@pytest.mark.soak
@BOTH
def test_a_thousand_idle_pages_take_a_twentieth_of_a_core(
    database: Scratch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Nor threads, nor connections to the database, nor much of an ordinary request's time: in one run, in turns."""
    battles = [(str(one.stream), one.position) for one in Sheet.objects.filter(status=Sheet.Status.OPEN)]
    streams = (battles * 50)[:50]
    path = f"/battles/{battles[0][0]}/"
    with serving(database, **BEHIND) as server:
        ordinary(server, path, 20)  # what the first requests load
        threads, held = server.threads, connections(database, server)
        without, beside = [], []
        for _turn in range(3):
            without.append(ordinary(server, path, 30))
            with watching(server.port, MANY, streams):
                beside.append(ordinary(server, path, 30))
        with watching(server.port, MANY // 2, streams):
            memory = server.memory
            with watching(server.port, MANY - MANY // 2, streams, begin=MANY // 2):
                each = (server.memory - memory) / (MANY - MANY // 2)
                share = idle(server, LONG)
                more, open_now = server.threads - threads, connections(database, server)
    say(capsys, f"{MANY} idle pages: {share:.1%} of a core, {each / 1024:.1f} KiB each, {more} more threads")
    say(capsys, f"connections to the database: {held} before, {open_now} with them")
    say(capsys, f"CPU ms of an ordinary request: {min(without):.1f} without, {min(beside):.1f} beside them")
    assert share < IDLE
    assert more <= 2 * WORKERS, "a loop and a watcher in each process"
    assert open_now <= held + WORKERS, "at most each watcher's own, while it looks"
    assert min(beside) < ORDINARY * min(without)


@pytest.mark.soak
@BOTH
def test_three_hundred_watchers_hear_of_a_report(database: Scratch, capsys: pytest.CaptureFixture[str]) -> None:
    sheet = newest()
    streams = [(str(sheet.stream), sheet.position)]
    with serving(database, **BEHIND) as server, watching(server.port, WATCHERS, streams) as pages:
        time.sleep(2 * live.EVERY)  # the first look
        with DefaultSelector() as asked:
            for page in pages:
                page.setblocking(False)
                asked.register(page, EVENT_READ, page)
            used = server.cpu
            play_on()
            began = time.monotonic()
            wanted = f"data: {log.head(sheet.stream).position}\n".encode()
            while asked.get_map():
                for key, _events in asked.select(timeout=5):
                    if wanted in key.data.recv(65536):
                        asked.unregister(key.data)
                assert time.monotonic() - began < 10
            took = time.monotonic() - began
            heard = server.cpu - used
        asks = f"/battles/{sheet.stream}/?ruling={sheet.position + 1}&to={log.head(sheet.stream).position}"
        whole, each = ordinary(server, asks, 20), ordinary(server, f"{asks}&push=1", WATCHERS)
        say(capsys, f"CPU ms of what each watcher then asks for: {each:.1f}, rendered anew: {whole:.1f}")
        assert each < whole / 2
        say(capsys, f"{WATCHERS} watchers heard within {took:.2f} s, for {heard:.2f} s of processor time")
        assert took < 2.0
