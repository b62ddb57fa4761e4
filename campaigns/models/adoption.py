"""Friendly battles that are proposed for a campaign: desk data until an organiser accepts, and all is in its log."""

from __future__ import annotations

from uuid import uuid4

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from campaigns.models.desk import Campaign
from campaigns.models.people import User


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
