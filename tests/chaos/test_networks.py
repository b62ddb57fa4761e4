"""Packets come late, twice or never; connections are half open."""

from __future__ import annotations

import os
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from time import monotonic, sleep

import psycopg
import pytest

from deploy.limits import IDLE
from tests.chaos.disks import command
from tests.chaos.parts import PgBouncer, PostgreSQL
from tests.chaos.site import whole
from tests.deploy.bad_network import networks

HALF = 300  # connections
GONE = 8.0  # seconds that a machine is away
SEEDS = range(4)


def test_reports_that_come_late_twice_or_without_an_answer(tmp_path: Path, tell: Callable[[str], None]) -> None:
    """Each client's way is one of four, which hold reports back, deliver them when nobody waits any more, cut answers
    off and double them. What the rules refused may be taken when a copy of it comes later: a refusal is not written
    down. Whoever minds sends `after`."""
    with whole(tmp_path, 3, 20) as site, networks(site.port, *SEEDS) as ways:
        chance = Random(3)
        for way in ways:
            way.calm = False
        site.history.copies = True
        site.way = lambda: ("127.0.0.1", chance.choice(ways).port)
        with site.played():
            sleep(20)
            for way in ways:
                way.calm = True
        tell(f"bad networks: {site.history.told}; longest refusal {site.history.longest():.1f} s")
        assert sum(len(way.told) for way in ways) > 50


def test_half_requests_keep_nobody_waiting(tmp_path: Path, tell: Callable[[str], None]) -> None:
    """Those who send them neither go on nor close."""
    with whole(tmp_path, 2, 8) as site:
        lines = [socket.create_connection(("127.0.0.1", site.port)) for _n in range(HALF)]
        try:
            for line in lines:
                line.sendall(b"POST /api/v1/battles/ HTTP/1.1\r\nHost: localhost\r\nContent-Length: 900\r\n\r\n{")
            with site.played():
                sleep(5)
        finally:
            for line in lines:
                line.close()
        assert site.history.longest() == 0, "somebody had to wait"
        tell(f"{HALF} half requests: {site.history.told}")


@contextmanager
def namespace() -> Iterator[tuple[str, str, str]]:
    """A network of its own on this machine: an address there, its name, and the link that leads to it."""
    name, n = f"leaguer{os.getpid()}", os.getpid() % 250
    here, there = f"lg{os.getpid()}h"[-15:], f"lg{os.getpid()}t"[-15:]
    command("ip", "netns", "add", name)
    try:
        command("ip", "link", "add", here, "type", "veth", "peer", "name", there, "netns", name)
        command("ip", "address", "add", f"10.231.{n}.1/30", "dev", here)
        command("ip", "link", "set", here, "up")
        command("ip", "-n", name, "address", "add", f"10.231.{n}.2/30", "dev", there)
        command("ip", "-n", name, "link", "set", there, "up")
        command("ip", "-n", name, "link", "set", "lo", "up")
        yield f"10.231.{n}.2", name, here
    finally:
        command("ip", "netns", "delete", name)


@pytest.mark.skipif(os.geteuid() != 0, reason="only root may cut a network: run `make chaos` as root")
def test_a_database_whose_machine_vanishes(tmp_path: Path, tell: Callable[[str], None]) -> None:
    """Its connections are half open: nobody says that they have ended. People are told within seconds."""
    with namespace() as (address, name, link), whole(tmp_path, 2, 8, within=(address, name)) as site:
        with site.played():
            sleep(2)
            for _time in range(2):
                command("ip", "link", "set", link, "down")
                sleep(GONE / 2)
                began = monotonic()
                status, _told = site.watcher().ask("bob", "battles/")
                assert status == 503
                assert monotonic() - began < GONE
                sleep(GONE / 2)
                command("ip", "link", "set", link, "up")
                sleep(4)
        tell(f"database's machine gone: {site.history.told}; longest refusal {site.history.longest():.1f} s")


@pytest.mark.skipif(os.geteuid() != 0, reason="only root may cut a network: run `make chaos` as root")
def test_a_lock_of_a_machine_that_vanishes(tmp_path: Path, tell: Callable[[str], None]) -> None:
    """A client is cut off within a transaction, and the pooler waits for it. What it has locked is not locked for the
    two hours that TCP waits: PostgreSQL ends what has long asked nothing, as `manage.py upgrade` has told it to."""
    with namespace() as (address, name, link), whole(tmp_path, 1, 1, within=(address, name)) as site:
        battle, pooler, database = site.made["battles"][0], site.parts["pooler"], site.parts["database"]
        assert isinstance(pooler, PgBouncer)
        assert isinstance(database, PostgreSQL)
        pooler.kill()  # its connections are older than what has been told to PostgreSQL
        pooler.start()
        with psycopg.connect(pooler.url) as lost:
            lost.execute("SELECT kind FROM log_stream WHERE id = %s FOR UPDATE", [battle])
            command("ip", "link", "set", link, "down")
            began = monotonic()
            with database.connect() as other:
                other.execute(f"SET lock_timeout = '{2 * IDLE}s'")
                other.execute("SELECT kind FROM log_stream WHERE id = %s FOR UPDATE", [battle])
            freed = monotonic() - began
            command("ip", "link", "set", link, "up")
            lost.close()
        tell(f"lock of a machine that vanished: free after {freed:.0f} s")
        assert freed < IDLE + 30
