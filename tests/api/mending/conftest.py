"""A battle to mend."""

from __future__ import annotations

import pytest

from rules.adjudicate import Who
from tests.campaigns.conftest import Season
from tests.campaigns.skirmish import Shoot
from tests.cast import Cast


@pytest.fixture
def contested(season: Season, battle: str, cast: Cast) -> str:
    """Rows 2 and 3: Bob hits cats-1 and misses cats-2. Row 4: Carol's cats-1 answers and hits bears-2."""
    bob, carol = (Who(str(user.pk)) for user in (cast.bob, cast.carol))
    for who, shooter, target, face in (
        (bob, "bears-1", "cats-1", 6),
        (bob, "bears-1", "cats-2", 1),
        (carol, "cats-1", "bears-2", 6),
    ):
        season.play(battle, Shoot(shooter=shooter, target=target, dice=(face,)), who)
    return battle
