"""Lines of the security page whose own tests passed though they were untrue: by what they say, in figures."""

from __future__ import annotations

import re
import socket
import ssl
import time
from collections import Counter
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from threading import Thread

import pytest
from django.conf import settings as site
from django.contrib.auth.tokens import PasswordResetTokenGenerator, default_token_generator
from django.core.mail.backends.smtp import EmailBackend
from django.test import Client
from django.utils import timezone
from django.utils.encoding import force_bytes
from django.utils.http import urlsafe_base64_encode
from pytest_django import Settings

from api import keys, models
from campaigns import login_throttle, logins, seat_codes, second_factor, vault
from campaigns.models import BrowserLogin
from campaigns.outgoing import sender
from campaigns.outgoing.addresses import Unreachable
from tests.cast import PASSWORD, Cast
from tests.deploy.test_log_sending import certified

ROOT = Path(__file__).resolve().parent.parent.parent
CODE = [path for floor in ("battles", "campaigns", "leagues", "api", "deploy") for path in (ROOT / floor).rglob("*.py")]


@pytest.fixture
def receiver(tmp_path: Path) -> Iterator[tuple[int, Path]]:
    """The port of a server on TLS, and the certificate that it has made for itself."""
    made, key = certified(tmp_path)
    told = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    told.load_cert_chain(made, key)
    with socket.create_server(("127.0.0.1", 0)) as listens:

        def answer() -> None:
            while True:
                try:
                    with told.wrap_socket(listens.accept()[0], server_side=True) as heard:
                        heard.recv(4096)
                        heard.sendall(b"HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n")
                except ssl.SSLError:
                    continue
                except OSError:
                    return

        Thread(target=answer, daemon=True).start()
        yield listens.getsockname()[1], made
        listens.shutdown(socket.SHUT_RDWR)


def test_nothing_is_sent_to_a_certificate_that_nobody_vouches_for(
    receiver: tuple[int, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    """V12.3.2, of what goes out by the one way: webhooks, push and Discord."""
    port, made = receiver
    address = f"https://localhost:{port}"
    with pytest.raises(Unreachable, match="certificate verify failed"):
        sender.send("POST", f"{address}/", b"{}", own=[address])
    monkeypatch.setattr(sender, "_tls", lambda: ssl.create_default_context(cafile=str(made)))
    assert sender.send("POST", f"{address}/", b"{}", own=[address]).status == 204


def test_no_mail_is_given_to_a_server_that_nobody_vouches_for(receiver: tuple[int, Path]) -> None:
    """V12.3.2, of mail: what `smtps://` in EMAIL_URL makes of it."""
    server = EmailBackend(host="localhost", port=receiver[0], use_ssl=True, timeout=10)
    with pytest.raises(ssl.SSLCertVerificationError, match="certificate verify failed"):
        server.open()


def test_what_is_sealed_opens_unchanged_and_as_what_it_is_alone() -> None:
    """V11.3.1 to V11.3.3, of keys of authenticator apps: AES-256-GCM."""
    sealed = vault.seal(b"a key", "authenticator 7")
    assert vault.unseal(sealed, "authenticator 7") == (b"a key", True)
    assert vault.seal(b"a key", "authenticator 7") != sealed
    other = sealed[:-6] + ("A" if sealed[-6] != "A" else "B") + sealed[-5:]
    for wrong, about in ((other, "authenticator 7"), (sealed, "authenticator 8"), ("", "authenticator 7")):
        with pytest.raises(vault.Unreadable):
            vault.unseal(wrong, about)


@pytest.mark.django_db
def test_what_was_signed_counts_while_the_key_before_is_named(cast: Cast, settings: Settings) -> None:
    """V9.1.3: logins, known browsers and mailed links."""
    client = Client()
    client.post("/login/", {"username": "bob", "password": PASSWORD})
    cast.bob.refresh_from_db()
    link = default_token_generator.make_token(cast.bob)
    settings.SECRET_KEY_FALLBACKS, settings.SECRET_KEY = [settings.SECRET_KEY], "another one"
    request = client.get("/account/").wsgi_request
    assert request.user == cast.bob
    assert login_throttle.known_device(request, "bob")
    assert default_token_generator.check_token(cast.bob, link)
    settings.SECRET_KEY_FALLBACKS, settings.SECRET_KEY = [], "a third one"
    request = client.get("/account/").wsgi_request
    assert not request.user.is_authenticated
    assert not login_throttle.known_device(request, "bob")
    assert not default_token_generator.check_token(cast.bob, link)


@pytest.mark.django_db
def test_a_session_planted_before_the_code_is_dropped(cast: Cast) -> None:
    """V7.2.4, between password and code: who planted it would be let in with its owner's code."""
    second_factor.begin(cast.bob)
    cast.bob.authenticator.confirmed_at = timezone.now()
    cast.bob.authenticator.save()
    client = Client()
    client.post("/login/passkey/ask/")  # whatever begins a session for a stranger
    planted = client.cookies["sessionid"].value
    assert planted
    client.post("/login/", {"username": "bob", "password": PASSWORD})
    assert client.cookies["sessionid"].value not in ("", planted)
    thief = Client()
    thief.cookies["sessionid"] = planted
    assert thief.get("/login/code/").status_code == 302


@pytest.mark.django_db
def test_ninety_days_are_ninety(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    """V7.3.2."""
    client, then = Client(), logins.now()
    client.post("/login/", {"username": "bob", "password": PASSWORD})
    for days, later, status in ((89, 2, 200), (91, 4, 302)):
        BrowserLogin.objects.update(made_at=timezone.now() - timedelta(days=days))
        monkeypatch.setattr(logins, "now", lambda later=later: then + later * logins.HOUR)
        client.get("/account/")
        assert client.get("/account/").status_code == status, days


@pytest.mark.django_db
def test_what_lets_in_is_as_long_as_it_is_said(cast: Cast) -> None:
    """V6.5.2, V6.5.4, V7.2.3 and V11.5.1: 118 bits of a recovery code, 256 of tokens and keys, 39 of a seat's, 165 of a
    session's key, which has 32 letters and digits."""
    login = Client()
    login.post("/login/", {"username": "bob", "password": PASSWORD})
    assert re.fullmatch("[a-z0-9]{32}", login.cookies["sessionid"].value)
    codes = second_factor.new_codes(cast.bob)
    assert len(seat_codes.ALPHABET) == len(set(seat_codes.ALPHABET)) == 31
    assert {len(seat_codes.plain(one)) for one in codes} == {24}
    assert len({*codes}) == 10
    assert len(models.issue(cast.bob, "", 1).removeprefix(models.PREFIX)) == 43
    _key, said = keys.make(cast.club, cast.alice, "board", ["read"])
    assert len(said.removeprefix(models.KEY_PREFIX)) == 43
    assert len(seat_codes.plain(seat_codes.derived("a test", cast.bob.pk))) == 8


def test_each_kind_of_signed_text_has_a_salt_of_its_own() -> None:
    """V9.2.2: one made for another purpose lets in nowhere."""
    salt = re.compile(r'(?:salt=|SALT = |salted_hmac\(|derived\()"([^"]+)"')
    found = Counter(one for path in CODE for one in salt.findall(path.read_text()))
    assert len(found) >= 7
    assert {one for one, times in found.items() if times > 1} == set()


def test_the_clerk_is_told_json_alone() -> None:
    """V1.5.2: nothing that Redis holds is unpickled as a task."""
    assert (site.CELERY_ACCEPT_CONTENT, site.CELERY_TASK_SERIALIZER) == (["json"], "json")


@pytest.mark.django_db
def test_a_mailed_link_logs_nobody_in_and_is_over_after_three_days(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    """V6.4.3 and V9.2.1: the second step is still asked for after it."""
    at = f"/account/forgotten/{urlsafe_base64_encode(force_bytes(cast.bob.pk))}/"
    link, client = f"{at}{default_token_generator.make_token(cast.bob)}/", Client()
    now = timezone.make_naive(timezone.now())  # as Django counts
    for days, form in ((4, False), (2, True)):
        monkeypatch.setattr(PasswordResetTokenGenerator, "_now", lambda _self, days=days: now + timedelta(days=days))
        page = client.get(link, follow=True)
        assert ("new_password1" in page.content.decode()) is form, days
    new = {"new_password1": "nine wet mules", "new_password2": "nine wet mules"}
    assert client.post(f"{at}set-password/", new).headers["Location"] == "/login/"
    assert client.get("/account/").status_code == 302
    cast.bob.refresh_from_db()
    assert cast.bob.check_password("nine wet mules")


@pytest.mark.django_db
def test_a_browser_is_known_for_a_year(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    """V9.2.1: then its cookie, which somebody may have kept, says nothing any more."""
    client, now = Client(), time.time()
    client.post("/login/", {"username": "bob", "password": PASSWORD})
    request = client.get("/login/").wsgi_request
    for days, known in ((364, True), (366, False)):
        monkeypatch.setattr(time, "time", lambda days=days: now + days * 86_400)
        assert bool(login_throttle.known_device(request, "bob")) is known, days
