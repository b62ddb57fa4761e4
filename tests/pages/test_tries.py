"""Guessing a password from many places pauses, longer and longer, and shuts nobody out who has been here before."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count

import pytest
from django.core.cache import cache
from django.test import Client, RequestFactory
from pyotp import TOTP
from pytest_django import Settings

from campaigns import login_throttle, second_factor
from tests.cast import PASSWORD, Cast
from tests.where import BOTH

pytestmark = pytest.mark.django_db
WRONG = {"username": "bob", "password": "wrong"}
RIGHT = {"username": "bob", "password": PASSWORD}
addresses = (f"198.51.{n // 250}.{n % 250 + 1}" for n in count())


@pytest.fixture(autouse=True)
def clock(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[float]]:
    """The time in the first place, which a test may set; the cache's own goes with it."""
    cache.clear()
    now = [1_800_000_000.0]
    monkeypatch.setattr(login_throttle, "now", lambda: now[0])
    monkeypatch.setattr("django.core.cache.backends.locmem.time.time", lambda: now[0])
    monkeypatch.setattr("django.core.cache.backends.base.time.time", lambda: now[0])
    yield now
    cache.clear()


def new_place() -> Client:
    return Client(REMOTE_ADDR=next(addresses))


def said(client: Client, sent: dict[str, str]) -> str:
    """ "" who comes in, else what they read."""
    response = client.post("/login/", sent)
    text = response.content.decode()
    if response.status_code == 302:
        return ""
    return text[text.index("Too many") :][:60] if "Too many" in text else "wrong"


def guess(n: int) -> list[bool]:
    """Whether each of so many guesses, each from an address of its own, is looked at."""
    requests = [RequestFactory().post("/login/", REMOTE_ADDR=next(addresses)) for _try in range(n)]
    return [login_throttle.take(request, "Bob") == 0 for request in requests]


@BOTH
def test_a_name_guessed_from_everywhere_pauses_longer_and_longer(cast: Cast, clock: list[float]) -> None:
    assert guess(login_throttle.NAME.free) == [True] * login_throttle.NAME.free
    for pause in (30, 60, 120, 240, 480, 960, 1920, 3600, 3600):
        clock[0] += pause - 2
        assert said(new_place(), RIGHT).startswith("Too many"), pause
        clock[0] += 2
        assert guess(2) == [True, False], pause
    clock[0] += login_throttle.DAY
    assert said(new_place(), WRONG) == "wrong", "a day later it begins anew"


def test_a_browser_that_came_in_before_is_not_held_up_by_strangers(cast: Cast) -> None:
    phone = new_place()
    assert said(phone, RIGHT) == ""
    phone.post("/logout/")
    guess(login_throttle.NAME.free + 3)
    phone.defaults["REMOTE_ADDR"] = next(addresses)  # on the way
    assert said(phone, RIGHT) == ""
    assert said(new_place(), RIGHT).startswith("Too many"), "a new place has to wait"
    assert said(new_place(), RIGHT | {"username": "carol"}) == "", "nobody else has"


def test_an_address_that_came_in_before_is_not_held_up_and_so_are_programs_there(cast: Cast) -> None:
    home = next(addresses)
    assert said(Client(REMOTE_ADDR=home), RIGHT) == ""
    guess(login_throttle.NAME.free + 3)
    assert Client(REMOTE_ADDR=home).post("/api/v1/token/", RIGHT, "application/json").status_code == 201
    late = new_place().post("/api/v1/token/", RIGHT, "application/json")
    assert late.status_code == 429
    assert 0 < int(late["Retry-After"]) <= login_throttle.HOUR + 1


def test_a_guesser_in_the_same_room_is_not_in_the_way_of_a_known_browser(cast: Cast) -> None:
    room = next(addresses)
    phone = Client(REMOTE_ADDR=room)
    said(phone, RIGHT)
    phone.post("/logout/")
    stranger = Client(REMOTE_ADDR=room)
    assert [said(stranger, WRONG) for _try in range(login_throttle.TRIES)] == ["wrong"] * login_throttle.TRIES
    assert said(stranger, RIGHT).startswith("Too many")
    assert said(phone, RIGHT) == ""


def test_a_known_browser_guesses_no_more_than_others(cast: Cast) -> None:
    phone = new_place()
    said(phone, RIGHT)
    phone.post("/logout/")
    told = []
    for _try in range(login_throttle.TRIES + 1):
        phone.defaults["REMOTE_ADDR"] = next(addresses)
        told.append(said(phone, WRONG)[:8])
    assert told == ["wrong"] * login_throttle.TRIES + ["Too many"]


def test_a_cookie_of_one_s_own_making_makes_nobody_known(cast: Cast, settings: Settings) -> None:
    phone = new_place()
    said(phone, RIGHT)
    guess(login_throttle.NAME.free)
    cookie = phone.cookies[login_throttle.COOKIE]
    assert (cookie["httponly"], cookie["samesite"]) == (True, "Lax")
    for value in ("x", cookie.value[:-2], cookie.value + "x"):
        other = new_place()
        other.cookies[login_throttle.COOKIE] = value
        assert said(other, RIGHT).startswith("Too many")


def test_a_browser_known_before_cookies_had_their_prefix_is_known(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    phone = new_place()
    said(phone, RIGHT)
    phone.post("/logout/")
    monkeypatch.setattr(login_throttle, "COOKIE", "__Host-known")
    guess(login_throttle.NAME.free)
    phone.defaults["REMOTE_ADDR"] = next(addresses)
    assert not said(phone, RIGHT).startswith("Too many")
    assert "__Host-known" in phone.cookies


@BOTH
def test_tries_at_once_are_each_counted_before_they_are_looked_at(cast: Cast) -> None:
    """As if none of them had been answered yet."""
    room = next(addresses)
    request = RequestFactory().post("/login/", REMOTE_ADDR=room)
    waits = [login_throttle.take(request, "bob") for _try in range(15)]
    assert [wait > 0 for wait in waits] == [False] * login_throttle.TRIES + [True] * 5


def test_an_open_session_does_not_find_its_password_out(cast: Cast) -> None:
    client = Client(REMOTE_ADDR=next(addresses))
    client.force_login(cast.bob)
    new = {"new_password1": "eleven wet mules", "new_password2": "eleven wet mules"}
    for _try in range(login_throttle.TRIES):
        assert client.post("/account/password/", new | {"old_password": "wrong"}).status_code == 200
    late = client.post("/account/password/", new | {"old_password": PASSWORD})
    assert late.status_code == 429
    assert "Too many wrong tries. Wait 5 minutes" in late.content.decode()


def test_who_knows_the_password_locks_nobody_out_of_the_second_step(
    cast: Cast, clock: list[float], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A browser that has come in by a code is counted apart; one that gave the password alone is not."""
    monkeypatch.setattr(second_factor, "now", lambda: clock[0])
    second_factor.begin(cast.bob)
    totp = TOTP(second_factor.key_of(cast.bob.authenticator))
    assert second_factor.confirm(RequestFactory().post("/"), cast.bob, totp.at(int(clock[0])))
    code = "/login/code/"

    def right(client: Client) -> int:
        clock[0] += second_factor.STEP
        assert said(client, RIGHT) == ""
        return client.post(code, {"code": totp.at(int(clock[0]))}).status_code

    def wrong(stranger: Client, tries: int) -> Client:
        for _try in range(tries):
            said(stranger, RIGHT)
            stranger.post(code, {"code": "000000"})
        return stranger

    phone, stranger = new_place(), new_place()
    assert right(phone) == 302
    phone.post("/logout/")
    for _place in range(5):
        wrong(new_place(), login_throttle.TRIES)
    for pause in (0, 30, 60, 120):
        clock[0] += pause
        stranger = wrong(new_place(), 1)
    assert right(stranger) == 429
    assert right(phone) == 302
