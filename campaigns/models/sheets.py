"""Read tables: folded from the campaigns' logs, truncated and made again by `manage.py rebuild`.

Keys and times come from the log. Texts that hold JSON say so.
"""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _


class CampaignSheet(models.Model):
    """A campaign as lists need it."""

    class Status(models.TextChoices):
        OPEN = "open", _("under way")

    stream = models.UUIDField(_("campaign"), primary_key=True)
    name = models.CharField(_("name"), max_length=80)
    system = models.CharField(_("rule system"), max_length=40)
    edition = models.CharField(_("edition"), max_length=40)
    status = models.CharField(_("status"), max_length=10, choices=Status.choices)
    options = models.TextField(_("options"), help_text=_("JSON: every option by name."))
    sides = models.TextField(_("sides"), help_text=_("JSON: name of each side by key."))
    scoring = models.TextField(_("scoring"), help_text=_("JSON: win, draw, loss, scored."))
    commitment = models.CharField(_("commitment"), max_length=64, help_text=_("SHA-256 of the seed of every battle."))
    position = models.PositiveIntegerField(_("position"))
    digest = models.CharField(_("digest"), max_length=64)
    opened_at = models.CharField(_("opened at"), max_length=27)
    moved_at = models.CharField(_("last report at"), max_length=27)

    class Meta:
        verbose_name = _("campaign's sheet")
        verbose_name_plural = _("campaigns' sheets")
        ordering = ["-opened_at", "stream"]

    def __str__(self) -> str:
        return self.name or str(self.stream)


class Standing(models.Model):
    """A platoon's place in its campaign. Rank 1 is best; equals share a rank."""

    key = models.CharField(max_length=80, primary_key=True, editable=False)  # derived: campaign/platoon
    campaign = models.ForeignKey(
        CampaignSheet, verbose_name=_("campaign"), on_delete=models.CASCADE, related_name="standings"
    )
    platoon = models.CharField(_("platoon"), max_length=40)
    name = models.CharField(_("name"), max_length=80)
    player = models.CharField(_("player"), max_length=80, db_index=True)
    side = models.CharField(_("side"), max_length=40, blank=True)
    card = models.CharField(_("platoon card"), max_length=80, blank=True)
    rank = models.PositiveIntegerField(_("rank"))
    score = models.IntegerField(_("score"))
    played = models.PositiveIntegerField(_("played"))
    won = models.PositiveIntegerField(_("won"))
    drawn = models.PositiveIntegerField(_("drawn"))
    lost = models.PositiveIntegerField(_("lost"))
    points_for = models.IntegerField(_("points for"))
    points_against = models.IntegerField(_("points against"))

    class Meta:
        verbose_name = _("standing")
        verbose_name_plural = _("standings")
        ordering = ["campaign", "rank", "platoon"]

    def __str__(self) -> str:
        return f"{self.rank}. {self.name}"


class Vehicle(models.Model):
    """A vehicle of a campaign: what earlier battles left of it, and its service record."""

    class Status(models.TextChoices):
        FIT = "fit", _("fit")
        DAMAGED = "damaged", _("damaged")
        WITHDRAWN = "withdrawn", _("withdrew from its last battle")
        FIGHTING = "fighting", _("in a battle")
        WRECKED = "wrecked", _("wrecked")
        LOST = "lost", _("lost")

    key = models.CharField(max_length=80, primary_key=True, editable=False)  # derived: campaign/vehicle
    campaign = models.ForeignKey(
        CampaignSheet, verbose_name=_("campaign"), on_delete=models.CASCADE, related_name="vehicles"
    )
    platoon = models.CharField(_("platoon"), max_length=40)
    player = models.CharField(_("player"), max_length=80, db_index=True)
    vehicle = models.CharField(_("vehicle"), max_length=40)
    name = models.CharField(_("name"), max_length=80)
    model = models.CharField(_("model"), max_length=80)
    status = models.CharField(_("status"), max_length=10, choices=Status.choices)
    battle = models.UUIDField(_("battle"), null=True)  # the one it is in now
    condition = models.TextField(_("condition"), help_text=_("JSON, as the rulebook declares it."))
    battles = models.PositiveIntegerField(_("battles"))
    shots = models.PositiveIntegerField(_("shots"))
    hits = models.PositiveIntegerField(_("hits"))
    kills = models.PositiveIntegerField(_("kills"))
    damage = models.PositiveIntegerField(_("damage dealt"))
    repairs = models.PositiveIntegerField(_("repairs"))
    record = models.TextField(_("record"), help_text=_("JSON: each battle with its fate and feats, oldest first."))

    class Meta:
        verbose_name = _("vehicle")
        verbose_name_plural = _("vehicles")
        ordering = ["campaign", "platoon", "vehicle"]

    def __str__(self) -> str:
        return self.name or self.model


class Fixture(models.Model):
    """A battle of a campaign as the campaign knows it; `position` and `digest` are the head it was counted at."""

    class Status(models.TextChoices):
        MUSTERED = "mustered", _("mustered")
        COUNTED = "counted", _("counted")

    battle = models.UUIDField(_("battle"), primary_key=True)
    campaign = models.ForeignKey(
        CampaignSheet, verbose_name=_("campaign"), on_delete=models.CASCADE, related_name="fixtures"
    )
    number = models.PositiveIntegerField(_("number"))  # 1 is the campaign's first battle
    scenario = models.CharField(_("scenario"), max_length=80)
    title = models.CharField(_("title"), max_length=500, blank=True)
    platoons = models.TextField(_("platoons"), help_text=_("JSON: the platoon on each side of the battle."))
    status = models.CharField(_("status"), max_length=10, choices=Status.choices)
    position = models.PositiveIntegerField(_("counted at position"))
    digest = models.CharField(_("counted at digest"), max_length=64, blank=True)
    winner = models.CharField(_("winner"), max_length=40, blank=True)
    points = models.TextField(_("points"), help_text=_("JSON: points of each side of the battle."))

    class Meta:
        verbose_name = _("fixture")
        verbose_name_plural = _("fixtures")
        ordering = ["campaign", "number"]

    def __str__(self) -> str:
        return self.title or f"{self.number}. {self.scenario}"
