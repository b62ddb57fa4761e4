"""Which places the standings mark for promotion and relegation: no more than there are, and equals on the line."""

from __future__ import annotations

import pytest

from campaigns.models import Standing
from campaigns.pages.campaign import _zones
from tests.campaigns.between import Camp


@pytest.mark.parametrize(
    ("ranks", "marked"),
    [
        ((1, 2, 3, 4, 5), ("up", "up", "", "", "down")),
        ((1, 2, 2, 4, 5), ("up", "line", "line", "", "down")),
        ((1, 1, 3, 4, 4), ("up", "up", "", "line", "line")),
        ((1, 1, 1, 4, 5), ("line", "line", "line", "", "down")),
        ((1, 1, 1, 1, 1), ("", "", "", "", "")),
        ((1, 2, 2, 2, 2), ("up", "line", "line", "line", "line")),
    ],
)
def test_equals_of_whom_not_all_have_room_are_on_the_line(ranks: tuple[int, ...], marked: tuple[str, ...]) -> None:
    camp = Camp(empty=True, promoted=2, relegated=1)
    there = [Standing(platoon=f"p{n}", rank=rank) for n, rank in enumerate(ranks)]
    found = _zones(camp.season, there)
    assert tuple(found.get(one.platoon, "") for one in there) == marked
