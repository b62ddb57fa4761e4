"""The recorded battles of the rulebooks."""

from __future__ import annotations

from pathlib import Path

import rules
from rules.contract import RuleSystem


def folder(system: RuleSystem) -> Path:
    """Where the rulebook lives."""
    return rules.folder_of(system.key)


def recorded(system: RuleSystem) -> list[Path]:
    """The rulebook's recorded battles, of all editions."""
    return sorted(folder(system).glob("golden/*/*.jsonl"))


def expectation_of(golden: Path) -> Path:
    return golden.with_name(golden.name.removesuffix(".jsonl") + ".expect.json")
