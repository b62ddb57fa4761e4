"""manage.py export: one stream as JSON lines."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from battles import log


class Command(BaseCommand):
    help = (
        "Write a stream of the log as JSON lines to standard output. Sealed values (secrets, free text) stay out unless"
        " asked for; deploy/verify_export.py verifies the file either way."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("stream", metavar="STREAM", help="the id of the stream")
        parser.add_argument("--with-sealed", action="store_true", help="sealed values too, with their salts")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            for line in log.export_lines(options["stream"], with_sealed=options["with_sealed"]):
                self.stdout.write(line)
        except (log.NoSuchStream, log.Unwritable) as error:
            raise CommandError(str(error)) from None
