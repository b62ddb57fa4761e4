"""Friendly battles that are prepared and not yet open: desk data until both players are there."""

from __future__ import annotations

from uuid import uuid4

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from campaigns.models.people import User


class WaitingRoom(models.Model):
    """A friendly battle that waits for its other player. It is deleted as the battle opens: then all is in the log.

    `id` is the battle's, `muster` its first report as JSON without players and seed, `side` the host's. An account has
    one at a time.
    """

    id = models.UUIDField(_("id"), primary_key=True, default=uuid4, editable=False)
    host = models.OneToOneField(User, verbose_name=_("host"), on_delete=models.CASCADE, related_name="+")
    side = models.CharField(_("side"), max_length=40)
    muster = models.TextField(_("muster"))
    made_at = models.DateTimeField(_("made at"), default=timezone.now, db_index=True)

    class Meta:
        verbose_name = _("waiting room")
        verbose_name_plural = _("waiting rooms")

    def __str__(self) -> str:
        return str(self.pk)
