"""manage.py verify: does the log hold?"""

from argparse import ArgumentParser
from collections.abc import Iterator
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import connection
from django.utils.translation import gettext as _

from battles import log
from battles.verification import first_fault


class Command(BaseCommand):
    help = "Walk the streams of the log and name the first row of each that does not hold (exit 1)."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("streams", nargs="*", metavar="STREAM", help="ids of streams; every stream when left out")
        parser.add_argument(
            "--restore-triggers", action="store_true", help="first make the triggers that guard the log anew"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        if options["restore_triggers"]:
            log.install_triggers(connection)
        faults = walked = 0
        for name in log.check_triggers(connection):
            faults += 1
            self.stderr.write(_("The trigger %(name)s is missing: the log could be rewritten.") % {"name": name})
        for stream, kind in _asked_for(options["streams"]):
            walked += 1
            if fault := first_fault(stream, kind):
                faults += 1
                self.stderr.write(
                    _("Stream %(stream)s (%(kind)s), row %(position)d: %(reason)s")
                    % {"stream": stream, "kind": kind, "position": fault.position, "reason": fault.reason}
                )
        if faults:
            raise CommandError(_("The log does not hold: %(faults)d faults.") % {"faults": faults})
        self.stdout.write(_("The log holds: %(walked)d streams.") % {"walked": walked})


def _asked_for(streams: list[str]) -> Iterator[tuple[str, str]]:
    if not streams:
        yield from log.streams()
    for stream in streams:
        try:
            yield stream, log.kind_of(stream)
        except (log.NoSuchStream, log.Unwritable) as error:
            raise CommandError(str(error)) from None
