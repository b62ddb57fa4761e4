"""Read tables: folded from the leagues' logs; `manage.py rebuild` empties and fills them again.

Keys and times come from the log. Text columns that hold JSON say so.
"""

from __future__ import annotations

from functools import cached_property
from typing import NamedTuple

import msgspec
from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy


class Shown(NamedTuple):
    """A rating as people read it, how far off it may be either way, and of how many games it is made."""

    rating: int
    doubt: int
    games: int


class LeagueSheet(models.Model):
    """A league's sheet, for lists."""

    stream = models.UUIDField(_("league"), primary_key=True)
    name = models.CharField(_("name"), max_length=80)
    terms = models.TextField(_("terms"), help_text=_("Every term by name."))
    divisions = models.TextField(_("divisions"), help_text=_("Key and name of each, the highest first."))
    seasons = models.TextField(_("seasons"), help_text=_("Number, title, whether closed, titles and moves of each."))
    season = models.PositiveIntegerField(_("season"), help_text=_("The newest; 0 before the first."))
    under_way = models.BooleanField(_("under way"))
    offices = models.TextField(_("organisers"), help_text=_("Who organises it beside the organisers of its club."))
    players = models.PositiveIntegerField(_("players"))
    games = models.PositiveIntegerField(_("results"))
    model = models.CharField(_("how it rates"), max_length=100, blank=True)
    unsettled = models.PositiveIntegerField(
        _("left open"), default=0, help_text=_("Reports that a correction has left to settle.")
    )
    position = models.PositiveIntegerField(_("position"))
    digest = models.CharField(_("digest"), max_length=64)
    founded_at = models.CharField(_("founded at"), max_length=27)
    moved_at = models.CharField(_("last report at"), max_length=27)

    class Meta:
        verbose_name = _("league's sheet")
        verbose_name_plural = _("leagues as they stand")
        ordering = ["-founded_at", "stream"]

    def __str__(self) -> str:
        return self.name


class LeagueCampaign(models.Model):
    """A campaign as a season of a league, or the part of one that a division plays."""

    key = models.CharField(max_length=80, primary_key=True, editable=False)  # derived: league/campaign
    league = models.ForeignKey(
        LeagueSheet, verbose_name=_("league"), on_delete=models.CASCADE, related_name="campaigns"
    )
    campaign = models.UUIDField(_("campaign"), db_index=True)
    season = models.PositiveIntegerField(_("season"))
    title = models.CharField(_("title"), max_length=80, blank=True)
    division = models.CharField(_("division"), max_length=40, blank=True)
    name = models.CharField(_("name"), max_length=80)
    system = models.CharField(_("rule system"), max_length=40)
    rated = models.BooleanField(_("rated"))
    position = models.PositiveIntegerField(_("reported at position"))
    digest = models.CharField(_("reported at digest"), max_length=64, blank=True)
    undone = models.PositiveIntegerField(
        _("battles to read"), default=0, help_text=_("Battles whose deeds the clerk has still to report.")
    )
    places = models.TextField(_("places"), blank=True, help_text=_("Its final standings; empty while it is under way."))

    class Meta:
        verbose_name = _("campaign of a league")
        verbose_name_plural = _("campaigns of leagues")
        ordering = ["league", "season", "division"]

    def __str__(self) -> str:
        return self.name


class LeaguePlayer(models.Model):
    """A player of a league, with all they have done in it."""

    key = models.CharField(max_length=120, primary_key=True, editable=False)  # derived: league/player
    league = models.ForeignKey(LeagueSheet, verbose_name=_("league"), on_delete=models.CASCADE, related_name="roll")
    player = models.CharField(_("player"), max_length=80, db_index=True)
    alias = models.CharField(_("alias"), max_length=40, blank=True)
    name = models.CharField(
        _("name"), max_length=80, blank=True, default="", help_text=_("Of who played before there were accounts.")
    )
    hidden = models.BooleanField(_("hidden from strangers"))
    division = models.CharField(_("division"), max_length=40, blank=True)
    since = models.PositiveIntegerField(_("since season"))
    rating = models.IntegerField(_("rating"), help_text=_("Over all rulebooks."))
    doubt = models.PositiveIntegerField(_("doubt"), help_text=_("How far off the rating may be, either way."))
    rated = models.PositiveIntegerField(_("rated games"))
    settled = models.BooleanField(_("settled"), help_text=_("The rating is no longer provisional."))
    by_system = models.TextField(_("ratings by rulebook"), help_text=_("Rating, doubt and games, by rulebook."))
    played = models.PositiveIntegerField(_("played"))
    won = models.PositiveIntegerField(pgettext_lazy("how many", "won"))
    drawn = models.PositiveIntegerField(pgettext_lazy("how many", "drawn"))
    lost = models.PositiveIntegerField(pgettext_lazy("how many", "lost"))
    titles = models.PositiveIntegerField(_("titles"))

    class Meta:
        verbose_name = _("player of a league")
        verbose_name_plural = _("players of leagues")
        ordering = ["league", "-settled", "-rating", "player"]

    def __str__(self) -> str:
        return self.alias or self.player

    @cached_property
    def ratings(self) -> dict[str, Shown]:
        """The ratings by rulebook."""
        return msgspec.json.decode(self.by_system, type=dict[str, Shown])


class LeagueGame(models.Model):
    """A game of a league as one of its players has it: a row for each of them."""

    key = models.CharField(max_length=220, primary_key=True, editable=False)  # derived: league/game/player
    league = models.ForeignKey(LeagueSheet, verbose_name=_("league"), on_delete=models.CASCADE, related_name="record")
    player = models.CharField(_("player"), max_length=80, db_index=True)
    game = models.CharField(_("game"), max_length=100)
    number = models.PositiveIntegerField(_("number"))  # in the order in which games were first reported, from 1
    season = models.PositiveIntegerField(_("season"))
    campaign = models.UUIDField(_("campaign"))
    round = models.PositiveIntegerField(_("round"))
    system = models.CharField(_("rule system"), max_length=40)
    battle = models.CharField(_("battle"), max_length=36, blank=True)
    how = models.CharField(_("how"), max_length=20)
    result = models.CharField(_("result"), max_length=10)
    points = models.IntegerField(_("points"))
    against = models.IntegerField(_("points of the others"))
    partners = models.TextField(_("partners"), help_text=_("Who played on the same side."))
    opponents = models.TextField(_("opponents"), help_text=_("Who played on the other sides."))
    platoon_of = models.TextField(
        _("platoon of"), blank=True, help_text=_("For whose platoon they sat in; empty for their own.")
    )
    substitute = models.CharField(_("substitute"), max_length=80, blank=True, help_text=_("Who sat in for them."))
    rating = models.IntegerField(_("rating after it"), null=True, help_text=_("Empty where it is not rated."))
    change = models.IntegerField(_("change of the rating"), null=True)

    class Meta:
        verbose_name = _("game of a league")
        verbose_name_plural = _("games of leagues")
        ordering = ["league", "-number", "player"]
        indexes = [models.Index(name="league_game_of_player", fields=["league", "player", "number"])]

    def __str__(self) -> str:
        return self.game


class LeagueMachine(models.Model):
    """A vehicle with its crew in one season of a league, with what it did in it."""

    key = models.CharField(max_length=140, primary_key=True, editable=False)  # derived: league/campaign/vehicle
    league = models.ForeignKey(LeagueSheet, verbose_name=_("league"), on_delete=models.CASCADE, related_name="machines")
    machine = models.CharField(_("vehicle"), max_length=100)
    player = models.CharField(_("player"), max_length=80, db_index=True)
    name = models.CharField(_("name"), max_length=80, blank=True)
    model = models.CharField(_("model"), max_length=80)
    season = models.PositiveIntegerField(_("season"))
    was = models.CharField(_("was"), max_length=100, blank=True, help_text=_("The same one in an earlier season."))
    battles = models.PositiveIntegerField(_("battles"))
    shots = models.PositiveIntegerField(_("shots"))
    hits = models.PositiveIntegerField(_("hits"))
    kills = models.PositiveIntegerField(_("kills"))
    damage = models.PositiveIntegerField(_("damage"))
    wrecked = models.PositiveIntegerField(_("times wrecked"))
    fate = models.CharField(_("fate in its last battle"), max_length=10)

    class Meta:
        verbose_name = _("vehicle of a league")
        verbose_name_plural = _("vehicles of leagues")
        ordering = ["league", "-kills", "-hits", "machine"]

    def __str__(self) -> str:
        return self.name or self.model


class LeagueHonour(models.Model):
    """An honour that was awarded for a season of a league."""

    key = models.CharField(max_length=220, primary_key=True, editable=False)  # derived: league/season/number
    league = models.ForeignKey(LeagueSheet, verbose_name=_("league"), on_delete=models.CASCADE, related_name="honours")
    season = models.PositiveIntegerField(_("season"))
    honour = models.CharField(_("honour"), max_length=40)
    name = models.CharField(_("name"), max_length=80, blank=True, help_text=_("Of one the league has composed."))
    player = models.CharField(_("player"), max_length=80, db_index=True)
    machine = models.CharField(_("vehicle"), max_length=100, blank=True)
    figure = models.IntegerField(_("figure"))

    class Meta:
        verbose_name = _("honour of a league")
        verbose_name_plural = _("honours of leagues")
        ordering = ["league", "-season", "honour", "key"]

    def __str__(self) -> str:
        return self.name or self.honour
