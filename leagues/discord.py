"""Honours of a league's seasons, in its club's Discord channel, as strangers read them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.db.models import QuerySet
from django.urls import reverse
from django.utils.translation import gettext as _

from campaigns.discord.poster import Source
from campaigns.models import DiscordChannel
from campaigns.presenters.bulletin import Bulletin, Kind
from leagues import handler
from leagues.league.honours import HOUSE, HonoursAwarded
from leagues.models import League, LeagueHonour, LeagueSheet
from leagues.presenters.names import names_for
from leagues.webhooks import sheets_of


def league_sheets(channel: DiscordChannel) -> QuerySet[Any]:
    return sheets_of(channel, channel.of_honours)


def is_public(sheet: LeagueSheet) -> bool:
    return not League.objects.filter(stream=sheet.pk, visibility=League.Visibility.MEMBERS).exists()


def of_league(sheet: LeagueSheet) -> Iterable[Bulletin]:
    """One for each season that has honours. Of players who are nobody to strangers there is none."""
    desk = League.objects.filter(stream=sheet.pk).first()
    rows = list(LeagueHonour.objects.filter(league=sheet).order_by("season", "honour", "key"))
    if desk is None or not rows:
        return
    names = names_for(AnonymousUser(), desk, sheet)
    when = _awarded(str(sheet.pk))
    for season in sorted({row.season for row in rows}):
        lines = [
            _("%(honour)s: %(player)s") % {"honour": _called(row), "player": names.name(row.player)}
            for row in rows
            if row.season == season and not names.is_hidden(row.player)
        ]
        if lines and season in when:
            published, updated = when[season]
            yield Bulletin(
                key=f"honours-{season}",
                kind=Kind.HONOURS,
                title=_("%(league)s: honours of season %(n)s") % {"league": sheet.name, "n": season},
                lines=tuple(lines[:60]),
                url=settings.SITE_URL + reverse("league", args=[desk.slug]),
                published=published,
                updated=updated,
            )


def _called(row: LeagueHonour) -> str:
    return _(HOUSE[row.honour].name) if row.honour in HOUSE else row.name or row.honour


def _awarded(stream: str) -> dict[int, tuple[str, str]]:
    """When the honours of each season were awarded first, and when those that stand were."""
    _league, told, rows = handler.replay(stream)
    found: dict[int, tuple[str, str]] = {}
    for fact, row in zip(told, rows, strict=True):
        if isinstance(fact.event, HonoursAwarded):
            first, last = found.get(fact.event.season, (row.at, row.at))
            found[fact.event.season] = first, last if fact.struck else row.at
    return found


SOURCE = Source(league_sheets, of_league, is_public)
