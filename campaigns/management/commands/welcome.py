"""manage.py welcome: makes the first administrator and the first club, on a site without people."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.contrib.auth.tokens import default_token_generator
from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandError
from django.db import transaction
from django.urls import reverse
from django.utils.encoding import force_bytes
from django.utils.http import urlsafe_base64_encode
from django.utils.text import slugify
from django.utils.translation import gettext as _

from campaigns import first_run
from campaigns.models import Club, User


class Command(BaseCommand):
    help = (
        "Make the first administrator, who organises the first club, and print an address at which they set their "
        "password, once. Run again it makes nothing twice, changes no password, and says how things stand."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("name", nargs="?", metavar="NAME", help="whom the others will see; asked for if left out")
        parser.add_argument("--club", metavar="NAME", help="asked for if left out")
        parser.add_argument(
            "--code", action="store_true", help="make nothing, and print the code with which the first page is opened"
        )
        parser.add_argument("--email", default="", help="for mail, a forgotten password among it")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["code"]:
            return self._print_code()
        administrators = User.objects.filter(is_superuser=True, is_active=True)
        known = administrators.filter(username=options["name"]).first() if options["name"] else administrators.first()
        if known is None and (other := administrators.first()):
            raise CommandError(
                _("%(name)s administers this site already, and makes further accounts in the office.")
                % {"name": other.username}
            )
        user = known or self._made(options)
        club = Club.objects.filter(organisers=user).order_by("pk").first()
        self._tell(user, club.name if club else "")

    def _print_code(self) -> None:
        if not first_run.is_due():
            raise CommandError(_("Somebody administers this site already: there is no code any more."))
        told = {"site": settings.SITE_URL, "code": first_run.code()}
        self.stdout.write(_("Open %(site)s/welcome/ and type this code: %(code)s") % told)

    @transaction.atomic
    def _made(self, options: dict[str, Any]) -> User:
        """The account and the club, both or none. The account has no password yet."""
        name = options["name"] or self._ask(_("Your name, as the others will see it:"), "NAME")
        club = Club(name=options["club"] or self._ask(_("Your club’s name:"), "--club"))
        club.slug = slugify(club.name)[:40] or "club"
        user = User(username=name, email=options["email"], is_staff=True, is_superuser=True)
        user.set_unusable_password()
        try:
            user.full_clean()
            club.full_clean()
        except ValidationError as error:
            raise CommandError(" ".join(error.messages)) from None
        user.save()
        club.save()
        club.organisers.add(user)
        return user

    def _ask(self, question: str, option: str) -> str:
        if not sys.stdin.isatty():
            raise CommandError(_("Give %(option)s: there is no terminal to ask on.") % {"option": option})
        return input(question + " ").strip()

    def _tell(self, user: User, club: str) -> None:
        told = {"name": user.username, "club": club or "–", "site": settings.SITE_URL}
        say = self.stdout.write
        say(_("%(name)s administers this site and organises the club %(club)s.") % told)
        if user.has_usable_password():
            say(_("They have set their password. If it is lost: manage.py changepassword %(name)s") % told)
        else:
            say(
                _("Open this address within three days and set a password. It works once; for another, run this again.")
            )
            say("    " + settings.SITE_URL + self._link(user))
        say(_("Then:"))
        say("  1. " + _("Enter the office, %(site)s/admin/, and prepare a campaign there.") % told)
        say("  2. " + _("Invite the club: make an invitation in the office, and hand its link on."))
        say("  3. " + _("Other organisers need the mark “staff” on their account, and to be organisers of the club."))
        if not settings.MAIL:
            say("  4. " + _("No mail is sent yet: EMAIL_URL names the server."))
        say(_("To see what this machine lacks: manage.py doctor"))

    def _link(self, user: User) -> str:
        id = urlsafe_base64_encode(force_bytes(user.pk))
        return reverse("new-password", args=[id, default_token_generator.make_token(user)])
