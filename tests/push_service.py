"""A push service on this machine and a browser's keys: messages are encrypted, sent over HTTP and read there."""

from __future__ import annotations

import json
from base64 import urlsafe_b64encode
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any

import http_ece
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from pytest_django import Settings


def text(raw: bytes) -> str:
    return urlsafe_b64encode(raw).rstrip(b"=").decode()


class Service:
    """`answers`: the statuses it gives, the last one from then on; `got`: path and headers of what came, `told`: what
    was in it."""

    def __init__(self, origin: str) -> None:
        self.origin = origin
        self.answers = [201]
        self.got: list[tuple[str, dict[str, str]]] = []
        self.told: list[dict[str, Any]] = []
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.auth = bytes(range(16))

    def subscription(self, name: str = "phone") -> dict[str, str]:
        point = self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        return {"endpoint": f"{self.origin}/{name}", "p256dh": text(point), "auth": text(self.auth)}

    def take(self, path: str, headers: dict[str, str], body: bytes) -> int:
        self.got.append((path, headers))
        plain = http_ece.decrypt(body, private_key=self.key, auth_secret=self.auth, version="aes128gcm")
        self.told.append(json.loads(plain))
        return self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]


@contextmanager
def serving(settings: Settings) -> Iterator[Service]:
    """The service, named whole in PUSH_HOSTS as one of the operator's own network."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            status = service.take(self.path, {name.lower(): value for name, value in self.headers.items()}, body)
            self.send_response(status)
            if status == 302:
                self.send_header("Location", f"{service.origin}/elsewhere")
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, format: str, *args: Any) -> None:
            """Say nothing."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        service = Service(f"http://127.0.0.1:{server.server_port}")
        settings.PUSH_HOSTS = [service.origin]
        Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
        yield service
        server.shutdown()
