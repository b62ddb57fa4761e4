"""A club's own unit sheet (B16)."""

from __future__ import annotations

from random import Random

import pytest

from rules import adjudicate
from rules.contract import Refused
from rules.record import Table
from rules.systems.tanks import SYSTEM, tables
from rules.systems.tanks.catalogue import COLUMNS, articles, figures_of, find
from rules.systems.tanks.draft import SHEET
from tests.rules.tanks.table import TIGER, muster

HEADER = "name,nation,points,role,speed,strength,front,side,rear,range,indirect,turret,skill,reload"
GOOD = f"{HEADER}\nMaus,GER,80,heavy,5,24,28,21,18,50,,yes,3,1\nFamo,GER,10,recovery,12,,4,3,3,,,,,\n"


def test_its_vehicles_fight_beside_the_published_ones() -> None:
    units = {"maus": ("Maus", "axis"), "famo": ("house-famo", "axis"), "m4": (TIGER, "allies")}
    table = Table.open(muster(units, house_units=GOOD))
    maus, famo = table.battle.play.units["maus"], table.battle.play.units["famo"]
    assert (maus.figures.strength, maus.figures.reload, maus.skill) == (24, 1, 3)
    assert (famo.figures.strength, famo.figures.reload, famo.skill) == (0, None, 4)


def test_its_articles_say_where_they_come_from() -> None:
    article = find("1", "Maus", GOOD)
    assert article is not None
    assert (article.status, article.points) == ("house", 80)
    assert "line 2" in article.source
    assert figures_of("1", "Maus").points == 0


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("Maus,GER,80,heavy,5,24,28,21,18,,,yes,3,", "range: Its gun reaches nothing."),
        ("Maus,GER,80,heavy,5,,28,21,18,50,,yes,3,", "range"),
        ("Maus,GER,80,heavy,5,,28,21,18,,yes,,3,", "indirect"),
        ("Maus,GER,80,heavy,5,,28,21,18,,,,3,2", "reload"),
        ("Maus,GER,80,heavy,0,24,28,21,18,50,,,3,", "speed"),
        ("Maus,GER,80,fixed AT gun,5,24,28,21,18,50,,,3,", "speed"),
        ("Maus,GER,80,heavy,5,24,0,21,18,50,,,3,", "front"),
        ("Maus,GER,80,heavy,5,24,28,21,18,50,,,1,", "skill"),
        ("Maus,GER,80,boat,5,24,28,21,18,50,,,3,", "role"),
        ("Tiger I,GER,80,heavy,5,24,28,21,18,50,,,3,", "name"),
    ],
)
def test_the_figures_of_a_line_fit_one_another(line: str, says: str) -> None:
    with pytest.raises(Refused) as caught:
        adjudicate.muster(muster(house_units=f"{HEADER}\n{line}\n"))
    assert (caught.value.rule, caught.value.field) == ("001 B16", "options.house_units")
    assert f"Line 2, {says}" in caught.value.text.text()
    assert caught.value.remedy is not None


def test_every_published_vehicle_could_be_one_of_a_club() -> None:
    lines = []
    for unit in articles("1"):
        said = {"name": f"{unit.name} bis", "nation": unit.nation, "points": unit.points, **unit.figures}
        cells = [said.get(column.name, "") for column in COLUMNS]
        lines.append(
            ",".join(
                {True: "yes", False: ""}.get(cell, str(cell)) if isinstance(cell, bool) else str(cell) for cell in cells
            )
        )
    text = "\n".join([",".join(column.name for column in COLUMNS), *lines])
    for unit in articles("1"):
        assert figures_of("1", f"{unit.name} bis", text) == figures_of("1", unit.name)


def test_a_battle_replays_from_its_muster_alone() -> None:
    units = {"maus": ("Maus", "axis"), "m4": (TIGER, "allies")}
    table = Table.open(muster(units, house_units=GOOD))
    assert Table(table.entries).battle.play.units["maus"].figures == table.battle.play.units["maus"].figures


def test_random_forces_hold_every_vehicle_of_a_club_s_own_as_well_as_published_ones() -> None:
    drafts = [SYSTEM.draft(Random(seed).randrange) for seed in range(60)]
    own = {line.partition(",")[0] for line in SHEET.splitlines()[1:]}
    fielded = {unit.model for draft in drafts for unit in draft.units}
    assert own < fielded
    assert {tables.HOUSE_UNITS in draft.options for draft in drafts} == {True, False}
