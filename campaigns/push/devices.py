"""Which browsers are told. Each asked for it itself, and belongs to the account that was logged in there then."""

from __future__ import annotations

import binascii
import re
from base64 import urlsafe_b64decode
from hashlib import sha256
from urllib.parse import urlsplit

from django.conf import settings
from django.contrib.auth.models import AbstractBaseUser
from django.db import transaction
from django.http import HttpRequest
from django.utils.translation import gettext

from campaigns.models import PushDevice, User
from campaigns.passwords import OnNewPassword
from rules.contract import Refused, say
from rules.contract import gettext_noop as _

MOST = 10  # devices of one account
LONGEST = 1000  # characters of an address at a push service
IN_SESSION = "push_device"  # the digest of this browser's device, so that it goes as somebody logs out here
BROWSERS = {
    "Edg": "Edge",
    "OPR": "Opera",
    "SamsungBrowser": "Samsung Internet",
    "Firefox": "Firefox",
    "FxiOS": "Firefox",
    "CriOS": "Chrome",
    "Chrome": "Chrome",
    "Safari": "Safari",
}
SYSTEMS = {
    "Android": "Android",
    "iPhone": "iPhone",
    "iPad": "iPad",
    "Windows": "Windows",
    "Mac OS": "macOS",
    "CrOS": "ChromeOS",
    "Linux": "Linux",
}


def take(request: HttpRequest, user: User, endpoint: str, p256dh: str, auth: str) -> PushDevice:
    """Tell this browser from now on. The same browser again is no second one, and it has one account at a time.

    `Refused` for an address at no push service that this site knows, for keys that are none, and beyond `MOST`.
    """
    check_endpoint(endpoint)
    _check_keys(p256dh, auth)
    digest = sha256(endpoint.encode()).hexdigest()
    with transaction.atomic():
        User.objects.select_for_update().get(pk=user.pk)
        PushDevice.objects.filter(digest=digest).exclude(user=user).delete()
        others = PushDevice.objects.filter(user=user).exclude(digest=digest)
        if others.count() >= MOST:
            raise _wrong("", _("%(n)s devices are told already."), _("Stop one of them on your account’s page first."))
        kept = {"endpoint": endpoint, "p256dh": p256dh, "auth": auth, "label": label(request)}
        device, _new = PushDevice.objects.update_or_create(user=user, digest=digest, defaults=kept)
    request.session[IN_SESSION] = digest
    return device


def forget_here(request: HttpRequest) -> None:
    """This browser is not told any more: somebody logs out."""
    if digest := request.session.get(IN_SESSION):
        PushDevice.objects.filter(digest=digest).delete()


def check_endpoint(endpoint: str) -> None:
    """`Refused` unless it is an address at a push service of `settings.PUSH_HOSTS`: nobody makes this site send to
    wherever they like."""
    try:
        parts = urlsplit(endpoint)
        host, port = parts.hostname or "", parts.port
    except ValueError:
        host, port, parts = "", None, urlsplit("")
    plain = len(endpoint) <= LONGEST and endpoint.isascii() and endpoint.isprintable() and "@" not in parts.netloc
    usual = parts.scheme == "https" and port in (None, 443) and any(_within(host, one) for one in settings.PUSH_HOSTS)
    if not plain or not host or not (usual or is_own(endpoint)):
        raise _wrong(
            "endpoint",
            _("This is no address at a push service that this site sends to."),
            _("Whoever runs the site names the services it sends to in PUSH_HOSTS."),
        )


def is_own(endpoint: str) -> bool:
    """Whether the settings name its origin in full: it may be on a network of one's own."""
    parts = urlsplit(endpoint)
    return f"{parts.scheme}://{parts.netloc}" in settings.PUSH_HOSTS


def _within(host: str, known: str) -> bool:
    return host.endswith(known) and len(host) > len(known) if known.startswith(".") else host == known


def _check_keys(p256dh: str, auth: str) -> None:
    from cryptography.hazmat.primitives.asymmetric import ec

    try:
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), _bytes(p256dh, 65))
    except ValueError:
        raise _wrong("p256dh", _("This is no public key of a browser."), _("Ask once more on the page.")) from None
    try:
        _bytes(auth, 16)
    except ValueError:
        raise _wrong("auth", _("This is no secret of a browser."), _("Ask once more on the page.")) from None


def _bytes(text: str, length: int) -> bytes:
    if not re.fullmatch(r"[A-Za-z0-9_-]{1,100}={0,2}", text):
        raise ValueError(text)
    try:
        found = urlsafe_b64decode(text.rstrip("=") + "=" * (-len(text.rstrip("=")) % 4))
    except binascii.Error as error:
        raise ValueError(text) from error
    if len(found) != length:
        raise ValueError(text)
    return found


def _wrong(field: str, text: str, remedy: str) -> Refused:
    return Refused("push", say(text, n=MOST), say(remedy), field=field)


def label(request: HttpRequest) -> str:
    """What its owner may call the browser that asks: `Firefox on Android`."""
    agent = request.headers.get("User-Agent", "")
    browser = next((name for sign, name in BROWSERS.items() if sign in agent), "")
    system = next((name for sign, name in SYSTEMS.items() if sign in agent), "")
    if browser and system:
        return gettext("%(browser)s on %(system)s") % {"browser": browser, "system": system}
    return browser or system or gettext("A browser")


class EndedByPassword(OnNewPassword):
    """With a new password, no device is told any more, as those who knew the old one
    may have asked for it."""

    def password_changed(self, password: str, user: AbstractBaseUser | None = None) -> None:
        if isinstance(user, User):
            PushDevice.objects.filter(user=user).delete()
