"""Leaguer served as production is set up, and a browser before it."""

from __future__ import annotations

import http.client
import json
import os
import re
import signal
import socket
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from http.cookies import SimpleCookie
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from campaigns.models import User
from deploy import web
from tests.databases import Scratch, scratch
from tests.deploy import anew
from tests.deploy.house import forked
from tests.servers import wait_for

HOST = "leaguer.example"
PASSWORD = "nine iron bridges"


class Answer:
    def __init__(self, got: http.client.HTTPResponse) -> None:
        self.status, self.headers, self.text = got.status, got.headers, got.read().decode(errors="replace")
        self.cookies = SimpleCookie()
        for line in got.headers.get_all("Set-Cookie") or ():
            self.cookies.load(line)


class Browser:
    """Keeps cookies. Speaks through a proxy that ended TLS, from an address of its own, unless told otherwise."""

    def __init__(self, port: int, address: str) -> None:
        self.port, self.cookies = port, dict[str, str]()
        self.headers = {
            "Host": HOST,
            "X-Forwarded-Proto": "https",
            "X-Forwarded-For": address,
            "Referer": f"https://{HOST}/",
        }

    def ask(self, method: str, path: str, body: bytes | str | None = None, **headers: str | None) -> Answer:
        sent: dict[str, str | None] = {**self.headers}
        sent["Cookie"] = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        sent |= {name.replace("_", "-"): value for name, value in headers.items()}
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
        connection.request(method, path, body, {name: value for name, value in sent.items() if value is not None})
        answer = Answer(connection.getresponse())
        connection.close()
        self.cookies |= {name: morsel.value for name, morsel in answer.cookies.items()}
        assert "Traceback" not in answer.text
        return answer

    def get(self, path: str, **headers: str | None) -> Answer:
        return self.ask("GET", path, **headers)

    def post(self, path: str, fields: dict[str, str], **headers: str | None) -> Answer:
        """A form, with the token of the page it stands on."""
        token = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', self.get(path).text)
        body = urlencode({"csrfmiddlewaretoken": token[1] if token else "", **fields})
        return self.ask("POST", path, body, Content_Type="application/x-www-form-urlencoded", **headers)

    def log_in(self, name: str, password: str = PASSWORD, path: str = "/login/") -> Answer:
        return self.post(path, {"username": name, "password": password})

    def log_out(self, **headers: str | None) -> Answer:
        """With the right token, in a header."""
        return self.ask("POST", "/logout/", "", X_CSRFToken=self.cookies["__Host-csrftoken"], **headers)

    def token(self, name: str, password: str = PASSWORD) -> Answer:
        body = json.dumps({"username": name, "password": password})
        return self.ask("POST", "/api/v1/token/", body, Content_Type="application/json")


@contextmanager
def people(migrated: Scratch, folder: Path, django_db_blocker: Any) -> Iterator[Scratch]:
    """A database with people in it."""
    with django_db_blocker.unblock(), scratch(folder, like=migrated) as database:
        with database.used():
            for name in ("bob", "carol", "dora"):
                User.objects.create_user(name, password=PASSWORD)
            User.objects.create_superuser("root", password=PASSWORD)
        yield database


@contextmanager
def serving(house: Scratch, django_db_blocker: Any, port: int, **changed: str) -> Iterator[None]:
    """As production is set up, but where `changed` says otherwise. Only the static files lie where they lie in a
    checkout, and passwords are hashed in no time, for a hundred are tried."""
    environment = {
        **os.environ,
        "LEAGUER_ENV": "production",
        "SECRET_KEY": "0123456789abcdef" * 4,
        "ALLOWED_HOSTS": HOST,
        "BEHIND_PROXY": "1",
        "TRUSTED_PROXIES": "127.0.0.1",
        "RATE_PASSWORDS": "0",  # its own limit is tried elsewhere; here it would come first
        "DATABASE_URL": f"sqlite:///{house.name}",
        "PORT": str(port),
        "WORKERS": "1",
        "THREADS": "4",
        "ACCESS_LOG": "0",
        "REDIS_URL": "",
    } | changed

    def serve() -> None:
        anew.begin(environment, WHITENOISE_USE_FINDERS=True, STATIC_ROOT=None)
        web.main()

    anew.warm()
    with django_db_blocker.unblock():
        pid = forked(serve)
    try:
        wait_for(lambda: listens(changed.get("HOST", ""), port), "the server", patience=60)
        yield
    finally:
        os.kill(pid, signal.SIGTERM)
        os.waitpid(pid, 0)


def listens(path: str, port: int) -> bool:
    """At the file, or without one at the port."""
    with suppress(OSError), socket.socket(socket.AF_UNIX if path else socket.AF_INET) as line:
        line.connect(path or ("127.0.0.1", port))
        return True
    return False
