"""A club's own unit sheet (A21)."""

from __future__ import annotations

import pytest

from rules import adjudicate
from rules.contract import Refused
from rules.record import Table
from rules.systems.fluid_time.catalogue import COLUMNS, VEHICLE, articles, figures_of, find
from tests.rules.fluid_time.table import T34, muster

HEADER = (
    "name,nation,points,role,size,armour,dice_short,dice_medium,dice_long,"
    "modifier_short,modifier_medium,modifier_long,shots,move,turret,soft,morale"
)
GOOD = f"{HEADER}\nMaus,GER,80,heavy,9,34,11,10,9,2,0,-1,2,4,yes,,1\nOpel,GER,3,soft vehicle,7,3,,,,,,,,12,,yes,\n"
UNITS = {
    "maus": ("Maus", "germans/panzers"),
    "opel": ("house-opel", "germans/panzers"),
    "t34": (T34, "soviets/tankovy"),
}


def test_its_vehicles_fight_beside_the_published_ones() -> None:
    table = Table.open(muster(UNITS, house_units=GOOD))
    maus, opel = table.battle.play.units["maus"].figures, table.battle.play.units["opel"].figures
    assert (maus.dice, maus.modifiers, maus.shots, maus.morale, maus.soft) == ((11, 10, 9), (2, 0, -1), 2, 1, False)
    assert (opel.dice, opel.modifiers, opel.shots, opel.morale, opel.soft) == ((0, 0, 0), (1, 0, -2), 1, 0, True)
    assert (maus.armed, opel.armed) == (True, False)


def test_its_articles_say_where_they_come_from() -> None:
    article = find("1", "Maus", GOOD)
    assert article is not None
    assert (article.status, article.points) == ("house", 80)
    assert "line 2" in article.source
    assert find("1", "Maus") is None


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("Maus,GER,80,heavy,9,34,,10,9,,,,,4,,,", "dice_short"),
        ("Maus,GER,80,heavy,9,34,11,,9,,,,,4,,,", "dice_medium"),
        ("Maus,GER,80,heavy,9,34,,,,,,,,0,,,", "move"),
        ("Maus,GER,80,fixed AT gun,9,34,11,10,9,,,,,4,,,", "move"),
        ("Maus,GER,80,heavy,11,34,11,10,9,,,,,4,,,", "size"),
        ("Maus,GER,80,heavy,9,0,11,10,9,,,,,4,,,", "armour"),
        ("Maus,GER,80,heavy,9,34,13,10,9,,,,,4,,,", "dice_short"),
        ("Maus,GER,80,heavy,9,34,11,10,9,,,-6,,4,,,", "modifier_long"),
        ("Maus,GER,80,heavy,9,34,11,10,9,,,,0,4,,,", "shots"),
        ("Maus,GER,80,heavy,9,34,11,10,9,,,,,4,,,best", "morale"),
        ("Maus,GER,80,boat,9,34,11,10,9,,,,,4,,,", "role"),
        ("Tiger I,GER,80,heavy,9,34,11,10,9,,,,,4,,,", "name"),
        ("Fanatics,GER,80,heavy,9,34,11,10,9,,,,,4,,,", "name"),
    ],
)
def test_the_figures_of_a_line_fit_one_another(line: str, says: str) -> None:
    with pytest.raises(Refused) as caught:
        adjudicate.muster(muster(house_units=f"{HEADER}\n{line}\n"))
    assert (caught.value.rule, caught.value.field) == ("004 A21", "options.house_units")
    assert f"Line 2, {says}" in caught.value.text.text()
    assert caught.value.remedy is not None


def test_a_gun_that_does_not_move_is_a_unit() -> None:
    text = f"{HEADER}\nPak 40,GER,15,fixed AT gun,5,2,5,5,4,,,,,0,,yes,\n"
    pak = Table.open(muster({**UNITS, "maus": ("Pak 40", "germans/panzers")}, house_units=text + GOOD.splitlines()[2]))
    assert pak.battle.play.units["maus"].active


def test_every_published_vehicle_could_be_one_of_a_club() -> None:
    vehicles = [article for article in articles("1") if article.kind == VEHICLE]
    lines = [",".join(column.name for column in COLUMNS)]
    for unit in vehicles:
        said = {"name": f"{unit.name} bis", "nation": unit.nation, "points": unit.points, **unit.figures}
        lines.append(",".join(_cell(said[column.name]) for column in COLUMNS))
    text = "\n".join(lines)
    for unit in vehicles:
        assert figures_of("1", f"{unit.name} bis", text) == figures_of("1", unit.name)


def _cell(value: object) -> str:
    return {True: "yes", False: ""}[value] if isinstance(value, bool) else str(value)


def test_a_battle_replays_from_its_muster_alone() -> None:
    table = Table.open(muster(UNITS, house_units=GOOD))
    assert Table(table.entries).battle.play.units["maus"].figures == table.battle.play.units["maus"].figures
