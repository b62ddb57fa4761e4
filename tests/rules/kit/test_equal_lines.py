"""What two rulebooks have in common is in the kit: no six lines after one another stand in both."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path

from rules import systems

RUN = 6
FOLDER = Path(systems.__file__ or "").parent
Lines = list[tuple[int, str]]


def counted(text: str) -> Lines:
    """The lines that count, with their numbers: not imports, blank lines, comments, or brackets alone."""
    found: Lines = []
    importing = False
    for number, line in enumerate(text.splitlines(), 1):
        said = line.strip()
        if importing or re.match(r"(from \S+ import|import )", said):
            importing = ("(" in said or importing) and ")" not in said
        elif re.search(r"\w", said) and not said.startswith("#"):
            found.append((number, said))
    return found


def shared(texts: Mapping[tuple[str, str], str]) -> Iterator[str]:
    """Where runs stand that another rulebook has too; `texts` by rulebook and file."""
    first: dict[tuple[str, ...], tuple[str, str]] = {}
    for (book, file), text in texts.items():
        lines = counted(text)
        for place in range(len(lines) - RUN + 1):
            run = tuple(said for _number, said in lines[place : place + RUN])
            other, where = first.setdefault(run, (book, f"{book}/{file}:{lines[place][0]}"))
            if other != book:
                yield f"{book}/{file}:{lines[place][0]} is {where}"


def test_no_six_lines_stand_in_two_rulebooks() -> None:
    texts = {
        (path.relative_to(FOLDER).parts[0], "/".join(path.relative_to(FOLDER).parts[1:])): path.read_text(
            encoding="utf-8"
        )
        for path in sorted(FOLDER.rglob("*.py"))
        if path.parent != FOLDER
    }
    assert not [*shared(texts)]


def test_what_stands_in_two_rulebooks_is_seen() -> None:
    lines = "".join(f"line_{n} = {n}\n" for n in range(RUN))
    apart = {("one", "a.py"): lines, ("other", "b.py"): lines.replace("line_3", "row_3")}
    assert not [*shared(apart)]
    assert not [*shared({("one", "a.py"): lines, ("one", "b.py"): lines})]
    alike = {("one", "a.py"): lines, ("other", "b.py"): f"import os\n\n{lines}"}
    assert [*shared(alike)] == ["other/b.py:3 is one/a.py:1"]
