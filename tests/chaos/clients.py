"""Those who report, by API, while all around them dies. A report that gets no answer is sent again under its id, as
phones do it, until one comes; each keeps to what it was told."""

from __future__ import annotations

import json
import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from contextlib import suppress
from http.client import HTTPConnection, HTTPException
from http.cookies import SimpleCookie
from random import Random
from threading import Event, Thread
from time import monotonic
from typing import Any
from urllib.parse import urlencode
from uuid import uuid4

from tests.cast import PASSWORD
from tests.chaos.history import History, Report

SHOT = {"unit": "alpha-1", "target": "red-1", "cover": True, "dice": [2, 5, 6, 6, 1], "defence": [4, 5, 4, 6]}
BETWEEN = 0.15  # seconds until a report is sent again
PATIENCE = 20.0  # seconds for an answer
TOKEN = re.compile(r'name="csrfmiddlewaretoken" value="(\w+)"')
LOADED = re.compile(r'(?:href|src)="(/static/[^"?#]+)')
Told = dict[str, Any]
Address = tuple[str, int]


class Client(Thread, ABC):
    """At the server whose address it asks for, under a player's key; until it is told to end."""

    def __init__(self, way: Callable[[], Address], keys: Mapping[str, str], history: History, ends: Event) -> None:
        super().__init__(daemon=True)
        self.way, self.keys, self.history, self.ends = way, keys, history, ends
        self.failure: BaseException | None = None

    def run(self) -> None:
        try:
            while not self.ends.is_set():
                self.act()
        except BaseException as error:
            self.failure = error

    @abstractmethod
    def act(self) -> None:
        """What it does over and over."""

    def ask(self, who: str, path: str, body: Any = None, **headers: str) -> tuple[int, Told]:
        """0 where no whole answer comes."""
        sent = {"Authorization": f"Token {self.keys[who]}", "Content-Type": "application/json", **headers}
        line = HTTPConnection(*self.way(), timeout=PATIENCE)
        try:
            data = body if body is None or isinstance(body, str) else json.dumps(body)
            line.request("POST" if body else "GET", f"/api/v1/{path}", data, sent)
            answer = line.getresponse()
            told = answer.read()
            return answer.status, json.loads(told) if "json" in answer.headers.get("Content-Type", "") else {}
        except (OSError, HTTPException, ValueError):
            return 0, {}
        finally:
            line.close()

    def report(self, who: str, stream: str, type_: str, data: Mapping[str, Any], to: str = "battles") -> Told:
        """What became of it; nothing where the client was told to end first."""
        one = self.history.begins(stream, str(uuid4()))
        body = {"id": one.id, "type": type_, "data": data}
        while not self.ends.is_set():
            status, told = self.ask(who, f"{to}/{stream}/commands/", body)
            if self.settles(one, status, told):
                return told
            self.history.fails(one, f"{status} {told.get('code', '')}")
            self.ends.wait(BETWEEN)
        return {}

    def settles(self, one: Report, status: int, told: Told) -> bool:
        if status == 200:
            (answer,) = told["reports"]
            one.positions = tuple(event["position"] for event in answer["events"])
        elif status in (409, 422):
            if self.history.copies:
                return True  # a copy of it may come when the rules allow it: nobody knows what becomes of it
            one.refused = True
        else:
            assert status in (0, 500, 502, 503, 504), (status, told)
            return False
        one.ended = monotonic()
        return True


class Shooter(Client):
    """Fires, and takes it back: two reports after which the battle stands as before, as often as you like. Another one
    does the same in the same battle at the same time, under the same account."""

    def __init__(self, battle: str, *rest: Any, pause: float = 0.0) -> None:
        super().__init__(*rest)
        self.battle, self.pause = battle, pause

    def act(self) -> None:
        self.ends.wait(self.pause)
        told = self.report("bob", self.battle, "Fire", SHOT)
        if "reports" in told:
            first = told["reports"][0]["events"][0]["position"]
            self.report("bob", self.battle, "Undo", {"position": first, "reason": "misread"})
        elif not self.ends.is_set():
            self._take_back_what_is_there()

    def _take_back_what_is_there(self) -> None:
        """The other one's shot, which stands in the way; or one of its own whose answer was lost."""
        status, told = self.ask("bob", f"battles/{self.battle}/")
        if status == 200:
            places = [one["given"]["position"] for one in told["mends"] if one["command"] == "Undo"]
            if places:
                self.report("bob", self.battle, "Undo", {"position": places[0], "reason": "misread"})


class Organiser(Client):
    """Goes through the rounds of a ladder: Carol challenges Bob in each, and nobody plays."""

    def __init__(self, campaign: str, pause: float, *rest: Any) -> None:
        super().__init__(*rest)
        self.campaign, self.pause, self.round = campaign, pause, 0

    def act(self) -> None:
        told = self._tells("alice", "OpenRound", {"method": "ladder", "deadline": ""})
        if "reports" in told:
            self.round = next(one["data"]["number"] for one in told["reports"][0]["events"] if "number" in one["data"])
        self._tells("carol", "Challenge", {"platoon": "red", "against": "alpha"})
        self._tells("alice", "Penalise", {"platoon": "red", "score": 1, "reason": "late"})
        self._tells("alice", "CloseRound", {"round": self.round})

    def _tells(self, who: str, type_: str, data: Mapping[str, Any]) -> Told:
        self.ends.wait(self.pause)
        return self.report(who, self.campaign, type_, data, to="campaigns")


class Reader(Client):
    """Opens pages, with all that they load."""

    def __init__(self, paths: list[str], *rest: Any) -> None:
        super().__init__(*rest)
        self.paths, self.read, self.failed = paths, 0, list[str]()
        self.cookies = dict[str, str]()

    def act(self) -> None:
        for path in self.paths:
            page = self._opened(path)
            for one in sorted({*LOADED.findall(page)}):
                self._opened(one)
            if self.ends.wait(0.1):
                return

    def _opened(self, path: str, form: Mapping[str, str] | None = None) -> str:
        """What is found there, or where a form led; "" for nothing."""
        line = HTTPConnection(*self.way(), timeout=PATIENCE)
        sent = {"Cookie": "; ".join(f"{name}={value}" for name, value in self.cookies.items())}
        sent |= {"Content-Type": "application/x-www-form-urlencoded"} if form else {}
        try:
            line.request("POST" if form else "GET", path, urlencode(form) if form else None, sent)
            answer = line.getresponse()
            text = answer.read().decode(errors="replace")
            for each in answer.headers.get_all("Set-Cookie", []):
                self.cookies |= {name: morsel.value for name, morsel in SimpleCookie(each).items()}
            if answer.status != (302 if form else 200):
                self.failed.append(f"{path} {answer.status}")
            self.read += 1
            return text or answer.headers.get("Location", "")
        except (OSError, HTTPException) as error:
            self.failed.append(f"{path} {error!r}")
            return ""
        finally:
            line.close()


class Member(Reader):
    """Logs in once, and stays: whichever process answers knows who asks."""

    def __init__(self, name: str, *rest: Any) -> None:
        super().__init__(*rest)
        self.who = name

    def act(self) -> None:
        if not self.cookies:
            token = TOKEN.findall(self._opened("/login/"))[0]
            form = {"csrfmiddlewaretoken": token, "username": self.who, "password": PASSWORD}
            self._opened("/login/", form)
        super().act()


class Watcher(Client):
    """Looks at the battles one after the other."""

    def __init__(self, battles: list[str], *rest: Any) -> None:
        super().__init__(*rest)
        self.battles, self.chance = battles, Random(7)

    def act(self) -> None:
        battle, began = self.chance.choice(self.battles), monotonic()
        status, told = self.ask(self.chance.choice(["bob", "carol"]), f"battles/{battle}/")
        if status == 200:
            self.history.shows(battle, began, told["position"], told["digest"])
        self.ends.wait(0.1)


class Confirmer(Client):
    """Confirms finished battles for both sides, one after the other, with a pause; the clerk settles each."""

    def __init__(self, battles: list[str], pause: float, *rest: Any) -> None:
        super().__init__(*rest)
        self.waiting, self.pause = list(battles), pause
        self.confirmed, self.refused = list[str](), list[str]()

    def act(self) -> None:
        if self.ends.wait(self.pause) or not self.waiting:
            return
        battle = self.waiting[0]
        status, told = self.ask("bob", f"battles/{battle}/")
        if status != 200:
            return
        for who, side in (("bob", "americans"), ("carol", "soviets")):
            answer = self.report(who, battle, "Confirm", {"side": side, **told["fought"]})
            if "reports" not in answer:
                self.refused += [] if self.ends.is_set() else [self.waiting.pop(0)]
                return
        self.confirmed.append(self.waiting.pop(0))


def said(client: Client, who: str, battle: str, line: str) -> None:
    """A report as a line of script, before anything dies."""
    headers = {"Content-Type": "text/x-battle-script", "Idempotency-Key": str(uuid4())}
    status, told = client.ask(who, f"battles/{battle}/commands/", line, **headers)
    assert status == 200, told


def finished(clients: list[Client]) -> None:
    """All have ended; the first that failed says why."""
    for client in clients:
        client.ends.set()
    for client in clients:
        client.join(PATIENCE * 3)
        with suppress(RuntimeError):
            assert not client.is_alive()
        if client.failure:
            raise client.failure
