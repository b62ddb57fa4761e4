"""manage.py clerk: runs the clerk's sweep in a loop, without Celery."""

from __future__ import annotations

import logging
import signal
from argparse import ArgumentParser
from threading import Event
from types import FrameType
from typing import Any

from django.core.management.base import BaseCommand
from django.db import DatabaseError, close_old_connections
from django.utils.translation import gettext as _

from campaigns import clerk, mail
from campaigns.notices import delivery
from campaigns.outgoing import threads
from campaigns.push import sender

logger = logging.getLogger(__name__)


class Command(BaseCommand):
    help = "Settle what is due, again and again until told to stop (SIGTERM or Ctrl-C)."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--once", action="store_true", help="sweep once and end")
        parser.add_argument("--every", type=float, default=2.0, metavar="SECONDS", help="time between sweeps (2)")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["once"]:
            done = clerk.sweep()
            delivery.hand_over()
            mail.send_due()
            sender.send_due()
            threads.finish()
            self.stdout.write(_("The clerk attended to %(done)d battles.") % {"done": done})
            return
        stop = _told_to_stop()
        while not stop.is_set():
            _sweep()
            stop.wait(options["every"])


def _told_to_stop() -> Event:
    """An event that SIGTERM or Ctrl-C sets. Work that has begun is finished first."""
    stop = Event()

    def set_it(signum: int, frame: FrameType | None) -> None:
        stop.set()

    signal.signal(signal.SIGTERM, set_it)
    signal.signal(signal.SIGINT, set_it)
    return stop


def _sweep() -> None:
    close_old_connections()  # the database may have been restarted since the last one
    try:
        clerk.sweep()
        delivery.hand_over()
        mail.send_due()
        sender.send_due()
        threads.start()
    except DatabaseError:
        logger.exception("the clerk could not look for what is due")
