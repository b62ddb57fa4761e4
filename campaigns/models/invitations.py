"""Invitations, by which people join a club, with or without an account."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.core.exceptions import ValidationError
from django.core.validators import MaxValueValidator
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from campaigns.models.desk import Campaign, Club
from campaigns.models.people import User

LASTS = timedelta(days=14)
MOST = 500  # people one link may let in


def two_weeks_from_now() -> datetime:
    return timezone.now() + LASTS


class Invitation(models.Model):
    """Lets `uses` more people become members of a club, until it expires or is revoked.

    Its link is signed with the site's secret key and not stored. Organisers may read it at any time, but a backup of
    this table lets nobody in.
    """

    club = models.ForeignKey(Club, verbose_name=_("club"), on_delete=models.CASCADE, related_name="invitations")
    campaign = models.ForeignKey(
        Campaign,
        verbose_name=_("campaign"),
        null=True,
        blank=True,
        on_delete=models.CASCADE,
        related_name="+",
        help_text=_("The page that it leads to; the first page when left out."),
    )
    uses = models.PositiveSmallIntegerField(
        _("uses left"),
        default=1,
        validators=[MaxValueValidator(MOST)],
        help_text=_("How many more people may use it."),
    )
    expires_at = models.DateTimeField(_("expires at"), default=two_weeks_from_now)
    address = models.EmailField(
        _("e-mail address"),
        blank=True,
        help_text=_("Leaguer sends the link there; leave it empty to hand the link on yourself."),
    )
    revoked_at = models.DateTimeField(_("revoked at"), null=True, editable=False)
    made_by = models.ForeignKey(
        User, verbose_name=_("made by"), null=True, editable=False, on_delete=models.SET_NULL, related_name="+"
    )
    made_at = models.DateTimeField(_("made at"), default=timezone.now, editable=False)
    joined = models.ManyToManyField(User, verbose_name=_("came in by it"), editable=False, related_name="+")

    class Meta:
        verbose_name = _("invitation")
        verbose_name_plural = _("invitations")
        ordering = ["-made_at", "-pk"]

    def __str__(self) -> str:
        return f"{self.club} {self.pk}"

    def clean(self) -> None:
        if self.campaign and self.club_id and self.campaign.club_id != self.club_id:
            raise ValidationError({"campaign": _("That campaign is another club's. Take one of this club, or none.")})
