"""`make run`: web server and clerk live and die together. That they answer, and stop: see test_readme."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

from tests.deploy.conftest import OURS
from tests.servers import free_port, wait_for

ROOT = Path(__file__).resolve().parent.parent.parent
OWN = Path(sys.executable).parent  # Leaguer's programs


def environment(here: dict[str, str], port: int) -> dict[str, str]:
    """A machine's own environment, none of this run's settings, and what the test says of it."""
    ours = {*OURS, "DJANGO_SETTINGS_MODULE"}
    return {name: value for name, value in os.environ.items() if name not in ours} | here | {"PORT": str(port)}


@contextmanager
def running(
    here: dict[str, str],
    port: int,
    programs: Path = OWN,
    command: Sequence[str] = (),
    ready: Callable[[int], bool] | None = None,
    folder: Path = ROOT,
) -> Iterator[subprocess.Popen[bytes]]:
    """`make run` past its installation, until it is ready: until it answers, or with other programs than Leaguer's
    until both are started. Whatever is left of it is killed afterwards.

    `command`: what is typed in `folder`, unless it is run.sh. `ready` is asked with the process's id, and may do
    something.
    """
    command = command or ("sh", "deploy/run.sh", str(programs))
    process = subprocess.Popen(
        command, cwd=folder, env=environment(here, port), stdin=subprocess.DEVNULL, start_new_session=True
    )
    try:
        usual = (lambda pid: answers(port)) if programs == OWN else (lambda pid: len(children(pid)) == 2)
        wait_for(lambda: (ready or usual)(process.pid) or process.poll() is not None, "make run", patience=120)
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
    """The processes run.sh started, be it `parent` or a child of it: what tells them apart -> process id."""
    there: dict[int, tuple[int, str]] = {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            of = int(stat.read_text().rsplit(")", 1)[1].split()[1])
            there[int(stat.parent.name)] = of, stat.with_name("cmdline").read_text().replace("\0", " ")
    shells = {parent} | {pid for pid, (of, line) in there.items() if of == parent and "deploy/run.sh" in line}
    names = ("deploy.web", "clerk")
    return {name: pid for pid, (of, line) in there.items() if of in shells for name in names if name in line}


def is_alive(pid: int) -> bool:
    return Path(f"/proc/{pid}").exists()


STAND_IN = """#!{python} -SE
import signal, sys

if {{"upgrade", "demo"}}.isdisjoint(sys.argv):
    signal.pause()
"""


@pytest.fixture(params=["stand-ins", pytest.param("Leaguer's own", marks=pytest.mark.soak)])
def programs(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """Where run.sh finds its Python: one that does nothing but wait to be ended, or by `make soak` Leaguer's.

    Leaguer's clerk and web server end when they are told to: see test_clerk, and test_readme of both.
    """
    if request.param != "stand-ins":
        return OWN
    stand_in = tmp_path / "bin" / "python"
    stand_in.parent.mkdir()
    stand_in.write_text(STAND_IN.format(python=sys.executable))
    stand_in.chmod(0o755)
    return stand_in.parent


def test_who_stops_make_stops_what_it_runs(here: dict[str, str], programs: Path) -> None:
    """By `kill`, or a service manager: only make is told, not the whole terminal."""
    venv = programs.parent
    make = ["make", f"VENV={venv}", f"--assume-old={venv}/runtime.stamp", "run"]
    with running(here, free_port(), programs, make) as process:
        both = children(process.pid)
        assert set(both) == {"deploy.web", "clerk"}
        process.terminate()
        process.wait(30)
        wait_for(lambda: not any(map(is_alive, both.values())), "the end of what make ran")


def test_a_terminal_that_is_closed_leaves_nothing_running(here: dict[str, str], programs: Path) -> None:
    """The hang-up goes to all of them."""
    port = free_port()
    with running(here, port, programs) as process:
        both = children(process.pid)
        assert set(both) == {"deploy.web", "clerk"}
        os.killpg(process.pid, signal.SIGHUP)
        process.wait(30)
        assert [name for name, pid in both.items() if is_alive(pid)] == []
    assert not answers(port)


@pytest.mark.parametrize("first", ["deploy.web", "clerk"])
def test_when_one_dies_the_other_does_not_go_on_alone(here: dict[str, str], programs: Path, first: str) -> None:
    with running(here, free_port(), programs) as process:
        both = children(process.pid)
        os.kill(both[first], signal.SIGKILL)
        assert process.wait(60) == 1
        assert [name for name, pid in both.items() if is_alive(pid)] == []
