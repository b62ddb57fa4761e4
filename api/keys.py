"""Keys of a club: programs that come in for it, made by one of its officers, each with scopes.

What a key may do is what its scopes say and an officer of its club may do, both. It is nobody: it reports under an id
of its own, so it never plays, never sees what lies face down and never speaks for its maker's own platoon. The log
names the key, and whose it is. It ends with its maker's office.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from datetime import datetime, timedelta
from secrets import token_urlsafe
from typing import Any
from uuid import UUID

from django.db import connection
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from rest_framework.exceptions import PermissionDenied

from api.models import KEY_PREFIX, SEEN_WITHIN, ClubKey, KeyHolder, digest, used
from battles.presenters.people import names_of, own_names_of
from battles.reports import Report
from campaigns.models import Club, User

DAYS = 365
SCOPES: Mapping[str, Any] = {
    "read": gettext_lazy("read what the club’s officers read"),
    "results": gettext_lazy("report results of battles, adjudicate fixtures"),
    "rounds": gettext_lazy("open, pair, extend and close rounds, muster battles"),
    "manage": gettext_lazy("everything else that officers report to campaigns and leagues"),
    "webhooks": gettext_lazy("set up webhooks and see what they were sent"),
}
# Never a key's: who opens what lies face down does it in person.
IN_PERSON = frozenset(("TakeCase", "LeaveCase", "TakePlatoonCase", "LeavePlatoonCase"))
RESULTS = frozenset(("ChangeDepth", "ReportStatus", "ReportResult", "Adjudicate", "WalkOver"))
ROUNDS = frozenset(("OpenRound", "Pair", "Extend", "CloseRound", "MusterBattle", "CallOff", "SetDate"))
_LOOK_UP = (
    "SELECT k.id, k.name, k.scopes, k.club_id, k.last_used IS NULL OR k.last_used < %s"
    f" FROM {ClubKey._meta.db_table} k JOIN {User._meta.db_table} u ON u.{User._meta.pk.column} = k.maker_id"
    " WHERE k.digest = %s AND k.ended_at IS NULL AND k.expires_at > %s AND u.is_active AND (u.is_superuser"
    f" OR EXISTS (SELECT 1 FROM {Club.organisers.through._meta.db_table} o"
    " WHERE o.club_id = k.club_id AND o.user_id = u.id))"
)


def make(club: Club, maker: User, name: str, scopes: Collection[str], days: int = DAYS) -> tuple[ClubKey, str]:
    """A new key, and the token that its program sends, which cannot be read again."""
    said, now = KEY_PREFIX + token_urlsafe(32), timezone.now()
    kept = ClubKey(club=club, maker=maker, name=name, digest=digest(said), last_used=None)
    kept.scopes, kept.expires_at = in_order(scopes), now + timedelta(days=days)
    kept.save(force_insert=True)
    return kept, said


def in_order(scopes: Collection[str]) -> str:
    return " ".join(one for one in SCOPES if one in scopes)


def end(keys: Iterable[UUID], now: datetime) -> int:
    """End these keys; how many had not ended. Their names stay, as the log names them."""
    return ClubKey.objects.filter(pk__in=list(keys), ended_at=None).update(ended_at=now)


def holder(kept: str) -> KeyHolder | None:
    """Who comes in with a key of this digest, in one SQL statement; once an hour a second one records it."""
    now = timezone.now()
    stale, present = (connection.ops.adapt_datetimefield_value(moment) for moment in (now - SEEN_WITHIN, now))
    with connection.cursor() as cursor:
        cursor.execute(_LOOK_UP, [stale, kept, present])
        row = cursor.fetchone()
    if row is None:
        return None
    id, name, scopes, club, is_stale = row
    if is_stale:
        used(ClubKey, kept, now)
    found = KeyHolder(pk=UUID(str(id)), username=name, is_active=True)
    found.of_club, found.scopes = club, frozenset(scopes.split())
    return found


def check(user: object, scope: str | None) -> None:
    """Raises `PermissionDenied` where somebody comes in with a key that has not this scope; None: no key has it."""
    if not isinstance(user, KeyHolder):
        return
    if scope is None:
        raise PermissionDenied(_("This is for people: no key of a club does it."))
    if scope not in user.scopes:
        raise PermissionDenied(_("This key does not have the scope “%(scope)s”.") % {"scope": scope})


def check_reports(user: object, reports: Iterable[Report]) -> None:
    """The same for what is reported to a battle, a campaign or a league."""
    for one in reports if isinstance(user, KeyHolder) else ():
        check(user, scope_of(one.type))


def scope_of(command: str) -> str | None:
    if command in IN_PERSON:
        return None
    return "results" if command in RESULTS else "rounds" if command in ROUNDS else "manage"


def names(ids: Collection[UUID], reader: str | None) -> dict[UUID, str]:
    """What those of these ids are called that are keys: their name, and whose they are, as `reader` may know them
    (None: as everybody's account has it). One query, and one for the makers of those there are."""
    found = list(ClubKey.objects.filter(pk__in=ids).only("name", "maker_id"))
    makers = {str(one.maker_id) for one in found}
    called = {} if not makers else own_names_of(makers) if reader is None else names_of(makers, reader)
    return {
        one.pk: _("%(key)s (for %(maker)s)") % {"key": one.name, "maker": called[str(one.maker_id)]} for one in found
    }
