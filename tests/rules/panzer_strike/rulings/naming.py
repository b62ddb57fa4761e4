"""How rulings are told: a table of names, and which of them hold."""

from __future__ import annotations

from collections.abc import Iterator, Mapping


def those(rulings: Mapping[str, object]) -> Iterator[str]:
    """The names of the rulings that hold."""
    return (name for name, holds in rulings.items() if holds)
