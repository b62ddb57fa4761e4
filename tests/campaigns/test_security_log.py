"""What the log says of logins and refusals: whose account, from where, at which door; and never what was typed."""

from __future__ import annotations

import json
import logging
from collections.abc import Iterator

import pytest
from django.core.cache import cache
from django.test import Client, override_settings
from pyotp import TOTP
from pytest_django import Settings

from campaigns import login_throttle, second_factor
from campaigns.models import OutboxMessage, User
from deploy.logs import Json, Line
from tests.api.conftest import Caller
from tests.cast import PASSWORD, Cast

pytestmark = pytest.mark.django_db
PLACE = "198.51.100.9"
Told = list[dict[str, object]]


@pytest.fixture(autouse=True)
def _counts() -> Iterator[None]:
    cache.clear()
    yield
    cache.clear()


@pytest.fixture
def log(caplog: pytest.LogCaptureFixture) -> pytest.LogCaptureFixture:
    caplog.set_level(logging.INFO, "security")
    return caplog


def told(log: pytest.LogCaptureFixture) -> Told:
    """What is noted since the last time, but mail of the account."""
    found = [record.__dict__["fields"] for record in log.records if record.name == "security"]
    log.clear()
    return [one for one in found if "address" in one]


def line(event: str, user: User | None, door: str, **more: object) -> dict[str, object]:
    return {"event": event, "account": str(user.pk) if user else "-", "address": PLACE, "door": door, **more}


def test_a_login_a_wrong_password_and_a_logout(cast: Cast, log: pytest.LogCaptureFixture) -> None:
    browser = Client(REMOTE_ADDR=PLACE)
    browser.post("/login/", {"username": "bob", "password": "not it at all"})
    browser.post("/login/", {"username": "my secret, typed too high", "password": "x"})
    said = log.text
    assert told(log) == [line("password-wrong", cast.bob, "login"), line("password-wrong", None, "login")]
    browser.post("/login/", {"username": "bob", "password": PASSWORD})
    browser.post("/logout/")
    assert told(log) == [line("logged-in", cast.bob, "login"), line("logged-out", cast.bob, "logout")]
    assert "not it at all" not in said
    assert "typed too high" not in said


def test_tries_at_an_open_session(cast: Cast, log: pytest.LogCaptureFixture) -> None:
    browser = Client(REMOTE_ADDR=PLACE)
    browser.force_login(cast.bob)
    told(log)
    new = {"old_password": "wrong", "new_password1": "nine wet mules", "new_password2": "nine wet mules"}
    browser.post("/account/password/", new)
    browser.post("/account/", {"language": "en", "email": "a@b.example", "password": "wrong"})
    browser.post("/account/second-step/", {"do": "begin", "password": "wrong"})
    doors = ("password", "account", "second-factor")
    assert told(log) == [line("password-wrong", cast.bob, door) for door in doors]


def test_codes_of_the_second_step(cast: Cast, log: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch) -> None:
    one = second_factor.begin(cast.bob)
    assert one is not None
    request = Client(REMOTE_ADDR=PLACE).get("/login/").wsgi_request
    step = int(second_factor.now()) // second_factor.STEP
    monkeypatch.setattr(second_factor, "now", lambda: float(step * second_factor.STEP))
    codes = second_factor.confirm(request, cast.bob, TOTP(second_factor.key_of(one)).generate_otp(step))
    assert codes
    browser = Client(REMOTE_ADDR=PLACE)
    told(log)
    for code in ("000000", codes[0]):
        browser.post("/login/", {"username": "bob", "password": PASSWORD})
        browser.post("/login/code/", {"code": code})
    events = [one["event"] for one in told(log)]
    assert events == ["code-wrong", "recovery-right", "logged-in"]


def test_a_token_is_made_and_one_is_refused(cast: Cast, log: pytest.LogCaptureFixture) -> None:
    program = Caller()
    program.post("token/", {"username": "bob", "password": "wrong"})
    program.post("token/", {"username": "bob", "password": PASSWORD})
    events = [(one["event"], one["account"]) for one in told(log)]
    assert events == [("password-wrong", str(cast.bob.pk)), ("refused", "-"), ("token-made", str(cast.bob.pk))]
    Client(REMOTE_ADDR=PLACE).get("/api/v1/me/", headers={"Authorization": "Bearer nonsense"})
    assert told(log) == [line("refused", None, "api:me", status=401)]


def test_what_somebody_may_not_is_noted(cast: Cast, log: pytest.LogCaptureFixture) -> None:
    strict = Client(enforce_csrf_checks=True, REMOTE_ADDR=PLACE)
    strict.force_login(cast.bob)
    told(log)
    assert strict.post("/logout/").status_code == 403
    assert told(log) == [line("refused", cast.bob, "logout", status=403)]
    assert strict.get("/account/").status_code == 200
    assert told(log) == []
    with override_settings(API_RATES={"passwords": 0, "reports": 0, "reads": 1}):
        assert [strict.get("/api/v1/systems/").status_code for _again in range(2)] == [200, 429]
    assert told(log) == [line("refused", cast.bob, "api:systems", status=429)]


def test_one_record_is_one_line() -> None:
    sent = "a\r\n2026-01-01T00:00:00Z INFO security: event=logged-in\x1b[31m\x85\u2028z"
    record = logging.LogRecord("security", logging.INFO, __file__, 1, "name %s", (sent,), None)
    record.created, record.msecs = 1_767_225_600.25, 250
    written = Line("%(asctime)s %(levelname)s %(name)s: %(message)s", "%Y-%m-%dT%H:%M:%SZ").format(record)
    assert written.startswith("2026-01-01T00:00:00Z INFO security: name a\\x0d\\x0a2026")
    assert len(written.splitlines()) == 1
    assert written.isprintable()
    said = Json().format(record)
    assert len(said.splitlines()) == 1
    assert json.loads(said)["at"] == "2026-01-01T00:00:00.250Z"


def test_tries_during_a_pause_and_passkeys_of_nobody(cast: Cast, log: pytest.LogCaptureFixture) -> None:
    browser = Client(REMOTE_ADDR=PLACE)
    for _try in range(login_throttle.TRIES + 2):
        browser.post("/login/", {"username": "bob", "password": "wrong"})
    assert told(log)[-1] == line("paused", cast.bob, "login")
    browser.post("/login/passkey/ask/")
    browser.post("/login/passkey/", {"credential": "{}"})
    assert told(log) == [line("passkey-wrong", None, "passkey-login")]


def test_an_address_is_told_of_though_there_was_none(
    cast: Cast, settings: Settings, log: pytest.LogCaptureFixture
) -> None:
    """Whoever gives an account its first address may set its password by mail from then on."""
    settings.MAIL = True
    browser = Client(REMOTE_ADDR=PLACE)
    browser.force_login(cast.bob)
    browser.post("/account/", {"language": "en", "email": "bob@steel.example", "password": PASSWORD})
    assert f"account {cast.bob.pk}: address" in log.text
    assert OutboxMessage.objects.get().address == "bob@steel.example"
    log.clear()
    browser.post("/account/", {"language": "en", "email": "", "password": PASSWORD})
    assert f"account {cast.bob.pk}: address" in log.text
    assert OutboxMessage.objects.filter(address="bob@steel.example").count() == 2
