"""Addresses that let their reader in stay out of the logs, and a line is written for every request."""

from __future__ import annotations

import logging

import pytest
from django.contrib.auth.tokens import default_token_generator
from django.core.exceptions import MiddlewareNotUsed
from django.http import HttpResponse
from django.test import Client, RequestFactory
from django.utils.encoding import force_bytes
from django.utils.http import urlsafe_base64_encode
from pytest_django import Settings

from campaigns import invitations, mail
from campaigns.models import Invitation
from deploy.access_log import access_log
from deploy.redaction import Redacting, redacted
from tests.cast import Cast


@pytest.mark.django_db
def test_a_link_that_lets_in_is_in_no_line(cast: Cast, settings: Settings, caplog: pytest.LogCaptureFixture) -> None:
    settings.ACCESS_LOG = True
    reset = f"{urlsafe_base64_encode(force_bytes(cast.bob.pk))}/{default_token_generator.make_token(cast.bob)}"
    invitation = Invitation.objects.create(club=cast.club, made_by=cast.alice)
    code = invitations.link(invitation).rstrip("/").rpartition("/")[2]
    stop = mail.link(cast.bob).rstrip("/").rpartition("/")[2]
    secrets = (code, reset, reset.partition("/")[2], stop)
    places = (f"/join/{code}/", f"/account/forgotten/{reset}/", f"/mail/stop/{stop}/", f"/join/{code}x/")
    caplog.handler.addFilter(Redacting())
    with caplog.at_level(logging.INFO):
        for place in places:
            client = Client()
            client.get(place, follow=True)
            client.get(
                "/login/", {"next": place}, headers={"Referer": f"http://testserver{place}", "User-Agent": place}
            )
            client.post(place, {})
    assert '"GET /join/…" 302' in caplog.text
    assert "Not Found: /join/…" in caplog.text, "Django's own words as well"
    assert "/login/?next=%2Faccount%2Fforgotten%2F…" in caplog.text
    assert [secret for secret in secrets if secret in caplog.text] == []


KEY = "leaguer_" + "a1-B_" * 8 + "abc"


@pytest.mark.parametrize(
    ("said", "written"),
    [
        (
            "{'old_password': 'hunter2', 'new_password1': 'correct horse'}",
            "{'old_password': '…', 'new_password1': '…'}",
        ),
        ('{"password": "correct horse", "round": 3}', '{"password": "…", "round": 3}'),
        ("old_password=hunter2&new_password2=horse&x=1", "old_password=…&new_password2=…&x=1"),
        ("METRICS_TOKEN=hunter2 VAPID_KEY=hunter2", "METRICS_TOKEN=… VAPID_KEY=…"),
        ("Authorization: Basic Ym9iOmh1bnRlcjI=", "Authorization: Basic …"),
        (f"GET /api/v1/me/?key={KEY}&x=1", "GET /api/v1/me/?key=…&x=1"),
        (f"/api/v1/{KEY.replace('leaguer_', 'leaguerclub_')}/", "/api/v1/…/"),
        (
            "null value\nDETAIL:  Failing row contains (7, bob, pbkdf2$1$hunter2=, null).\nCONTEXT: x",
            "null value\nDETAIL:  Failing row contains (…).\nCONTEXT: x",
        ),
        (
            "DETAIL:  Key (code)=(hunter2) already exists.\nDETAIL:  Key (a, b)=(1, x) is",
            "DETAIL:  Key (code)=(…) already exists.\nDETAIL:  Key (a, b)=(…) is",
        ),
        ("leaguer_request_seconds_count 12; a secret door; the token ring", ""),
    ],
)
def test_what_lets_in_by_any_name_is_taken_out(said: str, written: str) -> None:
    assert redacted(said) == (written or said)


def test_what_lets_nobody_in_stands_as_it_is() -> None:
    for text in ("GET /account/forgotten/ HTTP/1.1", "/account/forgotten/sent/", "/join/", "/campaigns/1/join", ""):
        assert redacted(text) == text
    assert (
        redacted("Cookie: __Host-sessionid=abc; __Host-csrftoken=def")
        == "Cookie: __Host-sessionid=…; __Host-csrftoken=…"
    )
    assert redacted("/login/?next=%252Fjoin%252Fabc&x=1") == "/login/?next=%252Fjoin%252F…&x=1"


def test_a_line_cannot_be_forged_and_names_the_client(settings: Settings, caplog: pytest.LogCaptureFixture) -> None:
    settings.ACCESS_LOG, settings.PROXIES = True, 1
    request = RequestFactory().get("/a\nb", headers={"X-Forwarded-For": "192.0.2.7", "User-Agent": 'x"\r\ny\x1b'})
    with caplog.at_level(logging.INFO, "leaguer.access"):
        access_log(lambda request: HttpResponse("abc"))(request)
    (line,) = set(caplog.messages)
    assert line.startswith("192.0.2.7 [")
    assert " 200 3 " in line
    assert line.isprintable()


def test_without_it_no_request_pays_for_it(settings: Settings) -> None:
    settings.ACCESS_LOG = False
    with pytest.raises(MiddlewareNotUsed):
        access_log(lambda request: HttpResponse())
