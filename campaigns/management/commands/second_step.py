"""manage.py second_step: turns the second step at login off for somebody who has lost phone and recovery codes."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _

from campaigns import second_factor, security_mail
from campaigns.models import User


class Command(BaseCommand):
    help = (
        "Turn the second step at login off for an account whose phone and recovery codes are lost. Be sure who asks. "
        "The person is told by mail."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("act", choices=["off"])
        parser.add_argument("name", metavar="NAME", help="of the account")

    def handle(self, *args: Any, **options: Any) -> None:
        user = User.objects.filter(username=options["name"]).first()
        if user is None:
            raise CommandError(_("There is no account called “%(name)s”.") % {"name": options["name"]})
        if not second_factor.end_all(user):
            raise CommandError(_("%(name)s has no second step at login.") % {"name": user.username})
        security_mail.tell(user, "second-off")
        self.stdout.write(_("No code is asked for from %(name)s.") % {"name": user.username})
