"""`as_of`: what was believed at a time is what the same GET answered then, byte for byte, whatever was mended since."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta, timezone
from random import Random
from typing import Any
from urllib.parse import quote
from uuid import uuid4

import msgspec
import pytest

from battles import clerk, log
from tests.api.conftest import Caller, problem, report, said
from tests.api.playing import Hands, alpha_66, mend
from tests.campaigns.conftest import Season
from tests.cast import Cast
from tests.length import AT_LENGTH, seeds

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("unlimited")]
EVERY = 1 if AT_LENGTH else 30  # of so many answers one is kept, another one at every moment
READERS = ("anonymous", "dave", "bob", "carol", "alice")
PLACES = ("", "state/", "events/?limit=200", "events/?history=all&limit=200", "events/?after=3&limit=200", "explain/")
Taken = list[tuple[str, str, str, str, bytes]]


class Album:
    """What everyone was answered at every moment, by turns: (time, reader, language, place, bytes)."""

    def __init__(self, battle: str, people: dict[str, Caller], places: tuple[str, ...] = PLACES) -> None:
        self.battle, self.people, self.places = battle, people, places
        self.taken: Taken = []
        self.asked = 1

    def take(self) -> None:
        self.asked += 1
        now = log.read(self.battle)[-1].at
        for reader in READERS:
            for place in self.places:
                for language in ("en", "de") if reader == "carol" else ("en",):
                    self.asked += 1
                    if self.asked % EVERY == 0:
                        self.taken.append((now, reader, language, place, self._read(reader, language, place)))

    def compare(self) -> int:
        """Ask for every moment again; how many answers were compared."""
        for moment, reader, language, place, then in self.taken:
            asked = f"{place}{'&' if '?' in place else '?'}as_of={moment}"
            assert self._read(reader, language, asked) == then, (moment, reader, language, place)
        return len(self.taken)

    def _read(self, reader: str, language: str, place: str) -> bytes:
        response = self.people[reader].get(f"battles/{self.battle}/{place}", Accept_Language=language)
        assert response.status_code == 200, response.content
        return bytes(response.content)


@pytest.mark.at_length
def test_a_story_is_believed_as_it_was(people: dict[str, Caller], season: Season) -> None:
    """Played, misreported, undone, redone, corrected, left unsettled, declared, confirmed, settled, amended."""
    alice, bob, carol = people["alice"], people["bob"], people["carol"]
    battle = season.muster()
    album = Album(battle, people)
    correction: dict[str, Any] = {
        "position": 2,
        "how": "change",
        "reason": "It was the other cat",
        "settle": {"3": {"how": "keep"}},
    }
    story: list[tuple[Caller, str, dict[str, Any]]] = [
        (bob, "Shoot", {"shooter": "bears-1", "target": "cats-1", "dice": [6]}),
        (bob, "Shoot", {"shooter": "bears-2", "target": "cats-1", "dice": [6]}),
        (bob, "Undo", {"position": 3, "reason": "Not so"}),
        (bob, "Undo", {"position": 4}),
        (carol, "Shoot", {"shooter": "cats-2", "target": "bears-1", "dice": [5]}),
        (bob, "Undo", {"position": 2}),
        (carol, "Decline", {"position": 7, "reason": "It was so"}),
        (bob, "Correct", correction | {"data": {"shooter": "bears-1", "target": "cats-2", "dice": [6]}}),
        (carol, "Agree", {"position": 9}),
        (bob, "Shoot", {"shooter": "bears-1", "target": "cats-2"}),
        (alice, "TakeCase", {"reason": "They cannot agree"}),
        (alice, "Declare", {"facts": {"vehicles.cats-1.damage": 2, "vehicles.cats-2.damage": 2}, "reason": "Enough"}),
        (alice, "Amend", {"winner": "north", "conditions": {"cats-2": {"damage": 1}}, "reason": "It drove off"}),
    ]
    album.take()
    for caller, type_, data in story:
        response = caller.report(battle, type_, **data)
        assert response.status_code == 200, (type_, response.content)
        album.take()
    season.confirm(battle)
    album.take()
    assert clerk.attend(battle)
    album.take()
    assert alice.report(battle, "Amend", winner="", reason="A draw after all").status_code == 200
    album.take()
    texts = [one["type"] for one in said(bob.get(f"battles/{battle}/events/?history=all&limit=200"))["events"]]
    assert {"Revised", "Retold", "Declared", "Amended", "Proposed", "Agreed", "Declined", "Settled"} <= set(texts)
    assert album.compare() >= 17 * 6 * len(PLACES) // EVERY


@pytest.mark.at_length
@pytest.mark.parametrize("seed", seeds(20))
def test_whatever_is_played_and_mended(people: dict[str, Caller], cast: Cast, seed: int) -> None:
    cast.alice.is_superuser = True
    cast.alice.save()
    chance = Random(seed)
    battle = alpha_66(cast)
    hands = Hands(battle, {"americans": people["bob"], "soviets": people["carol"]}, chance)
    album = Album(battle, people, ("", "events/?limit=200"))
    for n in range(50 if AT_LENGTH else 24):
        if chance.random() < 0.5:
            mend(hands, people["alice"])
        else:
            hands.advance()
        if n % 5 == 0:
            album.take()
        if log.head(battle).position > 150:
            break
    assert any(row.type == "Revised" for row in log.read(battle))
    assert album.compare() >= 6 * 2 // 6


def test_a_page_of_then_leads_to_a_page_of_then(bob: Caller, battle: str) -> None:
    for face in (1, 2, 3):
        bob.report(battle, "Shoot", shooter="bears-1", target="cats-1", dice=[face])
    then = log.read(battle)[-1].at
    whole = said(bob.get(f"battles/{battle}/events/"))["events"]
    bob.report(battle, "Undo", position=2)
    found, path = [], f"battles/{battle}/events/?limit=1&as_of={then}"
    while path:
        page = said(bob.get(path))
        found += page["events"]
        path = (page["next"] or "").partition("/api/v1/")[2]
    assert found == whole


def test_a_moment_between_two_reports(bob: Caller, battle: str) -> None:
    """A microsecond before a report it is not believed yet, at its own time it is; however the time is written."""
    shot = said(bob.report(battle, "Shoot", shooter="bears-1", target="cats-1", dice=[6]))["position"]
    at = datetime.fromisoformat(log.read(battle)[-1].at)

    def position(moment: str) -> int:
        response = bob.get(f"battles/{battle}/?as_of={moment}")
        assert response.status_code == 200, response.content
        return int(said(response)["position"])

    assert position(written(at)) == shot
    assert position(written(at - timedelta(microseconds=1))) == shot - 1
    there = timezone(timedelta(hours=5, minutes=45))
    assert position(quote(at.astimezone(there).isoformat())) == shot
    assert position(at.astimezone(there).isoformat()) == shot  # “+” sent as it is comes as a blank
    assert position(quote((at - timedelta(microseconds=1)).astimezone(there).isoformat())) == shot - 1
    assert position(at.replace(tzinfo=None).isoformat()) == shot
    assert position(written(at).replace("Z", "999Z")) == shot
    assert position("2999-12-31T23:59Z") == shot
    assert position("2999-12-31T23:59:59") == shot


def written(moment: datetime) -> str:
    return moment.isoformat(timespec="microseconds").replace("+00:00", "Z")


NO_TIMES = (
    "yesterday",
    "",
    "2026-02-30T10:00:00Z",
    "2026-01-01",
    "2026-01-01T10",
    "2026-01-01T24:00:00Z",
    "2026-01-01T10:00:60Z",
    "2026-01-01T10:00:00ZZ",
    "2026-01-01T10:00:00%2B99:00",
    "2026-01-01T10:00:00.Z",
    "0001-01-01T00:00:00%2B10:00",
    "9999-12-31T23:59:59-10:00",
    "0000-01-01T00:00:00Z",
    "٢٠٢٦-01-01T10:00:00Z",
    "2026-W01-1T10:00:00",
    "1767225600",
    "2026-01-01T10:00:00Z%0A",
)


@pytest.mark.parametrize("place", ["", "state/", "events/", "explain/"])
def test_a_time_that_is_none_is_named(bob: Caller, battle: str, place: str) -> None:
    for moment in NO_TIMES:
        found = problem(bob.get(f"battles/{battle}/{place}?as_of={moment}"), 400, "malformed")
        assert found["field"] == "as_of"
        assert "2026-02-28T19:30:00Z" in found["detail"]


@pytest.mark.parametrize("place", ["", "state/", "events/", "explain/", "explain/?of=round"])
def test_before_its_muster_a_battle_was_not_there(bob: Caller, battle: str, place: str) -> None:
    asked = f"{place}{'&' if '?' in place else '?'}as_of=2020-01-01T00:00:00Z"
    found = problem(bob.get(f"battles/{battle}/{asked}"), 404, "not-found")
    assert found["field"] == "as_of"


@pytest.mark.parametrize("place", ["state/", "explain/"])
def test_a_position_and_a_time_are_two_questions(bob: Caller, battle: str, place: str) -> None:
    found = problem(bob.get(f"battles/{battle}/{place}?at=1&as_of=2999-01-01T00:00:00Z"), 400, "malformed")
    assert found["field"] == "as_of"


def test_a_time_opens_no_door(people: dict[str, Caller], hidden: Season) -> None:
    battle = hidden.muster()
    for place in PLACES:
        asked = f"{place}{'&' if '?' in place else '?'}as_of=2999-01-01T00:00:00Z"
        there, nowhere = (people["dave"].get(f"battles/{id}/{asked}") for id in (battle, uuid4()))
        problem(there, 404, "not-found")
        assert there.content == nowhere.content


def test_as_it_stood_follows_the_line_of_then(bob: Caller, battle: str) -> None:
    """A position is looked at as it stood when it was the newest, though it was struck later."""
    states = {}

    def stood(where: str = "state/") -> bytes:
        return bytes(bob.get(f"battles/{battle}/{where}").content)

    for type_, data in (
        ("Shoot", {"shooter": "bears-1", "target": "cats-1", "dice": [6]}),
        ("Shoot", {"shooter": "bears-2", "target": "cats-1", "dice": [6]}),
        ("Undo", {"position": 3}),
        ("Shoot", {"shooter": "bears-2", "target": "cats-2", "dice": [5]}),
        ("Undo", {"position": 2}),
        ("Undo", {"position": 6}),
    ):
        assert bob.report(battle, type_, **data).status_code == 200
        states[log.head(battle).position] = stood()
    assert list(states) == [2, 3, 4, 5, 6, 7]
    assert all(stood(f"state/?at={position}") == then for position, then in states.items())
    assert len(set(states.values())) == len(states)


TAGGED: tuple[Callable[[str], str], ...] = (
    lambda now: "",
    lambda now: f"?as_of={now}",
    lambda now: "?as_of=2999-01-01T00:00:00Z",
    lambda now: "state/",
    lambda now: "state/?at=1",
    lambda now: f"state/?as_of={now}",
    lambda now: "events/",
    lambda now: "events/?history=all",
    lambda now: "events/?after=1",
    lambda now: f"events/?as_of={now}",
    lambda now: "explain/",
    lambda now: "explain/?of=round",
    lambda now: "explain/?of=phase",
    lambda now: "explain/?of=round&at=1",
    lambda now: "facts/",
)


def test_every_question_has_a_tag_of_its_own(bob: Caller, battle: str) -> None:
    bob.report(battle, "Shoot", shooter="bears-1", target="cats-1", dice=[6])
    now = log.read(battle)[-1].at
    places = [place(now) for place in TAGGED]
    tags = {place: bob.get(f"battles/{battle}/{place}")["ETag"] for place in places}
    for place in places:
        others = [one for one in places if one != place and one.partition("?")[0] == place.partition("?")[0]]
        for known, status in (([place], 304), (others, 200)):
            named = ", ".join(tags[one] for one in known)
            assert bob.get(f"battles/{battle}/{place}", If_None_Match=named).status_code == status, (place, known)
    bob.post(f"battles/{battle}/commands/", report("Undo", position=2))
    assert all(bob.get(f"battles/{battle}/{place}", If_None_Match=tags[place]).status_code == 200 for place in places)


def test_what_could_be_reported_then_is_told_too(bob: Caller, battle: str) -> None:
    shot = said(bob.report(battle, "Shoot", shooter="bears-1", target="cats-1", dice=[6]))["position"]
    then = log.read(battle)[-1].at
    bob.report(battle, "Undo", position=shot)
    sheet = msgspec.json.decode(bob.get(f"battles/{battle}/?as_of={then}").content)
    assert [choice["command"] for choice in sheet["choices"]][:2] == ["Shoot", "Shoot"]
    assert [choice["given"] for choice in sheet["mends"] if choice["command"] == "Undo"] == [{"position": shot}]
    assert msgspec.json.decode(bob.get(f"battles/{battle}/state/?as_of={then}").content)["mends"] == []
