"""manage.py startrulebook: a folder under rules/systems with a tiny, whole, playable rulebook to begin from."""

from __future__ import annotations

import keyword
import re
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _

import rules

TEMPLATE = Path(__file__).parent.parent / "rulebook"
KEY = re.compile(r"[a-z][a-z0-9_]{0,39}")


class Command(BaseCommand):
    help = "Write rules/systems/KEY: a tiny, whole, playable rulebook that passes the conformance suite as it is."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("key", metavar="KEY", help="lower-case letters, digits and _, such as tank_duel")
        parser.add_argument("--name", default="", help="what people call it; made from KEY when left out")
        parser.add_argument("--number", default="900", help="the rulebook's number in refusals (900)")

    def handle(self, *args: Any, **options: Any) -> None:
        key = options["key"]
        folder = Path(rules.__file__).parent / "systems" / key
        _check(key, options["name"], options["number"], folder)
        words = {
            "RULEBOOK_KEY": key,
            "RULEBOOK_NAME": options["name"] or key.replace("_", " ").title(),
            "RULEBOOK_NUMBER": options["number"],
        }
        write(folder, words)
        self.stdout.write(_("Written: %(folder)s. Begin with its RULES.md.") % {"folder": folder})
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


def write(folder: Path, words: dict[str, str]) -> None:
    """Write the template to `folder`, its placeholders filled in; all of it or nothing."""
    texts = {}
    for source in sorted(TEMPLATE.rglob("*.tpl")):
        text = source.read_text(encoding="utf-8")
        for placeholder, word in words.items():
            text = text.replace(placeholder, word)
        texts[source.relative_to(TEMPLATE).with_suffix("")] = text
    unfinished = folder.with_name(f".{folder.name}.unfinished")
    for path, text in texts.items():
        target = unfinished / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, encoding="utf-8")
    unfinished.rename(folder)
