"""What a breach is."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any

from rules.contract import RuleSystem

Broken = Callable[[RuleSystem], RuleSystem]


def part(system: RuleSystem, name: str) -> Any:
    """A module of the rulebook's folder."""
    return import_module(f"rules.systems.{system.key}.{name}")
