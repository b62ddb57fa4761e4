"""A season of a league as files that need no server: pages, and the log of everything in it as JSON lines.

Names on the pages are those that a stranger may read, and what is sealed in the log stays out: an archive is made to be
handed on. `verify_export.py` in it verifies each file of `log/` with Python alone.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

import msgspec
from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.template.loader import render_to_string

from battles import log
from campaigns.erasure import battles_of
from leagues.archive import pages
from leagues.models import League, LeagueCampaign, LeagueSheet
from leagues.presenters.names import Names, names_for

VERIFIER = Path(settings.ROOT) / "deploy" / "verify_export.py"
EARLIEST = (1980, 1, 1, 0, 0, 0)  # for a ZIP; so the same season gives the same bytes


class NoSuchSeason(Exception):
    """The league has no season of that number."""


def write_season(desk: League, season: int, file: IO[bytes]) -> int:
    """Write the archive of a season to a file; how many streams are in it. `NoSuchSeason` if there is none."""
    sheet = LeagueSheet.objects.get(pk=str(desk.stream))
    campaigns = list(LeagueCampaign.objects.filter(league=sheet, season=season).order_by("key"))
    if not campaigns:
        raise NoSuchSeason(season)
    streams = list(_streams(str(desk.stream), campaigns))
    with ZipFile(file, "w", ZIP_DEFLATED) as archive:
        for name, text in _files(desk, sheet, season, campaigns, streams):
            archive.writestr(ZipInfo(name, EARLIEST), text, ZIP_DEFLATED)
    return len(streams)


def _streams(league: str, campaigns: list[LeagueCampaign]) -> Iterator[tuple[str, str]]:
    """The kind and id of every stream of the season that is still there."""
    known = {stream for stream, _kind in log.streams()}
    yield "league", league
    for campaign in (str(one.campaign) for one in campaigns):
        if campaign in known:
            yield "campaign", campaign
            yield from (("battle", battle) for battle in battles_of(campaign))


def _files(
    desk: League,
    sheet: LeagueSheet,
    season: int,
    campaigns: list[LeagueCampaign],
    streams: list[tuple[str, str]],
) -> Iterator[tuple[str, str]]:
    """Every file's name with its text."""
    names = _names(desk, sheet, streams)
    files = [f"log/{kind}-{stream}.jsonl" for kind, stream in streams]
    yield "README.txt", _page("readme.txt", {"league": sheet, "season": season, "files": files})
    yield "verify_export.py", VERIFIER.read_text(encoding="utf-8")
    for (_kind, stream), name in zip(streams, files, strict=True):
        yield name, "".join(f"{line.strip()}\n" for line in log.export_lines(stream))
    there = {stream for _kind, stream in streams}
    told = msgspec.json.decode(sheet.seasons)
    this = next(one for one in told if one["number"] == season)
    parts = [pages.campaign(one, names, there) for one in campaigns]
    common: dict[str, Any] = {"league": sheet, "season": season, "title": this["title"]}
    winners = [pages.winner(one, sheet, names) for one in this["titles"]]
    yield "index.html", _page("index.html", common | {"parts": parts, "winners": winners, "files": files})
    lines = pages.league_lines(str(sheet.stream), names)
    yield "league.html", _page("log.html", common | {"name": sheet.name, "lines": lines, "up": ""})
    for part in parts:
        yield part.address, _page("campaign.html", common | {"part": part, "up": "../"})
        for battle in part.battles:
            lines = pages.battle_lines(battle.stream, names)
            yield battle.address, _page("log.html", common | {"name": battle.name, "lines": lines, "up": "../"})


def _page(template: str, context: dict[str, Any]) -> str:
    return render_to_string(f"leagues/archive/{template}", context)


def _names(desk: League, sheet: LeagueSheet, streams: list[tuple[str, str]]) -> Names:
    """As strangers read them, of everybody who has told something."""
    told = {row.by for _kind, stream in streams for row in log.read(stream)}
    played = set(pages.people_in(streams))
    return names_for(AnonymousUser(), desk, sheet, told | played)
