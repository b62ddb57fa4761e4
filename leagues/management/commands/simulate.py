"""manage.py simulate: a season as the floor below plays it, or with --league a league for years."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from typing import Any
from uuid import UUID

from django.core.management.base import CommandError
from django.utils.translation import gettext as _

from campaigns.management.commands import simulate
from campaigns.simulation import Taken
from leagues.models import LeaguePlayer
from leagues.simulation import Played, simulate_league

MOST_SEASONS = 50


class Command(simulate.Command):
    help = (
        "Play a season at random, from enlisting to the last standings; with --league so many seasons of a league of"
        " two divisions, with promotion. The same seed plays the same."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("--league", type=int, default=0, metavar="YEARS", help="seasons of a league (no league)")

    def handle(self, *args: Any, **options: Any) -> None:
        if not options["league"]:
            super().handle(*args, **options)
            return
        bounds = (("league", 1, MOST_SEASONS), ("platoons", 4, 64), ("rounds", 1, 200), ("map", 0, 0))
        self.check_bounds(options, bounds)
        asked = (options["system"], options["league"], options["platoons"], options["rounds"], options["seed"])
        try:
            played = simulate_league(*asked, options["club"], progress=self._show)
        except Taken as taken:
            raise CommandError(
                _("%(what)s is here already: take another seed or another club.") % {"what": taken}
            ) from None
        self._tell_league(played, as_json=options["json"])

    def _tell_league(self, played: Played, as_json: bool) -> None:
        shown = ("player", "division", "rating", "doubt", "played", "won", "drawn", "lost", "titles")
        table = list(
            LeaguePlayer.objects.filter(league_id=UUID(played.league)).order_by("-rating", "key").values(*shown)
        )
        if as_json:
            self.stdout.write(json.dumps({**played._asdict(), "players": table}, indent=2))
            return
        for one in table:
            self.stdout.write("{rating:5} ±{doubt:<4} {won}-{drawn}-{lost} {division:12} {player}".format(**one))
        self.stdout.write(_("The league is %(league)s; it came to %(digest)s.") % played._asdict())
        self.stdout.write(
            _("To look at it as its organiser: manage.py changepassword %(name)s") % {"name": played.organiser}
        )
