"""manage.py export_person: everything about a person, for whoever runs the site to hand on to them."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone
from django.utils.translation import gettext as _

from campaigns.about_person import archive, parts
from campaigns.models import User


class Command(BaseCommand):
    help = "Write everything about a person to a ZIP file, to be handed on to them: it has what only they may read."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "username", metavar="USERNAME", help="a guest has one, too: guest-…, as the office lists it"
        )
        parser.add_argument("--to", metavar="FILE", default="", help="where; a file of this day's name when left out")

    def handle(self, *args: Any, **options: Any) -> None:
        user = User.objects.filter(username=options["username"]).first()
        if user is None:
            raise CommandError(_("There is no account “%(name)s”.") % {"name": options["username"]})
        to = Path(options["to"] or archive.name(timezone.localdate()))
        try:
            with to.open("xb") as file:
                to.chmod(0o600)
                file.writelines(archive.pieces(parts.subject(user), user.spoken))
        except OSError as error:
            raise CommandError(str(error)) from None
        self.stdout.write(
            _("Written: %(file)s. It has what only %(name)s may read.") % {"file": to, "name": user.shown}
        )
