"""Keys that let their owner in without a password."""

from __future__ import annotations

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from campaigns.models.people import User


class Passkey(models.Model):
    """A passkey (WebAuthn): the public half of a key that a phone, a computer or a security key keeps for this site.

    `digest`: SHA-256 of its id, in hex; `credential`: id and public key as the library writes them, base64url; `count`:
    how often it was used, as it says itself, 0 where it does not count.
    """

    user = models.ForeignKey(User, verbose_name=_("account"), on_delete=models.CASCADE, related_name="passkeys")
    digest = models.CharField(max_length=64, unique=True, editable=False)
    credential = models.TextField(editable=False)
    count = models.BigIntegerField(default=0, editable=False)
    label = models.CharField(_("name"), max_length=80)
    made_at = models.DateTimeField(_("made at"), default=timezone.now)
    used_at = models.DateTimeField(_("last used at"), null=True)

    class Meta:
        verbose_name = _("passkey")
        verbose_name_plural = _("passkeys")
        ordering = ["made_at", "pk"]

    def __str__(self) -> str:
        return self.label
