"""Grounds that are played once for all tests of a module: each test takes a copy, and what it writes is rolled back.

For modules in which no test commits: `from tests.pages.kept import cast, kept_table, table`, and so on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from copy import deepcopy
from typing import TypeVar

import pytest
from pytest_django import DjangoDbBlocker

from tests.campaigns.conftest import with_skirmish
from tests.cast import Cast, gathered
from tests.pages.conftest import Table, kept_for_a_module
from tests.pages.on_map import War

T = TypeVar("T")


@contextmanager
def kept_season(blocker: DjangoDbBlocker, begin: Callable[[Cast], T]) -> Iterator[T]:
    """Seasons of skirmishes as they were begun."""
    with kept_for_a_module(blocker) as patch:
        with_skirmish(patch)
        yield begin(gathered())


@pytest.fixture(scope="module")
def kept_table(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Table]:
    with kept_for_a_module(django_db_blocker):
        yield Table(gathered())


@pytest.fixture
def table(kept_table: Table, db: None) -> Table:
    return deepcopy(kept_table)


@pytest.fixture
def cast(table: Table) -> Cast:
    return table.cast


@pytest.fixture(name="cast")
def cast_of_war(war: War) -> Cast:
    return war.cast


@pytest.fixture(scope="module")
def kept_war(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[War]:
    with kept_season(django_db_blocker, lambda cast: War(cast).start()) as war:
        yield war


@pytest.fixture
def war(kept_war: War, db: None, monkeypatch: pytest.MonkeyPatch) -> War:
    with_skirmish(monkeypatch)
    return deepcopy(kept_war)
