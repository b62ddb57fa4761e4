"""Answers without words: every sentence that is translated is told as the placeholders in it, and nothing else."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from html.parser import HTMLParser
from typing import Any
from unittest import mock

from django.test import override_settings
from django.utils import translation
from django.utils.translation import trans_real

from battles import kept

PLACE = re.compile(r"%\(\w+\)[a-z]|%[sdif]|\{\w*\}")
# Made anew for every answer: tokens against forgery, ids of reports that nobody has sent yet, and the ends of ids of
# what they would bring in ("bears-1f0c2a9e").
FRESH = re.compile(
    r"(?<=csrfmiddlewaretoken\" value=\")\w+|[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}"
    r"|(?<=-)[0-9a-f]{8}(?=\")"
)
# What search engines show of a page, which had none when the corpus was recorded.
DESCRIPTION = re.compile(r'<meta name="description"[^>]*>')
# Each page ends in the languages there are: there were two when the corpus was recorded.
LANGUAGES_THEN = [("en", "English"), ("de", "German")]


def bone(text: Any) -> str:
    text = str(text)  # one that waits to be translated is translated twice
    return f"⟨{' '.join(sorted(set(PLACE.findall(text))))}⟩" if text.strip() else text


class Bones:
    """The catalogue of no language."""

    gettext = staticmethod(bone)

    def to_language(self) -> str:
        return "en"


@contextmanager
def wordless() -> Iterator[None]:
    """Translations into no language at all."""

    def plural(one: str, many: str, n: int) -> str:
        return bone(many)

    def of_context(context: str, text: str) -> str:
        return bone(text)

    def plural_of_context(context: str, one: str, many: str, n: int) -> str:
        return bone(many)

    spoken: Any = translation._trans  # type: ignore[attr-defined]
    with (
        override_settings(LANGUAGES=LANGUAGES_THEN),
        mock.patch.object(spoken, "gettext", bone, create=True),
        mock.patch.object(spoken, "ngettext", plural, create=True),
        mock.patch.object(spoken, "pgettext", of_context, create=True),
        mock.patch.object(spoken, "npgettext", plural_of_context, create=True),
        mock.patch.object(trans_real, "catalog", return_value=Bones()),  # see `battles.sentences`
    ):
        kept.forget()
        yield
    kept.forget()


def settled(text: str) -> str:
    """What is made anew for every answer taken out, and what pages have got since."""
    return FRESH.sub("(fresh)", DESCRIPTION.sub("", text))


def lines(html: str) -> list[str]:
    """A page as a list of its tags and texts."""
    reading = _Reading()
    reading.feed(settled(html))
    reading.close()
    return reading.found


def sentences(html: str) -> list[str]:
    return [line for line in lines(html) if not line.startswith("<")]


class _Reading(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        told = "".join(f" {name}={value!r}" for name, value in sorted(attrs, key=lambda one: one[0]))
        self.found.append(f"<{tag}{told}>")

    def handle_endtag(self, tag: str) -> None:
        self.found.append(f"</{tag}>")

    def handle_data(self, data: str) -> None:
        if text := " ".join(data.split()):
            self.found.append(text)
