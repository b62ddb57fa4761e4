"""Who this site is to push services (VAPID, RFC 8292): a key made once from SECRET_KEY, or VAPID_KEY."""

from __future__ import annotations

from base64 import urlsafe_b64decode, urlsafe_b64encode
from functools import cache
from hashlib import sha512
from hmac import digest
from importlib.util import find_spec
from typing import TYPE_CHECKING

from django.conf import settings

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ec import EllipticCurvePrivateKey

P_256 = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551  # the order of its group


@cache
def installed() -> bool:
    """Whether the library that sends is there."""
    return find_spec("pywebpush") is not None


def is_on() -> bool:
    """Whether devices can be told at all. Without, no page offers it."""
    return bool(settings.PUSH) and installed()


def private_key() -> EllipticCurvePrivateKey:
    return _made(settings.VAPID_KEY, settings.SECRET_KEY)


def public_key() -> str:
    """As a browser takes it: the point, uncompressed, in base64url without padding."""
    return _shown(settings.VAPID_KEY, settings.SECRET_KEY)


@cache
def _made(given: str, secret: str) -> EllipticCurvePrivateKey:
    # The library takes a moment to load, and most processes never need it.
    from cryptography.hazmat.primitives.asymmetric import ec

    raw = (
        urlsafe_b64decode(given + "=" * (-len(given) % 4))
        if given
        else digest(secret.encode(), b"leaguer:vapid", sha512)
    )
    return ec.derive_private_key(int.from_bytes(raw) % (P_256 - 1) + 1, ec.SECP256R1())


@cache
def _shown(given: str, secret: str) -> str:
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

    point = _made(given, secret).public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    return urlsafe_b64encode(point).rstrip(b"=").decode()
