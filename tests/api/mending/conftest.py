"""A battle to mend."""

from __future__ import annotations

import pytest

from tests.api.conftest import Caller
from tests.api.mending.acts import shoot


@pytest.fixture
def contested(people: dict[str, Caller], battle: str) -> str:
    """Rows 2 and 3: Bob hits cats-1 and misses cats-2. Row 4: Carol's cats-1 answers and hits bears-2."""
    shoot(people["bob"], battle, "bears-1", "cats-1", 6)
    shoot(people["bob"], battle, "bears-1", "cats-2", 1)
    shoot(people["carol"], battle, "cats-1", "bears-2", 6)
    return battle
