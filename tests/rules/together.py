"""Runs all cases of a parametrised test as one test, which fails with every case that failed.

There are thousands of cases that each take less time than it takes to make a test of one. `make test` therefore takes
them together (LEAGUER_CASES_TOGETHER); without that each case is a test of its own, to be run alone.

Only cases that need nothing but their parameters are taken together: who asks for a fixture gets one for each case.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Iterator, Sequence
from functools import wraps
from inspect import Parameter, Signature, isfunction, signature
from itertools import product
from typing import Any

import pytest
from hypothesis import is_hypothesis_test

TOGETHER = bool(os.environ.get("LEAGUER_CASES_TOGETHER"))

Case = dict[str, Any]  # the arguments of a test, by name
Mark = Any


def item_of_all_cases(collector: pytest.Module, name: str, test: object) -> pytest.Function | None:
    """The one test in place of those that pytest would make of `test`; None where it is to make them."""
    if not isfunction(test) or not name.startswith("test_") or is_hypothesis_test(test):
        return None
    if any(mark.name in ("parametrize", "usefixtures") for mark in collector.iter_markers()):
        return None
    cases = cases_of(test)
    return pytest.Function.from_parent(collector, name=name, callobj=one_test(test, cases)) if cases else None


def cases_of(test: Callable[..., Any]) -> list[Case]:
    """All cases of a test; none if its parameters are not all it needs, or if one of them is marked."""
    marks = getattr(test, "pytestmark", [])
    if not marks or any(mark.name == "usefixtures" for mark in marks):
        return []
    sets = [_sets(mark) for mark in marks if mark.name == "parametrize"]
    cases = [{name: value for one in each for name, value in one.items()} for each in product(*filter(None, sets))]
    needed = {one.name for one in signature(test).parameters.values() if one.default is Parameter.empty}
    return cases if all(sets) and cases and cases[0].keys() == needed else []


def _sets(mark: Mark) -> list[Case]:
    """The sets of arguments that a mark gives; none if pytest has to see to more than to hand them over."""
    names, values = mark.args
    if mark.kwargs.keys() - {"ids"} or not isinstance(values, Collection):
        return []
    names = [name.strip() for name in names.split(",")] if isinstance(names, str) else list(names)
    return list(_named(names, values)) if not any(map(_marked, values)) else []


def _named(names: Sequence[str], values: Collection[Any]) -> Iterator[Case]:
    for one in values:
        given = one.values if _is_set(one) else (one,) if len(names) == 1 else one
        yield dict(zip(names, given, strict=True))


def _is_set(value: Any) -> bool:
    return isinstance(value, type(pytest.param()))


def _marked(value: Any) -> bool:
    return _is_set(value) and bool(value.marks)


def one_test(test: Callable[..., Any], cases: Sequence[Case]) -> Callable[[], None]:
    @wraps(test)
    def run() -> None:
        failed: list[BaseException] = []
        for case in cases:
            try:
                test(**case)
            except (Exception, pytest.fail.Exception) as error:
                error.add_note(f"in the case {case}")
                failed.append(error)
        if failed:
            raise BaseExceptionGroup(f"{len(failed)} of {len(cases)} cases", failed)

    run.__signature__ = Signature()  # type: ignore[attr-defined]  # it asks for nothing
    return run
