"""The unit charts: what the rulebook prints of them, and that everything else says it is a house figure (R4, B20)."""

from __future__ import annotations

import pytest

from rules.systems.panzer_strike import SYSTEM, tables
from rules.systems.panzer_strike.catalogue import MARK, UNIT, articles, figures_of, find
from rules.systems.panzer_strike.state import Figures

EDITION = tables.EDITIONS[-1]
UNITS = [article for article in articles(EDITION) if article.kind == UNIT]
# What the booklet's examples state: the unit, the figure, its value, the number of the example.
PRINTED = (
    ("Sherman", "effectiveness", 7, 1),
    ("Jumbo", "effectiveness", 8, 1),
    ("Hellcat", "effectiveness", 8, 1),
    ("M5 Stuart", "effectiveness", 5, 1),
    ("Tiger", "effectiveness", 11, 1),
    ("Tiger II", "effectiveness", 22, 1),
    ("Pz IV G", "effectiveness", 7, 1),
    ("Nashorn", "effectiveness", 7, 1),
    ("Tiger", "front", 10, 7),
    ("Hellcat", "penetration", 12, 7),
    ("Sherman", "penetration", 9, 8),
    ("Nashorn", "front", 2, 8),
    ("Panther", "penetration", 15, 9),
    ("Jumbo", "front", 14, 9),
    ("Pz IV G", "penetration", 11, 10),
    ("Churchill VII", "tracks", 4, 10),
)
FIRED_AT = (("Hellcat", 2, 7), ("Sherman", 4, 8), ("Panther", 3, 9), ("Pz IV G", 4, 10))
WORDS = {"front": "front armour"}


@pytest.mark.parametrize(("model", "figure", "value", "example"), PRINTED)
def test_a_figure_the_rulebook_prints(model: str, figure: str, value: int, example: int) -> None:
    """It stands in the catalogue as printed, marked as such, and its source names the example."""
    article = find(EDITION, UNIT, model)
    assert article is not None
    assert getattr(figures_of(EDITION, model), figure) == value
    assert f"{WORDS.get(figure, figure)}: Example {example}" in article.figures["published"]
    assert f"{WORDS.get(figure, figure)} in Example {example}" in article.source
    assert article.status == "house + published fields"


@pytest.mark.parametrize(("model", "range_", "example"), FIRED_AT)
def test_a_range_the_rulebook_fires_at(model: str, range_: int, example: int) -> None:
    article = find(EDITION, UNIT, model)
    assert article is not None
    assert figures_of(EDITION, model).range >= range_
    assert f"range at least {range_}: Example {example}" in article.figures["published"]
    assert f"Example {example} has it firing at range {range_}" in article.source


def test_nothing_else_claims_to_be_printed() -> None:
    said = {(unit.name, one) for unit in UNITS for one in unit.figures["published"]}
    assert len(said) == len(PRINTED) + len(FIRED_AT)
    for unit in UNITS:
        assert unit.status == ("house + published fields" if unit.figures["published"] else "house")
        assert "house formula" in unit.source


def test_effectiveness_follows_the_formula_where_it_is_not_set_by_hand() -> None:
    """House figures: fitted to vehicles with a weapon, and for those only; what is printed stands as printed."""
    for unit in UNITS:
        figures = figures_of(EDITION, unit.name)
        by_hand = not figures.is_vehicle or not figures.accuracy
        assert ("effectiveness is set by hand" in unit.source) is by_hand, unit.name
        if not by_hand and "effectiveness" not in " ".join(unit.figures["published"]):
            found = -0.25 + 0.0535 * figures.penetration * figures.front + 0.725 * figures.speed
            assert figures.effectiveness == round(found), unit.name


def test_the_penetration_die_follows_the_gun() -> None:
    """Section 6, house: II from a penetration of 10 up, I below, none without a weapon."""
    for unit in UNITS:
        figures = figures_of(EDITION, unit.name)
        assert figures.die == ("" if not figures.accuracy else "II" if figures.penetration >= 10 else "I"), unit.name


def test_figures_are_within_the_unit_chart() -> None:
    """R4: the bounds the rulebook gives each of them."""
    for unit in UNITS:
        figures = figures_of(EDITION, unit.name)
        armed = 1 if not figures.recovery else 0
        assert 3 * armed <= unit.points == figures.effectiveness, unit.name
        assert figures.drive in ("T", "W", "fixed"), unit.name
        assert (figures.mount == "fixed") is (figures.drive == "fixed") is (figures.speed == 0), unit.name
        assert figures.mount in ("turret", "hull", "fixed"), unit.name
        assert figures.mass == 2 or figures.mass % 5 == 0, unit.name
        assert figures.reverse <= figures.speed, unit.name
        assert armed <= figures.range <= 8 * armed, unit.name
        assert armed <= figures.accuracy <= 4 * armed, unit.name
        assert figures.howitzer is (figures.parabolic is not None), unit.name
        if figures.parabolic:
            assert 1 <= figures.parabolic[0] < figures.parabolic[1] <= 8, unit.name


def test_what_a_line_of_the_chart_comes_to() -> None:
    assert figures_of(EDITION, "hummel") == Figures(
        effectiveness=4,
        role="SP howitzer",
        drive="T",
        mount="hull",
        mass=25,
        speed=5,
        reverse=2,
        front=2,
        side=1,
        rear=1,
        top=0,
        tracks=2,
        howitzer=True,
        penetration=9,
        die="I",
        range=4,
        accuracy=1,
        proximity=False,
        parabolic=(3, 8),
        one_piece=False,
        recovery=False,
    )


def test_a_gun_a_recovery_vehicle_and_a_half_track() -> None:
    assert not figures_of(EDITION, "7.5 cm Pak 40 (FW)").is_vehicle
    assert figures_of(EDITION, "M32 ARV (recovery)").recovery
    half_track = figures_of(EDITION, "M16 MGMC (SPAA)")
    assert (half_track.drive, half_track.proximity) == ("W", True)


def test_marks_are_open_and_free() -> None:
    marks = [article for article in SYSTEM.catalogue(EDITION) if article.kind == MARK]
    assert [mark.key for mark in marks] == ["command-tank", "no-radio", "dozer-blade", "one-piece-model"]
    assert not any(mark.points for mark in marks)
    assert {article.kind for article in SYSTEM.catalogue(EDITION)} == {*SYSTEM.model_kinds, *SYSTEM.card_kinds}
