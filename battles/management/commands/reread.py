"""manage.py reread: would recorded battles be decided as they were?"""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Sequence
from typing import Any

import msgspec
from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

import rules
from battles import handler, log
from battles.reread import Count, Json, Text
from battles.sentences import words
from rules.contract import Refused
from rules.reread import Terms, reread, terms

DIFFERS, WRONG = 1, 2  # exit statuses
NEWS_EVERY = 200  # battles


class Command(BaseCommand):
    help = (
        "Decide recorded battles again, with their own dice, under another edition or with other options, and print the"
        " rulings that would differ. Without any, it asks whether this release decides every battle as it was. Nothing"
        " is written. Exit status: 0 when nothing differs, 1 when something does, 2 when it was asked for what is not."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("battles", nargs="*", metavar="BATTLE", help="ids of battles; every battle when left out")
        parser.add_argument(
            "--edition", default="", metavar="N", help="the edition of the rulebook; each its own (left out)"
        )
        parser.add_argument(
            "--option",
            action="append",
            default=[],
            metavar="K=V",
            help="an option or house rule, such as turn_limit=6; may be given several times",
        )
        parser.add_argument(
            "--json", action="store_true", help="a JSON object a line: battles that differ, then a total"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        asked = Asked(options["edition"], _options(options["option"]))
        named = [one for name in options["battles"] for one in self.named(name, asked)]
        if not options["battles"]:
            asked.check()
        tell = Json(self.stdout.write) if options["json"] else Text(self.stdout.write)
        count = Count()
        every = ((stream, asked) for stream, _kind in log.streams(handler.BATTLE.name))
        for stream, under in named if options["battles"] else every:
            _read(stream, under, tell, count)
            if count.read % NEWS_EVERY == 0:
                self.stderr.write(count.text(), self.style.NOTICE)
        tell.total(count)
        if count.differ:
            raise CommandError(
                ngettext(
                    "%(n)d battle would be decided otherwise.",
                    "%(n)d battles would be decided otherwise.",
                    count.differ,
                )
                % {"n": count.differ},
                returncode=DIFFERS,
            )

    def named(self, name: str, asked: Asked) -> Sequence[tuple[str, Asked]]:
        """The battles that an id on the command line stands for, each with what it is read under."""
        return [(_battle(name, asked), asked)]


# -- what is asked -----------------------------------------------------------------------------------------------------


class Asked:
    """Edition and options from the command line, parsed for each rulebook once."""

    def __init__(self, edition: str, options: dict[str, str]) -> None:
        self.edition, self.options = edition, options
        self._terms: dict[str, Terms | Refused] = {}

    def of(self, system: str) -> Terms:
        """As the rulebook declares them. `Refused` if it has no such edition or option."""
        if system not in self._terms:
            try:
                self._terms[system] = terms(rules.system(system), self.edition, self.options)
            except Refused as refused:
                self._terms[system] = refused
        found = self._terms[system]
        if isinstance(found, Refused):
            raise found
        return found

    def check(self) -> None:
        """Refuse what no installed rulebook has."""
        refusals = []
        for key in rules.all_systems():
            try:
                self.of(key)
            except Refused as refused:
                refusals.append(f"{key}: {_said(refused)}")
            else:
                return
        if refusals:
            raise CommandError("\n".join(refusals), returncode=WRONG)


def _options(pairs: Sequence[str]) -> dict[str, str]:
    found: dict[str, str] = {}
    for pair in pairs:
        name, equals, value = pair.partition("=")
        if not (name and equals):
            raise CommandError(
                _("--option takes NAME=VALUE, such as turn_limit=6, not “%(pair)s”.") % {"pair": pair}, returncode=WRONG
            )
        if name in found:
            raise CommandError(_("The option “%(name)s” is given twice.") % {"name": name}, returncode=WRONG)
        found[name] = value
    return found


def _battle(name: str, asked: Asked) -> str:
    """The id of a battle, if its rulebook has what was asked for."""
    try:
        if (kind := log.kind_of(name)) != handler.BATTLE.name:
            raise CommandError(
                _("%(stream)s is no battle but a %(kind)s.") % {"stream": name, "kind": kind}, returncode=WRONG
            )
        asked.of(_system(name))
    except (log.NoSuchStream, log.Unwritable) as error:
        raise CommandError(str(error), returncode=WRONG) from None
    except Refused as refused:
        raise CommandError(f"{name}: {_said(refused)}", returncode=WRONG) from None
    return name


def _system(stream: str) -> str:
    rows = log.read(stream, until=1)
    if not rows:
        raise log.NoSuchStream(stream)
    return msgspec.json.decode(rows[0].data, type=_System).system


class _System(msgspec.Struct):
    system: str


def _said(refused: Refused) -> str:
    return " ".join(words(text) for text in (refused.text, refused.remedy) if text is not None)


# -- one battle --------------------------------------------------------------------------------------------------------


def _read(stream: str, asked: Asked, tell: Text | Json, count: Count) -> None:
    """Decide one battle again, and report what differs."""
    try:
        under = asked.of(_system(stream))
    except Refused as refused:
        if refused.field == "system":  # without its rulebook a battle cannot be decided
            count.read, count.differ = count.read + 1, count.differ + 1
            tell.unreadable(stream, _said(refused))
        else:
            count.skipped += 1
            tell.skipped(stream, _said(refused))
        return
    count.read += 1
    try:
        history = handler.history_of(*handler.recorded(stream))
    except Exception as error:  # whatever it is, a release that cannot replay a recorded battle must say so
        count.differ += 1
        tell.unreadable(stream, f"{type(error).__name__}: {error}")
        return
    found = reread(history, under)
    if found.differs:
        count.differ += 1
        tell.battle(stream, history, found)
    elif found.erased:
        tell.erased(stream)
