"""The read table of a campaign's map: its sectors, folded from the campaign's log."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _


class Supply(models.TextChoices):
    SUPPLIED = "supplied", _("supplied")
    STRAINED = "strained", _("strained")
    CUT_OFF = "cut off", _("cut off")


class Terrain(models.TextChoices):
    OPEN = "open", _("open country")
    FARMLAND = "farmland", _("farmland")
    FOREST = "forest", _("forest")
    HILLS = "hills", _("hills")
    MOUNTAINS = "mountains", _("mountains")
    MARSH = "marsh", _("marsh")
    TOWN = "town", _("town")
    DESERT = "desert", _("desert")


class Sector(models.Model):
    """A sector of a campaign's map as it stands now."""

    key = models.CharField(max_length=80, primary_key=True, editable=False)  # derived: campaign/sector
    campaign = models.ForeignKey(
        "campaigns.CampaignSheet", verbose_name=_("campaign"), on_delete=models.CASCADE, related_name="sectors"
    )
    sector = models.CharField(_("sector"), max_length=40)
    name = models.CharField(_("name"), max_length=80)
    x = models.PositiveSmallIntegerField(_("across"))
    y = models.PositiveSmallIntegerField(_("down"))
    terrain = models.CharField(_("terrain"), max_length=20, choices=Terrain.choices)
    value = models.PositiveSmallIntegerField(_("value"))
    capacity = models.PositiveSmallIntegerField(_("capacity"), help_text=_("Platoons of each side that fit into it."))
    base = models.CharField(_("base"), max_length=40, blank=True, help_text=_("The side that is supplied from it."))
    capital = models.BooleanField(_("capital"))
    owner = models.CharField(_("owner"), max_length=40, blank=True, help_text=_("The side whose it is; empty if none."))
    contested = models.BooleanField(_("contested"))
    supply = models.CharField(
        _("supply"), max_length=10, choices=Supply.choices, blank=True, help_text=_("That of its owner.")
    )
    platoons = models.TextField(_("platoons"), help_text=_("Those that stand there."))

    class Meta:
        verbose_name = _("sector")
        verbose_name_plural = _("sectors")
        ordering = ["campaign", "sector"]

    def __str__(self) -> str:
        return self.name or self.sector
