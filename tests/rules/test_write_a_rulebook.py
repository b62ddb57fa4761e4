"""docs/write-a-rulebook.md is true: its chapter joins what `startrulebook` writes, and is played."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest

import rules
from rules.player import play
from tests.rules.toys import toy

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "write-a-rulebook.md").read_text(encoding="utf-8")
MOVING, PLACE = re.findall(r"^```python\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)


def with_moving(folder: Path) -> None:
    """What the page tells to write."""
    (folder / "moving.py").write_text(MOVING, encoding="utf-8")
    for name, was, now in (
        ("state.py", "    acted: Annotated[bool", f"{PLACE}    acted: Annotated[bool"),
        ("state.py", "Any, ClassVar\n", "Any, ClassVar, Literal\n"),
        ("__init__.py", "depth, shooting,", "depth, moving, shooting,"),
        ("__init__.py", "chapters=(shooting.CHAPTER", "chapters=(moving.CHAPTER, shooting.CHAPTER"),
    ):
        text = (folder / name).read_text(encoding="utf-8")
        assert was in text
        (folder / name).write_text(text.replace(was, now), encoding="utf-8")


def test_its_chapter_is_played(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each accepted report matches a choice, as everywhere; vehicles drive, and stand where they drove to."""
    with toy(tmp_path, "guided_toy", write_on=with_moving) as system:
        monkeypatch.setattr(rules, "all_systems", lambda: {"guided_toy": system})
        assert "Move" in {command.__name__ for command in system.commands}
        table = play(system, Random(3).randrange)
        moved: list[Any] = [
            event for entry in table.entries for event in entry.events if type(event).__name__ == "Moved"
        ]
        assert len(moved) > 1
        places = {event.unit: event.to for event in moved}
        assert {unit: table.battle.play.vehicles[unit].place for unit in places} == places
        assert system.narrate(moved[0]).singular == "%(unit)s drives to %(to)s."


def test_its_chapter_is_written_as_all_chapters_are(tmp_path: Path) -> None:
    (tmp_path / "moving.py").write_text(MOVING, encoding="utf-8")
    for how in (["check", "--select", "F,E,W,B,UP"], ["format", "--check"]):
        command = [sys.executable, "-m", "ruff", *how, "--no-cache", "--config", str(ROOT / "pyproject.toml")]
        done = subprocess.run([*command, str(tmp_path / "moving.py")], capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout + done.stderr
