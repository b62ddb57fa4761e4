"""manage.py upgrade: run once after a release was installed, before it serves."""

from __future__ import annotations

import os
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand
from django.db import connection
from django.utils.translation import gettext as _

from battles.progress import Progress
from campaigns import first_run
from deploy import grants, limits, read_tables


class Command(BaseCommand):
    help = (
        "Migrate the database, fold the read tables anew if another release folded them, and in production collect "
        "the static files. It does only what is needed; if it was killed, run it again."
    )
    requires_system_checks: list[str] = []

    def handle(self, *args: Any, **options: Any) -> None:
        collect_static_files()
        call_command("migrate", interactive=False, verbosity=options["verbosity"], stdout=self.stdout)
        limits.limit_idle_transactions()
        if read_tables.is_due():
            text = _("Folded: %(done)d of %(of)d rows (%(percent)d %%), %(left)d seconds left.")
            found = read_tables.fold(None, Progress(self.stderr, text, quiet=not options["verbosity"]))
            if options["verbosity"]:
                self.stdout.write(_("The read tables were folded anew: %(found)d places changed.") % {"found": found})
        if settings.DATABASE_ROLE and connection.vendor == "postgresql":
            n = grants.give(settings.DATABASE_ROLE)
            if options["verbosity"]:
                self.stdout.write(_("%(role)s may serve: tables %(n)d.") % {"role": settings.DATABASE_ROLE, "n": n})
        if options["verbosity"] and first_run.is_due():
            told = {"site": settings.SITE_URL, "code": first_run.code()}
            self.stdout.write(
                _("Nobody administers this site yet. Open %(site)s/welcome/ and type this code: %(code)s") % told
            )


def collect_static_files() -> None:
    """Collect what pages load, under names made from its content: no page works without it. A container image has done
    this already and is read-only; a checkout serves files in place.
    """
    root = settings.STATIC_ROOT
    if root is None or ((root / "staticfiles.json").exists() and not os.access(root, os.W_OK)):
        return
    call_command("collectstatic", interactive=False, verbosity=0)
