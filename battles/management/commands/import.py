"""manage.py import: an exported stream into the log."""

import sys
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _

from battles import log


class Command(BaseCommand):
    help = "Take in a stream that `export` wrote: all of it, or, when anything does not hold, nothing."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", metavar="FILE", help="the file, or - for standard input")

    def handle(self, *args: Any, **options: Any) -> None:
        imported = _import(options["file"])
        told = _("Stream %(stream)s was here already, the same to its last row; nothing was written.")
        if not imported.already:
            told = _("Stream %(stream)s (%(kind)s) taken in: %(rows)d rows. To see it on pages, run manage.py rebuild.")
        self.stdout.write(told % {"stream": imported.stream, "kind": imported.kind, "rows": imported.head.position})


def _import(name: str) -> log.Imported:
    try:
        if name == "-":
            return log.import_lines(sys.stdin.buffer)
        with open(name, "rb") as file:
            return log.import_lines(file)
    except (OSError, log.BadExport) as error:
        raise CommandError(_("Nothing was taken in. %(error)s") % {"error": error}) from None
