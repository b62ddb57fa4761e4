"""The rulebook `startrulebook` writes, made for a test: something whole to play with, and to break."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path

from battles.management.commands.startrulebook import write
from rules import systems
from rules.contract import RuleSystem


@contextmanager
def toy(
    folder: Path,
    key: str,
    errata: Mapping[str, str] | None = None,
    write_on: Callable[[Path], None] = lambda folder: None,
) -> Iterator[RuleSystem]:
    """The rulebook `key`, written into `folder`, imported as one of `rules.systems` until the block ends. `errata`:
    what stands in its tables, and what is to stand there instead. `write_on` writes on in its folder."""
    write(folder / key, {"RULEBOOK_KEY": key, "RULEBOOK_NAME": "A toy", "RULEBOOK_NUMBER": "900"})
    tables = folder / key / "tables.py"
    text = tables.read_text(encoding="utf-8")
    for was, now in (errata or {}).items():
        assert was in text
        text = text.replace(was, now)
    tables.write_text(text, encoding="utf-8")
    write_on(folder / key)
    systems.__path__.append(str(folder))
    try:
        system: RuleSystem = import_module(f"rules.systems.{key}").SYSTEM
        yield system
    finally:
        systems.__path__.remove(str(folder))
        for name in [name for name in sys.modules if name.startswith(f"rules.systems.{key}")]:
            del sys.modules[name]
