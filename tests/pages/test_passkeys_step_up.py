"""Passkeys and the second step, for who has found a browser open, or the password alone: neither makes one, ends one,
or takes the place of one."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from hashlib import sha256
from io import StringIO
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256
from django.core.cache import cache
from django.core.management import call_command
from django.test import Client
from fido2.cose import ES256
from fido2.utils import websafe_decode, websafe_encode
from fido2.webauthn import AttestationObject, AttestedCredentialData, AuthenticatorData, CollectedClientData
from pytest_django import Settings

from campaigns import second_factor
from campaigns.models import Passkey, User
from campaigns.pages import passkeys as pages
from tests.cast import PASSWORD, Cast
from tests.pages.conftest import as_
from tests.pages.test_second_factor import PAGE, Phone, is_in, log_in, on

pytestmark = pytest.mark.django_db
SITE = "https://league.example"
BEGIN, OWN = "/account/passkeys/begin/", "/account/passkeys/"
Flag = AuthenticatorData.FLAG


@pytest.fixture(autouse=True)
def _site(settings: Settings) -> Iterator[None]:
    settings.SITE_URL = SITE
    cache.clear()
    yield
    cache.clear()


@pytest.fixture
def bob(cast: Cast) -> User:
    return cast.bob


@pytest.fixture
def phone(bob: User, monkeypatch: pytest.MonkeyPatch) -> Phone:
    return Phone(bob, monkeypatch)


class Device:
    """A device of somebody's, which makes one passkey and signs with it."""

    def __init__(self) -> None:
        self.key, self.id = ec.generate_private_key(ec.SECP256R1()), os.urandom(16)

    def _said(self, kind: str, challenge: str) -> CollectedClientData:
        return CollectedClientData.create(type=kind, challenge=websafe_decode(challenge), origin=SITE)

    def makes(self, challenge: str) -> str:
        data = AttestedCredentialData.create(b"\0" * 16, self.id, ES256.from_cryptography_key(self.key.public_key()))
        flags = Flag.UP | Flag.UV | Flag.AT
        known = AuthenticatorData.create(sha256(b"league.example").digest(), flags, 0, bytes(data))
        said = self._said("webauthn.create", challenge)
        made = AttestationObject.create("none", known, {})
        return self._sent(clientDataJSON=bytes(said), attestationObject=bytes(made))

    def signs(self, challenge: str) -> str:
        known = AuthenticatorData.create(sha256(b"league.example").digest(), Flag.UP | Flag.UV, 0)
        said = self._said("webauthn.get", challenge)
        signed = self.key.sign(bytes(known) + said.hash, ec.ECDSA(SHA256()))
        return self._sent(clientDataJSON=bytes(said), authenticatorData=bytes(known), signature=signed)

    def _sent(self, **response: bytes) -> str:
        id = websafe_encode(self.id)
        told: dict[str, Any] = {"id": id, "rawId": id, "type": "public-key"}
        return json.dumps(told | {"response": {name: websafe_encode(value) for name, value in response.items()}})


def made(client: Client, device: Device) -> None:
    """A passkey, with the password."""
    asked = client.post(BEGIN, {"password": PASSWORD}).json()
    client.post(OWN, {"credential": device.makes(asked["challenge"])})
    assert Passkey.objects.count() == 1


def test_what_is_asked_at_the_login_makes_no_passkey(bob: User) -> None:
    """It asks for no password, so that whoever found a browser open would have a key of their own."""
    client = as_(bob)
    asked = client.post("/login/passkey/ask/").json()
    page = client.post(OWN, {"credential": Device().makes(asked["challenge"])}, follow=True)
    assert "No passkey was made" in page.content.decode()
    assert not Passkey.objects.exists()


def test_the_password_holds_for_minutes_and_for_its_account(
    bob: User, cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    client, device, at = as_(bob), Device(), pages.now()
    asked = client.post(BEGIN, {"password": PASSWORD}).json()
    monkeypatch.setattr(pages, "now", lambda: at + 3_600)
    client.post(OWN, {"credential": device.makes(asked["challenge"])})
    assert not Passkey.objects.exists(), "somebody went away in the middle of it"
    monkeypatch.undo()
    asked = client.post(BEGIN, {"password": PASSWORD}).json()
    carol = as_(cast.carol)
    session = carol.session
    session.update({pages.MAKES: client.session[pages.MAKES]})
    session.save()
    carol.post(OWN, {"credential": device.makes(asked["challenge"])})
    assert not Passkey.objects.exists()
    made(client, device)


def test_one_is_ended_with_the_password_alone(bob: User) -> None:
    client = as_(bob)
    made(client, Device())
    one = Passkey.objects.get()
    for said in ({}, {"password": "wrong"}):
        page = client.post(OWN, {"end": str(one.pk)} | said)
        assert page.status_code == 422
        assert "That is not your password" in page.content.decode()
    assert Passkey.objects.exists()
    statuses = [client.post(OWN, {"end": str(one.pk), "password": "wrong"}).status_code for _time in range(10)]
    assert statuses[-1] == 429, "tries count as at the login"
    cache.clear()
    assert client.post(OWN, {"end": str(one.pk), "password": PASSWORD}).status_code == 302
    assert not Passkey.objects.exists()


def test_a_password_alone_takes_no_place_of_a_passkey(bob: User, phone: Phone, settings: Settings, cast: Cast) -> None:
    """Where everybody is asked for a second step, whose passkey it is has one: who knows the password sets up none."""
    device = Device()
    made(as_(bob), device)
    settings.SECOND_STEP = "all"
    thief = log_in()
    for path, told in ((PAGE, {"do": "begin"}), (BEGIN, {}), (OWN, {"end": str(Passkey.objects.get().pk)})):
        answer = thief.post(path, told | {"password": PASSWORD})
        assert answer.status_code == 403, path
    page = thief.get(PAGE).content.decode()
    assert "Log in with a passkey" in page
    assert "Set it up<" not in page
    assert not second_factor.is_on(bob)
    assert not is_in(thief)
    assert Passkey.objects.exists()

    # By the passkey they come in, and go on as ever.
    asked = thief.post("/login/passkey/ask/").json()
    assert thief.post("/login/passkey/", {"credential": device.signs(asked["challenge"])}).status_code == 302
    assert is_in(thief)
    assert thief.post(PAGE, {"do": "begin", "password": PASSWORD}).status_code == 200

    # Who has lost the device is helped as who has lost their phone.
    call_command("second_step", "off", "bob", stdout=StringIO())
    assert not Passkey.objects.exists()
    assert log_in().post(PAGE, {"do": "begin", "password": PASSWORD}).status_code == 200


def test_what_was_begun_is_confirmed_by_who_has_begun_it(bob: User, phone: Phone) -> None:
    """A set-up that was given up shows its key to no other browser, which would lock its owner out with it."""
    owner, thief = as_(bob), as_(bob)
    owner.post(PAGE, {"do": "begin", "password": PASSWORD})
    key = second_factor.key_of(User.objects.get(pk=bob.pk).authenticator)
    page = thief.post(PAGE, {"do": "confirm", "code": "000000"})
    assert key[:4] not in page.content.decode()
    thief.post(PAGE, {"do": "confirm", "code": phone.shows()})
    assert not second_factor.is_on(bob)
    owner.post(PAGE, {"do": "confirm", "code": phone.shows()})
    assert second_factor.is_on(bob)


def test_a_code_lets_in_as_before(bob: User, phone: Phone, settings: Settings) -> None:
    settings.SECOND_STEP = "all"
    on(bob, phone)
    client = log_in()
    client.post("/login/code/", {"code": phone.waits()})
    assert client.post(BEGIN, {"password": PASSWORD}).status_code == 200
