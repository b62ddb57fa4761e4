"""manage.py forget: the one documented exception to a log that keeps everything. It leaves a trail of its own."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any
from uuid import UUID

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from battles import log
from battles.sentences import words
from campaigns import erasure
from campaigns.models import Campaign, User
from rules.contract import Refused

CONSOLE = "console"  # who did it, when no account is named


class Command(BaseCommand):
    help = (
        "Take a test campaign out of the log, or a person's names out of the house, for good. "
        "`forget trail` shows what was forgotten."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        what = parser.add_subparsers(dest="what", required=True, metavar="campaign | person | trail")
        campaign = what.add_parser("campaign", help="a campaign with its battles; only one called a test, or --really")
        campaign.add_argument("id", metavar="ID", help="the campaign's id, as in its address")
        campaign.add_argument("--really", metavar="NAME", default="", help="its name, where it was not called a test")
        person = what.add_parser("person", help="what an account is called; its reports stay, as somebody's")
        person.add_argument("username", metavar="USERNAME")
        person.add_argument("--texts", action="store_true", help="also the names, titles and reasons they typed")
        for parts in (campaign, person):
            parts.add_argument("--reason", required=True, help="why; it stays for ever, so without anybody's name")
            parts.add_argument("--by", metavar="USERNAME", default="", help="the account that decided it")
            parts.add_argument("--yes", action="store_true", help="do not ask")
        what.add_parser("trail", help="what was forgotten, when, by whom and why")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            match options["what"]:
                case "campaign":
                    self._campaign(options)
                case "person":
                    self._person(options)
                case _:
                    self._trail()
        except Refused as refused:
            raise CommandError(" ".join(words(told) for told in (refused.text, refused.remedy) if told)) from None
        except log.Unwritable as error:
            raise CommandError(str(error)) from None

    def _campaign(self, options: dict[str, Any]) -> None:
        campaign = _campaign(options["id"])
        really = bool(options["really"])
        if really and options["really"] != campaign.name:
            raise CommandError(_("The campaign is called “%(name)s”. Nothing was forgotten.") % {"name": campaign.name})
        if campaign.is_open and not campaign.test and not options["yes"]:
            really = True  # its name is asked for below
        erasure.check_forgettable(campaign, really)
        battles = len(erasure.battles_of(str(campaign.stream)))
        self.stdout.write(
            ngettext(
                "The campaign “%(name)s” with %(n)d battle is forgotten for good.",
                "The campaign “%(name)s” with %(n)d battles is forgotten for good.",
                battles,
            )
            % {"name": campaign.name, "n": battles}
        )
        if not options["yes"]:
            self._ask(campaign.name)
        gone = erasure.forget_campaign(campaign, _by(options["by"]), options["reason"], really=really)
        self.stdout.write(_("Forgotten: %(rows)d rows of the log. The trail says so.") % {"rows": gone.rows})
        self._tell_backups()

    def _person(self, options: dict[str, Any]) -> None:
        user = _user(options["username"])
        self.stdout.write(_("The account “%(name)s” is made anonymous for good.") % {"name": user.username})
        if not options["yes"]:
            self._ask(user.username)
        erased = erasure.forget_person(user, _by(options["by"]), options["reason"], texts=options["texts"])
        self.stdout.write(
            _("Forgotten: the account is %(name)s now; %(texts)d texts went from %(streams)d streams.")
            % erased._asdict()
        )
        self._tell_backups()

    def _ask(self, name: str) -> None:
        try:
            answer = input(_("Type its name to go on: "))
        except EOFError:
            answer = ""
        if answer.strip() != name:
            raise CommandError(_("That is not its name. Nothing was forgotten."))

    def _tell_backups(self) -> None:
        self.stdout.write(_("Backups made before still hold it: remove those, too."))

    def _trail(self) -> None:
        for row in log.forgotten():
            self.stdout.write(
                f"{row.number}. {row.at} {row.what} {row.subject} ({row.kind}): {row.rows} {row.digest[:12]}"
                f" by {row.by}: {row.reason}"
            )


def _campaign(id: str) -> Campaign:
    try:
        return Campaign.objects.get(pk=UUID(id))
    except (ValueError, Campaign.DoesNotExist):
        raise CommandError(_("There is no campaign %(id)s.") % {"id": id}) from None


def _user(name: str) -> User:
    try:
        return User.objects.get(username=name)
    except User.DoesNotExist:
        raise CommandError(_("There is no account “%(name)s”.") % {"name": name}) from None


def _by(name: str) -> str:
    return str(_user(name).pk) if name else CONSOLE
