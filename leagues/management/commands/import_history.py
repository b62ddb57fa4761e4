"""manage.py import_history: results of before into a league, after a look at every line."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _

import rules
from battles.sentences import words
from campaigns.models import User
from leagues import handler, history, roles
from leagues.history import NEW, OUT
from leagues.management.commands.archive_season import founded_league
from rules.contract import Refused


class Command(BaseCommand):
    help = (
        "Say of each line of a list of past results how it is understood, or what is wrong with it; with --write take"
        " them into a league, each season as one of its own, marked as history. Lines at fault stop it, or --despite."
        " It reads CSV, tournaments of Challonge (JSON) and archives of Tabbycat (XML)."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("league", metavar="LEAGUE", help="its short name or its id")
        parser.add_argument("file", metavar="FILE", help="the list")
        parser.add_argument("--as", dest="kind", choices=history.KINDS, default="", help="what it is (as it looks)")
        parser.add_argument("--system", default="", choices=["", *sorted(rules.all_systems())], help="the rulebook")
        parser.add_argument("--division", default="", metavar="KEY", help="the division it was")
        parser.add_argument("--by", required=True, metavar="USERNAME", help="the organiser who tells it")
        parser.add_argument(
            "--person",
            action="append",
            default=[],
            metavar="NAME=WHO",
            help=f"who a name of the list is: a username, a player's key, “{NEW}”, or “{OUT}” to leave their games out",
        )
        parser.add_argument("--write", action="store_true", help="take it in; else nothing is written")
        parser.add_argument("--despite", action="store_true", help="leave out the lines at fault")

    def handle(self, *args: Any, **options: Any) -> None:
        desk = founded_league(options["league"])
        user = User.objects.filter(username=options["by"]).first()
        who = roles.who_in_league(user, desk) if user is not None else None
        if who is None:
            raise CommandError(_("There is no account “%(name)s”.") % {"name": options["by"]})
        stream, text = str(desk.stream), _text(Path(options["file"]))
        try:
            found = history.look(
                desk,
                handler.replay(stream)[0],
                text,
                kind=options["kind"],
                people=dict(map(_person, options["person"])),
                system=options["system"],
                division=options["division"],
            )
            for one in found.lines:
                fault = one.fault
                self.stdout.write(f"{one.line}: {one.text}" if fault is None else f"{one.line}: ! {told(fault)}")
            if not options["write"]:
                history.check(found, options["despite"])
                self.stdout.write(_("Nothing was written; --write takes it in."))
                return
            seasons = history.take(stream, found, who, "script", despite=options["despite"])
        except Refused as refused:
            raise CommandError(" ".join(words(told) for told in (refused.text, refused.remedy) if told)) from None
        self.stdout.write(_("%(n)d seasons were taken in.") % {"n": seasons})


def told(fault: history.Fault) -> str:
    return f"{fault.what} {fault.remedy}"


def _person(said: str) -> tuple[str, str]:
    name, _sign, who = (part.strip() for part in said.rpartition("="))
    account = User.objects.filter(username=who).first()
    return name, who if account is None or who in (NEW, OUT) else str(account.pk)


def _text(path: Path) -> str:
    try:
        if path.stat().st_size > history.LARGEST:
            raise CommandError(_("The file is too large."))
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise CommandError(str(error)) from None
