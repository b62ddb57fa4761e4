"""Who says that they come to the club on an evening: desk data. Whom a round leaves out stands in the log."""

from __future__ import annotations

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from campaigns.models.desk import Campaign
from campaigns.models.people import User


class Attendance(models.Model):
    """What was said last of a platoon and an evening. `day`: the date on which the evening begins, by the clocks of the
    campaign; `here`: it comes, or else it does not; `said_by`: one of its players, or an organiser."""

    campaign = models.ForeignKey(Campaign, verbose_name=_("campaign"), on_delete=models.CASCADE, related_name="+")
    platoon = models.CharField(_("platoon"), max_length=40)
    day = models.DateField(_("evening"), db_index=True)
    here = models.BooleanField(_("is there"))
    said_by = models.ForeignKey(User, verbose_name=_("said by"), on_delete=models.CASCADE, related_name="+")
    said_at = models.DateTimeField(_("said at"), default=timezone.now)

    class Meta:
        verbose_name = _("word of an evening")
        verbose_name_plural = _("words of evenings")
        constraints = [models.UniqueConstraint(fields=["campaign", "platoon", "day"], name="one_word_an_evening")]

    def __str__(self) -> str:
        return f"{self.platoon} {self.day}"
