"""What the site itself has to read, and nobody who has the database alone: encrypted by a key that is made from
SECRET_KEY (AES-256-GCM). Where that has changed, what was sealed before is read by SECRET_KEY_BEFORE."""

from __future__ import annotations

import secrets
from base64 import urlsafe_b64decode, urlsafe_b64encode
from hashlib import sha256
from hmac import digest

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from django.conf import settings

NUMBER = 12  # bytes: the number that is used once


class Unreadable(Exception):
    """It was sealed by another key, or changed."""


def seal(what: bytes, about: str) -> str:
    """`about`: what it is of; sealed for one thing it opens as nothing else."""
    once = secrets.token_bytes(NUMBER)
    return urlsafe_b64encode(once + AESGCM(_key(settings.SECRET_KEY)).encrypt(once, what, about.encode())).decode()


def unseal(sealed: str, about: str) -> tuple[bytes, bool]:
    """What it is, and whether it was sealed by the key of now. `Unreadable`."""
    try:
        whole = urlsafe_b64decode(sealed)
    except ValueError as error:
        raise Unreadable from error
    for said in (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS):
        try:
            found = AESGCM(_key(said)).decrypt(whole[:NUMBER], whole[NUMBER:], about.encode())
        except (InvalidTag, ValueError):
            continue
        return found, said == settings.SECRET_KEY
    raise Unreadable


def _key(said: str) -> bytes:
    return digest(said.encode(), b"leaguer:vault", sha256)
