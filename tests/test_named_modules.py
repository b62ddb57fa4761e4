"""Docstrings and comments name modules that are there: `rules.stream.codec`, `battles.handler.execute`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
FLOORS = ("rules", "battles", "campaigns", "leagues", "api", "deploy", "tests")
NAMED = re.compile(rf"`((?:{'|'.join(FLOORS)})(?:\.\w+)+)`")


def named() -> Iterator[tuple[str, str]]:
    """Each name with the file that it stands in."""
    for floor in FLOORS:
        for file in sorted((ROOT / floor).rglob("*.py")):
            for name in NAMED.findall(file.read_text(encoding="utf-8")):
                yield name, str(file.relative_to(ROOT))


def is_there(name: str) -> bool:
    """A folder, a module, or what a module or a package has under that name."""
    *parts, last = name.split(".")
    home = ROOT.joinpath(*parts)
    if (home / last).is_dir() or (home / f"{last}.py").is_file():
        return True
    source = home / "__init__.py" if home.is_dir() else home.with_suffix(".py")
    if source.is_file():
        return re.search(rf"\b{last}\b", source.read_text(encoding="utf-8")) is not None
    return len(parts) > 1 and is_there(".".join(parts))  # a field or a method of what is there


def test_what_is_named_is_there() -> None:
    found = sorted(set(named()))
    assert len(found) > 100
    assert [one for one in found if "KEY" not in one[0] and not is_there(one[0])] == []
    assert not is_there("battles.pages.fact_lines")
    assert not is_there("rules.stream.contract.Nobody")
