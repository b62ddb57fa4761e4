"""manage.py upgrade: the one step after a release was installed, and before it serves."""

from __future__ import annotations

from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand
from django.utils.translation import gettext as _

from deploy import folding


class Command(BaseCommand):
    help = (
        "Migrate the database, and fold the read tables anew when another release folded them. Where there is nothing "
        "to do it does nothing; killed on its way, it is to be run again."
    )
    requires_system_checks: list[str] = []

    def handle(self, *args: Any, **options: Any) -> None:
        call_command("migrate", interactive=False, verbosity=options["verbosity"], stdout=self.stdout)
        if folding.is_due():
            found = folding.fold()
            if options["verbosity"]:
                self.stdout.write(_("The read tables were folded anew: %(found)d places changed.") % {"found": found})
