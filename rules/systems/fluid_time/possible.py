"""Which states no battle can be in, whoever declares them (RULES.md, "What can be declared").

The bounds of one fact are its type in `state`; here the facts have to fit one another.
"""

from __future__ import annotations

from .state import State


def possible(state: State) -> None:
    """`Refused` (field "facts.<path>") for a state no battle can be in, with what else to declare."""
