"""The second step at login: after the password, a code from an app on the person's phone (TOTP, RFC 6238), or one of
their recovery codes. Each code counts once. Whoever has set it up is asked at every login, also for an API token.
"""

from __future__ import annotations

import logging
from base64 import b32decode, b32encode
from hashlib import sha256
from time import time
from typing import Literal
from urllib.parse import urlsplit

from django.conf import settings
from django.db import transaction
from django.http import HttpRequest
from django.utils import timezone
from django.utils.crypto import constant_time_compare, get_random_string
from pyotp import TOTP, random_base32

from campaigns import login_throttle, security_log, vault
from campaigns.models import Authenticator, RecoveryCode, User
from campaigns.seat_codes import ALPHABET, plain

STEP = 30  # seconds for which a code shows
PLAIN = 32  # characters of a key that is not sealed
CODES, GROUPS, LONG = 10, 6, 4  # recovery codes, each of so many groups of so many characters: 118 bits

GIVEN = "second-step"  # in the session: it was opened with more than a password
Used = Literal["app", "recovery"]
now = time
logger = logging.getLogger(__name__)


class TooOften(Exception):
    """There were too many wrong codes. `seconds` to wait; the text says so."""

    def __init__(self, seconds: int) -> None:
        super().__init__(str(login_throttle.pause(seconds).message))
        self.seconds = seconds


def is_on(user: User) -> bool:
    """Whether a code is asked for."""
    return Authenticator.objects.filter(user=user, confirmed_at__isnull=False).exists()


def is_asked_of_all() -> bool:
    return bool(settings.SECOND_STEP == "all")


def is_asked_of(user: User) -> bool:
    """Whether the site lets the account in by more than a password alone: everybody, or who enters the office."""
    return is_asked_of_all() or bool(settings.SECOND_STEP and user.is_staff)


def is_missing(request: HttpRequest, user: User) -> bool:
    """Whether this session was opened by a password alone though the account has a passkey, where the site asks for
    more. Who knows the password changes nothing of how the account is let in: it would take the place of the passkey.
    """
    return is_asked_of(user) and user.passkeys.exists() and not was_given(request, user)


def was_given(request: HttpRequest, user: User) -> bool:
    """Whether this session was opened by a code or a passkey, or belongs to whoever has an app. Asked of the database
    once in a session."""
    if not request.session.get(GIVEN) and is_on(user):
        request.session[GIVEN] = True
    return bool(request.session.get(GIVEN))


def left(user: User) -> int:
    """How many recovery codes the person still has."""
    return user.recovery_codes.count()


# -- setting it up -----------------------------------------------------------------------------------------------------


def begin(user: User) -> Authenticator | None:
    """A new key, which counts once a code of it was given; None if the person already has one that counts."""
    with transaction.atomic():
        one, _made = Authenticator.objects.select_for_update().get_or_create(user=user)
        if one.confirmed_at is not None:
            return None
        one.key, one.last_step = _sealed(random_base32(), user), -1
        one.save(update_fields=["key", "last_step"])
    return one


def key_of(one: Authenticator) -> str:
    """What the app shares with this site, as it is typed; "" if it cannot be read, because SECRET_KEY was changed
    and the one before was not told. In the database it is sealed; one from before this release stands as it is."""
    return _opened(one)[0]


def _opened(one: Authenticator) -> tuple[str, bool]:
    """The key, and whether it is sealed as it would be now."""
    if len(one.key) == PLAIN:
        return one.key, False
    try:
        key, fresh = vault.unseal(one.key, f"authenticator {one.user_id}")
    except vault.Unreadable:
        logger.error("account %s: the key of its app cannot be read; was SECRET_KEY changed?", one.user_id)
        return "", True
    return b32encode(key).decode(), fresh


def _sealed(key: str, user: User) -> str:
    return vault.seal(b32decode(key), f"authenticator {user.pk}")


def address(one: Authenticator) -> str:
    """What the QR code says: an `otpauth:` address with the key, the account and this site."""
    host = urlsplit(settings.SITE_URL).hostname or "Leaguer"
    return TOTP(key_of(one)).provisioning_uri(name=one.user.get_username(), issuer_name=f"Leaguer {host}")


def confirm(request: HttpRequest, user: User, code: str) -> list[str] | None:
    """Ask for codes from now on, if the app's first one is right: the recovery codes. None if it is wrong, or if it was
    confirmed already. `TooOften`."""
    one = Authenticator.objects.filter(user=user, confirmed_at=None).first()
    if one is None or not one.key:
        return None
    _count(request, user)
    with transaction.atomic():
        step = _step(one, code)
        if not step or not _take(one, step):
            return None
        Authenticator.objects.filter(pk=one.pk).update(confirmed_at=timezone.now())
        codes = new_codes(user)
    login_throttle.forgive(request, _place(user))
    return codes


def new_codes(user: User) -> list[str]:
    """New recovery codes as people read them. Those of before are worth nothing now."""
    with transaction.atomic():
        user.recovery_codes.all().delete()
        codes = [get_random_string(GROUPS * LONG, ALPHABET) for _one in range(CODES)]
        RecoveryCode.objects.bulk_create([RecoveryCode(user=user, digest=_digest(one)) for one in codes])
    return ["-".join(one[n : n + LONG] for n in range(0, len(one), LONG)) for one in codes]


def turn_off(user: User) -> bool:
    """Ask for no code any more; False if none was asked for."""
    with transaction.atomic():
        user.recovery_codes.all().delete()
        return bool(Authenticator.objects.filter(user=user).delete()[0])


def end_all(user: User) -> bool:
    """For who has lost everything: no code is asked for, and no passkey lets anybody in; False if there was nothing."""
    with transaction.atomic():
        passkeys = user.passkeys.all().delete()[0]
        return turn_off(user) or bool(passkeys)


# -- a code is given ---------------------------------------------------------------------------------------------------


def check(request: HttpRequest, user: User, code: str) -> Used | None:
    """Use a code up: which kind it was, or None if it is wrong or was used before. Two who give the same code at the
    same time do not both come in. `TooOften` after many wrong ones, whatever this one is."""
    _count(request, user)
    used = _used(user, code)
    if used is None:
        security_log.note("code-wrong", request, user.pk)
    else:
        security_log.note("recovery-right" if used == "recovery" else "code-right", request, user.pk)
        login_throttle.forgive(request, _place(user))
        login_throttle.remember(request, _place(user))  # nobody who knows the password alone holds them up from here
    return used


def _used(user: User, code: str) -> Used | None:
    one = Authenticator.objects.filter(user=user, confirmed_at__isnull=False).first()
    if one is None:
        return None
    if (step := _step(one, code)) and _take(one, step):
        key, fresh = _opened(one)
        if not fresh:
            Authenticator.objects.filter(pk=one.pk, key=one.key).update(key=_sealed(key, user))
        return "app"
    typed = plain(code)
    if len(typed) == GROUPS * LONG and RecoveryCode.objects.filter(user=user, digest=_digest(typed)).delete()[0]:
        return "recovery"
    return None


def is_just_over(user: User, code: str) -> bool:
    """Whether it was right half a minute ago, or will be in half a minute: its owner was slow, or a clock is wrong."""
    one = Authenticator.objects.filter(user=user, confirmed_at__isnull=False).first()
    return one is not None and _step(one, code, 1) != 0


def _step(one: Authenticator, code: str, late: int | None = None) -> int:
    """The time step of which this is the code; 0 if it is none of now. `late`: steps by which a clock may be wrong (RFC
    6238, section 5.2), as the settings say it."""
    typed = "".join(code.split())
    if not (key := key_of(one)):
        return 0
    totp, present, late = TOTP(key), int(now()) // STEP, settings.SECOND_STEP_LATE if late is None else late
    for step in range(present - late, present + late + 1):
        if constant_time_compare(totp.generate_otp(step), typed):
            return step
    return 0


def _take(one: Authenticator, step: int) -> bool:
    """Whether no code of this step or a later one was used before."""
    return bool(Authenticator.objects.filter(pk=one.pk, key=one.key, last_step__lt=step).update(last_step=step))


def _digest(code: str) -> str:
    return sha256(plain(code).encode()).hexdigest()


def _place(user: User) -> str:
    return f"code of {user.pk}"


def _count(request: HttpRequest, user: User) -> None:
    if seconds := login_throttle.take(request, _place(user)):
        raise TooOften(seconds)
