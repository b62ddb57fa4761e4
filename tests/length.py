"""How long is searched. `make test` has a time to keep. `make soak` looks at more battles, more seasons and more
examples of every law; `make soak TIMES=10` at ten times as many."""

import os

import pytest

TIMES = int(os.environ.get("LEAGUER_SOAK", "0"))
AT_LENGTH = TIMES > 0


def examples(usual: int) -> int:
    """How many examples of a law are looked at: always the same ones, or at length so many more, others every time."""
    return 10 * TIMES * usual if AT_LENGTH else usual


def many(number: int) -> int:
    """How many battles `make soak` plays, where it plays `number` of them in the least time."""
    return number * max(TIMES, 1)


def seeds(number: int) -> list[object]:
    """Parameters of a test: seed 0 for `make test`, the next ones for `make soak`."""
    return [0, *(pytest.param(seed, marks=pytest.mark.soak) for seed in range(1, many(number) + 1))]
