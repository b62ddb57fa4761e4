"""manage.py verify: does the log hold? Whoever was killed runs it again, and it goes on."""

from argparse import ArgumentParser
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db import connection
from django.utils.translation import gettext as _

from battles import log
from battles.parallel import each, processes
from battles.progress import Progress
from battles.verification import first_fault
from battles.verify_progress import Walked, begun, forget, keep

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
        faults = 0
        for name in log.missing_triggers(connection):
            faults += 1
            self.stderr.write(_("The trigger %(name)s is missing: the log could be rewritten.") % {"name": name})
        text = _("Walked: %(done)d of %(of)d rows (%(percent)d %%), %(left)d seconds left.")
        progress = Progress(self.stderr, text, quiet=not options["verbosity"])
        found = self._some(options["streams"]) if options["streams"] else self._all(progress, options["jobs"])
        if faults := faults + len(found.faults):
            raise CommandError(_("The log does not hold: %(faults)d faults.") % {"faults": faults})
        self.stdout.write(_("The log holds: %(walked)d streams.") % {"walked": found.streams})

    def _some(self, streams: list[str]) -> Walked:
        walked = Walked(settings.RELEASE, 0.0)
        for some in map(_walked, _together(_asked_for(streams))):
            self._tell(_add(walked, some))
        return walked

    def _all(self, progress: Progress, jobs: int | None) -> Walked:
        """Every stream, from where whoever was killed has got to."""
        walked, all_rows = begun(), log.count_rows()
        self._tell(walked.faults)
        progress(walked.rows, all_rows)
        many = processes(jobs) if all_rows - walked.rows > FEW else 1
        for some in each(_walked, _together(log.streams(last=walked.after)), many):
            self._tell(_add(walked, some))
            keep(walked)
            progress(walked.rows, all_rows)
        forget()
        return walked

    def _tell(self, faults: Iterable[tuple[str, log.Fault]]) -> None:
        for kind, fault in faults:
            said = {"stream": fault.stream, "kind": kind, "position": fault.position, "reason": fault.reason}
            self.stderr.write(_("Stream %(stream)s (%(kind)s), row %(position)d: %(reason)s") % said)


Some = tuple[int, list[tuple[str, str, log.Fault | None]]]


def _add(walked: Walked, some: Some) -> list[tuple[str, log.Fault]]:
    """The faults of the streams that were walked next."""
    rows, found = some
    new = [(kind, fault) for _stream, kind, fault in found if fault]
    walked.after = found[-1][0]
    walked.streams += len(found)
    walked.rows += rows
    walked.faults += new
    return new


def _together(found: Iterator[tuple[str, str]]) -> Iterator[list[tuple[str, str]]]:
    while some := list(islice(found, AT_ONCE)):
        yield some


def _walked(streams: list[tuple[str, str]]) -> Some:
    """How many rows these streams have, and the first fault of each."""
    rows = sum(log.positions([stream for stream, _kind in streams]).values())
    return rows, [(stream, kind, first_fault(stream, kind)) for stream, kind in streams]


def _asked_for(streams: list[str]) -> Iterator[tuple[str, str]]:
    for stream in streams:
        try:
            yield stream, log.kind_of(stream)
        except (log.NoSuchStream, log.Unwritable) as error:
            raise CommandError(str(error)) from None
