"""manage.py archive_season: a season of a league as files that need no server."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any
from uuid import UUID

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _

from leagues.archive import NoSuchSeason, write_season
from leagues.models import League


class Command(BaseCommand):
    help = (
        "Write a season of a league as a ZIP: pages to read without a server, and the logs of the league, its campaigns"
        " and battles as JSON lines, with what verifies them. Names are those that strangers may read."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("league", metavar="LEAGUE", help="its short name or its id")
        parser.add_argument("season", metavar="SEASON", type=int, help="the number of the season")
        parser.add_argument("file", metavar="OUT.zip", help="the file; it must not be there yet")

    def handle(self, *args: Any, **options: Any) -> None:
        path = Path(options["file"])
        league, season = founded_league(options["league"]), options["season"]
        try:
            with path.open("xb") as file:
                streams = write_season(league, season, file)
        except NoSuchSeason:
            path.unlink()
            raise CommandError(_("The league has no season %(season)d.") % {"season": season}) from None
        except OSError as error:
            raise CommandError(str(error)) from None
        self.stdout.write(_("%(file)s: %(n)d logs.") % {"file": path, "n": streams})


def founded_league(name: str) -> League:
    founded = League.objects.filter(stream__isnull=False)
    found = founded.filter(slug=name).first()
    try:
        return found or founded.get(pk=UUID(name))
    except (ValueError, League.DoesNotExist):
        raise CommandError(_("There is no league “%(name)s”.") % {"name": name}) from None
