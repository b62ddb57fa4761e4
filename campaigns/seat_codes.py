"""One phone for both sides of a battle: the codes by which a seat is lent, and by which its owner's cards are shown.

A code for a seat is made on its owner's phone, works once, and for minutes. The short code for cards is the owner's own
and lasts for the battle; too many wrong tries end it. What follows from either is reported in the owner's name.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import timedelta
from uuid import UUID

from django.contrib.auth.hashers import check_password, make_password
from django.db import transaction
from django.db.models import F
from django.utils import timezone
from django.utils.crypto import constant_time_compare, get_random_string, salted_hmac

from campaigns.models import CardCode, SeatPass, User

ALPHABET = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"  # nothing that looks like something else
LONG = 8  # characters
LASTS = timedelta(minutes=10)
CHOICE_LASTS = timedelta(minutes=5)
KEPT = timedelta(days=60)  # for which a short code is kept, at most
WRONG = 5  # tries that end a short code
SHORT, LONGEST = 4, 20  # characters of a short code


def make(stream: str, side: str, owner: User) -> str:
    """A new code, as people read it, by which the owner's seat is lent. Those made before are worth nothing now."""
    _sweep()
    SeatPass.objects.filter(stream=stream, owner=owner, kind=SeatPass.Kind.SEAT).delete()
    return _made(SeatPass.Kind.SEAT, stream, side, owner, lasts=LASTS)


def make_choice(stream: str, side: str, owner: User, holder: User, position: int) -> str:
    """A pass for one report that `holder` makes in the owner's name, directly after `position`."""
    _sweep()
    return _made(SeatPass.Kind.CHOICE, stream, side, owner, holder, position, CHOICE_LASTS)


def _made(
    kind: SeatPass.Kind,
    stream: str,
    side: str,
    owner: User,
    holder: User | None = None,
    position: int = 0,
    lasts: timedelta = LASTS,
) -> str:
    code = get_random_string(LONG, ALPHABET)
    SeatPass.objects.create(
        digest=_digest(code),
        kind=kind,
        stream=UUID(stream),
        side=side,
        owner=owner,
        holder=holder,
        position=position,
        expires_at=timezone.now() + lasts,
    )
    return f"{code[:4]}-{code[4:]}"


def find(kind: SeatPass.Kind, stream: str, code: str) -> SeatPass | None:
    """The pass of this code, if it still works."""
    found = SeatPass.objects.filter(digest=_digest(code), kind=kind, stream=stream, expires_at__gt=timezone.now())
    return found.select_related("owner").first()


def spend(one: SeatPass) -> bool:
    """Use it up. False if somebody else did so first."""
    return bool(SeatPass.objects.filter(pk=one.pk).delete()[0])


def plain(code: str) -> str:
    """A code as it was made, however somebody types it."""
    return "".join(one for one in code.upper() if one in ALPHABET)


def derived(purpose: str, id: UUID) -> str:
    """A code, as people read it, that is made of an id with the site's secret key and stored nowhere."""
    number = int.from_bytes(salted_hmac(purpose, str(id), algorithm="sha256").digest(), "big")
    code = "".join(ALPHABET[number // len(ALPHABET) ** place % len(ALPHABET)] for place in range(LONG))
    return f"{code[:4]}-{code[4:]}"


def are_same(code: str, other: str) -> bool:
    """Whether it is the same code, however somebody types it."""
    return constant_time_compare(plain(code), plain(other))


def _digest(code: str) -> str:
    return salted_hmac("campaigns.seat_codes", plain(code), algorithm="sha256").hexdigest()


def _sweep() -> None:
    now = timezone.now()
    SeatPass.objects.filter(expires_at__lte=now).delete()
    CardCode.objects.filter(made_at__lte=now - KEPT).delete()


# -- the owner's own short code ----------------------------------------------------------------------------------------


def set_own(stream: str, owner: User, code: str) -> None:
    """Set the owner's short code for this battle; it takes the place of one before."""
    values = {"hashed": make_password(code), "wrong": 0, "made_at": timezone.now()}
    CardCode.objects.update_or_create(stream=UUID(stream), owner=owner, defaults=values)


def has_own(stream: str, owner: User) -> bool:
    """Whether the owner has a short code here that still works."""
    return CardCode.objects.filter(stream=stream, owner=owner, wrong__lt=WRONG).exists()


def owner_by_code(stream: str, players: Iterable[str], code: str) -> User | None:
    """Which of these players (ids) has this short code here. Each try counts before it is looked at, so that tries at
    the same time are counted too."""
    with transaction.atomic():
        mine = CardCode.objects.filter(stream=stream, owner__in=[UUID(one) for one in players])
        tried = [one.pk for one in mine.filter(wrong__lt=WRONG)]
        CardCode.objects.filter(pk__in=tried).update(wrong=F("wrong") + 1)
    for one in mine.filter(pk__in=tried, wrong__lte=WRONG).select_related("owner"):
        if one.owner.is_active and check_password(code, one.hashed):
            CardCode.objects.filter(pk=one.pk).update(wrong=0)
            return one.owner
    return None
