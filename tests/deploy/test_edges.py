"""The hard edges of a site in production, by the wire: a real server with production's settings, behind a proxy."""

from __future__ import annotations

import http.client
import json
import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack
from http.cookies import SimpleCookie
from typing import Any
from urllib.parse import urlencode

import pytest

from tests.databases import Scratch
from tests.deploy.production import HOST, PASSWORD, Browser, people, serving
from tests.length import in_soak
from tests.servers import free_port


@pytest.fixture(scope="module")
def house(migrated: Scratch, tmp_path_factory: pytest.TempPathFactory, django_db_blocker: Any) -> Iterator[Scratch]:
    """A database with people in it."""
    with people(migrated, tmp_path_factory.mktemp("production"), django_db_blocker) as database:
        yield database


@pytest.fixture(scope="module")
def port(house: Scratch, django_db_blocker: Any) -> Iterator[int]:
    port = free_port()
    with serving(house, django_db_blocker, port):
        yield port


@pytest.fixture
def browser(port: int, request: pytest.FixtureRequest) -> Browser:
    """From an address that no other test has."""
    numbers = request.config.stash.setdefault(ADDRESSES, [])
    numbers.append(len(numbers) + 1)
    return Browser(port, f"198.51.100.{numbers[-1]}")


ADDRESSES = pytest.StashKey[list[int]]()


def test_plain_http_is_sent_to_https(browser: Browser) -> None:
    answer = browser.get("/login/", X_Forwarded_Proto=None)
    assert (answer.status, answer.headers["Location"]) == (301, f"https://{HOST}/login/")
    assert browser.get("/login/", X_Forwarded_Proto="http").status == 301


def test_a_program_over_plain_http_is_refused(browser: Browser) -> None:
    """Led to https, it would send its token in the clear for ever, and nobody would notice."""
    for way in (None, "http"):
        answer = browser.get("/api/v1/me/", X_Forwarded_Proto=way, Authorization="Bearer something")
        assert answer.status == 403
        assert "Location" not in answer.headers
        assert answer.headers["Content-Type"] == "text/plain; charset=utf-8"
        assert "https alone" in answer.text
    assert browser.get("/api/v1/docs/", X_Forwarded_Proto="http").status == 301, "a page for people"
    assert browser.get("/api/v1/me/").status == 401


@pytest.mark.parametrize(
    "path", ["/", "/login/", "/admin/login/", "/api/v1/systems/", "/no-such-page/", "/static/leaguer.css"]
)
def test_every_answer_carries_its_headers(browser: Browser, path: str) -> None:
    headers = browser.get(path).headers
    assert headers["Strict-Transport-Security"] == "max-age=31536000; includeSubDomains"
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] == "same-origin"
    assert headers["Cross-Origin-Opener-Policy"] == "same-origin"
    assert headers["Access-Control-Allow-Origin"] is None
    if not path.startswith("/static/"):
        assert "frame-ancestors 'none'" in headers["Content-Security-Policy"]
        assert headers["X-Frame-Options"] == "DENY"


def test_cookies_stay_on_https_and_on_this_host_and_away_from_scripts_and_strangers(browser: Browser) -> None:
    """All there are: also of the language, and of what one page says on the next."""
    found = SimpleCookie()
    found |= browser.get("/login/").cookies
    found |= browser.log_in("bob").cookies
    form = {"Content_Type": "application/x-www-form-urlencoded"}
    token = {"X_CSRFToken": browser.cookies["__Host-csrftoken"]}
    found |= browser.ask("POST", "/language/setlang/", "language=en&next=/", **form, **token).cookies
    found |= browser.ask("POST", "/account/", "language=en&zone=", **form, **token).cookies
    assert {*found} == {f"__Host-{name}" for name in ("csrftoken", "sessionid", "known", "django_language", "messages")}
    for name, one in found.items():
        assert (one["secure"], one["httponly"], one["samesite"]) == (True, True, "Lax"), name
        assert (one["path"], one["domain"]) == ("/", ""), name
    assert browser.log_out().cookies["__Host-sessionid"]["max-age"] == "0"


def test_trace_sends_nothing_back(browser: Browser) -> None:
    for path in ("/", "/login/", "/api/v1/systems/", "/static/leaguer.css"):
        answer = browser.ask("TRACE", path, X_Mine="a word of mine")
        assert answer.status == 405
        assert "max-age" in answer.headers["Strict-Transport-Security"]
        assert "GET" in answer.headers["Allow"]
        assert "a word of mine" not in answer.text


@pytest.mark.parametrize(
    "headers",
    [
        {"Referer": "https://evil.example/"},
        {"Referer": None},
        {"Origin": "https://evil.example"},
        {"Origin": "null"},
    ],
)
def test_a_form_of_another_site_is_refused(browser: Browser, headers: dict[str, str | None]) -> None:
    browser.log_in("bob")
    assert browser.log_out(**headers).status == 403
    assert browser.get("/account/").status == 200, "he is still logged in"
    assert browser.log_out().status == 302


def test_a_form_without_its_token_is_refused(browser: Browser) -> None:
    browser.get("/login/")
    form = {"Content_Type": "application/x-www-form-urlencoded"}
    assert browser.ask("POST", "/login/", "username=bob", **form).status == 403
    browser.log_in("bob")
    assert browser.ask("POST", "/logout/", "", **form).status == 403
    report = browser.ask("DELETE", "/api/v1/token/")
    assert report.status == 403, "the API asks a session for it too"
    assert json.loads(report.text)["code"] == "csrf"


@pytest.mark.parametrize(
    "host", ["evil.example", f"{HOST}.evil.example", "localhost", "127.0.0.1", "a b", "", "@", "x" * 300]
)
def test_another_host_is_not_answered(browser: Browser, host: str) -> None:
    answer = browser.get("/login/", Host=host)
    assert answer.status == 400
    assert "evil" not in answer.text


def test_a_proxys_other_words_are_not_believed(browser: Browser) -> None:
    answer = browser.get("/account/", X_Forwarded_Host="evil.example", X_Forwarded_Port="666")
    assert answer.status == 302
    assert "evil" not in answer.headers["Location"]
    assert "666" not in answer.headers["Location"]


def test_logging_in_leads_nowhere_else(browser: Browser) -> None:
    for target in ("https://evil.example/", "//evil.example", "/\\evil.example", "javascript:alert(1)"):
        fresh = Browser(browser.port, browser.headers["X-Forwarded-For"])
        answer = fresh.log_in("bob", path=f"/login/?{urlencode({'next': target})}")
        assert answer.status == 302
        assert answer.headers["Location"] == "/"


def test_a_session_is_new_with_every_login_and_gone_with_the_logout(browser: Browser) -> None:
    browser.cookies["__Host-sessionid"] = planted = "abcdefghijklmnopqrstuvwxyz012345"
    browser.log_in("bob")
    first = browser.cookies["__Host-sessionid"]
    assert first != planted
    assert browser.log_out().status == 302
    browser.cookies["__Host-sessionid"] = first
    assert browser.get("/account/").status == 302, "what was logged out stays out"


def test_a_new_password_ends_every_other_session_and_has_to_be_a_good_one(browser: Browser) -> None:
    stolen = Browser(browser.port, browser.headers["X-Forwarded-For"])
    stolen.log_in("dora")
    browser.log_in("dora")
    for weak in ("short", "password123", "1029384756", "21.07.1985", "dora"):
        fields = {"old_password": PASSWORD, "new_password1": weak, "new_password2": weak}
        assert browser.post("/account/password/", fields).status != 302, weak
    good = "eleven wet mules"
    fields = {"old_password": PASSWORD, "new_password1": good, "new_password2": good}
    assert browser.post("/account/password/", fields).status == 302
    assert browser.get("/account/").status == 200
    assert stolen.get("/account/").status == 302


DOORS = ("/login/", "/admin/login/", "token")
AT_ONE = in_soak("tests/deploy/test_edges.py::test_guessing_is_counted_at_all_doors_together")


@pytest.mark.parametrize("wrong_at", [DOORS, *(pytest.param((door,), marks=AT_ONE) for door in DOORS)])
def test_guessing_is_counted_at_all_doors_together(browser: Browser, wrong_at: tuple[str, ...]) -> None:
    """At all of them in turns, and by `make soak` at one alone."""

    def guess(door: str) -> None:
        if door == "token":
            assert browser.token("root", "wrong").status == 401
        else:
            assert "Too many" not in browser.log_in("root", "wrong", door).text

    for number in range(10):
        guess(wrong_at[number % len(wrong_at)])
    assert "Too many wrong tries" in browser.log_in("root").text, "not even with the right one"
    assert "Too many wrong tries" in browser.log_in("root", path="/admin/login/").text
    answer = browser.token("root")
    assert answer.status == 429
    assert 0 < int(answer.headers["Retry-After"]) <= 301
    assert "Too many wrong tries" in json.loads(answer.text)["detail"]

    assert browser.token("carol").status == 201, "another name from there may"
    there = f"{browser.headers['X-Forwarded-For']}, 203.0.113.{len(''.join(wrong_at))}"
    elsewhere = Browser(browser.port, there)
    assert elsewhere.token("root").status == 201, "and that name from elsewhere: nobody is shut out by others"


def test_one_password_cannot_be_tried_on_every_name(browser: Browser) -> None:
    statuses = [browser.token(f"somebody-{n}", "summer 1985").status for n in range(61)]
    assert statuses == [401] * 60 + [429]
    browser.headers["X-Forwarded-For"] = f"203.0.113.77, {browser.headers['X-Forwarded-For']}"
    assert browser.token("carol").status == 429, "an address of one's own making changes nothing"


def test_what_is_too_large_is_not_read(browser: Browser) -> None:
    browser.log_in("bob")
    form = {"Content_Type": "application/x-www-form-urlencoded"}
    assert browser.ask("POST", "/login/", "a=" + "x" * 1_000_001, **form).status == 413
    assert browser.ask("POST", "/login/", "&".join(f"f{n}=" for n in range(1001)), **form).status == 400
    big = browser.ask("POST", "/api/v1/token/", " " * 1_000_001, Content_Type="application/json")
    assert (big.status, json.loads(big.text)["code"]) == (413, "too-large")
    assert browser.get("/login/?" + "x" * 20_000).status in (400, 414, 431)
    assert browser.get("/login/", X_Long="x" * 20_000).status in (400, 431)


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("TRACE", "/"),
        ("CONNECT", "/"),
        ("BREW", "/login/"),
        ("PUT", "/login/"),
        ("GET", "/%00"),
        ("GET", "/%ff%fe"),
        ("GET", "/..%2f..%2fetc/passwd"),
        ("GET", "/static/../deploy/settings.py"),
        ("GET", "/static/%2e%2e/%2e%2e/manage.py"),
        ("GET", "/api/v1/battles/%00/"),
        ("GET", "/api/v1/campaigns/?cursor=%ff"),
        ("GET", "/login/?next=%00"),
        ("GET", "/?page=99999999999999999999"),
    ],
)
def test_oddities_are_answered_without_a_fault(browser: Browser, method: str, path: str) -> None:
    answer = browser.ask(method, path)
    assert answer.status < 500
    assert "SECRET_KEY" not in answer.text


def test_neither_folders_nor_the_repository_are_shown(browser: Browser) -> None:
    assert browser.get("/static/leaguer.css").status == 200
    for path in ("/static/", "/static/leaguer/", "/.git/", "/.git/HEAD", "/static/.git/HEAD", "/media/"):
        assert browser.get(path).status == 404, path


@pytest.mark.parametrize(
    "cookie",
    [
        "__Host-sessionid=\x7f",
        "__Host-sessionid=" + "x" * 4000,
        "__Host-sessionid=../../x",
        "__Host-csrftoken=;;;=",
        "=",
        '"',
    ],
)
def test_odd_cookies_are_nobodys(browser: Browser, cookie: str) -> None:
    assert browser.get("/account/", Cookie=cookie).status in (302, 400)


HALF_A_HEAD = f"GET /login/ HTTP/1.1\r\nHost: {HOST}\r\nX-Half: "
HALF_A_BODY = (
    f"POST /api/v1/token/ HTTP/1.1\r\nHost: {HOST}\r\nX-Forwarded-Proto: https\r\nContent-Length: 500\r\n\r\n{{"
)
NEVER_CLOSES = f"GET /login/ HTTP/1.1\r\nHost: {HOST}\r\nX-Forwarded-Proto: https\r\n\r\n"


@pytest.mark.parametrize("sent", [HALF_A_HEAD, HALF_A_BODY, NEVER_CLOSES], ids=["half-head", "half-body", "open"])
def test_rude_clients_hold_nobody_up(browser: Browser, sent: str) -> None:
    """More of them than the server has threads."""
    began = time.monotonic()
    assert browser.get("/login/").status == 200
    busy = time.monotonic() - began  # how long a page takes with nobody rude, which says how busy this machine is
    with ExitStack() as rude:
        for _client in range(12):
            line = rude.enter_context(socket.create_connection(("127.0.0.1", browser.port)))
            line.sendall(sent.encode())
        time.sleep(0.2)
        began = time.monotonic()
        assert [browser.get("/login/").status for _page in range(5)] == [200] * 5
        assert time.monotonic() - began < 3 + 10 * busy, "five pages"


def test_what_is_forwarded_by_who_is_no_proxy_is_not_believed(browser: Browser) -> None:
    """From an address of this machine that the server is told is none of the proxy's."""
    line = http.client.HTTPConnection("127.0.0.1", browser.port, timeout=30, source_address=("127.0.0.2", 0))
    line.request("GET", "/login/", headers=browser.headers)
    assert line.getresponse().status == 301, "it says https, and nobody hears it"
    line.close()
