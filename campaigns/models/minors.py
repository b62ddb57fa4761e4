"""Who is not of age: desk data, of which the log knows nothing, so that it can be forgotten."""

from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from campaigns.models.people import User


class Minor(models.Model):
    """Somebody who is not of age: strangers read their first name only, unless a parent's consent is noted.

    `until`: the day on which they come of age, from which the mark says nothing any more; None while nobody has said.
    `changed_at` moves with everything that changes what strangers read.
    """

    user = models.OneToOneField(
        User, verbose_name=_("account"), on_delete=models.CASCADE, primary_key=True, related_name="minor"
    )
    until = models.DateField(
        _("comes of age on"), null=True, blank=True, help_text=_("From that day on the mark says nothing any more.")
    )
    noted_by = models.ForeignKey(
        User, verbose_name=_("marked by"), null=True, editable=False, on_delete=models.SET_NULL, related_name="+"
    )
    noted_at = models.DateTimeField(_("marked at"), default=timezone.now, editable=False)
    consent_by = models.ForeignKey(
        User,
        verbose_name=_("consent noted by"),
        null=True,
        editable=False,
        on_delete=models.SET_NULL,
        related_name="+",
    )
    consent_at = models.DateTimeField(_("consent noted at"), null=True, editable=False)
    changed_at = models.DateTimeField(_("changed at"), auto_now=True)

    class Meta:
        verbose_name = _("minor")
        verbose_name_plural = _("minors")
        ordering = ["user__username"]

    def __str__(self) -> str:
        return self.user.get_username()

    @property
    def is_under_age(self) -> bool:
        return self.until is None or self.until > timezone.localdate()

    @property
    def first_name_only(self) -> bool:
        """Whether strangers read the first name only."""
        return self.consent_at is None and self.is_under_age

    @classmethod
    def shown_by_first_name(cls) -> models.QuerySet[Minor]:
        """Those of whom strangers read the first name only, today."""
        return cls.objects.filter(Q(until=None) | Q(until__gt=timezone.localdate()), consent_at=None)
