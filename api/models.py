"""The API's tables: tokens of people, and keys of clubs."""

from __future__ import annotations

from datetime import datetime, timedelta
from hashlib import sha256
from secrets import token_urlsafe
from typing import Any
from uuid import uuid4

from django.contrib.auth.models import AbstractBaseUser
from django.db import DatabaseError, models, transaction
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from campaigns.models import Club, User
from campaigns.passwords import OnNewPassword

DAYS = 365  # a token holds for, unless fewer or more are asked for
SEEN_WITHIN = timedelta(hours=1)  # precision of the last use: reading must not write every time
PREFIX = "leaguer_"  # so that a token left in a script or a log can be recognised as one
KEY_PREFIX = "leaguerclub_"  # by which a key of a club is told from a token of a person


class Token(models.Model):
    """A key to one account. Only its digest is kept, so reading this table gives nobody access."""

    digest = models.CharField(_("digest"), max_length=64, primary_key=True, editable=False)
    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="tokens", verbose_name=_("account"))
    created = models.DateTimeField(_("created"), auto_now_add=True)
    name = models.CharField(_("name"), max_length=80, blank=True, help_text=_("What it is for, as its owner said."))
    last_used = models.DateTimeField(_("last used"), null=True, editable=False, help_text=_("To the hour."))
    expires_at = models.DateTimeField(_("expires at"), null=True, editable=False)

    class Meta:
        verbose_name = _("token")
        verbose_name_plural = _("tokens")
        ordering = ["-created"]

    def __str__(self) -> str:
        return f"{self.digest[:8]}…"


class ClubKey(models.Model):
    """A key of a club (`api.keys`). Only its digest is kept. One that has ended stays, as the log names it."""

    id = models.UUIDField(primary_key=True, default=uuid4, editable=False)
    digest = models.CharField(_("digest"), max_length=64, unique=True, editable=False)
    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="keys", verbose_name=_("club"))
    maker = models.ForeignKey(
        User, on_delete=models.CASCADE, related_name="club_keys", editable=False, verbose_name=_("made by")
    )
    name = models.CharField(_("name"), max_length=80, help_text=_("What it is for. The log names it so."))
    scopes = models.CharField(_("scopes"), max_length=100)
    created = models.DateTimeField(_("created"), auto_now_add=True)
    last_used = models.DateTimeField(_("last used"), null=True, editable=False, help_text=_("To the hour."))
    expires_at = models.DateTimeField(_("expires at"))
    ended_at = models.DateTimeField(_("ended at"), null=True, editable=False)

    class Meta:
        verbose_name = _("key of a club")
        verbose_name_plural = _("keys of clubs")
        ordering = ["-created"]

    def __str__(self) -> str:
        return self.name


class KeyHolder(User):
    """Who comes in with a key of a club: an officer of that club without an account. It is never saved."""

    scopes: frozenset[str] = frozenset()
    of_club: int

    class Meta:
        proxy = True
        default_permissions = ()

    @property
    def organises(self) -> Any:  # type: ignore[override] # as of an account: a query for clubs
        """Its club."""
        return Club.objects.filter(pk=self.of_club)


def issue(user: User, name: str = "", days: int = DAYS) -> str:
    """Make a token for `user` and return its key, which cannot be read again. Deletes expired ones."""
    key, now = PREFIX + token_urlsafe(32), timezone.now()
    Token.objects.filter(user=user, expires_at__lte=now).delete()
    expires = now + timedelta(days=days)
    Token.objects.create(digest=digest(key), user=user, name=name, last_used=now, expires_at=expires)
    return key


def used(kind: type[Token] | type[ClubKey], kept: str, now: datetime) -> None:
    """Record that the token or key of this digest was used. A read-only database does not stop the request."""
    try:
        with transaction.atomic():
            kind._default_manager.filter(digest=kept).update(last_used=now)
    except DatabaseError:
        pass


class EndedByPassword(OnNewPassword):
    """Deletes every token of the account: somebody else may know the old password."""

    def password_changed(self, password: str, user: AbstractBaseUser | None = None) -> None:
        if isinstance(user, User):
            Token.objects.filter(user=user).delete()

    def get_help_text(self) -> str:
        return gettext("Changing it later logs you out everywhere else, programs too.")


def digest(key: str) -> str:
    """What is kept of a key: SHA-256 (hex). A key is 256 random bits, so it needs neither salt nor a slow hash."""
    return sha256(key.encode("utf-8", "surrogateescape")).hexdigest()
