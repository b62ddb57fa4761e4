"""manage.py partition: the log's rows in partitions, while people play. Whoever was killed runs it again, and it goes
on."""

from __future__ import annotations

import time
from argparse import ArgumentParser
from collections.abc import Callable
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import OperationalError, connection
from django.utils.translation import gettext as _

from battles import locks, log
from battles.locks import in_haste
from battles.progress import Progress

USUAL = 16
State = log.partitions.State
FEWEST, MOST = log.partitions.FEWEST, log.partitions.MOST


class Command(BaseCommand):
    help = (
        "Partition the log by hash of the stream, on PostgreSQL, while people play: copy its rows, compare the copy,"
        " and have both tables change places. The old one is kept and filled as well, until --drop-old. Only a site of"
        " some hundred million rows needs it."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--partitions", type=int, metavar="N", help=f"a power of two from {FEWEST} to {MOST} ({USUAL})"
        )
        then = parser.add_mutually_exclusive_group()
        then.add_argument("--drop-old", action="store_true", help="take away the table that was there before")
        then.add_argument("--undo", action="store_true", help="put it back, or throw away a copy that is not done")

    def handle(self, *args: Any, **options: Any) -> None:
        self.quiet = not options["verbosity"]
        _check_site()
        n = _checked(options["partitions"])
        try:
            with log.partitions.alone():
                if options["undo"]:
                    self._undo()
                elif options["drop_old"]:
                    self._drop_old()
                else:
                    self._partition(n)
        except log.partitions.Busy:
            raise CommandError(_("Another process is partitioning the log. Wait until it is done.")) from None
        except log.partition_copy.Differs as differs:
            raise CommandError(
                _("The two tables differ. Neither took the place of the other. First in: %(rows)s")
                % {"rows": ", ".join(f"{row.stream} {row.position}" for row in differs.rows)}
            ) from None
        except log.partitions.Unfilled:
            raise CommandError(
                _("The second table was not filled all the time: it does not take the place of the first. Begin anew.")
            ) from None
        except OperationalError as error:
            if not locks.is_late(error):
                raise
            told = _("Others were at the log all the time, for ten minutes. What is done is done: run it again.")
            raise CommandError(told) from None

    def _partition(self, n: int | None) -> None:
        state, there = log.partitions.state(), log.partitions.parts()
        if state in (State.BOTH, State.PARTITIONED):
            self.stdout.write(_("The log is partitioned already: partitions %(n)d.") % {"n": there})
            if state is State.BOTH:
                self._tell_of_old()
            return
        _check_nothing_in_the_way()
        if state is State.COPYING and not log.partitions.is_filled(log.partitions.PARTS):
            self.stderr.write(_("The copy that was begun no longer fits the log. It is made anew."))
            self._throw_away()
            state = State.PLAIN
        if state is State.PLAIN:
            in_haste(lambda: log.partitions.begin(n or USUAL), self._calm([log.partitions.LIVE], readers=False))
        elif n not in (None, there):
            raise CommandError(
                _("A copy with another number of partitions was begun: %(n)d. Go on with it, or add --undo.")
                % {"n": there}
            )
        self._copy()
        log.partitions.analyze()
        self._compare(log.partitions.PARTS)
        _check_nothing_in_the_way()
        in_haste(log.partitions.swap, self._calm([log.partitions.LIVE, log.partitions.PARTS]))
        self.stdout.write(_("The log is partitioned: partitions %(n)d.") % {"n": log.partitions.parts()})
        self._tell_of_old()

    def _copy(self) -> None:
        rows = log.count_rows()
        progress = self._progress(_("Copied: %(done)d of %(of)d rows (%(percent)d %%), %(left)d seconds left."))
        done = log.partition_copy.copied()
        while not done.all:
            progress(done.rows, max(rows, done.rows))
            done = in_haste(log.partition_copy.copy_some)

    def _compare(self, other: str) -> None:
        rows = log.count_rows()
        progress = self._progress(_("Compared: %(done)d of %(of)d rows (%(percent)d %%), %(left)d seconds left."))
        done = log.partition_copy.Done(0, None, False)
        while not done.all:
            progress(done.rows, max(rows, done.rows))
            done = in_haste(_next(done, other))

    def _undo(self) -> None:
        match log.partitions.state():
            case State.COPYING:
                self._throw_away()
                self.stdout.write(_("The copy is thrown away. The log is as it was."))
            case State.BOTH:
                self._compare(log.partitions.WHOLE)
                in_haste(log.partitions.put_back, self._calm(log.partitions.all_tables()))
                self.stdout.write(_("The log is one table again."))
            case State.PARTITIONED:
                raise CommandError(
                    _("The old table is gone. A backup that is restored with --replace makes the log one table again.")
                )
            case _plain:
                self.stdout.write(_("The log is one table."))

    def _drop_old(self) -> None:
        match log.partitions.state():
            case State.BOTH:
                self._throw_away()
                self.stdout.write(_("The old table is gone."))
            case State.PARTITIONED:
                self.stdout.write(_("There is no old table."))
            case _plain:
                raise CommandError(_("The log is not partitioned yet."))

    def _throw_away(self) -> None:
        in_haste(log.partitions.throw_away, self._calm(log.partitions.all_tables()))

    def _calm(self, tables: list[str], readers: bool = True) -> Callable[[], None]:
        """Waits until nobody is at these tables for long. Meanwhile nobody waits for this command."""

        def wait() -> None:
            told = False
            while locks.are_long(tables, readers):
                if not (told or self.quiet):
                    self.stderr.write(_("Somebody is at the log for long, such as a backup. It goes on after that."))
                told = True
                time.sleep(locks.PAUSE)

        return wait

    def _tell_of_old(self) -> None:
        told = _("The old table is kept, and filled as well. --drop-old takes it away, --undo puts it back.")
        self.stdout.write(told)

    def _progress(self, text: str) -> Progress:
        return Progress(self.stderr, text, quiet=self.quiet)


def _next(done: log.partition_copy.Done, other: str) -> Callable[[], log.partition_copy.Done]:
    return lambda: log.partition_copy.compare_some(done, other)


def _check_site() -> None:
    if connection.vendor != "postgresql":
        raise CommandError(_("SQLite has no partitions: this is for sites on PostgreSQL."))
    if log.partitions.state() is State.ABSENT:
        raise CommandError(_("This database has no log yet. Run `manage.py upgrade`."))
    if owner := log.partitions.owner():
        raise CommandError(
            _("The tables belong to %(owner)s: run it with the DATABASE_URL of that account.") % {"owner": owner}
        )


def _checked(n: int | None) -> int | None:
    """A power of two, so that a partition can be split in two one day, without the others."""
    if n is not None and (not FEWEST <= n <= MOST or n & (n - 1)):
        raise CommandError(
            _("--partitions takes a power of two from %(least)d to %(most)d.") % {"least": FEWEST, "most": MOST}
        )
    return n


def _check_nothing_in_the_way() -> None:
    if found := log.partitions.in_the_way():
        raise CommandError(
            _("These would stay on the old table. Take them away, and make them again afterwards: %(names)s")
            % {"names": ", ".join(found)}
        )
