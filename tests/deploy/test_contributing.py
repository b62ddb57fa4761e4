"""CONTRIBUTING.md: what it names is there, its first change goes as it says, its numbers are those that are held."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from deploy.help import pages, search
from tests.deploy.conftest import ROOT
from tests.deploy.test_help import ASKED, found
from tests.test_architecture import LONGEST, MOST_LINES

pytestmark = pytest.mark.only_on("sqlite")
TEXT = (ROOT / "CONTRIBUTING.md").read_text()
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())
MADE = ("var/", ".venv/")  # by make, in a checkout


def step(language: str, part: str) -> str:
    """The fenced text of this language in a part of the page."""
    (block,) = re.findall(rf"^```{language}\n(.*?)^```", part, re.MULTILINE | re.DOTALL)
    return str(block).strip()


FIRST_CHANGE = TEXT.partition("## A first change\n")[2].partition("\n## ")[0]


@pytest.mark.parametrize("name", ["CONTRIBUTING.md", "CODE_OF_CONDUCT.md"])
def test_every_path_that_is_named_is_there(name: str) -> None:
    text = (ROOT / name).read_text()
    links = re.findall(r"\]\((?!\w+:)([^)#]+)", text)
    quoted = re.findall(r"`((?:[\w.]+/)+[\w.]*|[A-Z_]+(?:\.md)?|\w+\.(?:md|toml|py|txt))`", text)
    typed = re.findall(r"(?<=[ =])((?:[\w.]+/)+[\w.]*)", "\n".join(re.findall(r"```\w*\n(.*?)```", text, re.DOTALL)))
    named = {path for path in (*links, *quoted, *typed) if not path.startswith((*MADE, ".."))} - {"ASKED", "RULES.md"}
    assert len(named) > (10 if name == "CONTRIBUTING.md" else 1)
    assert [path for path in named if not (ROOT / path).exists()] == []


def test_both_are_found_from_where_people_begin() -> None:
    for begin in ("README.md", "docs/README.md"):
        text = (ROOT / begin).read_text()
        assert re.search(r"\]\((\.\./)?CONTRIBUTING\.md\)", text), begin
        assert re.search(r"\]\((\.\./)?CODE_OF_CONDUCT\.md\)", text), begin


@pytest.fixture
def searched_anew() -> Iterator[None]:
    search._index.cache_clear()
    yield
    search._index.cache_clear()


def test_its_first_change_goes_as_it_says(monkeypatch: pytest.MonkeyPatch, searched_anew: None) -> None:
    """The line of step 1 fails before step 3, and passes after it."""
    question, there = re.findall(r'^"(.+)": "(.+)",$', step("python", FIRST_CHANGE))[0]
    assert question not in ASKED
    assert there not in found(question)[:3]
    (words,) = re.findall(r"<!-- words: (.+) -->", step("markdown", FIRST_CHANGE))
    key, _mark, anchor = there.partition("/#")
    page = pages.by_key()[key]
    (section,) = (one for one in page.sections if one.anchor == anchor)
    assert f"below *{section.heading}*" in FIRST_CHANGE
    mended = page.text.replace(f"<!-- words: {section.words}", f"<!-- words: {words} {section.words}")
    assert mended != page.text
    changed = tuple(replace(one, read=lambda: mended) if one is page else one for one in pages.all_pages())
    monkeypatch.setattr(search, "all_pages", lambda: changed)
    search._index.cache_clear()
    assert there in found(question)[:3]
    assert [asked for asked, at in ASKED.items() if at not in found(asked)[:3]] == [], "and hides no other answer"


def test_its_numbers_are_those_that_are_held() -> None:
    line = PROJECT["tool"]["ruff"]["line-length"]
    assert f"No module over {MOST_LINES} lines, no function over {LONGEST}, no line over {line} characters." in TEXT
    assert len(ASKED) >= 90
    assert "knows ninety questions of newcomers" in TEXT


def test_the_release_that_is_made_next_is_told_of() -> None:
    """The heading of the changelog, and the file that docs/install.md has people install."""
    version = PROJECT["project"]["version"]
    headings = re.findall(r"^## (.+)$", (ROOT / "CHANGELOG.md").read_text(), re.MULTILINE)
    assert version in (headings[0], headings[1])
    assert headings[0] == version or headings[0].endswith(", unreleased")
    install = (ROOT / "docs" / "install.md").read_text()
    assert set(re.findall(r"leaguer-(\d[\d.]+\d)-py3-none-any\.whl", install)) == {version}
    assert Path(ROOT / "tests/data" / f"release_{version.rpartition('.')[0].replace('.', '_')}").is_dir()
