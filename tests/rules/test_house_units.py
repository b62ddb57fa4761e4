"""Units of a club's own: the reader of their sheets, whatever the rulebook (its columns here are made up)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules import all_systems
from rules.contract import Refused, RuleSystem, say
from rules.declarations import Article
from rules.house_units import FIELD, MOST_CHARACTERS, MOST_FAULTS, Cells, Column, HouseUnit, Wrong, read, slug
from rules.kit.catalogue import articles

COLUMNS = (
    Column(name="name", type="text"),
    Column(name="nation", type="text", most=3, default=""),
    Column(name="mass", type="number", least=1, most=70),
    Column(name="drive", type="choice", choices=("Wheels", "Tracks")),
    Column(name="radio", type="flag", default=False),
    Column(name="range", type="span", least=1, most=8, default=()),
)
PUBLISHED = (Article(key="tiger-i", name="Tiger", kind="unit", status="printed", source="p. 1"),)
HEADER = "name,nation,mass,drive,radio,range"


def too_heavy(said: Cells) -> Iterator[Wrong]:
    if said["drive"] == "Wheels" and said["mass"] > 20:
        yield Wrong("mass", say("Too heavy for wheels."), say("Write 20 or less."))


def sheet(*lines: str, header: str = HEADER) -> tuple[HouseUnit, ...]:
    return read("\n".join((header, *lines)), COLUMNS, "R1", PUBLISHED, too_heavy)


def cells(name: str, mass: int, drive: str, **more: Any) -> dict[str, Any]:
    """A line's cells; what is not said is blank."""
    return {"name": name, "nation": "", "mass": mass, "drive": drive, "radio": False, "range": ()} | more


def faults(*lines: str, header: str = HEADER) -> list[str]:
    """All that is wrong with a sheet, in words."""
    with pytest.raises(Refused) as caught:
        sheet(*lines, header=header)
    for one in caught.value.faults:
        assert (one.rule, one.field) == ("R1", FIELD)
        assert one.remedy is not None
        assert one.remedy.text()
    return [one.text.text() for one in caught.value.faults]


# -- what is read ------------------------------------------------------------------------------------------------------


def test_a_line_is_a_unit() -> None:
    assert sheet("Maus,GER,60,tracks,yes,3-8", "", " Jeep , , 2 , WHEELS ,,") == (
        HouseUnit(2, "house-maus", cells("Maus", 60, "Tracks", nation="GER", radio=True, range=(3, 8))),
        HouseUnit(4, "house-jeep", cells("Jeep", 2, "Wheels")),
    )


@pytest.mark.parametrize("text", ["", "\n \n", HEADER, f"{HEADER}\n,,,,,\n"])
def test_a_sheet_may_be_blank(text: str) -> None:
    assert read(text, COLUMNS, "R1", PUBLISHED, too_heavy) == ()


def test_columns_stand_in_any_order_and_those_that_may_be_blank_may_be_missing() -> None:
    (line,) = sheet("Wheels,7,Puma", header="drive,mass,name")
    assert line.cells == cells("Puma", 7, "Wheels")


def test_sheets_of_office_programs_are_read() -> None:
    """A byte order mark, semicolons, line ends of Windows, quotation marks."""
    text = '\ufeffname;mass;drive\r\n"Puma; ""early""";7;Wheels\r\n'
    (line,) = read(text, COLUMNS, "R1", PUBLISHED, too_heavy)
    assert line.cells["name"] == 'Puma; "early"'


# -- what is wrong -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("header", "wrong"),
    [
        ("name,mass", "Line 1, drive: The column is missing."),
        ("name,mass,drive,armour", "Line 1, “armour”: There is no such column."),
        ("name,mass,drive,mass", "Line 1, mass: The column is there twice."),
        ("Maus,GER,60,Tracks", "Line 1, “Maus”: There is no such column."),
    ],
)
def test_the_header_names_the_columns(header: str, wrong: str) -> None:
    assert wrong in faults("Puma,7,Wheels", header=header)


@pytest.mark.parametrize(
    ("line", "wrong"),
    [
        (",GER,7,Wheels,,", "name: The cell is blank."),
        (f"{'M' * 81},GER,7,Wheels,,", f"name: “{'M' * 40}” cannot stand here."),
        ('"Two\nlines",GER,7,Wheels,,', "name: “Two\nlines” cannot stand here."),
        ("!?,GER,7,Wheels,,", "name: “!?” has neither letter nor figure."),
        ("Puma,Germany,7,Wheels,,", "nation: “Germany” cannot stand here."),
        ("Puma,GER,,Wheels,,", "mass: The cell is blank."),
        ("Puma,GER,0,Wheels,,", "mass: “0” cannot stand here."),
        ("Puma,GER,71,Tracks,,", "mass: “71” cannot stand here."),
        ("Puma,GER,7.5,Wheels,,", "mass: “7.5” cannot stand here."),
        ("Puma,GER,-7,Wheels,,", "mass: “-7” cannot stand here."),
        ("Puma,GER,٧,Wheels,,", "mass: “٧” cannot stand here."),
        ("Puma,GER,7,Legs,,", "drive: “Legs” cannot stand here."),
        ("Puma,GER,7,Wheels,maybe,", "radio: “maybe” cannot stand here."),
        ("Puma,GER,7,Wheels,,8-3", "range: “8-3” cannot stand here."),
        ("Puma,GER,7,Wheels,,3-9", "range: “3-9” cannot stand here."),
        ("Puma,GER,7,Wheels,,3", "range: “3” cannot stand here."),
        ("Puma,GER,7,Wheels,,,,Herr Meier", "range: There are 8 cells for 6 columns."),
        ("Puma,GER,30,Wheels,,", "mass: Too heavy for wheels."),
    ],
)
def test_a_cell_says_what_its_column_takes(line: str, wrong: str) -> None:
    assert faults("Jeep,USA,2,Wheels,,", line) == [f"Line 3, {wrong}"]


def test_all_faults_are_told_at_once_each_by_its_line() -> None:
    assert faults("Puma,GER,7,Legs,maybe,", "Jeep,USA,2,Wheels,,", "Tiger,GER,x,Tracks,,") == [
        "Line 2, drive: “Legs” cannot stand here.",
        "Line 2, radio: “maybe” cannot stand here.",
        "Line 4, mass: “x” cannot stand here.",
        "Line 4, name: There is a unit called “Tiger” already.",
    ]


def test_lines_are_counted_as_an_editor_counts_them() -> None:
    assert faults("", '"Puma\nlate",GER,7,Wheels,,', "Jeep,USA,x,Wheels,,") == [
        "Line 3, name: “Puma\nlate” cannot stand here.",
        "Line 5, mass: “x” cannot stand here.",
    ]


def test_quotation_marks_have_to_be_closed() -> None:
    assert faults('"Puma,GER,7,Wheels,,') == ["Line 2: its quotation marks do not fit one another."]


def test_a_sheet_is_no_longer_than_a_muster_holds() -> None:
    said = faults(*["Puma,GER,7,Wheels,,"] * (MOST_CHARACTERS // 20))
    assert len(said) == 1
    assert "characters" in said[0]


def test_faults_without_end_are_counted() -> None:
    assert len(faults(*["Puma"] * 40)) == MOST_FAULTS + 1
    assert faults(*["Puma"] * 40)[-1] == "There are 69 more faults."  # 40 without mass and drive, 39 names taken


# -- names -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "name", ["Tiger", "tiger", "TIGER!", "Tiger I", "tiger-i", "Häuser-Panzer", "House Hauser Panzer"]
)
def test_names_are_told_apart_by_letters_and_figures(name: str) -> None:
    """By case and punctuation alone nobody would find the right one; nor by what is somebody's key."""
    said = faults("Hauser Panzer,GER,7,Wheels,,", f"{name},GER,7,Wheels,,")
    assert said == [f"Line 3, name: There is a unit called “{name}” already."]


def test_other_alphabets_stay_apart() -> None:
    lines = sheet("Т-34,URS,30,Tracks,,", "Я-34,URS,30,Tracks,,", "戦車,JPN,30,Tracks,,", "34,URS,30,Tracks,,")
    assert len({line.key for line in lines}) == 4


@given(st.text(min_size=1, max_size=80))
def test_a_slug_is_a_key(name: str) -> None:
    found = slug(name)
    assert slug(name) == found
    assert found == found.strip("-").lower()
    assert found.isascii()


# -- any text ----------------------------------------------------------------------------------------------------------

WORDS = st.sampled_from(["name", "mass", "drive", ",", ";", "\n", '"', "Tracks", "7", " ", "Puma", "\r\n", "\0", "é"])


@given(st.lists(WORDS | st.characters(), max_size=60).map("".join), st.booleans())
def test_law_any_text_is_read_or_refused(text: str, headed: bool) -> None:
    text = f"name,mass,drive\n{text}" if headed else text
    lines, told = tried(text)
    assert {one.field for one in told} <= {FIELD}
    assert len(told) <= MOST_FAULTS + 1
    assert len({line.key for line in lines}) == len(lines)
    assert all(1 <= line.cells["mass"] <= 70 for line in lines)
    assert tried(text)[0] == lines


def tried(text: str) -> tuple[tuple[HouseUnit, ...], tuple[Refused, ...]]:
    """The units of a text, or its faults."""
    try:
        return read(text, COLUMNS, "R1", PUBLISHED, too_heavy), ()
    except Refused as refused:
        return (), refused.faults


# -- rulebooks ---------------------------------------------------------------------------------------------------------


def housing() -> Sequence[RuleSystem]:
    return [system for system in all_systems().values() if system.house is not None]


def test_a_rulebook_takes_units_of_the_house_where_it_has_the_option() -> None:
    for system in all_systems().values():
        options = [option for option in system.options if option.name == "house_units"]
        assert bool(options) is (system.house is not None), system.key
        for option in options:
            assert (option.type, option.later, option.default) == ("text", True, "")
            assert option.most <= MOST_CHARACTERS
    assert housing()


@pytest.mark.parametrize(
    "options", [{}, {"house_units": ""}, {"house_units": " \n"}, {"house_units": "nonsense"}, {"house_units": 7}]
)
def test_without_a_sheet_there_is_the_published_catalogue(options: dict[str, str]) -> None:
    for system in all_systems().values():
        assert articles(system, system.edition, options) == tuple(system.catalogue(system.edition))


def test_a_rulebook_without_such_units_has_none() -> None:
    system = replace(housing()[0], house=None)
    assert articles(system, system.edition, {"house_units": "name"}) == tuple(system.catalogue(system.edition))


def test_a_wrong_sheet_is_refused_by_every_rulebook() -> None:
    for system in housing():
        assert system.house is not None
        with pytest.raises(Refused) as caught:
            system.house(system.edition, "no such column\nx")
        assert caught.value.field == FIELD
        assert caught.value.rule.startswith(system.number)
