"""`manage.py doctor`: what is missing on this machine, and how to get it."""

import sys
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand
from django.utils.translation import gettext as _

from deploy.doctor import PATIENCE, Finding, examine


class Command(BaseCommand):
    # The doctor must run on a machine that fails Django's checks.
    requires_system_checks = ()

    @property
    def help(self) -> str:  # type: ignore[override]
        return _("Say what is missing on this machine and how to get it.")

    def add_arguments(self, parser: ArgumentParser) -> None:
        told = f"for how long a worker that does not answer is given time to start ({PATIENCE})"
        parser.add_argument("--patience", type=int, default=PATIENCE, metavar="SECONDS", help=told)

    def handle(self, *args: Any, **options: Any) -> None:
        findings = []
        for finding in examine(options["patience"]):
            findings.append(finding)
            self.show(finding)
        missing = [finding for finding in findings if finding.needed and not finding.good]
        if missing:
            self.stderr.write(_("Something needed is missing; see the lines marked with an exclamation mark."))
            sys.exit(1)
        self.stdout.write(_("Everything needed is here."))

    def show(self, finding: Finding) -> None:
        mark = "✓" if finding.good else "!" if finding.needed else "-"
        self.stdout.write(f"{mark} {finding.what}")
        if not finding.good and finding.remedy:
            self.stdout.write(f"    {finding.remedy}")
        self.stdout.flush()
