"""How long is searched. `make test` has a time to keep. `make soak` looks at more battles, more seasons and more
examples of every law; `make soak TIMES=10` at ten times as many."""

import os
from collections.abc import Callable, Hashable, Iterable
from hashlib import sha256
from typing import TypeVar

import pytest

T = TypeVar("T")
TIMES = int(os.environ.get("LEAGUER_SOAK", "0"))
AT_LENGTH = TIMES > 0


def in_soak(*proved_by: str) -> pytest.MarkDecorator:
    """Marks a test, or a parameter of one, that `make soak` runs and `make test` has no time for.

    `proved_by`: the tests of `make test` that prove the same, each as "tests/folder/test_file.py::test_name".
    tests/test_length.py holds that they are there and are not in soak themselves. A test that proves more at length,
    and that never was in `make test`, is marked `pytest.mark.soak`.
    """
    if not proved_by:
        raise ValueError("say which tests of `make test` prove the same")
    return pytest.mark.soak(proved_by=proved_by)


def examples(usual: int) -> int:
    """How many examples of a law are looked at: always the same ones, half as many as are usual for it, or at length so
    many times as many, others every time."""
    return 10 * TIMES * usual if AT_LENGTH else (usual + 1) // 2


def many(number: int) -> int:
    """How many battles `make soak` plays, where it plays `number` of them in the least time."""
    return number * max(TIMES, 1)


def seeds(number: int) -> list[object]:
    """Parameters of a test: seed 0 for `make test`, the next ones for `make soak`."""
    return [0, *(pytest.param(seed, marks=pytest.mark.soak) for seed in range(1, many(number) + 1))]


def sampled(cases: Iterable[T], most: int = 0, met: Callable[[T], Iterable[Hashable]] | None = None) -> list[T]:
    """All cases in `make soak`; in `make test` as many as `most`, or more where fewer would not meet everything.

    `met`: what of a case is met at least once; each part of a pair or a tuple (such as a role and an address) when it
    is not given. A hash of the case's words chooses: always the same ones, and what is new is met at once. So no case
    has words of its own in every run, as a drawn id is. The test that walks them is marked `at_length`.
    """
    every = list(cases)
    if AT_LENGTH:
        return every
    drawn = sorted(range(len(every)), key=lambda n: sha256(str(every[n]).encode()).digest())
    chosen, seen = set[int](), set[Hashable]()
    for n in drawn:
        if new := {*(met or _parts)(every[n])} - seen:
            chosen.add(n)
            seen |= new
    chosen.update([n for n in drawn if n not in chosen][: max(0, most - len(chosen))])
    return [one for n, one in enumerate(every) if n in chosen]


def _parts(case: object) -> Iterable[Hashable]:
    return enumerate(case) if isinstance(case, tuple) else ()


def some_of(cases: Iterable[T], most: int, about: str = "") -> list[T]:
    """`sampled` of what is asked about something: of each other ones. All of them in `make soak`."""
    there = list(cases)
    kept = set(sampled([f"{about}: {one}" for one in there], most))
    return [one for one in there if f"{about}: {one}" in kept]
