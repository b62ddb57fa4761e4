"""Seeds that nobody knows: of dice that are asked for once a stream's first seed has been disclosed."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from itertools import count

from rules.stream.seeds import derived_seed

_foreseen: ContextVar[Iterator[str] | None] = ContextVar("foreseen", default=None)


def new_seed() -> str:
    """64 hexadecimal digits."""
    foreseen = _foreseen.get()
    return next(foreseen) if foreseen is not None else secrets.token_hex(32)


@contextmanager
def following_from(seed: str) -> Iterator[None]:
    """New seeds follow from this one, in the order in which they are asked for: for seasons that nobody plays, to come
    out the same again."""
    token = _foreseen.set(derived_seed(seed, f"new/{n}") for n in count(1))
    try:
        yield
    finally:
        _foreseen.reset(token)
