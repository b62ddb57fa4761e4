"""Where a league is listed, for whom, and how its pages look. What it has decided stands in its log."""

from __future__ import annotations

from uuid import uuid4

from django.db import models
from django.utils.translation import gettext_lazy as _

from campaigns.models import Campaign, Club
from campaigns.models.desk import is_colour


class League(models.Model):
    """A league of a club. Founding it begins a stream with the same id; `stream` is null until then."""

    Visibility = Campaign.Visibility

    id = models.UUIDField(_("id"), primary_key=True, default=uuid4, editable=False)
    club = models.ForeignKey(Club, verbose_name=_("club"), related_name="leagues", on_delete=models.PROTECT)
    name = models.CharField(_("name"), max_length=80)
    slug = models.SlugField(
        _("short name"), max_length=40, unique=True, help_text=_("It stands in the addresses of its pages.")
    )
    about = models.TextField(
        _("about"), blank=True, default="", max_length=2000, help_text=_("Who plays, when and where: a few sentences.")
    )
    colour = models.CharField(
        _("colour"),
        max_length=7,
        blank=True,
        default="",
        validators=[is_colour],
        help_text=_("The accent of its pages, as #2f6f4e; blank for Leaguer’s own."),
    )
    visibility = models.CharField(
        _("visibility"), max_length=10, choices=Campaign.Visibility.choices, default=Campaign.Visibility.PUBLIC
    )
    stream = models.UUIDField(_("stream"), null=True, unique=True, editable=False)

    class Meta:
        verbose_name = _("league")
        verbose_name_plural = _("leagues")
        ordering = ["name", "id"]

    def __str__(self) -> str:
        return self.name

    @property
    def is_founded(self) -> bool:
        return self.stream is not None
