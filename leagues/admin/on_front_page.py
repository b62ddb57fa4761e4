"""Leagues on the office's front page: how each stands, with the page where it is managed."""

from __future__ import annotations

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from campaigns.admin.evening import Beside
from campaigns.models import User
from leagues.models import League, LeagueSheet

MOST = 12


def leagues(user: User) -> list[Beside]:
    """Those of the clubs that a user organises, or the newest of all for a superuser, the last moved first. Two
    queries at most, whatever they hold."""
    mine = League.objects.filter(stream__isnull=False)
    if not user.is_superuser:
        mine = mine.filter(club__in=list(user.organises.all()))
    slugs = dict(mine.values_list("stream", "slug"))
    sheets = LeagueSheet.objects.filter(pk__in=list(slugs)).order_by("-moved_at", "stream")[:MOST] if slugs else ()
    return [Beside(one.name, _stands(one), reverse("league-manage", args=[slugs[one.pk]])) for one in sheets]


def _stands(sheet: LeagueSheet) -> str:
    said = [_("Season %(n)s") % {"n": sheet.season}] if sheet.season else [_("before its first season")]
    said.append(ngettext("%(n)d player", "%(n)d players", sheet.players) % {"n": sheet.players})
    if sheet.unsettled:
        told = ngettext("%(n)d report to settle", "%(n)d reports to settle", sheet.unsettled)
        said.append(told % {"n": sheet.unsettled})
    return " · ".join(said)
