"""The API's only table: its tokens."""

from __future__ import annotations

from datetime import datetime, timedelta
from hashlib import sha256
from secrets import token_urlsafe

from django.contrib.auth.models import AbstractBaseUser
from django.db import DatabaseError, models, transaction
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from campaigns.models import User

DAYS = 365  # a token holds for, unless fewer or more are asked for
SEEN_WITHIN = timedelta(hours=1)  # precision of the last use: reading must not write every time
PREFIX = "leaguer_"  # so that a token left in a script or a log can be recognised as one


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


def issue(user: User, name: str = "", days: int = DAYS) -> str:
    """Make a token for `user` and return its key, which cannot be read again. Deletes expired ones."""
    key, now = PREFIX + token_urlsafe(32), timezone.now()
    Token.objects.filter(user=user, expires_at__lte=now).delete()
    expires = now + timedelta(days=days)
    Token.objects.create(digest=digest(key), user=user, name=name, last_used=now, expires_at=expires)
    return key


def used(kept: str, now: datetime) -> None:
    """Record that the token of this digest was used. A read-only database does not stop the request."""
    try:
        with transaction.atomic():
            Token.objects.filter(pk=kept).update(last_used=now)
    except DatabaseError:
        pass


class EndedByPassword:
    """One of AUTH_PASSWORD_VALIDATORS, as Django calls these whenever a password changes. Deletes every token of the
    account: somebody else may know the old password. (Django rehashing an old password is no change.)
    """

    def validate(self, password: str, user: AbstractBaseUser | None = None) -> None:
        """Accept any password."""

    def password_changed(self, password: str, user: AbstractBaseUser | None = None) -> None:
        if isinstance(user, User):
            Token.objects.filter(user=user).delete()

    def get_help_text(self) -> str:
        return gettext("Changing it later logs you out everywhere else, programs too.")


def digest(key: str) -> str:
    """What is kept of a key: SHA-256 (hex). A key is 256 random bits, so it needs neither salt nor a slow hash."""
    return sha256(key.encode("utf-8", "surrogateescape")).hexdigest()
