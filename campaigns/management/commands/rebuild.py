"""manage.py rebuild: makes the read tables again from the log. Whoever was killed runs it again, and it goes on."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _

from battles.progress import Progress
from campaigns.projection_rebuild import rebuild
from campaigns.rebuild_compare import Difference
from campaigns.rebuild_spool import Busy


class Command(BaseCommand):
    help = "Make every read table again from the log, and name what was not as the log has it (exit 1)."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--check", action="store_true", help="only compare; change nothing")
        parser.add_argument("--jobs", type=int, metavar="N", help="processes that fold (one for each core)")

    def handle(self, *args: Any, **options: Any) -> None:
        text = _("Folded: %(done)d of %(of)d rows (%(percent)d %%), %(left)d seconds left.")
        progress = Progress(self.stderr, text, quiet=not options["verbosity"])
        try:
            found = rebuild(self._tell, keep=not options["check"], jobs=options["jobs"], progress=progress)
        except Busy:
            raise CommandError(_("Another rebuild is at work. Wait until it is done.")) from None
        if not found:
            self.stdout.write(_("The read tables are as the log has them."))
        elif options["check"]:
            raise CommandError(_("The read tables differ from the log in %(found)d places.") % {"found": found})
        else:
            raise CommandError(
                _("The read tables differed from the log in %(found)d places. They have been made anew.")
                % {"found": found}
            )

    def _tell(self, difference: Difference) -> None:
        place = f"{difference.table} {difference.key}"
        if difference.column:
            found = {"place": f"{place} {difference.column}", "stood": difference.stood, "folded": difference.folded}
            self.stderr.write(_("%(place)s: %(stood)r stood, the log says %(folded)r.") % found)
        elif difference.folded is None:
            self.stderr.write(_("%(place)s: stood without anything of the kind in the log.") % {"place": place})
        else:
            self.stderr.write(_("%(place)s: was missing.") % {"place": place})
