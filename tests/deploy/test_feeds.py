"""Programs that listen by the API: every new row as they may know it, none twice, none missed, and none without a
right."""

from __future__ import annotations

from collections.abc import Iterator
from http.client import HTTPConnection
from typing import Any

import msgspec
import pytest
from django.test import Client

from api import feeds, keys, models
from battles import log
from campaigns.models import Campaign, User
from tests.databases import Scratch
from tests.deploy.house import play_on
from tests.deploy.serving import serving
from tests.deploy.test_live import newest
from tests.length import in_soak

OPEN: list[Program] = []


@pytest.fixture(autouse=True)
def _closed() -> Iterator[None]:
    yield
    while OPEN:
        OPEN.pop().close()


class Program:
    """Reads server-sent events, one after the other."""

    def __init__(self, port: int, path: str, token: str = "", **headers: str) -> None:
        self.connection = HTTPConnection("127.0.0.1", port, timeout=20)
        known = {"Authorization": f"Bearer {token}"} if token else {}
        self.connection.request("GET", f"/api/v1/{path}", headers=known | headers)
        self.answer = self.connection.getresponse()
        OPEN.append(self)

    def close(self) -> None:
        self.answer.close()
        self.connection.close()

    def rows(self) -> tuple[int, Any]:
        """The next event: its id, and what it tells."""
        said: dict[str, str] = {}
        while line := self.answer.readline().decode():
            name, colon, value = line.strip().partition(": ")
            if colon and name:
                said[name] = value
            elif not line.strip() and said.pop("event", ""):
                return int(said["id"]), msgspec.json.decode(said["data"])
        raise EOFError


@pytest.mark.parametrize(
    "on",
    [
        pytest.param("postgresql", marks=pytest.mark.only_on("postgresql")),
        pytest.param(
            "sqlite",
            marks=[
                pytest.mark.only_on("sqlite"),
                in_soak(
                    "tests/deploy/test_feeds.py::test_a_program_hears_every_row_as_the_log_has_it",
                    "tests/deploy/test_feeds.py::test_who_has_lost_the_right_hears_nothing_more",
                ),
            ],
        ),
    ],
)
def test_a_program_hears_every_row_as_the_log_has_it(database: Scratch, on: str) -> None:
    """On SQLite, in every run, three programs hear until they lose the right: below."""
    sheet = newest()
    bob = models.issue(User.objects.get(username="bob"))
    battle, campaign = f"battles/{sheet.stream}/events/", f"campaigns/{sheet.campaign}/events/"
    with serving(database) as server:
        live = Program(server.port, f"{battle}live/?after={sheet.position}", bob)
        assert live.answer.getheader("Content-Type") == "text/event-stream"
        whole = Program(server.port, f"{campaign}live/", bob)
        first, told = whole.rows()
        assert (len(told["events"]), told["events"][0]["position"]) == (min(feeds.PAGE, first), 1)
        play_on()
        head = log.head(sheet.stream).position
        heard, (id, said) = [], live.rows()
        heard += said["events"]
        while id < head:
            id, said = live.rows()
            heard += said["events"]
        asked = Client().get(f"/api/v1/{battle}?after={sheet.position}", headers={"Authorization": f"Token {bob}"})
        assert heard == asked.json()["events"]
        assert said["people"].items() <= asked.json()["people"].items()
        again = Program(server.port, f"{battle}live/", bob, **{"Last-Event-ID": str(head - 1)})
        assert again.rows()[1]["events"] == heard[-1:]
        assert Program(server.port, "battles/00000000-0000-4000-8000-000000000000/events/live/").answer.status == 404


def test_who_has_lost_the_right_hears_nothing_more(database: Scratch) -> None:
    """A token that was ended, a key that was ended, and a stranger once the campaign is for members."""
    sheet = newest()
    club = Campaign.objects.get(stream=sheet.campaign).club
    organiser = club.organisers.all()[:1].get()
    kept, key = keys.make(club, organiser, "Scoreboard", ["read"])
    bob = models.issue(User.objects.get(username="bob"))
    address = f"battles/{sheet.stream}/events/live/?after={sheet.position - 1}"
    with serving(database) as server:
        listening = [Program(server.port, address, token) for token in (bob, key, "")]
        assert {one.rows()[0] for one in listening} == {sheet.position}
        models.Token.objects.all().delete()
        models.ClubKey.objects.update(ended_at=kept.created)
        Campaign.objects.filter(stream=sheet.campaign).update(visibility=Campaign.Visibility.MEMBERS)
        play_on()
        for one in listening:
            with pytest.raises(EOFError):
                one.rows()
        assert [Program(server.port, address, token).answer.status for token in (bob, key, "")] == [401, 401, 404]


def test_who_listens_too_often_is_asked_to_wait(database: Scratch, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(feeds, "MOST_OF_ONE", 0)
    by: dict[str, Any] = {"leaguer.hand_over": lambda take: None}
    full = Client().get(f"/api/v1/battles/{newest().stream}/events/live/", **by)
    assert (full.status_code, full.json()["code"], full["Retry-After"]) == (503, "full", "60")


def test_rights_are_looked_at_without_new_rows_too(database: Scratch) -> None:
    sheet = newest()
    bob = User.objects.get(username="bob")
    token = models.issue(bob)
    by_token = feeds.Listener(str(sheet.stream), str(bob.pk), models.digest(token), "a", 0, "battle", True)
    anybody = feeds.Listener(str(sheet.campaign), "", "", "b", 0, "campaign")
    lost = feeds.Listener(str(sheet.stream), str(bob.pk), "no session", "c", 0)
    assert feeds.still_listening([by_token, anybody, lost]) == {by_token, anybody}
    models.Token.objects.all().delete()
    Campaign.objects.update(visibility=Campaign.Visibility.MEMBERS)
    assert feeds.still_listening([by_token, anybody]) == set()


def test_a_server_that_holds_nothing_tells_what_is_new_and_ends(database: Scratch) -> None:
    sheet = newest()
    answer = Client().get(f"/api/v1/battles/{sheet.stream}/events/live/?after={sheet.position - 1}")
    assert answer["Content-Type"] == "text/event-stream"
    text = answer.content.decode()
    assert text.startswith("retry: ")
    assert text.count(f"id: {sheet.position}\n") == 1
