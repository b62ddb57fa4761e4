"""All of Leaguer in one process, for a machine of 512 MB: pages, API, live pages and the clerk, within 200 MB; killed
in the middle of it, it goes on where it was."""

from __future__ import annotations

import os
import re
import signal
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from threading import Thread
from uuid import uuid4

import pytest
from django.conf import settings as site
from pytest_django import Settings

from battles import command_handler, log
from battles.models import Sheet
from campaigns import clerk_loop
from campaigns.clerk_loop import ClerkLoop, alone
from deploy import doctor, one_process
from tests.databases import Scratch
from tests.deploy import anew
from tests.deploy.conftest import OURS, ROOT
from tests.deploy.evening import BATTLE, CAMPAIGN, Player, retreat, to_the_end, wait_until_counted
from tests.deploy.house import forked, holds
from tests.deploy.production import Browser
from tests.deploy.serving import status
from tests.deploy.test_live import Page
from tests.servers import free_port, wait_for

MOST = 200 * 1024  # kB
UNIT = ROOT / "deploy" / "leaguer-small.service"
Start = Callable[[Mapping[str, str]], int]


def by_fork(environment: Mapping[str, str]) -> int:
    def serve() -> None:
        anew.begin(environment)
        one_process.main()

    anew.warm()
    return forked(serve)


def by_itself(environment: Mapping[str, str]) -> int:
    """As the unit has it."""
    text = UNIT.read_text()
    (command,) = re.findall(r"^ExecStart=/srv/leaguer/\.venv/bin/python (.*)$", text, re.MULTILINE)
    more = dict(re.findall(r"^Environment=(\w+)=(.*)$", text, re.MULTILINE))
    return os.posix_spawn(
        sys.executable, [sys.executable, *command.split()], {**environment, **more, "PYTHONPATH": str(ROOT)}
    )


def resident(pid: int) -> int:
    """kB that the process holds in memory, what it shares with others included."""
    lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("Rss:"))


@contextmanager
def running(start: Start, database: Scratch, port: int) -> Iterator[int]:
    clean = {name: value for name, value in os.environ.items() if name not in {*OURS, "DJANGO_SETTINGS_MODULE"}}
    ours = {"LEAGUER_ENV": "development", "SECRET_KEY": site.SECRET_KEY, "PORT": str(port), "LOG_LEVEL": "WARNING"}
    pid = start(clean | database.environment() | ours)
    try:
        wait_for(lambda: status(port, "/healthz") == 200, "the server", patience=60)
        yield pid
    finally:
        with suppress(ProcessLookupError, ChildProcessError):
            os.kill(pid, signal.SIGTERM)
            os.waitpid(pid, 0)


def kill(pid: int) -> None:
    os.kill(pid, signal.SIGKILL)
    os.waitpid(pid, 0)


@contextmanager
def open_page(port: int, after: int) -> Iterator[Page]:
    page = Page(port, f"/battles/{BATTLE}/live/?after={after}")
    with closing(page.connection), page.answer:
        yield page


def look_around(port: int) -> None:
    """A few people look at this and that, in two languages, an organiser in the office."""
    alice, stranger = Browser(port, "192.0.2.7"), Browser(port, "192.0.2.8")
    for browser in (alice, stranger):
        browser.headers["Host"] = "localhost"
        browser.headers.pop("Referer")
    paths = ["/", f"/campaigns/{CAMPAIGN}/", f"/campaigns/{CAMPAIGN}/map/", "/help/", "/help/?q=retreat"]
    paths += [f"/battles/{sheet}/" for sheet in Sheet.objects.values_list("stream", flat=True)]
    paths += [f"/api/v1{path}" for path in (f"/campaigns/{CAMPAIGN}/standings/", "/battles/", "/schema/")]
    for language in ("en", "de"):
        for path in paths:
            assert stranger.get(path, Accept_Language=language).status in (200, 404), path
    for path in ("/admin/login/", "/login/"):
        assert alice.get(path).status == 200


@pytest.mark.parametrize("start", [by_fork, pytest.param(by_itself, marks=pytest.mark.soak)])
def test_an_evening_in_one_process_that_is_killed_twice(database: Scratch, tmp_path: Path, start: Start) -> None:
    """Once as both have confirmed, before or while the clerk settles it; once as a retreat was acknowledged."""
    port = free_port()
    bob, carol, again = Player("bob", port), Player("carol", port), str(uuid4())
    with running(start, database, port) as pid:
        with open_page(port, log.head(BATTLE).position) as page:
            bob.shoot_and_take_back()
            assert page.hears("data:"), "an open page is told"
        confirmed = to_the_end(bob, carol)
        kill(pid)
    with running(start, database, port) as pid, open_page(port, confirmed) as page:
        wait_until_counted(bob)
        assert int(page.hears("data:").split()[1]) > confirmed, "and so it is of what the clerk does"
        if start is by_itself:
            look_around(port)
            assert resident(pid) <= MOST, f"{resident(pid) // 1024} MB"
        first = retreat(carol, again)
        kill(pid)
    with running(start, database, port):
        assert retreat(carol, again)["reports"] == first["reports"], "the same report is answered as before"
    retreated = carol.acknowledged.pop(again)
    for stream, told in ((BATTLE, {**bob.acknowledged, **carol.acknowledged}), (CAMPAIGN, {again: retreated})):
        rows = {row.position: row.command for row in log.read(stream)}
        for id_, positions in told.items():
            assert [position for position, command in rows.items() if command == id_] == positions
    holds()
    assert Sheet.objects.get(stream=BATTLE).status == Sheet.Status.SETTLED


def test_of_two_clerks_one_works_and_the_other_takes_over(database: Scratch, monkeypatch: pytest.MonkeyPatch) -> None:
    """One that is told of a stream attends to it at once, and to nothing else."""
    done: list[str] = []
    monkeypatch.setattr(clerk_loop, "sweep", lambda: done.append("sweep"))
    monkeypatch.setattr(clerk_loop, "attend", done.append)
    first, second = ClerkLoop(every=60), ClerkLoop(every=0.01)
    threads = [Thread(target=loop.run) for loop in (first, second)]
    threads[0].start()
    wait_for(lambda: done == ["sweep"], "the first one")
    threads[1].start()
    monkeypatch.setattr(command_handler, "CLERKS", [first.tell])
    command_handler.wake(BATTLE)
    wait_for(lambda: len(done) > 1, "what it is told of")
    assert done == ["sweep", BATTLE]
    first.stop()
    threads[0].join()
    wait_for(lambda: done[2:] == ["sweep"] * len(done[2:]) != [], "the second one")
    second.stop()
    threads[1].join()
    with alone("a test") as lock:
        assert lock.taken(), "nobody holds it any more"
        assert "a test" in next(doctor.broker()).what, "a doctor in another process says what works"
    assert "keep manage.py clerk running" in next(doctor.broker()).what


def test_what_fails_is_tried_again(database: Scratch, monkeypatch: pytest.MonkeyPatch) -> None:
    tries: list[int] = []

    def sweep() -> None:
        tries.append(1)
        raise ZeroDivisionError

    monkeypatch.setattr(clerk_loop, "sweep", sweep)
    loop = ClerkLoop(every=0.01)
    thread = Thread(target=loop.run)
    thread.start()
    wait_for(lambda: len(tries) > 1, "the second try")
    loop.stop()
    thread.join()


def test_it_is_for_sqlite_without_redis(settings: Settings) -> None:
    settings.REDIS_URL = "redis://127.0.0.1:6379/0"
    with pytest.raises(SystemExit, match="without Redis"):
        one_process.refuse_what_is_shared()
    settings.REDIS_URL = ""
    one_process.refuse_what_is_shared()
