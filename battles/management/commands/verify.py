"""manage.py verify: does the log hold?"""

from argparse import ArgumentParser
from collections.abc import Iterator
from itertools import islice
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import connection
from django.utils.translation import gettext as _

from battles import log
from battles.progress import Progress
from battles.side_by_side import each, processes
from battles.verification import first_fault

FEW = 20_000  # rows of a log that one process walks sooner than several have begun
AT_ONCE = 20  # streams


class Command(BaseCommand):
    help = "Walk the streams of the log and name the first row of each that does not hold (exit 1)."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("streams", nargs="*", metavar="STREAM", help="ids of streams; every stream when left out")
        parser.add_argument(
            "--restore-triggers", action="store_true", help="first make the triggers that guard the log anew"
        )
        parser.add_argument("--jobs", type=int, metavar="N", help="processes that walk (one for each core)")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["restore_triggers"]:
            log.install_triggers(connection)
        faults = walked = 0
        for name in log.check_triggers(connection):
            faults += 1
            self.stderr.write(_("The trigger %(name)s is missing: the log could be rewritten.") % {"name": name})
        text = _("Walked: %(done)d of %(of)d rows (%(percent)d %%), %(left)d seconds left.")
        progress = Progress(self.stderr, text, quiet=not options["verbosity"])
        done, all_rows = 0, log.count_rows()
        progress(done, all_rows)
        jobs = processes(options["jobs"]) if all_rows > FEW and not options["streams"] else 1
        for rows, found in each(_walked, _together(options["streams"]), jobs):
            done += rows
            progress(done, all_rows)
            for stream, kind, fault in found:
                walked += 1
                if fault:
                    faults += 1
                    self.stderr.write(
                        _("Stream %(stream)s (%(kind)s), row %(position)d: %(reason)s")
                        % {"stream": stream, "kind": kind, "position": fault.position, "reason": fault.reason}
                    )
        if faults:
            raise CommandError(_("The log does not hold: %(faults)d faults.") % {"faults": faults})
        self.stdout.write(_("The log holds: %(walked)d streams.") % {"walked": walked})


def _together(streams: list[str]) -> Iterator[list[tuple[str, str]]]:
    found = _asked_for(streams)
    while some := list(islice(found, AT_ONCE)):
        yield some


def _walked(streams: list[tuple[str, str]]) -> tuple[int, list[tuple[str, str, log.Fault | None]]]:
    """How many rows these streams have, and the first fault of each."""
    rows = sum(log.positions([stream for stream, _kind in streams]).values())
    return rows, [(stream, kind, first_fault(stream, kind)) for stream, kind in streams]


def _asked_for(streams: list[str]) -> Iterator[tuple[str, str]]:
    if not streams:
        yield from log.streams()
    for stream in streams:
        try:
            yield stream, log.kind_of(stream)
        except (log.NoSuchStream, log.Unwritable) as error:
            raise CommandError(str(error)) from None
