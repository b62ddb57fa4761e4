"""manage.py backup: the whole site in one file, while people play."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _

from deploy.backup import BadBackup, backup, keep_newest
from deploy.management.progress import Progress


class Command(BaseCommand):
    help = (
        "Write the log and the desk to FILE, or into the folder FILE under a name made from the time. The backup "
        "holds secrets: only its owner can read it. `restore` reads it back, on SQLite or PostgreSQL."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", metavar="FILE", type=Path, help="a new file, or a folder")
        parser.add_argument("--keep", metavar="N", type=int, help="in a folder: remove all but the newest N backups")

    def handle(self, *args: Any, **options: Any) -> None:
        path, keep = options["file"], options["keep"]
        if keep is not None and (keep < 1 or not path.is_dir()):
            raise CommandError(_("--keep takes a number from 1 up, and FILE has to be a folder."))
        progress = Progress(self.stderr, options["verbosity"])
        try:
            written, manifest = backup(path, progress)
        except BadBackup as error:
            raise CommandError(str(error)) from None
        except FileExistsError:
            raise CommandError(_("%(path)s exists already. Name another file.") % {"path": path}) from None
        except BlockingIOError:
            raise CommandError(_("Another backup is being written there. Wait until it is done.")) from None
        except OSError as error:
            raise CommandError(
                _("%(path)s cannot be written: %(error)s.") % {"path": path, "error": error.strerror or error}
            ) from None
        rows = sum(table.rows for table in manifest.tables)
        self.stdout.write(_("%(path)s: %(rows)d rows.") % {"path": written, "rows": rows})
        if keep is not None:
            for old in keep_newest(path, keep):
                self.stdout.write(_("%(path)s was removed.") % {"path": old})
