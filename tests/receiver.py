"""A program on this machine that receives webhooks over HTTP: it keeps what came and answers as it is told."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Event, Lock, Thread
from typing import Any, NamedTuple

from django.db import models
from jsonschema_rs import Draft202012Validator
from pytest_django import Settings

from api import webhook_schema
from campaigns.models import Club, WebhookEndpoint
from campaigns.webhooks import endpoints


class Got(NamedTuple):
    path: str
    headers: dict[str, str]
    body: bytes

    @property
    def told(self) -> dict[str, Any]:
        return dict(json.loads(self.body))

    @property
    def place(self) -> tuple[str, int]:
        data = self.told["data"]
        return data["stream"], data["position"]


def faults(body: bytes) -> list[str]:
    """What a message has otherwise than the published schema of its name."""
    told = json.loads(body)
    name = told["type"] if told["type"] in webhook_schema.SENT else told["type"].partition(".")[0]
    shape = webhook_schema.schema_of(name) | {"components": {"schemas": webhook_schema.components()}}
    return [f"{told['type']}: {one.message}" for one in Draft202012Validator(shape).iter_errors(told)]


class Receiver:
    """`answers`: a status, or one with headers and a body, by the path; of several the last from then on. `got`: what
    came in, `taken`: what of it was answered with 2xx. `slow`: seconds before it answers; `held`: paths that wait."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.origin = f"http://127.0.0.1:{port}"
        self.answers: dict[str, list[Any]] = {}
        self.got: list[Got] = []
        self.taken: list[Got] = []
        self.slow = 0.0
        self.held: dict[str, Event] = {}
        self.drips = False
        self.lock = Lock()

    def answer(self, path: str) -> tuple[int, dict[str, str], bytes]:
        told = self.answers.get(path, [204])
        found = told.pop(0) if len(told) > 1 else told[0]
        status, headers, body = found if isinstance(found, tuple) else (found, {}, b"")
        return status, headers, body

    def places(self, path: str = "") -> list[tuple[str, int]]:
        return [one.place for one in self.taken if one.path.startswith(path) and "stream" in one.told["data"]]


@contextmanager
def listening(settings: Settings | None = None, port: int = 0) -> Iterator[Receiver]:
    """The receiver, named in WEBHOOK_HOSTS as one of the operator's own network. In the end every message that came has
    to be as the schema says."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            length = int(self.headers["Content-Length"])
            body = self.rfile.read(length)
            if len(body) < length:  # its sender was killed in the middle of it: nobody takes half a message
                self.close_connection = True
                return
            came = Got(self.path, {name.lower(): value for name, value in self.headers.items()}, body)
            time.sleep(receiver.slow)
            if self.path in receiver.held:
                receiver.held[self.path].wait(30)
            with receiver.lock:
                status, headers, text = receiver.answer(self.path)
                receiver.got.append(came)
                if 200 <= status < 300:
                    receiver.taken.append(came)
            if receiver.drips:
                self._drip()
                return
            self.send_response(status)
            for name, value in {"Content-Length": str(len(text)), **headers}.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(text)

        def _drip(self) -> None:
            """An answer that never ends, a byte at a time."""
            try:
                for sign in b"HTTP/1.0 200 OK\r\nX-Long: " + b"a" * 10_000:
                    self.wfile.write(bytes([sign]))
                    time.sleep(0.02)
            except OSError:
                return

        def log_message(self, format: str, *args: Any) -> None:
            """Say nothing."""

    with ThreadingHTTPServer(("127.0.0.1", port), Handler) as server:
        server.daemon_threads = True
        receiver = Receiver(server.server_port)
        if settings is not None:
            settings.WEBHOOK_HOSTS = [receiver.origin]
        Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
        yield receiver
        server.shutdown()
        assert [fault for one in receiver.got if "webhook-id" in one.headers for fault in faults(one.body)] == []


def hook(club: Club, url: str, **more: Any) -> WebhookEndpoint:
    """An endpoint of a club, as the office makes one."""
    endpoint = WebhookEndpoint(club=club, name="The site’s own page", url=url, **more)
    endpoints.renew(endpoint)
    endpoint.save()
    return endpoint


def at_once(rows: models.QuerySet[Any]) -> None:
    """Nobody waits any longer for the next try."""
    rows.update(next_at="2020-01-01T00:00:00Z")
