"""manage.py import_history: results of before into a league, after a look at every line."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any
from uuid import NAMESPACE_URL, uuid5

from django.core.management.base import BaseCommand, CommandError
from django.db import transaction
from django.utils.translation import gettext as _

import rules
from battles.reports import Report
from battles.sentences import words
from campaigns.models import User
from leagues import handler, history, roles
from leagues.league.history import ImportSeason
from leagues.management.commands.archive_season import founded_league
from rules.contract import Refused
from rules.stream import codec

LARGEST = 4 * 1024 * 1024
NAMESPACE = uuid5(NAMESPACE_URL, "leaguer:leagues:history:reports")


class Command(BaseCommand):
    help = (
        "Say of each line of a list of past results how it is understood, or what is wrong with it; with --write take"
        " them into a league, each season as one of its own, marked as history. Lines at fault stop it, or --despite."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("league", metavar="LEAGUE", help="its short name or its id")
        parser.add_argument("file", metavar="FILE", help="the list")
        parser.add_argument(
            "--as", dest="kind", choices=sorted(history.READERS), default="csv", help="what it is (csv)"
        )
        parser.add_argument("--system", default="", choices=["", *sorted(rules.all_systems())], help="the rulebook")
        parser.add_argument("--division", default="", metavar="KEY", help="the division it was")
        parser.add_argument("--by", required=True, metavar="USERNAME", help="the organiser who tells it")
        parser.add_argument("--write", action="store_true", help="take it in; else nothing is written")
        parser.add_argument("--despite", action="store_true", help="leave out the lines at fault")

    def handle(self, *args: Any, **options: Any) -> None:
        desk = founded_league(options["league"])
        user = User.objects.filter(username=options["by"]).first()
        who = roles.who_in_league(user, desk) if user is not None else None
        if who is None:
            raise CommandError(_("There is no account “%(name)s”.") % {"name": options["by"]})
        stream = str(desk.stream)
        listed = history.read(_text(Path(options["file"])), options["kind"])
        matched = history.match(desk, handler.replay(stream)[0], listed.games)
        lines = [(one.line, history.understood(one, matched)) for one in listed.games]
        lines += [(one.line, f"! {one.what} {one.remedy}") for one in listed.faults]
        for line, text in sorted(lines):
            self.stdout.write(f"{line}: {text}")
        if listed.faults and not options["despite"]:
            raise CommandError(_("%(n)d lines cannot be taken in; nothing was written.") % {"n": len(listed.faults)})
        if not options["write"]:
            self.stdout.write(_("Nothing was written; --write takes it in."))
            return
        found = list(history.seasons_of(stream, listed, matched, options["system"], options["division"]))
        reports = [_report(stream, one) for one in found]
        try:
            with transaction.atomic():
                for report in reports:
                    handler.execute(stream, [report], who, "script")
        except Refused as refused:
            raise CommandError(" ".join(words(told) for told in (refused.text, refused.remedy) if told)) from None
        self.stdout.write(_("%(n)d seasons were taken in.") % {"n": len(reports)})


def _report(stream: str, season: ImportSeason) -> Report:
    """The same season of the same list is the same report."""
    told = codec.encode(season)
    return Report(str(uuid5(NAMESPACE, f"{stream}/{told}")), type(season).__name__, told)


def _text(path: Path) -> str:
    try:
        if path.stat().st_size > LARGEST:
            raise CommandError(_("The file is too large."))
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise CommandError(str(error)) from None
