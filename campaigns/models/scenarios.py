"""Scenarios that people have saved: what would be otherwise in a season or a league. Desk: nothing depends on them."""

from __future__ import annotations

from uuid import uuid4

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from campaigns.models.people import User


class SavedScenario(models.Model):
    """`stream`: the season or league it is about; `changes` as JSON of its `kind`. `position`: the row of the log that
    it is about, 0 for how things stand as it is opened. A deleted one can be taken back for a while."""

    class Readers(models.TextChoices):
        PRIVATE = "private", _("only you")
        LINK = "link", _("whoever has the link, and may see the campaign or league")
        CLUB = "club", _("the club: it is listed for its members")

    class Kind(models.TextChoices):
        CAMPAIGN = "campaign", _("campaign")
        LEAGUE = "league", _("league")

    id = models.UUIDField(_("id"), primary_key=True, default=uuid4, editable=False)
    owner = models.ForeignKey(User, verbose_name=_("owner"), on_delete=models.CASCADE, related_name="+")
    kind = models.CharField(_("kind"), max_length=10, choices=Kind.choices, default=Kind.CAMPAIGN)
    stream = models.UUIDField(_("stream"), db_index=True)
    name = models.CharField(_("name"), max_length=80)
    changes = models.TextField(_("changes"))
    position = models.PositiveIntegerField(_("position"), default=0)
    readers = models.CharField(_("who may see it"), max_length=10, choices=Readers.choices, default=Readers.PRIVATE)
    made_at = models.DateTimeField(_("made at"), default=timezone.now)
    deleted_at = models.DateTimeField(_("deleted at"), null=True, blank=True)

    class Meta:
        verbose_name = _("saved scenario")
        verbose_name_plural = _("saved scenarios")
        ordering = ["name", "id"]

    def __str__(self) -> str:
        return self.name
