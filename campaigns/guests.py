"""Guests: people without an account who play one friendly battle, under a nickname.

A guest's account has no password and is ended with the battle, or after a day: whatever browser it is in is then logged
out. Everywhere but at the battle's own addresses a guest is a visitor, whatever the page; `campaigns.roles` says the
same for everything below pages.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable
from datetime import timedelta
from typing import cast
from uuid import UUID, uuid4

from django.contrib.auth import HASH_SESSION_KEY, SESSION_KEY, login
from django.contrib.auth.middleware import get_user
from django.contrib.auth.models import AnonymousUser
from django.db import transaction
from django.db.models import Exists, OuterRef, Q
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.crypto import constant_time_compare
from django.utils.functional import SimpleLazyObject
from django.utils.translation import get_language

from battles import log
from battles.models import Sheet
from campaigns import roles
from campaigns.models import User
from campaigns.models.people import accounts
from campaigns.seat_codes import are_same, derived
from rules.contract import Refused, say
from rules.contract import gettext_noop as _

LASTS = timedelta(days=1)
CLAIMED_WITHIN = timedelta(days=60)  # for which a guest's seat waits for an account
MOST = 30  # characters of a nickname
AT_THE_TABLE = re.compile(r"/(?:api/v1/)?battles/([0-9a-f-]{36})/", re.IGNORECASE)
BACKEND = "campaigns.sessions.Accounts"
View = Callable[[HttpRequest], HttpResponse]


def nickname(said: str) -> str:
    """The nickname as it is kept. `Refused` for one that nobody could read."""
    name = " ".join(unicodedata.normalize("NFKC", said).split())
    if not name:
        raise _wrong(_("Your nickname is missing."), _("Type in what the others call you."))
    if len(name) > MOST:
        raise _wrong(_("This nickname is too long."), _("Take one of at most %(most)s characters."))
    if not name.isprintable() or not any(sign.isalnum() for sign in name):
        raise _wrong(_("This nickname cannot be read."), _("Take one of letters or digits."))
    return name


def _wrong(text: str, remedy: str) -> Refused:
    return Refused("friendly", say(text), say(remedy, most=MOST), field="nickname")


def make(name: str, battle: UUID) -> User:
    """The account of a guest of this battle, with a nickname that was checked."""
    user = User(
        username=f"guest-{uuid4().hex[:16]}",
        first_name=name,
        guest_of=battle,
        mail=False,
        language=get_language() or "",
    )
    user.set_unusable_password()
    user.save()
    return user


def let_in(request: HttpRequest, guest: User) -> None:
    """Log this browser in as the guest, for a day at most."""
    login(request, guest, backend=BACKEND)
    request.session.set_expiry(int(LASTS.total_seconds()))


def table_of(request: HttpRequest) -> UUID | None:
    """The battle of the guest who asks, at whatever address; None for everybody else."""
    user = get_user(request)
    return user.guest_of if isinstance(user, User) else None


def to_claim(request: HttpRequest) -> User | None:
    """The guest as whom this browser has played, also once the battle is settled, until its session is a day old. With
    an invitation they make the account their own: its id stays, and with it all that they have reported."""
    key, told = request.session.get(SESSION_KEY), request.session.get(HASH_SESSION_KEY, "")
    user = User.objects.filter(pk=key, guest_of__isnull=False, claimed_by=None).first() if key else None
    return user if user and constant_time_compare(told, user.get_session_auth_hash()) else None


# -- an account claims a guest's seat ----------------------------------------------------------------------------------


def code_of(guest: User) -> str:
    """The guest's own short code, as people read it. It is stored nowhere and works once."""
    return derived("campaigns.guests", guest.pk)


def by_code(battle: UUID, code: str) -> User | None:
    """The guest of this battle whose code it is, playing, logged out or swept; None for one whose seat is taken."""
    since = timezone.now() - CLAIMED_WITHIN
    known = User.objects.filter(guest_of=battle, claimed_by=None, date_joined__gt=since)
    return next((guest for guest in known if are_same(code, code_of(guest))), None)


def claim(guest: User, account: User) -> None:
    """The seat is the account's from now on, and what was reported from it reads as theirs; the guest is logged out.

    `Refused` if somebody was faster, if the battle has not begun, or if the account plays it already.
    """
    battle = str(guest.guest_of)
    with transaction.atomic():
        found = User.objects.select_for_update().filter(pk=guest.pk, claimed_by=None, guest_of=guest.guest_of).first()
        if found is None:
            raise _no_claim(_("This seat is claimed already."), _("A code works once."))
        if not log.positions([battle]):
            raise _no_claim(_("The battle has not begun yet."), _("Wait until the other player is in."))
        if roles.played_by(str(account.pk)).filter(pk=battle).exists():
            raise _no_claim(_("You play in this battle already."), _("Nobody plays both sides of it."))
        found.claimed_by, found.first_name, found.is_active = account, "", False
        found.save(update_fields=["claimed_by", "first_name", "is_active"])


def _no_claim(text: str, remedy: str) -> Refused:
    return Refused("friendly", say(text), say(remedy), field="code")


def claimants(ids: Iterable[str]) -> dict[str, str]:
    """Of these people whom a log names, the guests whose seats were claimed, each with the account."""
    known = accounts(ids).exclude(claimed_by=None).values_list("pk", "claimed_by")
    return {str(guest): str(account) for guest, account in known}


def claimed(user: User) -> None:
    """The guest is somebody with an account from now on. The caller saves it, with a name and password."""
    user.guest_of, user.first_name = None, ""
    user.is_active = user.mail = True


def stay_at_the_table(get_response: View) -> View:
    """Middleware: at every address but those of their battle a guest is a visitor. It reads nothing by itself."""

    def respond(request: HttpRequest) -> HttpResponse:
        request.user = cast(User, SimpleLazyObject(lambda: _seen_as(request)))
        return get_response(request)

    return respond


def _seen_as(request: HttpRequest) -> User | AnonymousUser:
    user = get_user(request)
    if not isinstance(user, User) or user.guest_of is None:
        return user if isinstance(user, User) else AnonymousUser()
    return user if is_at_the_table(user, request.path_info) else AnonymousUser()


def is_at_the_table(guest: User, path: str) -> bool:
    """Whether this is an address of the battle that the guest plays."""
    table = AT_THE_TABLE.match(path)
    return table is not None and table[1].lower() == str(guest.guest_of)


def end(battle: UUID | str) -> None:
    """The battle is settled: its guests are logged out everywhere."""
    User.objects.filter(guest_of=battle, is_active=True).update(is_active=False)


def sweep() -> None:
    """End the guests whose battle is settled or whose day is over; those that never played are nobody's any more."""
    settled = Exists(Sheet.objects.filter(stream=OuterRef("guest_of"), status=Sheet.Status.SETTLED))
    over = Q(settled) | Q(date_joined__lte=timezone.now() - LASTS)
    ended = list(User.objects.filter(over, guest_of__isnull=False, is_active=True).values_list("pk", flat=True))
    if not ended:
        return
    User.objects.filter(pk__in=ended).update(is_active=False)
    waited = {user.pk: str(user.guest_of) for user in User.objects.filter(pk__in=ended)}
    opened = log.positions(list(waited.values()))  # not the sheets, which may just be folded anew
    User.objects.filter(pk__in=[pk for pk, battle in waited.items() if battle not in opened]).delete()
