"""Leagues in the organisers' office: how each is listed, and what its log has come to. Reports go by its pages."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.db.models import Model, QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from campaigns.admin import evening, log_rows
from campaigns.admin.evening import Beside
from campaigns.admin.office import Edited, Shown, named
from campaigns.models import User
from leagues.handler import LEAGUE
from leagues.league import EVENTS
from leagues.models import League, LeagueCampaign, LeaguePlayer, LeagueSheet, LeagueTeam

MOST = 12  # on the front page
LISTED = ("about", "colour", "visibility")
OF_LEAGUE = ("league", admin.RelatedOnlyFieldListFilter)


def of_user(user: User) -> QuerySet[Any]:
    """The streams of the leagues of the clubs that a user organises."""
    return League.objects.filter(club__organisers=user, stream__isnull=False).values("stream")


log_rows.ABOVE.append(of_user)
log_rows.KINDS[LEAGUE.name] = _("league")
log_rows.TYPES.extend(EVENTS)


@admin.register(League)
class LeagueAdmin(Edited):
    """A league is founded on a page of its own; here it can be listed otherwise."""

    list_display = ("name", "club", "visibility", "managed")
    list_filter = ("visibility", ("club", admin.RelatedOnlyFieldListFilter))
    list_select_related = ("club",)
    search_fields = ("name", "club__name")
    fields = ("club", "name", "slug", *LISTED, "managed")
    readonly_fields = ("club", "name", "slug", "managed")

    def of_clubs(self, rows: QuerySet[Any], user: User) -> QuerySet[Any]:
        return rows.filter(club__organisers=user)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def view_on_site(self, obj: League) -> str | None:
        return reverse("league", args=[obj.slug]) if obj.is_founded else None

    @admin.display(description=_("reports"))
    def managed(self, obj: League) -> str:
        if not obj.is_founded:
            return "–"
        return format_html('<a href="{}">{}</a>', reverse("league-manage", args=[obj.slug]), gettext("manage it"))


class OfLeague(Shown):
    """Lists of rows that belong to a league."""

    def of_clubs(self, rows: QuerySet[Any], user: User) -> QuerySet[Any]:
        return rows.filter(league__in=of_user(user))


@admin.register(LeagueSheet)
class LeagueSheetAdmin(Shown):
    list_display = ("name", "season", "under_way", "players", "games", "unsettled", "position")
    list_filter = ("under_way",)
    search_fields = ("name", "=stream")
    readonly_fields = ("rows",)

    def of_clubs(self, rows: QuerySet[Any], user: User) -> QuerySet[Any]:
        return rows.filter(stream__in=of_user(user))


@admin.register(LeagueCampaign)
class LeagueCampaignAdmin(OfLeague):
    list_display = ("name", "league", "season", "division", "system", "rated", "position")
    list_filter = (OF_LEAGUE, "system", "rated")
    list_select_related = ("league",)
    search_fields = ("name", "title", "league__name", "=campaign")


@admin.register(LeaguePlayer)
class LeaguePlayerAdmin(OfLeague):
    list_display = ("who", "alias", "league", "division", "rating", "doubt", "settled", "played", "titles", "hidden")
    list_display_links = ("who",)
    list_filter = (OF_LEAGUE, "settled", "hidden")
    list_select_related = ("league",)
    search_fields = ("alias", "league__name", "=player")
    people = ("player",)

    @admin.display(description=_("player"))
    def who(self, row: LeaguePlayer) -> str:
        return named(row, "player")


@admin.register(LeagueTeam)
class LeagueTeamAdmin(OfLeague):
    list_display = ("name", "team", "league", "led_by", "players", "since", "ended")
    list_filter = (OF_LEAGUE, "ended")
    list_select_related = ("league",)
    search_fields = ("name", "team", "league__name")
    people = ("captain",)

    @admin.display(description=_("captain"))
    def led_by(self, row: LeagueTeam) -> str:
        return named(row, "captain") if row.captain else "–"


def on_front_page(user: User) -> list[Beside]:
    """Those of the clubs that a user organises, or the newest of all for a superuser, the last moved first. Two
    queries at most, whatever they hold."""
    mine = League.objects.filter(stream__isnull=False)
    if not user.is_superuser:
        mine = mine.filter(club__in=list(user.organises.all()))
    slugs = dict(mine.values_list("stream", "slug"))
    sheets = LeagueSheet.objects.filter(pk__in=list(slugs)).order_by("-moved_at", "stream")[:MOST] if slugs else ()
    return [Beside(one.name, _stands(one), reverse("league-manage", args=[slugs[one.pk]])) for one in sheets]


def _stands(sheet: LeagueSheet) -> str:
    said = [gettext("Season %(n)s") % {"n": sheet.season}] if sheet.season else [gettext("before its first season")]
    said.append(ngettext("%(n)d player", "%(n)d players", sheet.players) % {"n": sheet.players})
    if sheet.unsettled:
        told = ngettext("%(n)d report to settle", "%(n)d reports to settle", sheet.unsettled)
        said.append(told % {"n": sheet.unsettled})
    return " · ".join(said)


evening.BESIDE.append((_("Leagues"), on_front_page))
