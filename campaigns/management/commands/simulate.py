"""manage.py simulate: plays a whole season at random, by ordinary reports."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from collections.abc import Iterable
from typing import Any
from uuid import UUID

from django.core.management.base import BaseCommand, CommandError
from django.urls import reverse
from django.utils.translation import gettext as _

import rules
from campaigns.models import Standing
from campaigns.simulation import SIDES, Taken, simulate
from campaigns.simulation.reporters import Reporters
from campaigns.theatre import generator
from campaigns.theatre.map_parts import LARGEST

BAR = 40  # characters


class Command(BaseCommand):
    help = "Play a season at random, from enlisting to the last standings. The same seed plays the same season."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--system", required=True, choices=sorted(rules.all_systems()), help="the rule system")
        parser.add_argument("--platoons", type=int, default=8, metavar="N", help="platoons that enlist (8)")
        parser.add_argument("--rounds", type=int, default=8, metavar="M", help="rounds of the season (8)")
        parser.add_argument(
            "--map", type=int, default=0, metavar="SIZE", help="sectors of a map it is played on (no map)"
        )
        parser.add_argument("--seed", type=int, default=1, metavar="S", help="what everything follows from (1)")
        parser.add_argument("--club", default="The Simulated Club", help="the club it is played in; made if it is new")
        parser.add_argument("--address", default="http://localhost:8000", help="where the web server answers")
        parser.add_argument("--json", action="store_true", help="tell the result as JSON")

    def handle(self, *args: Any, **options: Any) -> None:
        on_map = ("map", generator.least(tuple(SIDES)[:2]), LARGEST) if options["map"] else ("map", 0, 0)
        self.check_bounds(options, (("platoons", 2, 64), ("rounds", 1, 200), on_map))
        asked = (options["system"], options["platoons"], options["rounds"], options["seed"], options["club"])
        try:
            reporters = simulate(*asked, sectors=options["map"], progress=self._show)
        except Taken as taken:
            raise CommandError(
                _("%(what)s is here already: take another seed or another club.") % {"what": taken}
            ) from None
        address = options["address"].rstrip("/") + reverse("campaign", args=[reporters.campaign])
        self._tell(reporters, address, as_json=options["json"])

    def check_bounds(self, options: dict[str, Any], bounds: Iterable[tuple[str, int, int]]) -> None:
        for name, least, most in bounds:
            if not least <= options[name] <= most:
                raise CommandError(
                    _("--%(name)s has to be a number from %(least)d to %(most)d.")
                    % {"name": name, "least": least, "most": most}
                )

    def _show(self, done: int, of: int) -> None:
        """A progress bar on a terminal; nothing if the output goes to a file."""
        if self.stderr.isatty():
            full = BAR * done // of
            self.stderr.write(f"\r[{'#' * full}{'.' * (BAR - full)}] {done}/{of}", ending="\n" if done == of else "")
            self.stderr.flush()

    def _tell(self, reporters: Reporters, address: str, as_json: bool) -> None:
        season = reporters.season()
        standings = Standing.objects.filter(campaign_id=UUID(reporters.campaign)).order_by("rank", "platoon")
        table = list(standings.values("rank", "platoon", "name", "score", "won", "drawn", "lost", "purse"))
        if as_json:
            told = {
                "campaign": reporters.campaign,
                "address": address,
                "battles": len(season.battles),
                "reports": reporters.reports,
                "refused": reporters.refused,
                "standings": table,
            }
            self.stdout.write(json.dumps(told, indent=2))
            return
        for place in table:
            self.stdout.write("{rank:3}. {name:12} {score:5}  {won}-{drawn}-{lost}".format(**place))
        counts = {"battles": len(season.battles), "reports": reporters.reports, "refused": reporters.refused}
        self.stdout.write(
            _("%(battles)d battles, %(reports)d reports, %(refused)d of which the rules refused.") % counts
        )
        self.stdout.write(_("The season is at %(address)s") % {"address": address})
        who = {"name": reporters.organiser.username}
        self.stdout.write(_("To look at it as its organiser: manage.py changepassword %(name)s") % who)
