"""Friendly battles that are prepared and not yet open, and those that are proposed for a campaign: desk data until both
players are there, or an organiser accepts; then all is in a log."""

from __future__ import annotations

from uuid import uuid4

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from campaigns.models.desk import Campaign
from campaigns.models.people import User


class WaitingRoom(models.Model):
    """A friendly battle that waits for its other player. It is deleted as the battle opens: then all is in the log.

    `id` is the battle's, `muster` its first report as JSON without players and seed, `side` the host's. An account has
    one at a time. `other_chooses`: whether who comes in may bring forces of their own in the place of those there.
    """

    id = models.UUIDField(_("id"), primary_key=True, default=uuid4, editable=False)
    host = models.OneToOneField(User, verbose_name=_("host"), on_delete=models.CASCADE, related_name="+")
    side = models.CharField(_("side"), max_length=40)
    muster = models.TextField(_("muster"))
    other_chooses = models.BooleanField(_("the other player chooses their own forces"), default=False)
    made_at = models.DateTimeField(_("made at"), default=timezone.now, db_index=True)

    class Meta:
        verbose_name = _("waiting room")
        verbose_name_plural = _("waiting rooms")

    def __str__(self) -> str:
        return str(self.pk)


class Adoption(models.Model):
    """One player of a settled friendly battle proposes that a campaign counts it; the other agrees; an organiser
    accepts, and then it is deleted. A battle has one at a time.

    `fixture`: the announced one it was fought for, "" for none; `sides`: the platoon of each side by key, as JSON.
    """

    id = models.UUIDField(_("id"), primary_key=True, default=uuid4, editable=False)
    battle = models.UUIDField(_("battle"), unique=True)
    campaign = models.ForeignKey(Campaign, verbose_name=_("campaign"), on_delete=models.CASCADE, related_name="+")
    fixture = models.CharField(_("fixture"), max_length=80, blank=True)
    sides = models.TextField(_("sides"))
    proposed_by = models.ForeignKey(User, verbose_name=_("proposed by"), on_delete=models.CASCADE, related_name="+")
    asked = models.ForeignKey(User, verbose_name=_("asked"), on_delete=models.CASCADE, related_name="+")
    agreed = models.BooleanField(_("agreed"), default=False)
    made_at = models.DateTimeField(_("made at"), default=timezone.now, db_index=True)

    class Meta:
        verbose_name = _("adoption")
        verbose_name_plural = _("adoptions")

    def __str__(self) -> str:
        return str(self.battle)
