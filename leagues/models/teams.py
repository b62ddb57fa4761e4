"""Read tables of teams, folded from the leagues' logs as those of `leagues.models.sheets`."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from leagues.models.sheets import LeagueSheet


class LeagueTeam(models.Model):
    """A team of a league."""

    key = models.CharField(max_length=80, primary_key=True, editable=False)  # derived: league/team
    league = models.ForeignKey(LeagueSheet, verbose_name=_("league"), on_delete=models.CASCADE, related_name="teams")
    team = models.CharField(_("short name"), max_length=40)
    name = models.CharField(_("name"), max_length=80)
    colour = models.CharField(_("colour"), max_length=7, blank=True)
    captain = models.CharField(_("captain"), max_length=80, blank=True, db_index=True)
    since = models.PositiveIntegerField(_("since season"))
    ended = models.BooleanField(_("has ended"))
    players = models.PositiveIntegerField(_("players"))

    class Meta:
        verbose_name = _("team of a league")
        verbose_name_plural = _("teams of leagues")
        ordering = ["league", "ended", "name", "team"]

    def __str__(self) -> str:
        return self.name


class LeagueStay(models.Model):
    """The seasons in which a player counts for a team."""

    key = models.CharField(max_length=170, primary_key=True, editable=False)  # derived: league/team/player/since
    league = models.ForeignKey(LeagueSheet, verbose_name=_("league"), on_delete=models.CASCADE, related_name="stays")
    team = models.CharField(_("team"), max_length=40)
    player = models.CharField(_("player"), max_length=80, db_index=True)
    since = models.PositiveIntegerField(_("from season"))
    until = models.PositiveIntegerField(_("to season"), null=True, help_text=_("Empty while they are in it."))

    class Meta:
        verbose_name = _("player of a team")
        verbose_name_plural = _("players of teams")
        ordering = ["league", "team", "since", "key"]

    def __str__(self) -> str:
        return self.player


class LeagueTeamSeason(models.Model):
    """What a team's players have done for it in a season."""

    key = models.CharField(max_length=90, primary_key=True, editable=False)  # derived: league/season/team
    league = models.ForeignKey(
        LeagueSheet, verbose_name=_("league"), on_delete=models.CASCADE, related_name="team_seasons"
    )
    team = models.CharField(_("team"), max_length=40)
    season = models.PositiveIntegerField(_("season"))
    rank = models.PositiveIntegerField(_("rank"))
    players = models.PositiveIntegerField(_("players"))
    played = models.PositiveIntegerField(_("played"))
    won = models.PositiveIntegerField(pgettext_lazy("how many", "won"))
    drawn = models.PositiveIntegerField(pgettext_lazy("how many", "drawn"))
    lost = models.PositiveIntegerField(pgettext_lazy("how many", "lost"))
    points = models.IntegerField(_("points"))
    titles = models.PositiveIntegerField(_("titles"))

    class Meta:
        verbose_name = _("season of a team")
        verbose_name_plural = _("seasons of teams")
        ordering = ["league", "-season", "rank", "team"]

    def __str__(self) -> str:
        return self.team
