"""The web server is told to end: what has come in is answered, and nobody else is taken."""

from __future__ import annotations

import os
import signal
import socket
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from deploy import web
from tests.deploy.house import forked
from tests.servers import free_port, wait_for

pytestmark = pytest.mark.only_on("sqlite")  # nothing here asks a database
LONG = 3_000_000  # bytes, more than a connection takes at once


def application(environ: dict[str, Any], begin: Callable[..., Any]) -> list[bytes]:
    """Answers with so many bytes once a file is there."""
    asked, wanted = int(environ["PATH_INFO"][1:]), Path(environ["QUERY_STRING"])
    wait_for(wanted.exists, f"{wanted}")
    begin("200 OK", [("Content-Length", str(asked))])
    return [b"x" * asked]


@pytest.fixture
def served(tmp_path: Path, django_db_blocker: Any) -> Iterator[tuple[int, int]]:
    """The port, and the process that supervises one worker of two threads."""
    listening = web.listen("127.0.0.1", port := free_port())
    with django_db_blocker.unblock():
        pid = forked(lambda: web.supervise(listening, application, 1, 2))
    listening.close()
    yield port, pid
    (tmp_path / "go").touch()


def asked(port: int, path: str, answers: list[bytes]) -> Thread:
    def ask() -> None:
        whole = b""
        with socket.create_connection(("127.0.0.1", port)) as line:
            line.sendall(f"GET {path} HTTP/1.1\r\nHost: here\r\n\r\n".encode())
            while len(whole.partition(b"\r\n\r\n")[2]) < int(path.partition("?")[0][1:]):
                if not (some := line.recv(65536)):
                    break
                whole += some
        answers.append(whole)

    thread = Thread(target=ask, daemon=True)
    thread.start()
    return thread


def refused(port: int) -> bool:
    with socket.socket() as probe:
        probe.settimeout(5)
        return probe.connect_ex(("127.0.0.1", port)) != 0


def test_who_has_asked_is_answered_also_who_waits_for_a_thread(served: tuple[int, int], tmp_path: Path) -> None:
    port, pid = served
    answers: list[bytes] = []
    sizes = [LONG, 10, 11, 12, 13]
    threads = [asked(port, f"/{size}?{tmp_path}/go", answers) for size in sizes]
    time.sleep(0.5)  # all have come in; two are at work, the others wait
    os.kill(pid, signal.SIGTERM)
    wait_for(lambda: refused(port), "nobody is taken any more")
    (tmp_path / "go").touch()
    for thread in threads:
        thread.join(20)
    assert sorted(len(one.partition(b"\r\n\r\n")[2]) for one in answers) == sorted(sizes)
    assert os.waitpid(pid, 0)[1] == 0
