"""A league and its first season, built once for all tests of a module: each takes a copy.

A module says what there is by `at_first = laid_at_first(...)`, and takes the other fixtures in place of conftest's.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from copy import deepcopy
from typing import Any

import pytest
from pytest_django import DjangoDbBlocker

from tests.api.conftest import rolled_back
from tests.campaigns.conftest import Season
from tests.cast import Cast
from tests.leagues.conftest import Years

There = tuple[Years, Season]


def laid_at_first(lay: Callable[[Cast], There]) -> Any:
    @pytest.fixture(scope="module")
    def at_first(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[There]:
        with rolled_back(django_db_blocker, lay) as there:
            yield there

    return at_first


@pytest.fixture
def there(_skirmish: None, db: None, at_first: There) -> There:
    return deepcopy(at_first)


@pytest.fixture
def years(there: There) -> Years:
    return there[0]


@pytest.fixture
def season(there: There) -> Season:
    return there[1]


@pytest.fixture
def cast(there: There) -> Cast:
    return there[1].cast
