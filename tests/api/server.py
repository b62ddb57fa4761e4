"""The real web server in processes of its own, on the database of the test that started it. They are forks of the
test's, which need not import the site; test_settings has it imported by a Python of its own."""

from __future__ import annotations

import contextlib
import http.client
import os
import signal
from typing import Any

import msgspec

from deploy import web
from tests.deploy import anew
from tests.deploy.house import forked
from tests.servers import free_port, wait_for
from tests.workers import process_environment

WORKERS = 4
UNLIMITED = {"REDIS_URL": "", "RATE_REPORTS": "0", "RATE_READS": "0", "LOG_LEVEL": "WARNING"}


class Server:
    """The web server as the Procfile runs it. Use as a context: it is gone afterwards."""

    def __init__(self, **environment: str) -> None:
        self.port = free_port()
        there = process_environment() | UNLIMITED | {"PORT": str(self.port), "WORKERS": str(WORKERS)} | environment

        def serve() -> None:
            anew.begin(there)
            web.main()

        anew.warm()
        self.pid = forked(serve)

    def __enter__(self) -> Server:
        try:
            wait_for(self.answers, "the web server")
        except TimeoutError:
            self.__exit__()
            raise
        return self

    def __exit__(self, *error: object) -> None:
        os.kill(self.pid, signal.SIGTERM)
        os.waitpid(self.pid, 0)

    def answers(self) -> bool:
        with contextlib.suppress(OSError):
            return self.call("GET", "").status == 200
        return False

    def call(self, method: str, path: str, body: Any = None, **headers: str) -> Said:
        """One request on a connection of its own."""
        line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        data = body if isinstance(body, bytes) else b"" if body is None else msgspec.json.encode(body)
        named = {"Content-Type": "application/json"} | {name.replace("_", "-"): text for name, text in headers.items()}
        try:
            line.request(method, f"/api/v1/{path}", data, named)
            response = line.getresponse()
            return Said(response.status, response.read())
        finally:
            line.close()


class Said(msgspec.Struct):
    """What the server answered."""

    status: int
    body: bytes

    @property
    def json(self) -> Any:
        return msgspec.json.decode(self.body)
