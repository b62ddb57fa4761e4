"""The desk table of the API: who may come in with a token."""

from __future__ import annotations

from hashlib import sha256
from secrets import token_urlsafe

from django.db import models
from django.utils.translation import gettext_lazy as _

from campaigns.models import User

PREFIX = "leaguer_"  # so that a token left in a script or a log can be recognised as one


class Token(models.Model):
    """A key to one account. Only its digest is kept: who reads this table cannot come in with it."""

    digest = models.CharField(_("digest"), max_length=64, primary_key=True, editable=False)
    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="tokens", verbose_name=_("account"))
    created = models.DateTimeField(_("created"), auto_now_add=True)

    class Meta:
        verbose_name = _("token")
        verbose_name_plural = _("tokens")
        ordering = ["-created"]

    def __str__(self) -> str:
        return f"{self.digest[:8]}…"


def issue(user: User) -> str:
    """Make a token for `user` and answer its key, which cannot be had again."""
    key = PREFIX + token_urlsafe(32)
    Token.objects.create(digest=digest(key), user=user)
    return key


def digest(key: str) -> str:
    """What is kept of a key: SHA-256 (hex). A key is 256 random bits, so it needs neither salt nor slowness."""
    return sha256(key.encode("utf-8", "surrogateescape")).hexdigest()
