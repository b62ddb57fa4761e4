"""A club's own units in a battle (R4): their sheet, the muster, the board, and a battle that replays alone (house)."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec
import pytest

from rules import adjudicate
from rules.contract import Muster, Refused
from rules.kit import catalogue
from rules.player import play as played
from rules.record import Table
from rules.systems.panzer_strike import SYSTEM, tables
from rules.systems.panzer_strike.catalogue import BLANK, UNIT, figures_of, find
from rules.systems.panzer_strike.state import Figures
from rules.systems.panzer_strike.victory import Concede
from rules.upkeep import Owned
from tests.rules.panzer_strike.shots import duel
from tests.rules.panzer_strike.table import muster, play
from tests.rules.recordings import decided_again, dumps, fold, loads
from tests.rules.scenario import not_mustered

EDITION = tables.EDITIONS[-1]
HEADER = (
    "name,nation,points,role,drive,mount,mass,speed,reverse,front,side,rear,top,tracks,"
    "shell,penetration,die,range,accuracy,proximity,parabolic,one_piece,recovery,model"
)
MAUS = "Maus,GER,30,heavy,T,turret,190,2,1,20,16,14,5,19,AP,20,II,8,4,yes,,,,"
CRANE = "Famo 18 t (crane),GER,2,recovery,W,hull,15,5,2,1,1,1,0,1,,,,,,,,,yes,"
GUN = "25-pounder (FW),UK,3,fixed howitzer,fixed,fixed,2,0,0,1,0,0,0,0,HE,9,I,4,1,,3-8,,,"
SHEET = "\n".join((HEADER, MAUS, CRANE, GUN))
MODELS = {"maus": ("Maus", "axis"), "m4": ("Sherman", "allies")}


def faults(line: str) -> list[str]:
    """What is wrong with a line, by column and words."""
    assert SYSTEM.house is not None
    with pytest.raises(Refused) as caught:
        SYSTEM.house(EDITION, f"{HEADER}\n{line}")
    assert {one.rule for one in caught.value.faults} == {"002 R4"}
    return [one.text.text().removeprefix("Line 2, ") for one in caught.value.faults]


def changed(line: str, **cells: str) -> str:
    """The same line with other cells."""
    said = dict(zip(HEADER.split(","), line.split(","), strict=True))
    return ",".join((said | cells).values())


# -- the sheet ---------------------------------------------------------------------------------------------------------


def test_a_line_has_every_figure_of_the_unit_chart() -> None:
    assert figures_of(EDITION, "Maus", SHEET) == Figures(
        effectiveness=30,
        role="heavy",
        drive="T",
        mount="turret",
        mass=190,
        speed=2,
        reverse=1,
        front=20,
        side=16,
        rear=14,
        top=5,
        tracks=19,
        howitzer=False,
        penetration=20,
        die="II",
        range=8,
        accuracy=4,
        proximity=True,
        parabolic=None,
        one_piece=False,
        recovery=False,
    )
    assert figures_of(EDITION, "house-famo-18-t-crane", SHEET).recovery
    assert figures_of(EDITION, "25-pounder (FW)", SHEET).parabolic == (3, 8)


def test_every_published_unit_could_be_a_unit_of_a_club() -> None:
    """The columns take whatever the catalogue has, and say the same of it."""
    assert SYSTEM.house is not None
    published = [article for article in SYSTEM.catalogue(EDITION) if article.kind == UNIT]
    for article in published:
        figures = {
            name: "yes" if value is True else "" if value is False or value == [] else value
            for name, value in article.figures.items()
        }
        figures["parabolic"] = "-".join(map(str, article.figures["parabolic"]))
        said = figures | {"name": f"Our {article.name}", "nation": article.nation, "points": article.points}
        line = ",".join(f'"{said[name]}"' for name in HEADER.split(","))
        (own,) = SYSTEM.house(EDITION, f"{HEADER}\n{line}")
        text = f"{HEADER}\n{line}"
        assert figures_of(EDITION, own.name, text) == figures_of(EDITION, article.name), article.name
        assert set(own.figures) == set(article.figures)


def test_its_articles_say_where_they_come_from() -> None:
    assert SYSTEM.house is not None
    maus, crane, gun = SYSTEM.house(EDITION, SHEET)
    assert (maus.key, maus.kind, maus.nation, maus.points, maus.status) == ("house-maus", UNIT, "GER", 30, "house")
    assert "club's own" in maus.source
    assert [one.source.rpartition("line ")[2] for one in (maus, crane, gun)] == ["2.", "3.", "4."]
    assert not maus.figures["published"]
    assert catalogue.articles(SYSTEM, EDITION, {"house_units": SHEET})[-3:] == (maus, crane, gun)


@pytest.mark.parametrize(
    ("line", "cells", "wrong"),
    [
        (MAUS, {"mount": "fixed"}, "mount: A weapon that does not drive, and no other, has a fixed mount."),
        (GUN, {"mount": "hull"}, "mount: A weapon that does not drive, and no other, has a fixed mount."),
        (GUN, {"speed": "1"}, "speed: A fixed weapon has none."),
        (GUN, {"tracks": "1"}, "tracks: A fixed weapon has none."),
        (GUN, {"recovery": "yes"}, "recovery: A fixed weapon has none."),
        (GUN, {"role": "SPAA"}, "role: A fixed weapon is not self-propelled."),
        (MAUS, {"speed": "0", "reverse": "0"}, "speed: A vehicle makes a step at least."),
        (MAUS, {"reverse": "3"}, "reverse: It is faster in reverse than ahead."),
        (CRANE, {"one_piece": "yes"}, "one_piece: Only a turret can be one piece with its hull."),
        (CRANE, {"range": "4"}, "range: Without accuracy it has no weapon."),
        (CRANE, {"parabolic": "3-8"}, "parabolic: Without accuracy it has no weapon."),
        (MAUS, {"die": ""}, "die: Its weapon has accuracy, and this is missing."),
        (MAUS, {"penetration": "0"}, "penetration: Its weapon has accuracy, and this is missing."),
        (MAUS, {"parabolic": "3-8"}, "parabolic: Howitzers (HE) and no others have a parabolic range."),
        (GUN, {"parabolic": ""}, "parabolic: Howitzers (HE) and no others have a parabolic range."),
        (MAUS, {"range": "9"}, "range: “9” cannot stand here."),
        (MAUS, {"accuracy": "5"}, "accuracy: “5” cannot stand here."),
        (MAUS, {"points": "0"}, "points: “0” cannot stand here."),
        (MAUS, {"role": "superheavy"}, "role: “superheavy” cannot stand here."),
        (MAUS, {"name": "tiger"}, "name: There is a unit called “tiger” already."),
        (MAUS, {"name": "Dozer Blade"}, "name: There is a unit called “Dozer Blade” already."),
    ],
)
def test_the_figures_of_a_line_fit_one_another(line: str, cells: dict[str, str], wrong: str) -> None:
    assert faults(changed(line, **cells)) == [wrong]


# -- the muster --------------------------------------------------------------------------------------------------------


def test_a_unit_of_the_club_is_mustered_by_name_or_key() -> None:
    named = SYSTEM.muster(muster(units=MODELS, house_units=SHEET))
    keyed = SYSTEM.muster(
        muster(units={"maus": ("house-maus", "axis"), "m4": ("Sherman", "allies")}, house_units=SHEET)
    )
    assert named == keyed
    assert named.options["house_units"] == SHEET
    assert play(muster(units=MODELS, house_units=SHEET)).units["maus"].figures.mass == 190


def test_without_the_sheet_nobody_knows_it() -> None:
    for options in ({}, {"house_units": ""}):
        refused = not_mustered(muster(units=MODELS, **options), "002 R4", "units")
        assert refused.fault == "R4/unknown/maus"


def test_a_sheet_with_faults_is_refused_with_all_of_them() -> None:
    wrong = "\n".join((HEADER, changed(MAUS, die=""), changed(GUN, speed="x", mass="many")))
    with pytest.raises(Refused) as caught:
        adjudicate.muster(muster(house_units=wrong))
    assert [(one.field, one.text.text()[:8]) for one in caught.value.faults] == [
        ("options.house_units", f"Line {line}, ") for line in (2, 3, 3)
    ]


def test_a_muster_that_asks_for_none_is_what_it_always_was() -> None:
    assert "house_units" not in adjudicate.muster(muster()).options


def test_its_points_and_marks_count_like_any_others() -> None:
    assert not_mustered(muster(units=MODELS, house_units=SHEET, points=29), "002 R3", "units").fault == "R3/points/axis"
    gun = {"gun": ("25-pounder (FW)", "allies"), "tiger": ("Tiger", "axis")}
    not_mustered(muster(units=gun, marks={"gun": ("No radio",)}, house_units=SHEET), "002 R4", "fittings.gun")
    conditions = {"gun": {"mobility": "semi"}}
    not_mustered(muster(units=gun, conditions=conditions, house_units=SHEET), "002 section 5", "units")


# -- the battle --------------------------------------------------------------------------------------------------------


def test_its_armour_and_its_gun_are_those_of_the_sheet() -> None:
    """Example 8's gun, which destroys a Sherman, does not scratch it; its own goes through a Tiger's front."""
    story = duel("Sherman", "Maus", range=2, house_units=SHEET)
    told = story.when("axis", "fire firer accuracy=4,3 hit=body penetration=1")
    (*_rolls, shot) = told.events
    assert (shot.base, shot.final, shot.armour, shot.outcome) == (9, 9, 20, "none")  # type: ignore[attr-defined]
    story = duel("Maus", "Tiger", range=2, house_units=SHEET)
    told = story.when("axis", "fire firer accuracy=4,3 hit=body penetration=0")
    (*_rolls, shot) = told.events
    assert (shot.base, shot.final, shot.outcome) == (20, 19, "destroyed")  # type: ignore[attr-defined]


def test_a_battle_replays_from_its_muster_alone() -> None:
    table = Table.open(muster(units=MODELS, conditions={"maus": {"injured": True}}, house_units=SHEET))
    table.report("axis", Concede(side="axis"))
    entries = loads(dumps(table.entries))
    assert fold(entries).outcome() == table.battle.outcome()
    assert decided_again(entries) == entries
    assert fold(entries).outcome().points == {"allies": 15, "axis": 0}  # half of a Maus left behind


@pytest.mark.parametrize("text", ["", "[erased]", "name\nMaus", 7, None])
def test_a_battle_that_was_mustered_starts_whatever_became_of_its_sheet(text: object) -> None:
    """As a blank unit, where nobody knows it any more."""
    mustered = adjudicate.muster(muster(units=MODELS, house_units=SHEET))
    options: dict[str, Any] = mustered.options | {"house_units": text}
    state = SYSTEM.start(msgspec.structs.replace(mustered, options=options))
    assert state.units["maus"].figures == BLANK
    assert state.units["m4"].figures.mass == 30
    assert {unit.id for unit in SYSTEM.see(state, "axis").units} == {"maus", "m4"}
    assert not SYSTEM.outcome(state).over


def test_published_units_are_what_they_are_beside_a_sheet() -> None:
    for article in SYSTEM.catalogue(EDITION):
        assert find(EDITION, article.kind, article.name, SHEET) == article


# -- between battles ---------------------------------------------------------------------------------------------------


def test_upkeep_knows_them_by_the_terms() -> None:
    upkeep, terms = SYSTEM.upkeep, {"house_units": SHEET}
    assert upkeep.price is not None
    assert upkeep.price(terms, EDITION, "Maus", ("Command tank",)) == 30
    assert upkeep.price({}, EDITION, "Maus", ()) == 0
    assert upkeep.recovers(terms, EDITION, "Famo 18 t (crane)")
    assert not upkeep.recovers({}, EDITION, "Famo 18 t (crane)")
    wreck = Owned(edition=EDITION, model="Maus", condition={"destroyed": True})
    (job,) = upkeep.jobs(terms, wreck)
    assert (job.rounds, job.points) == (8, 12)  # 190 tonnes by 25, and 40 percent of 30 points
    owned = [Owned(edition=EDITION, model="Maus"), Owned(edition=EDITION, model="25-pounder (FW)", cards=("No radio",))]
    assert [flaw.key for flaw in upkeep.flaws(terms, EDITION, "", owned)] == ["R4/mark/25-pounder-fw/1"]
    assert "R4/unknown/maus" in [flaw.key for flaw in upkeep.flaws({}, EDITION, "", owned)]


def test_a_whole_battle_of_a_club_s_own_units() -> None:
    forces: Muster = muster(units=MODELS | {"crane": ("Famo 18 t (crane)", "axis")}, house_units=SHEET, rounds=3)
    table = played(SYSTEM, Random(2).randrange, 400, forces)
    assert table.battle.outcome().over
    assert decided_again(table.entries) == table.entries
