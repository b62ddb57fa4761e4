"""manage.py clerk: runs the clerk's sweep in a loop, without Celery."""

from __future__ import annotations

import signal
from argparse import ArgumentParser
from types import FrameType
from typing import Any

from django.core.management.base import BaseCommand
from django.utils.translation import gettext as _

from campaigns import clerk, mail
from campaigns.clerk_loop import ClerkLoop
from campaigns.notices import delivery
from campaigns.outgoing import threads
from campaigns.push import sender


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
        loop = ClerkLoop(options["every"])
        _stop_when_told(loop)
        loop.run()


def _stop_when_told(loop: ClerkLoop) -> None:
    def stop(signum: int, frame: FrameType | None) -> None:
        loop.stop()

    signal.signal(signal.SIGTERM, stop)
    signal.signal(signal.SIGINT, stop)
