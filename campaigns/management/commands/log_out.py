"""manage.py log_out: ends the logins of one account, or of all."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _

from campaigns import logins
from campaigns.models import User


class Command(BaseCommand):
    help = (
        "Log an account out of every browser, or with --everybody all accounts. Tokens of programs stay: their owner "
        "ends them, or a new password."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        whose = parser.add_mutually_exclusive_group(required=True)
        whose.add_argument("name", metavar="NAME", nargs="?", help="of the account")
        whose.add_argument("--everybody", action="store_true", help="all accounts, guests at tables too")

    def handle(self, *args: Any, **options: Any) -> None:
        user = None
        if not options["everybody"]:
            user = User.objects.filter(username=options["name"]).first()
            if user is None:
                raise CommandError(_("There is no account called “%(name)s”.") % {"name": options["name"]})
        self.stdout.write(_("Logged out, browsers: %(n)s") % {"n": logins.end_all(user)})
