"""Passkeys, made and used in a real browser with an authenticator that the browser plays."""

from __future__ import annotations

import json
from uuid import UUID

import pytest
from django.core.cache import cache
from django.test import Client
from fido2.utils import websafe_decode
from playwright.sync_api import CDPSession, Page
from pytest_django import Settings
from pytest_django.live_server_helper import LiveServer

from campaigns import passkeys
from campaigns.models import OutboxMessage, Passkey
from tests.browsing import Tabs
from tests.cast import PASSWORD, Cast
from tests.pages.conftest import as_

PAGE = "/account/second-step/"
AUTHENTICATOR = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}


def authenticator(page: Page) -> tuple[CDPSession, str]:
    session = page.context.new_cdp_session(page)
    session.send("WebAuthn.enable")
    return session, session.send("WebAuthn.addVirtualAuthenticator", {"options": AUTHENTICATOR})["authenticatorId"]


def make(page: Page, password: str) -> None:
    page.fill("#passkey-label", "My phone")
    page.fill("#passkey-password", password)
    page.get_by_role("button", name="Make a passkey").tap()


def come_in(page: Page, site: str, to: str = "") -> None:
    """As somebody who is logged out."""
    page.context.clear_cookies()
    page.goto(f"{site}/login/?next={to}")
    page.get_by_role("button", name="Log in with a passkey").tap()


@pytest.mark.page
@pytest.mark.only_on("sqlite")
@pytest.mark.django_db(transaction=True)
def test_a_passkey_is_made_used_copied_and_ended(
    cast: Cast, tabs: Tabs, live_server: LiveServer, settings: Settings
) -> None:
    cache.clear()
    settings.SITE_URL, settings.MAIL, site = live_server.url, True, live_server.url
    cast.bob.email = "bob@steel.example"
    cast.bob.save()
    page = tabs.open(cast.bob, site, script=True, touch=True)
    session, id = authenticator(page)
    page.goto(site + PAGE)
    make(page, "wrong")
    page.get_by_text("not your password").wait_for()
    assert not Passkey.objects.exists()
    make(page, PASSWORD)
    page.get_by_text("From now on it lets you in").wait_for()
    one = Passkey.objects.get()
    assert (one.user, one.label, one.used_at) == (cast.bob, "My phone", None)
    assert "passkey lets you in to your account bob" in OutboxMessage.objects.latest("pk").body

    # In by it, past the login page, to where one was going.
    come_in(page, site, "/notices/")
    page.wait_for_url(f"{site}/notices/")
    one.refresh_from_db()
    assert one.used_at is not None
    assert one.count > 0

    # A copy of it counts less.
    Passkey.objects.update(count=1_000)
    come_in(page, site)
    page.get_by_text("does not let you in").wait_for()
    Passkey.objects.update(count=0)

    # Whoever cancels is told, and can type a password.
    session.send("WebAuthn.setUserVerified", {"authenticatorId": id, "isUserVerified": False})
    page.get_by_role("button", name="Log in with a passkey").tap()
    page.get_by_text("There is no passkey for this site here").wait_for()
    session.send("WebAuthn.setUserVerified", {"authenticatorId": id, "isUserVerified": True})

    # Ended on the account's page, it lets nobody in.
    ended = {"end": str(one.pk), "password": PASSWORD}
    as_(cast.carol).post("/account/passkeys/", ended)
    assert Passkey.objects.exists()
    as_(cast.bob).post("/account/passkeys/", ended)
    assert not Passkey.objects.exists()
    come_in(page, site)
    page.get_by_text("does not let you in").wait_for()


@pytest.mark.django_db
def test_what_is_no_answer_lets_nobody_in(cast: Cast) -> None:
    for told in ("", "no json", "[]", "{}", '{"id": 3}', "x" * 30_000, '{"id": "AAAA", "rawId": "AAAA"}'):
        cache.clear()
        client = Client()
        asked = client.post("/login/passkey/ask/").json()
        assert (asked["rpId"], asked["userVerification"]) == ("localhost", "required")
        page = client.post("/login/passkey/", {"credential": told, "next": "//elsewhere.example/"}, follow=True)
        assert page.redirect_chain == [("/login/", 302)]
        assert "does not let you in" in page.content.decode()
        again = client.post("/login/passkey/", {"credential": told})
        assert again.headers["Location"] == "/login/", "what was asked counts once"
        bob = as_(cast.bob)
        assert bob.post("/account/passkeys/begin/", {"password": PASSWORD}).status_code == 200
        page = bob.post("/account/passkeys/", {"credential": told}, follow=True)
        assert "No passkey was made" in page.content.decode()
    assert not Passkey.objects.exists()


@pytest.mark.django_db
def test_what_is_asked_is_new_each_time_and_limited(cast: Cast) -> None:
    cache.clear()
    client = Client()
    answers = [client.post("/login/passkey/ask/") for _time in range(61)]
    assert len({answer.json()["challenge"] for answer in answers[:60]}) == 60
    assert answers[60].status_code == 429
    assert "Too many" in answers[60].json()["told"]
    cache.clear()


@pytest.mark.django_db
def test_it_is_made_for_this_site_and_this_account(cast: Cast, settings: Settings) -> None:
    settings.SITE_URL = "https://league.example:8443"
    options, state = passkeys.begin(cast.bob)
    assert options["rp"]["id"] == "league.example"
    assert options["authenticatorSelection"]["userVerification"] == "required"
    assert options["user"]["name"] == "bob"
    assert json.loads(json.dumps(dict(state)))["challenge"] == options["challenge"], "it waits in a session"
    server = passkeys.server()
    assert server._verify("https://league.example:8443")
    for other in ("https://league.example", "http://league.example:8443", "https://x.league.example:8443"):
        assert not server._verify(other), other
    assert UUID(bytes=websafe_decode(options["user"]["id"])) == cast.bob.pk
