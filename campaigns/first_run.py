"""The first run of a site: as long as nobody administers it, whoever can read its terminal may, by a code.

The code follows from the site's secret key, so no table holds it, and every process of the site prints the same. It is
of no use any more once there is an administrator, also not if they are gone one day: then it is another one.
"""

from __future__ import annotations

import base64
import hashlib
import hmac

from django.conf import settings
from django.db import connection, transaction

from campaigns.models import Club, User

LETTERS = 8  # of the code: 40 bits, behind a limit of tries
LOCK = 0x1EA6_0E01  # of PostgreSQL's advisory locks


class Taken(Exception):
    """Somebody administers the site already."""


def is_due() -> bool:
    """Whether nobody administers this site. One query."""
    return not User.objects.filter(is_superuser=True, is_active=True).exists()


def code() -> str:
    """The code as it is printed, in two halves: `K7QX-2MBA`. With every account that is closed it is another one."""
    closed = User.objects.filter(is_active=False, guest_of=None).count()
    about = f"leaguer: first run {closed}" if closed else "leaguer: first run"
    digest = hmac.digest(settings.SECRET_KEY.encode(), about.encode(), hashlib.sha256)
    letters = base64.b32encode(digest).decode()[:LETTERS]
    return f"{letters[:4]}-{letters[4:]}"


def fits(typed: str) -> bool:
    """Whether this is the code, however it was typed: small letters, spaces, without the dash."""
    plain = "".join(letter for letter in typed.upper() if letter.isalnum())
    return hmac.compare_digest(plain.encode(), code().replace("-", "").encode())


def administer(user: User) -> None:
    """Save the account, which is to administer the site. Raises `Taken` for the second of two who come at once."""
    with transaction.atomic():
        if connection.vendor == "postgresql":  # SQLite has one writer at a time
            with connection.cursor() as cursor:
                cursor.execute("SELECT pg_advisory_xact_lock(%s)", [LOCK])
        if not is_due():
            raise Taken
        user.is_staff = user.is_superuser = True
        user.save()


def club_of(user: User) -> Club | None:
    """The club that somebody sets up: the first that they organise."""
    return Club.objects.filter(organisers=user).order_by("pk").first()
