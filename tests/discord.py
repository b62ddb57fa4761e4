"""Discord as its documentation has it, as far as an incoming webhook needs it: messages that are posted and edited, its
limits, its refusals. https://discord.com/developers/docs/resources/webhook and /topics/rate-limits
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Lock, Thread
from time import monotonic
from typing import Any
from urllib.parse import parse_qs, urlsplit

from pytest_django import Settings

PATH = re.compile(r"/api(?:/v\d+)?/webhooks/(\d+)/([\w-]+)(?:/messages/(\d+))?")
LIMITS = {"title": 256, "description": 4096, "url": 2048}
Json = dict[str, Any]


class Discord:
    """`hooks`: the webhooks there are, with their tokens. `messages`: what stands there by id, `deleted` ids of what
    somebody took away. `per`: how many requests a webhook has in `window` seconds. `fails`: statuses that it answers
    with instead, one after the other; 0 hangs up after it has done what was asked. `asked`: every request."""

    def __init__(self, port: int) -> None:
        self.origin = f"http://127.0.0.1:{port}"
        self.hooks = {"4711": "a-token"}
        self.messages: dict[str, Json] = {}
        self.per, self.window = 1000, 0.3
        self.fails: list[int] = []
        self.asked: list[tuple[str, str, Json]] = []
        self.limited = 0
        self.lock = Lock()
        self._times: list[float] = []

    @property
    def url(self) -> str:
        return f"{self.origin}/api/webhooks/4711/a-token"

    @property
    def embeds(self) -> list[Json]:
        return [one["embeds"][0] for one in self.messages.values()]

    def titles(self) -> list[str]:
        return [one["title"] for one in self.embeds]

    def answer(self, method: str, path: str, body: bytes) -> tuple[int, dict[str, str], Json | None]:
        """Status, headers and body; a body of None is none."""
        limited = self._limits()
        if isinstance(limited, float):
            self.limited += 1
            told = {"message": "You are being rate limited.", "retry_after": limited, "global": False}
            return 429, {"Retry-After": str(int(limited) + 1), "X-RateLimit-Scope": "user"}, told
        if self.fails and (status := self.fails.pop(0)):
            return status, {}, {"message": f"{status}: of the test", "code": 0}
        parts = urlsplit(path)
        found = PATH.fullmatch(parts.path)
        if found is None:
            return 404, limited, {"message": "404: Not Found", "code": 0}
        hook, token, message = found.groups()
        if hook not in self.hooks:
            return 404, limited, {"message": "Unknown Webhook", "code": 10015}
        if self.hooks[hook] != token:
            return 401, limited, {"message": "Invalid Webhook Token", "code": 50027}
        said = json.loads(body)
        self.asked.append((method, path, said))
        if faults := self._faults(said):
            return 400, limited, {"message": "Invalid Form Body", "code": 50035, "errors": faults}
        return self._done(method, parts.query, message, said, limited)

    def _done(
        self, method: str, query: str, message: str | None, said: Json, limits: dict[str, str]
    ) -> tuple[int, dict[str, str], Json | None]:
        if method == "PATCH":
            if message not in self.messages:
                return 404, limits, {"message": "Unknown Message", "code": 10008}
            self.messages[message] = said
            return 200, limits, {"id": message, **said}
        id = str(1_000_000_000_000_000_000 + len(self.asked))
        self.messages[id] = said
        if parse_qs(query).get("wait") != ["true"]:
            return 204, limits, None
        return 200, limits, {"id": id, "type": 0, **said}

    def _limits(self) -> dict[str, str] | float:
        """The headers of a request that is within the limit; seconds to wait for one that is not."""
        now = monotonic()
        self._times = [one for one in self._times if one > now - self.window]
        left = self.window - (now - self._times[0]) if self._times else self.window
        if len(self._times) >= self.per:
            return round(left, 3)
        self._times.append(now)
        rest = self.per - len(self._times)
        return {
            "X-RateLimit-Limit": str(self.per),
            "X-RateLimit-Remaining": str(rest),
            "X-RateLimit-Reset-After": f"{left:.3f}",
            "X-RateLimit-Bucket": "abcd1234",
        }

    def _faults(self, said: Json) -> Json:
        embeds = said.get("embeds", [])
        faults: Json = {}
        if not embeds and not said.get("content"):
            faults["content"] = "Cannot send an empty message"
        if len(embeds) > 10 or len(said.get("content", "")) > 2000:
            faults["embeds"] = "Must be 10 or fewer"
        for embed in embeds:
            faults |= {name: "too long" for name, most in LIMITS.items() if len(embed.get(name, "")) > most}
            if len(embed.get("title", "")) + len(embed.get("description", "")) > 6000:
                faults["embed"] = "Embed size exceeds maximum size of 6000"
            if "image" in embed and urlsplit(embed["image"]["url"]).scheme not in ("http", "https"):
                faults["image"] = "Scheme must be one of ('http', 'https')."
        return faults


@contextmanager
def listening(settings: Settings) -> Iterator[Discord]:
    """It is named in WEBHOOK_HOSTS as one of the operator's own network."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            self._take("POST")

        def do_PATCH(self) -> None:
            self._take("PATCH")

        def _take(self, method: str) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            with discord.lock:
                hangs_up = discord.fails[:1] == [0]
                status, headers, told = discord.answer(method, self.path, body)
            if hangs_up:
                self.close_connection = True
                return
            text = b"" if told is None else json.dumps(told).encode()
            self.send_response(status)
            for name, value in {
                "Content-Type": "application/json",
                "Content-Length": str(len(text)),
                **headers,
            }.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(text)

        def log_message(self, format: str, *args: Any) -> None:
            """Say nothing."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        discord = Discord(server.server_port)
        settings.WEBHOOK_HOSTS = [discord.origin]
        Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
        yield discord
        server.shutdown()
