"""The catalogue (B15, B16): every figure is the house's, by its formula."""

from __future__ import annotations

import pytest

from rules.systems.tanks import SYSTEM, tables
from rules.systems.tanks.catalogue import BLANK, articles, figures_of

EDITION = tables.EDITIONS[-1]
UNITS = articles(EDITION)


def test_every_figure_says_that_it_is_the_house_s() -> None:
    assert len(UNITS) == 46
    for unit in UNITS:
        assert unit.status == "house"
        assert "house formula" in unit.source


@pytest.mark.parametrize("unit", UNITS, ids=lambda unit: unit.key)
def test_points_follow_the_formula(unit: object) -> None:
    """Strength, front, half of side and rear, a third of Speed: exact to the half, for the formula rounds once."""
    figures = figures_of(EDITION, unit.name)  # type: ignore[attr-defined]
    exact = figures.strength + figures.front + (figures.side + figures.rear) / 2 + figures.speed / 3
    assert abs(exact - figures.points) <= 0.5
    assert figures.skill == 4
    assert figures.indirect is (figures.range == 120)
    assert figures.role.startswith("fixed") is (figures.speed == 0)


@pytest.mark.parametrize(
    ("model", "total", "lowest"),
    [("Tiger I", 37, 11), ("Sherman M4A1 (75)", 26, 7), ("KV-1", 34, 11), ("M7 Priest", 17, 4)],
)
def test_total_and_lowest_armour(model: str, total: int, lowest: int) -> None:
    figures = figures_of(EDITION, model)
    assert (figures.total, figures.lowest) == (total, lowest)
    assert [figures.armour(facing) for facing in ("front", "side", "rear")] == [
        figures.front,
        figures.side,
        figures.rear,
    ]


def test_a_model_nobody_knows_is_a_blank_one() -> None:
    assert figures_of(EDITION, "[erased]") == BLANK
    assert SYSTEM.model_kinds == tuple({unit.kind for unit in UNITS})
