"""What people read is said as a player or an organiser would: with no word of those that only programs use."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

CATALOGUE = Path(__file__).parents[1] / "locale" / "de" / "LC_MESSAGES" / "django.po"
PROGRAMS = re.compile(r"\b(JSON|schema|codec|UUID|uuid|null)\b|/api/|\bPOST\b")
# What answers programs, and whoever runs the machine: the API, the log's own bounds, commands of the shell.
FOR_PROGRAMS = (
    "api/",
    "battles/log/",
    "deploy/",
    "battles/management/",
    "campaigns/management/",
    "battles/reread.py",
)


def messages() -> Iterator[tuple[list[str], str]]:
    """Every text with the files it stands in."""
    for entry in CATALOGUE.read_text(encoding="utf-8").split("\n\n"):
        files = re.findall(r"^#: (.*)$", entry, re.MULTILINE)
        said = re.findall(r'^(?:msgid(?:_plural)? )?"(.*)"$', entry.partition("msgstr")[0], re.MULTILINE)
        yield " ".join(files).split(), "".join(said)


def test_no_text_for_people_is_made_for_programs() -> None:
    told = [(files, text) for files, text in messages() if not all(one.startswith(FOR_PROGRAMS) for one in files)]
    assert len(told) > 4000
    assert [text for _files, text in told if PROGRAMS.search(text)] == []


def test_the_guide_to_our_voice_is_kept() -> None:
    """The right column of its table of words (docs/voice.md)."""
    guide = (Path(__file__).parents[1] / "docs" / "voice.md").read_text(encoding="utf-8")
    words = [
        word for row in re.findall(r"^\| [^|]+ \| ([^|]+) \|$", guide, re.MULTILINE)[1:] for word in row.split(", ")
    ]
    assert {"event", "pending", "an error occurred"} <= set(words)
    never = re.compile(rf"\b({'|'.join(words)})s?\b", re.IGNORECASE)
    columns = re.compile(r"/models(\.py|/)")  # of the office's Records, which show the tables as they are
    read = [
        text
        for files, text in messages()
        if not all(one.startswith(FOR_PROGRAMS) or columns.search(one) for one in files)
    ]
    assert len(read) > 4000
    assert [text for text in read if never.search(text)] == []


def test_texts_are_marked_by_names_that_the_catalogue_is_made_by() -> None:
    """`makemessages` finds `_(` and `gettext_noop(`; what another name marks stays English."""
    root = Path(__file__).parents[1]
    floors = ("rules", "battles", "campaigns", "leagues", "api", "deploy")
    files = [file for floor in floors for file in sorted((root / floor).rglob("*.py"))]
    marked = re.compile(r"\bgettext(?:_\w+)? as (?!_\b|gettext)\w+")
    assert [str(file) for file in files if marked.search(file.read_text(encoding="utf-8"))] == []
