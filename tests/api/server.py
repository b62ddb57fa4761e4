"""The real web server in processes of its own, on the database of the test that started it."""

from __future__ import annotations

import contextlib
import http.client
import subprocess
import sys
from typing import Any

import msgspec

from tests.servers import free_port, wait_for
from tests.workers import ROOT, process_environment

WORKERS = 4
UNLIMITED = {"REDIS_URL": "", "RATE_REPORTS": "0", "RATE_READS": "0", "LOG_LEVEL": "WARNING"}


class Server:
    """The web server as the Procfile runs it. Use as a context: it is gone afterwards."""

    def __init__(self, **environment: str) -> None:
        self.port = free_port()
        self.process = subprocess.Popen(
            [sys.executable, "-m", "deploy.web"],
            cwd=ROOT,
            env=process_environment() | UNLIMITED | {"PORT": str(self.port), "WORKERS": str(WORKERS)} | environment,
            stdin=subprocess.DEVNULL,
        )

    def __enter__(self) -> Server:
        wait_for(self.answers, "the web server")
        return self

    def __exit__(self, *error: object) -> None:
        self.process.terminate()
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.process.wait(20)
        self.process.kill()
        self.process.wait()

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
