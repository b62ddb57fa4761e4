"""manage.py restore: reads a backup into an empty database, all of it or nothing."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _

from battles import locks
from deploy.backup import BadBackup, NotEmpty, restore
from deploy.management.progress import Progress


class Command(BaseCommand):
    help = (
        "Read a backup of this release or an earlier one into an empty database, verify its log and fold the read "
        "tables. Stop all other Leaguer processes first."
    )
    requires_system_checks: list[str] = []
    requires_migrations_checks = False

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", metavar="FILE", type=Path)
        parser.add_argument(
            "--replace", action="store_true", help="delete what the database holds, and put the backup in its place"
        )
        parser.add_argument(
            "--despite-faults", action="store_true", help="even when the log in the backup does not verify"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        progress = Progress(self.stderr, options["verbosity"])
        try:
            done = restore(
                options["file"], progress, replace=options["replace"], despite_faults=options["despite_faults"]
            )
        except (BadBackup, NotEmpty) as error:
            raise CommandError(str(error)) from None
        except locks.Late:
            told = _("Others were at the database all the time, for ten minutes. Nothing was changed: stop them first.")
            raise CommandError(told) from None
        for fault in done.faults:
            self.stderr.write(_("Stream %(stream)s, row %(position)d does not hold: %(reason)s") % fault._asdict())
        self.stdout.write(
            _("Restored as of %(made_at)s (release %(release)s): %(rows)d rows, %(streams)d streams.")
            % {
                "made_at": done.manifest.made_at.isoformat(),
                "release": done.manifest.release,
                "rows": sum(table.rows for table in done.manifest.tables),
                "streams": done.streams,
            }
        )
        if not done.faults:
            self.stdout.write(_("The log holds."))
        if done.stopped:
            self.stdout.write(
                _("Webhooks and channels of Discord are switched off (%(n)d): “This evening” in the office lists them.")
                % {"n": done.stopped}
            )
        self.stdout.write(
            _(
                "The read tables have been folded from it. Everyone has to log in again, and programs need new tokens:"
                " the old ones have ended."
            )
        )
