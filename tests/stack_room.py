"""Room on the stack for what a test calls, taken from the system once.

Python (3.11 at least) takes the memory for the variables of calls from the system in pieces of 16 KiB, and gives a
piece back as soon as the call that needed it ends. The end of a piece may come anywhere, as in the middle of a loop:
then each call of the loop takes a piece and gives it back, for ten times the cost of a call. A tenth of the CPU of
`make test` went there. A call that asks for more than a piece is given one that is large enough, and what it calls
finds room in the rest of it.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
R = TypeVar("R")
WORDS = 70_000  # of eight bytes. Python doubles a piece until they fit: a megabyte, half of which is left


def roomy(function: Callable[P, R]) -> Callable[P, R]:
    """`function`, called where there is room for what it calls. The memory is used as far as calls need it."""

    @wraps(function)
    def with_room(*args: P.args, **named: P.kwargs) -> R:
        return function(*args, **named)

    code = with_room.__code__  # type: ignore[attr-defined]
    with_room.__code__ = code.replace(co_stacksize=WORDS)  # type: ignore[attr-defined]
    return with_room
