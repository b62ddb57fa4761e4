"""Search in the help: every section of every page in SQLite's own full-text index, in this process's memory.

A question is taken as its words without those every question has; what has most of them, and in its heading, comes
first.
"""

from __future__ import annotations

import re
import sqlite3
from dataclasses import dataclass
from functools import cache
from threading import Lock

from django.urls import reverse
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe

from deploy.help.pages import all_pages, by_key

MOST_WORDS = 12
EMPTY = frozenset(
    re.findall(
        r"\w+",
        """a about all am an and any are as at be been but by can could did do does doesn don else for from get go
        had has have how i if in into is it its ll m may me much my of off on or our re s shall she
        should so some t than that the their them then there they this to us ve was we what when where
        which who whose why will with would you your""",
    )
)
WEIGHTS = "2.0, 9.0, 6.0, 1.0"  # of a page's title, a section's heading, its words, its text
_LOCK = Lock()  # a connection serves one thread at a time


@dataclass(frozen=True)
class Hit:
    """`says`: the passage that was found, with its words marked."""

    address: str
    page: str
    heading: str
    says: SafeString


@cache
def _index() -> sqlite3.Connection:
    index = sqlite3.connect(":memory:", check_same_thread=False)
    index.execute(
        "CREATE VIRTUAL TABLE sections USING fts5(title, heading, words, text, page UNINDEXED, anchor UNINDEXED,"
        " weight UNINDEXED, tokenize='porter unicode61 remove_diacritics 2')"
    )
    rows = (
        (page.title, one.heading, one.words, one.text, page.key, one.anchor, page.weight)
        for page in all_pages()
        for one in page.sections
        if one.heading or one.text
    )
    index.executemany("INSERT INTO sections VALUES (?, ?, ?, ?, ?, ?, ?)", rows)
    return index


def words_of(question: str) -> list[str]:
    """Those that say something; all of them where none does."""
    asked = re.findall(r"\w+", question.lower())[: 4 * MOST_WORDS]
    return (list(dict.fromkeys(one for one in asked if one not in EMPTY)) or asked)[:MOST_WORDS]


def find(question: str, most: int = 12) -> list[Hit]:
    """The best first. The last word may be one that is still being typed, where nothing has it whole."""
    words = words_of(question)
    if not words:
        return []
    whole = [f'"{one}"' for one in words]
    with _LOCK:
        rows = _rows(" OR ".join(whole), most) or _rows(" OR ".join([*whole[:-1], whole[-1] + "*"]), most)
    return [_hit(*row) for row in rows]


def _rows(match: str, most: int) -> list[tuple[str, str, str, str]]:
    return (
        _index()
        .execute(
            "SELECT page, anchor, heading, snippet(sections, 3, char(1), char(2), ' … ', 28) FROM sections"
            f" WHERE sections MATCH ? ORDER BY bm25(sections, {WEIGHTS}) * weight LIMIT ?",
            (match, most),
        )
        .fetchall()
    )


def _hit(key: str, anchor: str, heading: str, says: str) -> Hit:
    marked = escape(says).replace("\x01", "<mark>").replace("\x02", "</mark>")
    address = reverse("help-page", args=[key]) + (f"#{anchor}" if anchor else "")
    return Hit(address, by_key()[key].title, heading, mark_safe(marked))
