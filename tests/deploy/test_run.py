"""`make run`: the site answers, and web server and clerk live and die together."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

from tests.deploy.conftest import OURS
from tests.servers import free_port, wait_for

ROOT = Path(__file__).resolve().parent.parent.parent


@pytest.fixture(scope="module")
def here(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """One machine for all of these: it is made ready by the first start, and the others find it so, as in life."""
    return {
        "LEAGUER_ENV": "development",
        "SECRET_KEY": "for these tests only " * 4,
        "DATABASE_URL": f"sqlite:///{tmp_path_factory.mktemp('machine')}/fresh.sqlite3",
    }


def environment(here: dict[str, str], port: int) -> dict[str, str]:
    """A machine's own environment, none of this run's settings, and what the test says of it."""
    ours = {*OURS, "DJANGO_SETTINGS_MODULE"}
    return {name: value for name, value in os.environ.items() if name not in ours} | here | {"PORT": str(port)}


@contextmanager
def running(
    here: dict[str, str], port: int, command: Sequence[str] = ("sh", "deploy/run.sh", str(Path(sys.executable).parent))
) -> Iterator[subprocess.Popen[bytes]]:
    """`make run` past its installation, until it answers; whatever is left of it is killed afterwards."""
    process = subprocess.Popen(
        command, cwd=ROOT, env=environment(here, port), stdin=subprocess.DEVNULL, start_new_session=True
    )
    try:
        wait_for(lambda: answers(port) or process.poll() is not None, "make run", patience=120)
        assert process.poll() is None, "it ended before it answered"
        yield process
    finally:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()


def answers(port: int) -> bool:
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/admin/login/", timeout=5) as page:
            return bool(page.status == 200)
    except (urllib.error.URLError, ConnectionError, TimeoutError):
        return False


def children(parent: int) -> dict[str, int]:
    """The processes `parent` started: what of its command line tells them apart -> process id."""
    found: dict[str, int] = {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            of = int(stat.read_text().rsplit(")", 1)[1].split()[1])
            line = stat.with_name("cmdline").read_text().replace("\0", " ")
        except OSError:
            continue
        if of == parent:
            found |= {name: int(stat.parent.name) for name in ("deploy.web", "clerk") if name in line}
    return found


def is_alive(pid: int) -> bool:
    return Path(f"/proc/{pid}").exists()


def test_interrupted_it_stops_both(here: dict[str, str]) -> None:
    port = free_port()
    with running(here, port) as process:
        both = children(process.pid)
        assert set(both) == {"deploy.web", "clerk"}
        process.send_signal(signal.SIGINT)
        assert process.wait(30) == 0
        assert [name for name, pid in both.items() if is_alive(pid)] == []
    assert not answers(port)


def test_who_stops_make_stops_what_it_runs(here: dict[str, str]) -> None:
    """By `kill`, or a service manager: only make is told, not the whole terminal."""
    port = free_port()
    venv = Path(sys.prefix)
    make = ["make", f"VENV={venv}", f"--assume-old={venv}/runtime.stamp", "run"]
    with running(here, port, make) as process:
        process.terminate()
        process.wait(30)
        wait_for(lambda: not answers(port), "the end of what make ran")


def test_a_terminal_that_is_closed_leaves_nothing_running(here: dict[str, str]) -> None:
    """The hang-up goes to all of them."""
    port = free_port()
    with running(here, port) as process:
        both = children(process.pid)
        os.killpg(process.pid, signal.SIGHUP)
        process.wait(30)
        assert [name for name, pid in both.items() if is_alive(pid)] == []
    assert not answers(port)


@pytest.mark.parametrize("first", ["deploy.web", "clerk"])
def test_when_one_dies_the_other_does_not_go_on_alone(here: dict[str, str], first: str) -> None:
    with running(here, free_port()) as process:
        both = children(process.pid)
        os.kill(both[first], signal.SIGKILL)
        assert process.wait(60) == 1
        assert [name for name, pid in both.items() if is_alive(pid)] == []
