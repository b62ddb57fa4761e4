"""`manage.py check_help`: renders every page of the help, and tells links and anchors that lead nowhere."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _

from deploy.help.links import faults
from deploy.help.pages import all_pages


class Command(BaseCommand):
    @property
    def help(self) -> str:  # type: ignore[override]
        return _("Render every page of the help, and say which links lead nowhere.")

    def handle(self, *args: Any, **options: Any) -> None:
        if found := faults():
            raise CommandError("\n".join(found))
        self.stdout.write(_("%(n)s pages, and every link leads somewhere.") % {"n": len(all_pages())})
