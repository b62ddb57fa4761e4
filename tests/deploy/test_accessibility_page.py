"""docs/accessibility.md goes through each criterion of WCAG 2.2, levels A and AA; its tests are there, and what is said
of the pages as a whole holds."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.test import Client

from tests.deploy.conftest import ROOT
from tests.deploy.test_security_page import missing_tests

pytestmark = pytest.mark.only_on("sqlite")
PAGE = "docs/accessibility.md"
NUMBER = re.compile(r"\d\.\d\.\d+")
LEVEL_A = NUMBER.findall(
    "1.1.1 1.2.1 1.2.2 1.2.3 1.3.1 1.3.2 1.3.3 1.4.1 1.4.2 2.1.1 2.1.2 2.1.4 2.2.1 2.2.2 2.3.1 2.4.1 2.4.2 2.4.3 2.4.4"
    " 2.5.1 2.5.2 2.5.3 2.5.4 3.1.1 3.2.1 3.2.2 3.2.6 3.3.1 3.3.2 3.3.7 4.1.2"
)
LEVEL_AA = NUMBER.findall(
    "1.2.4 1.2.5 1.3.4 1.3.5 1.4.3 1.4.4 1.4.5 1.4.10 1.4.11 1.4.12 1.4.13 2.4.5 2.4.6 2.4.7 2.4.11 2.5.7 2.5.8 3.1.2"
    " 3.2.3 3.2.4 3.3.3 3.3.4 3.3.8 4.1.3"
)
FLOORS = ("api", "battles", "campaigns", "deploy", "leagues", "rules")


def text() -> str:
    return (ROOT / PAGE).read_text()


def rows() -> list[list[str]]:
    """Criterion, level, how, tests."""
    found = re.findall(r"^\| (\d\.\d\.\d+) (A+) \| [^|]+ \| ([^|]+) \| ([^|]+) \|$", text(), re.MULTILINE)
    return [list(row) for row in found]


def product(*kinds: str) -> Iterator[tuple[Path, str]]:
    for floor in FLOORS:
        for kind in kinds:
            for file in (ROOT / floor).rglob(kind):
                yield file, file.read_text(encoding="utf-8")


def test_every_criterion_stands_there_once_and_in_order() -> None:
    wanted = {**dict.fromkeys(LEVEL_A, "A"), **dict.fromkeys(LEVEL_AA, "AA")}
    assert len(wanted) == 55
    in_order = sorted(wanted, key=lambda one: [int(part) for part in one.split(".")])
    assert [(number, level) for number, level, _how, _tests in rows()] == [(one, wanted[one]) for one in in_order]


def test_what_is_met_and_what_is_not_is_counted_and_tested() -> None:
    out = [how for _number, _level, how, _tests in rows() if how.startswith("**Not applicable**: ")]
    lacks = [how for _number, _level, how, _tests in rows() if how.startswith("**Not met**: ")]
    met = len(rows()) - len(out) - len(lacks)
    said = f"Of 55, {met} are met, {len(out)} do not apply and {len(lacks)} are not met."
    assert said in " ".join(text().split())
    assert [row[0] for row in rows() if "tests/" not in row[3] and row[2] not in lacks] == []
    assert missing_tests(text()) == []


def test_there_is_no_sound_and_no_film() -> None:
    tags = re.compile(r"<(?:audio|video|object|embed|iframe)\b|new Audio\(|\.play\(\)")
    assert [file for file, said in product("*.html", "*.js") if tags.search(said)] == []


def test_pictures_are_of_the_help_and_of_people() -> None:
    """And Leaguer's own sign; what is drawn is SVG with its texts, in the page."""
    pictures = {
        source
        for _file, said in product("*.html")
        for source in re.findall(r'<img\b[^>]*?\bsrc="(.+?)"(?=[ >])', said)
        if "leaguer.svg" not in source
    }
    assert pictures == {"{{ photo.address }}"}


def test_nothing_locks_how_the_screen_is_held_or_enlarged() -> None:
    manifest = json.loads((ROOT / "battles/static/leaguer.webmanifest").read_text())
    assert "orientation" not in manifest
    locks = re.compile(r"user-scalable|maximum-scale|orientation\.lock|\(orientation:")
    assert [file for file, said in product("*.html", "*.js", "*.css") if locks.search(said)] == []


def test_nothing_appears_on_hover() -> None:
    rules = [rule for _file, css in product("*.css") for rule in re.findall(r"[^{}]*:hover[^{]*\{([^}]*)\}", css)]
    assert len(rules) == 5
    assert [rule for rule in rules if re.search(r"\b(?:display|visibility|content|opacity)\b", rule)] == []


def test_nothing_is_dragged_shaken_or_done_as_a_finger_comes_down() -> None:
    """Two fingers on a board enlarge it; a press in the list of completions leaves the focus where it is."""
    scripts = [(file.name, said) for file, said in product("*.js")]
    moved = re.compile(r"\b(?:draggable|dragstart|devicemotion|deviceorientation|touchmove|mousemove|mousedown)\b")
    assert [name for name, said in scripts if moved.search(said)] == []
    assert {name for name, said in scripts if re.search(r"pointer(?:down|move)", said)} == {
        *("board.js", "life.js", "script_box.js")
    }


@pytest.mark.django_db
def test_the_help_says_that_it_is_english() -> None:
    told = Client().get("/help/questions/", headers={"accept-language": "de"}).content.decode()
    assert '<html lang="de">' in told
    assert '<article lang="en">' in told
    assert '<button name="language" value="en" lang="en"' in told


@pytest.mark.django_db
def test_help_and_navigation_stand_at_the_same_place() -> None:
    seen = set()
    for address in ("/", "/systems/", "/login/", "/help/", "/leagues/", "/account/forgotten/"):
        told = Client().get(address).content.decode()
        head, _main, foot = re.split(r"<main\b|</main>", told)
        (bar,) = re.findall(r"<nav aria-label=\"Main\">(.*?)</nav>", head, re.DOTALL)
        links = re.findall(r'<a (?:class="roomy" )?href="([^"?]+)', bar)
        seen.add((*links, *re.findall(r'<a href="(/help/|/api/v1/docs/)">', foot)))
    assert seen == {("/leagues/", "/systems/", "/login/", "/help/", "/api/v1/docs/")}
