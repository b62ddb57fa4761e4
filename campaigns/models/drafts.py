"""Corrections that are looked at and not reported: desk data, so that a preview has an address."""

from __future__ import annotations

from uuid import uuid4

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from campaigns.models.desk import Campaign
from campaigns.models.people import User


class CorrectionDraft(models.Model):
    """What somebody asked to see a preview of. Its id is the secret of its link; nothing of it counts.

    `stream`: the battle's that it corrects, or the campaign's own. `type` and `data`: the report's; `position`: the
    last row of the stream as it was asked. `shared`: others that play and rule there may open it too.
    """

    id = models.UUIDField(_("id"), primary_key=True, default=uuid4, editable=False)
    campaign = models.ForeignKey(Campaign, verbose_name=_("campaign"), on_delete=models.CASCADE, related_name="+")
    stream = models.UUIDField(_("stream"))
    type = models.CharField(_("type"), max_length=40)
    data = models.TextField(_("report"))
    position = models.PositiveIntegerField(_("position"))
    made_by = models.ForeignKey(User, verbose_name=_("made by"), on_delete=models.CASCADE, related_name="+")
    shared = models.BooleanField(_("shared"), default=False)
    made_at = models.DateTimeField(_("made at"), default=timezone.now, db_index=True)

    class Meta:
        verbose_name = _("draft of a correction")
        verbose_name_plural = _("drafts of corrections")

    def __str__(self) -> str:
        return str(self.pk)
