"""Who mends in the office, and what."""

from __future__ import annotations

import pytest
from django.test import Client

from tests.campaigns.conftest import Season
from tests.campaigns.office import office_of
from tests.cast import Cast


@pytest.fixture
def alice(cast: Cast) -> Client:
    return office_of(cast.alice)


@pytest.fixture
def battle(season: Season) -> str:
    """The bears have hit the first of the cats once. Alice has taken its case in row 4."""
    battle = season.begin().muster()
    season.shoot(battle, "bears-1", "cats-1")
    season.shoot(battle, "cats-1", "bears-1", 1)
    season.take_case(battle)
    return battle
