"""Passkeys (WebAuthn level 2): a key on the person's phone or computer lets them in without a password.

A passkey asks for a finger, a face or a PIN itself, so no second step is asked for beside it. What it signs is a number
made for that one login, and the address of this site: it cannot be given to another one.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Mapping
from hashlib import sha256
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.db import IntegrityError, transaction
from django.db.models import Q
from django.utils import timezone
from fido2.server import Fido2Server
from fido2.utils import websafe_decode, websafe_encode
from fido2.webauthn import (
    AttestedCredentialData,
    AuthenticationResponse,
    PublicKeyCredentialRpEntity,
    PublicKeyCredentialUserEntity,
    ResidentKeyRequirement,
    UserVerificationRequirement,
)

from campaigns.models import Passkey, User

logger = logging.getLogger("security")
MOST = 20  # of one account
LONGEST = 20_000  # characters of what a browser sends
State = Mapping[str, Any]  # the number that is to be signed; it waits in the session


class Wrong(Exception):
    """What the browser sent is no answer of a passkey to what was asked."""


def server() -> Fido2Server:
    """For this site's address alone."""
    site = urlsplit(settings.SITE_URL)
    origin = f"{site.scheme}://{site.netloc}"
    entity = PublicKeyCredentialRpEntity(name="Leaguer", id=site.hostname or "localhost")
    return Fido2Server(entity, verify_origin=lambda said: said == origin)


# -- a passkey is made -------------------------------------------------------------------------------------------------


def begin(user: User) -> tuple[dict[str, Any], State]:
    """What a browser is asked to make one with (PublicKeyCredentialCreationOptions as JSON), and what waits for it."""
    name = user.get_username()
    options, state = server().register_begin(
        PublicKeyCredentialUserEntity(id=user.pk.bytes, name=name, display_name=user.get_full_name() or name),
        credentials=[_data(one) for one in user.passkeys.all()],
        resident_key_requirement=ResidentKeyRequirement.REQUIRED,
        user_verification=UserVerificationRequirement.REQUIRED,
    )
    return dict(options)["publicKey"], state


def keep(user: User, state: State, told: str, label: str) -> Passkey:
    """`Wrong`, also for one that is kept already, and for more than `MOST`."""
    try:
        made = server().register_complete(state, _read(told)).credential_data
    except (ValueError, TypeError, KeyError, AttributeError) as error:  # whatever was sent in the place of an answer
        raise Wrong from error
    if made is None or user.passkeys.count() >= MOST:
        raise Wrong
    texts = {"digest": _digest(made.credential_id), "credential": websafe_encode(bytes(made)), "label": label[:80]}
    try:
        with transaction.atomic():
            return Passkey.objects.create(user=user, **texts)
    except IntegrityError as error:
        raise Wrong from error


# -- somebody comes in -------------------------------------------------------------------------------------------------


def ask() -> tuple[dict[str, Any], State]:
    """What a browser is asked to sign with whatever passkey of this site it has, and what waits for it."""
    options, state = server().authenticate_begin(user_verification=UserVerificationRequirement.REQUIRED)
    return dict(options)["publicKey"], state


def who(state: State, told: str) -> User:
    """Whose passkey has answered. `Wrong` for any other answer, and for a copied key, whose count has not grown."""
    try:
        response = AuthenticationResponse.from_dict(_read(told))
        one = Passkey.objects.select_related("user").filter(digest=_digest(response.raw_id)).first()
        if one is None or not one.user.is_active or response.response.user_handle not in (None, one.user.pk.bytes):
            raise Wrong
        server().authenticate_complete(state, [_data(one)], response)
        count = response.response.authenticator_data.counter
    except Wrong:
        raise
    except Exception as error:  # the library raises what it likes of what a stranger sent
        raise Wrong from error
    fresh = Q(count__lt=count) | Q(count=0) if count else Q(count=0)
    if not Passkey.objects.filter(fresh, pk=one.pk).update(count=count, used_at=timezone.now()):
        logger.warning("account %s: a passkey that was used more often before", one.user.pk)
        raise Wrong
    return one.user


def _read(told: str) -> dict[str, Any]:
    if len(told) > LONGEST:
        raise ValueError(len(told))
    found = json.loads(told)
    if not isinstance(found, dict):
        raise ValueError(type(found))
    return found


def _data(one: Passkey) -> AttestedCredentialData:
    return AttestedCredentialData(websafe_decode(one.credential))


def _digest(id: bytes) -> str:
    return sha256(id).hexdigest()
