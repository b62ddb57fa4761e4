"""Faults are told outside, to Sentry or by mail, with what helps to find them, and nothing of who asked."""

from __future__ import annotations

import gzip
import json
import logging
import os
from pathlib import Path

import pytest
from django.core import mail
from django.test import RequestFactory
from pytest_django import Settings

from deploy import faults, request_ids
from tests.deploy import anew
from tests.deploy.house import forked
from tests.receiver import Got, listening
from tests.servers import wait_for

SECRETS = (
    "hunter2secret",
    "sessionsecret",
    "tokensecret-tokensecret",
    "invitecode",
    "alice@leaguer.example",
    "192.0.2.7",
)


def breaks(_request: object, code: str) -> None:
    """Its own lines are told; its values are not."""
    hidden = SECRETS[0]
    raise ValueError(f"password={hidden} of postgresql://bob:{hidden}@host/x at /join/{code}/")


def break_it(environment: dict[str, str], said: Path) -> None:
    """A request that fails, in a process that begins so."""
    import sentry_sdk
    from django.test import Client
    from django.urls import URLPattern

    from campaigns.pages import urls

    with said.open("wb") as output:
        anew.speak_to(output.fileno(), output.fileno())
    anew.begin(environment)
    (join,) = (one for one in urls.urlpatterns if isinstance(one, URLPattern) and one.name == "join")
    join.callback = breaks
    client = Client(raise_request_exception=False, REMOTE_ADDR="192.0.2.7")
    client.cookies["sessionid"] = "sessionsecret"
    secret = {"Authorization": "Token tokensecret-tokensecret", "X-Request-ID": "request-12345"}
    answer = client.get("/join/invitecode/?mail=alice@leaguer.example", headers=secret)
    assert answer.status_code == 500, answer.status_code
    sentry_sdk.flush(10)


def events(got: list[Got]) -> list[str]:
    """The bodies of envelopes, as text."""
    unpacked = (gzip.decompress(one.body) if one.headers.get("content-encoding") == "gzip" else one.body for one in got)
    return [body.decode() for body in unpacked]


def test_sentry_is_told_what_and_not_who(here: dict[str, str], tmp_path: Path) -> None:
    said = tmp_path / "said"
    anew.warm()
    with listening() as receiver:
        dsn = f"http://publickey@127.0.0.1:{receiver.port}/7"
        more = {"SENTRY_DSN": dsn, "PATH": "/usr/bin:/bin", "ALLOWED_HOSTS": "testserver"}
        _pid, status = os.waitpid(forked(lambda: break_it(here | more, said)), 0)
        assert status == 0, said.read_text()
        wait_for(lambda: any("ValueError" in body for body in events(receiver.got)), "the fault")
        told = "".join(events(receiver.got))
    assert '"request":"request-12345"' in told.replace(": ", ":")
    assert [secret for secret in SECRETS if secret in told] == []
    assert "Internal Server Error" in said.read_text()
    assert [secret for secret in SECRETS if secret in said.read_text()] == []


def test_an_event_is_stripped() -> None:
    event = {
        "user": {"id": 1, "ip_address": "192.0.2.7"},
        "request": {
            "method": "POST",
            "url": "https://leaguer.example/join/invitecode/?next=/x",
            "headers": {"Cookie": "sessionid=sessionsecret"},
            "cookies": "sessionid=sessionsecret",
            "data": {"password": "hunter2secret"},
            "env": {"REMOTE_ADDR": "192.0.2.7"},
            "query_string": "mail=alice@leaguer.example",
        },
        "exception": {
            "values": [
                {"value": "token=tokensecret-tokensecret", "stacktrace": {"frames": [{"vars": {"a": "hunter2secret"}}]}}
            ]
        },
    }
    told = json.dumps(faults.stripped(event))
    assert [secret for secret in SECRETS if secret in told] == []
    assert "POST" in told


WRITTEN = "our Bob is late again"  # by somebody
ROW = f"duplicate key\nDETAIL:  Key (username)=(bob of {WRITTEN}) already exists."


def fails_on_what_was_written() -> ValueError:
    """An error that quotes it, within another."""
    try:
        try:
            raise KeyError(WRITTEN)
        except KeyError as error:
            raise ValueError(ROW) from error
    except ValueError as error:
        return error


def test_an_event_tells_nothing_that_somebody_wrote() -> None:
    """Errors quote it, and lines of the log name it. The log of the site has both, under the request's id."""
    event = {
        "logentry": {"message": "%s cannot be sent", "formatted": f"{WRITTEN} cannot be sent", "params": [WRITTEN]},
        "message": f"raised unexpected: ValueError({WRITTEN!r})",
        "exception": {"values": [{"type": "KeyError", "value": repr(WRITTEN)}, {"type": "ValueError", "value": ROW}]},
    }
    told = json.dumps(faults.stripped(event))
    assert WRITTEN not in told
    assert "bob" not in told
    assert all(word in told for word in ("KeyError", "ValueError", "%s cannot be sent", "raised unexpected"))


def test_a_mail_tells_nothing_that_somebody_wrote(settings: Settings) -> None:
    settings.ADMINS = [("alice@leaguer.example", "alice@leaguer.example")]
    handler = faults.Mailing()
    handler.setFormatter(logging.Formatter("%(levelname)s %(message)s"))
    error = fails_on_what_was_written()
    told = ("raised unexpected: %r", (error,), (type(error), error, error.__traceback__))
    handler.handle(logging.LogRecord("tests.faults", logging.ERROR, __file__, 1, *told))
    wait_for(lambda: bool(mail.outbox), "the mail")
    text = f"{mail.outbox[0].subject}\n{mail.outbox[0].body}"
    assert WRITTEN not in text
    assert "bob" not in text
    assert "ERROR raised unexpected: ValueError(" in text
    assert text.index("KeyError") < text.rindex("ValueError")
    assert "test_faults.py" in text
    assert "raise KeyError(WRITTEN)" in text


def test_admins_are_told_once_an_hour_and_no_secret(settings: Settings) -> None:
    settings.ADMINS = [("alice@leaguer.example", "alice@leaguer.example")]
    handler = faults.Mailing()
    handler.setFormatter(logging.Formatter("%(message)s"))
    from deploy.logs import Line

    handler.setFormatter(Line("%(levelname)s %(message)s"))
    logger = logging.getLogger("tests.faults")
    logger.addHandler(handler)

    def fails(request: object) -> object:
        for _again in range(3):
            try:
                raise ValueError("sessionid=sessionsecret")
            except ValueError:
                logger.exception("broken at /join/%s/", "invitecode")
        from django.http import HttpResponse

        return HttpResponse()

    try:
        request = RequestFactory().get("/", headers={"X-Request-ID": "request-12345"})
        request_ids.numbered(fails)(request)  # type: ignore[arg-type]
        wait_for(lambda: bool(mail.outbox), "the mail")
    finally:
        logger.removeHandler(handler)
    (message,) = mail.outbox
    text = f"{message.subject}\n{message.body}"
    assert "broken at /join/…" in text
    assert "ValueError" in text
    assert "request-12345" in text
    assert [secret for secret in SECRETS[:-2] if secret in text] == []


@pytest.mark.parametrize("dsn", ["nonsense", "http://127.0.0.1"])
def test_a_dsn_that_cannot_be_read_is_refused(dsn: str) -> None:
    from django.core.exceptions import ImproperlyConfigured

    with pytest.raises(ImproperlyConfigured, match="SENTRY_DSN"):
        faults.begin(dsn, "1", "test")
