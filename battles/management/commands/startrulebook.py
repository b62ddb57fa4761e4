"""manage.py startrulebook: a tiny, whole, playable rulebook to begin from, as a folder or as a package."""

from __future__ import annotations

import keyword
import re
from argparse import ArgumentParser
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _

import rules

COMMANDS = Path(__file__).parent.parent
TEMPLATE = COMMANDS / "rulebook"
PACKAGE = COMMANDS / "rulebook_package"  # what lies around the template where the rulebook is a package of its own
RULEBOOK = MappingProxyType({Path(): TEMPLATE})
KEY = re.compile(r"[a-z][a-z0-9_]{0,39}")


class Command(BaseCommand):
    help = "Write a tiny, whole, playable rulebook that passes the conformance suite as it is: rules/systems/KEY."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("key", metavar="KEY", help="lower-case letters, digits and _, such as tank_duel")
        parser.add_argument("--name", default="", help="what people call it; made from KEY when left out")
        parser.add_argument("--number", default="900", help="the rulebook's number in refusals (900)")
        parser.add_argument(
            "--package",
            metavar="FOLDER",
            default="",
            help="write a Python package of its own to FOLDER, which is made: who installs it has the rulebook",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        key, package = options["key"], options["package"]
        folder = Path(package) if package else Path(rules.__file__).parent / "systems" / key
        _check(key, options["name"], options["number"], folder)
        words = {
            "RULEBOOK_KEY": key,
            "RULEBOOK_NAME": options["name"] or key.replace("_", " ").title(),
            "RULEBOOK_NUMBER": options["number"],
            "RULEBOOK_PACKAGE": f"leaguer_{key}",
            "RULEBOOK_DIST": key.replace("_", "-"),
        }
        if package:
            write(folder, words, {Path(f"leaguer_{key}"): TEMPLATE, Path(): PACKAGE})
        else:
            write(folder, words)
        self.stdout.write(_("Written: %(folder)s. Begin with its RULES.md.") % {"folder": folder})
        if package:
            self.stdout.write(_("Install it: pip install --editable %(folder)s") % {"folder": folder})
        self.stdout.write(_("Check it: pytest tests/rules/conformance -k %(key)s") % {"key": key})


def _check(key: str, name: str, number: str, folder: Path) -> None:
    if not KEY.fullmatch(key) or keyword.iskeyword(key):
        raise CommandError(
            _("“%(key)s” cannot name a rulebook: take up to 40 lower-case letters, digits and _, a letter first.")
            % {"key": key}
        )
    if folder.exists():
        raise CommandError(_("%(folder)s exists already; nothing was written.") % {"folder": folder})
    if not re.fullmatch(r"[^\x00-\x1f\"\\]{0,40}", name):
        raise CommandError(_("A name has up to 40 characters, no quotes and no backslashes."))
    if not re.fullmatch(r"[0-9A-Za-z.-]{1,12}", number):
        raise CommandError(_("A number has up to 12 letters, digits, dots and dashes."))


def write(folder: Path, words: dict[str, str], templates: Mapping[Path, Path] = RULEBOOK) -> None:
    """Write the templates to `folder`, each to its place there, their placeholders filled in; all of it or nothing."""
    texts = {}
    for place, template in templates.items():
        for source in sorted(template.rglob("*.tpl")):
            text = source.read_text(encoding="utf-8")
            for placeholder, word in words.items():
                text = text.replace(placeholder, word)
            texts[place / source.relative_to(template).with_suffix("")] = text
    unfinished = folder.with_name(f".{folder.name}.unfinished")
    for path, text in texts.items():
        target = unfinished / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, encoding="utf-8")
    unfinished.rename(folder)
