"""Rulings that wait for a second officer: desk data, from which nothing is derived. Once confirmed, they are in the
log."""

from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from campaigns.models.desk import Campaign
from campaigns.models.people import User


class HeldRuling(models.Model):
    """What an officer has sent to a campaign, all of it or nothing, until another confirms it.

    `id` follows from the campaign and the ids of the reports, so that what is sent twice is held once. `reports`: JSON,
    a list of [id, type, data as text]. `kind`: why it waits, one of `campaigns.second_officer.KINDS`. `answered_by`:
    who confirmed or declined it, or its own officer who withdrew it, with their `reason`.
    """

    class State(models.TextChoices):
        WAITING = "waiting", _("waits")
        CONFIRMED = "confirmed", _("confirmed")
        DECLINED = "declined", _("declined")
        WITHDRAWN = "withdrawn", _("withdrawn")

    id = models.UUIDField(_("id"), primary_key=True, editable=False)
    campaign = models.ForeignKey(Campaign, verbose_name=_("campaign"), on_delete=models.CASCADE, related_name="+")
    kind = models.CharField(_("kind"), max_length=20)
    reports = models.TextField(_("reports"))
    by = models.ForeignKey(User, verbose_name=_("asked by"), on_delete=models.CASCADE, related_name="+")
    via = models.CharField(_("by which way"), max_length=10)
    asked_at = models.DateTimeField(_("asked at"), default=timezone.now)
    state = models.CharField(_("state"), max_length=10, choices=State.choices, default=State.WAITING)
    answered_by = models.ForeignKey(
        User, verbose_name=_("answered by"), null=True, on_delete=models.SET_NULL, related_name="+"
    )
    answered_at = models.DateTimeField(_("answered at"), null=True)
    reason = models.TextField(_("reason"), blank=True)

    class Meta:
        verbose_name = _("ruling that waits for a second officer")
        verbose_name_plural = _("rulings that wait for a second officer")
        ordering = ["asked_at", "pk"]
        indexes = [
            models.Index(fields=["campaign", "asked_at"], condition=Q(state="waiting"), name="held_rulings_that_wait")
        ]

    def __str__(self) -> str:
        return str(self.pk)

    @property
    def waits(self) -> bool:
        return self.state == self.State.WAITING
