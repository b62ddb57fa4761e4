"""The browsers in which somebody is logged in."""

from __future__ import annotations

from uuid import uuid4

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from campaigns.models.people import User


class BrowserLogin(models.Model):
    """One browser, as its owner knows it. `session`: the key of Django's session; it changes as a password does."""

    id = models.UUIDField(primary_key=True, default=uuid4, editable=False)
    user = models.ForeignKey(User, verbose_name=_("account"), on_delete=models.CASCADE, related_name="logins")
    session = models.CharField(max_length=40, db_index=True, editable=False)
    label = models.CharField(_("browser"), max_length=80)
    made_at = models.DateTimeField(_("since"), default=timezone.now)
    seen_at = models.DateTimeField(_("last seen at"), default=timezone.now)

    class Meta:
        verbose_name = _("browser logged in")
        verbose_name_plural = _("browsers logged in")
        ordering = ["-seen_at"]

    def __str__(self) -> str:
        return self.label
