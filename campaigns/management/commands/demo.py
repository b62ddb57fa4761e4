"""manage.py demo: loads a demo to look at and play with on one's own machine."""

from __future__ import annotations

import secrets
from argparse import ArgumentParser
from functools import cache
from typing import Any

from django.conf import settings
from django.contrib.auth.hashers import check_password
from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from campaigns.demo import load, season
from campaigns.models import User

PLAYERS = {
    "bob": gettext_noop("player, Americans"),
    "carol": gettext_noop("player, Soviets"),
}  # of the battle to play on


class Command(BaseCommand):
    help = "Load a club, its league and half a season to try Leaguer with. What is there already stays as it is."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--address", default="http://localhost:8000", help="where the web server answers")
        parser.add_argument("--force", action="store_true", help="in production, too; the password is then made up")

    def handle(self, *args: Any, **options: Any) -> None:
        if settings.PRODUCTION and not options["force"]:
            raise CommandError(_("The demo makes accounts with known passwords. In production it takes --force."))
        password = secrets.token_urlsafe(12) if settings.PRODUCTION else load.PASSWORD
        loaded = load.load(password, load.BESIDES)
        address = options["address"].rstrip("/")
        self.stdout.write(_("Leaguer is at %(address)s/") % {"address": address})
        if settings.PRODUCTION and not loaded:
            return  # only those who were told know the passwords
        self._tell_logins(password)
        if loaded:
            others = ", ".join(name for name in season.PLAYERS if name not in PLAYERS)
            self.stdout.write(_("The other players have the same password: %(names)s") % {"names": others})
        if one := load.example():
            self.stdout.write(_("To log a shot as %(name)s:") % {"name": one.username})
            self.stdout.write(load.curl(address, one, password) + "\n")

    def _tell_logins(self, password: str) -> None:
        players = {name: _(role) for name, role in PLAYERS.items()}
        roles = {"alice": _("organiser"), **players, "erin": _("umpire")}
        # Those who were made together have one hash: to check it takes as long as a battle.
        fits = cache(lambda hashed: check_password(password, hashed))
        for user in User.objects.filter(username__in=roles).order_by("username"):
            if fits(user.password):
                line = _("Log in as %(name)s (%(role)s), password: %(password)s")
                told = {"name": user.username, "role": roles[user.username], "password": password}
                self.stdout.write(line % told)
