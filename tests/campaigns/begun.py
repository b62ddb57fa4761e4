"""For a module whose tests begin with the same season: it is begun once, and each test takes a copy of it.

    from tests.campaigns.begun import at_first, cast, season

A module with a season of another kind has its own `at_first`. None of its tests may be a whole transaction.
"""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy

import pytest
from pytest_django import DjangoDbBlocker

from tests.campaigns.conftest import Season, shared_season
from tests.cast import Cast


@pytest.fixture(scope="module")
def at_first(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Season]:
    with shared_season(django_db_blocker, Season) as season:
        yield season.begin()


@pytest.fixture
def season(db: None, at_first: Season) -> Season:
    return deepcopy(at_first)


@pytest.fixture
def cast(season: Season) -> Cast:
    return season.cast
