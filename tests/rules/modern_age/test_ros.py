"""Rosters in the format of BattleScribe and New Recruit, read."""

from __future__ import annotations

import msgspec
import pytest

from rules.rosters import Roster, Vehicle
from rules.systems.modern_age import SYSTEM
from rules.systems.modern_age.catalogue import find
from rules.systems.modern_age.roster import articles
from rules.systems.modern_age.roster.articles import by_key, by_name, word
from tests.rules.modern_age.ros import BATTLESCRIBE, NEW_RECRUIT, ROS, ROSZ, node, roster, vehicle


def notes(roster: Roster) -> list[tuple[str, str]]:
    return [(note.where.text(), note.text.text()) for note in roster.notes]


def test_a_file_of_battlescribe() -> None:
    read = ROS.read(BATTLESCRIBE)
    assert (read.name, read.platoon) == ("Team Yankee, Tuesday", "Team Yankee")
    assert read.vehicles == (
        Vehicle(name="Alpha 66", model="M1 Abrams", cards=("Sean Bannon", "Alpha 66")),
        Vehicle(model="M1A1 Abrams", cards=("artillery-scout-usa-radio-op",)),
        Vehicle(model="M60 Patton"),
    )
    assert notes(read) == [
        ("line 7", "A limit of 100 points is not part of a platoon: a battle has it as an option."),
        ("line 61, M1A1 Abrams", "“customNotes” is not read."),
    ]


def test_a_file_of_new_recruit() -> None:
    """Two models in one selection, cards and prices counted over both, no platoon card, all of it in one line."""
    read = ROS.read(NEW_RECRUIT)
    assert (read.name, read.platoon) == ("Мотострелки", "Red Banner")
    assert read.vehicles == (
        vehicle("T-72", "Komissar"),
        vehicle("T-72", "Komissar"),
        Vehicle(name="Медведь", model="T-64", cards=("AT-8 Songster",)),
        vehicle("BTR-80"),
    )
    (where, text), *more = notes(read)
    assert (where, more) == ("line 2", [])
    assert "names no platoon card; Red Banner is that of every platoon of the data file “Soviet”" in text


@pytest.mark.parametrize("file", [BATTLESCRIBE, NEW_RECRUIT])
def test_what_was_read_is_written_and_read_again(file: bytes) -> None:
    read = msgspec.structs.replace(ROS.read(file), notes=())
    for format in SYSTEM.rosters:
        assert ROS.read(format.write(read)) == read == ROSZ.read(format.write(read))


def test_what_is_written_is_what_the_tool_writes() -> None:
    """The paths of ids through the data set, the names and the prices are those of the tool's own file."""
    read = ROS.read(BATTLESCRIBE)
    written = ROS.write(read).decode()
    for line in BATTLESCRIBE.decode().splitlines():
        for attribute in ("entryId=", "entryGroupId=", "gameSystemId=", "catalogueId=", "value="):
            word = next((word.rstrip("/>") for word in line.split(" ") if word.startswith(attribute)), "")
            if word and "976a-52f7" not in word and "(No" not in word and "100.0" not in word and "77.0" not in word:
                assert word in written, word
    assert 'name="• Sean Bannon"' in written
    assert 'name="pts" typeId="c525-9df6-1886-28e4" value="77.0"' in written


def test_a_fan_made_model_brings_the_switch_that_shows_it() -> None:
    written = [ROS.write(Roster(vehicles=(vehicle(model),))) for model in ("BTR-80", "T-72")]
    assert [b"Enable Custom Content" in file for file in written] == [True, False]


@pytest.mark.parametrize("name", ["M1 Abrams", "m1 abrams", "M1-ABRAMS", " M1  Abrams "])
def test_a_name_by_any_spelling(name: str) -> None:
    assert ROS.read(roster(node(name))) == Roster(platoon="Team Yankee", vehicles=(vehicle("M1 Abrams"),))


@pytest.mark.parametrize("name", ["Clément Martin", "CLEMENT MARTIN", "• Clement Martin"])
def test_accents_and_the_hero_s_dot(name: str) -> None:
    assert ROS.read(roster(node("AMX-30", node(name)))).vehicles == (vehicle("AMX-30", "Clément Martin"),)


def test_an_id_is_enough_where_the_name_is_new() -> None:
    assert ROS.read(roster(node("Abrams", entryId="de5d-2e46-51b5-d231"))).vehicles == (vehicle("M1 Abrams"),)
    assert ROS.read(roster(node("Abrams", entryId="a::b::de5d-2e46-51b5-d231"))).vehicles == (vehicle("M1 Abrams"),)


def test_id_and_name_that_disagree() -> None:
    read = ROS.read(roster(node("M60 Patton", entryId="de5d-2e46-51b5-d231")))
    assert read.vehicles == ()
    assert notes(read) == [
        (
            "line 2, M60 Patton",
            "The name “M60 Patton” and the id, which is that of M1 Abrams, do not agree: it is left out.",
        )
    ]


def test_what_the_catalogue_has_not() -> None:
    read = ROS.read(roster(node("Maus", node("Cunning Driver")) + node("M1 Abrams", node("Lucky Charm"))))
    assert read.vehicles == (vehicle("M1 Abrams"),)
    assert notes(read) == [
        ("line 2, Maus", "The catalogue has no “Maus”: it is left out."),
        ("line 2, Maus / Cunning Driver", "“Cunning Driver” is left out with it."),
        ("line 2, M1 Abrams / Lucky Charm", "The catalogue has no “Lucky Charm”: it is left out."),
    ]


@pytest.mark.parametrize(
    ("attributes", "country", "card"),
    [
        ({}, "American", ""),
        ({"group": "Crew (4)::Crew: Loader"}, "American", "artillery-scout-usa-loader"),
        ({"entryGroupId": "x::33b3-295b-1287-7f79"}, "American", "artillery-scout-usa-radio-op"),
        ({"entryId": "x::308b-4960-21d5-cec0"}, "American", "artillery-scout-ussr-radio-op"),
        ({}, "Soviet", "artillery-scout-ussr-radio-op"),
        ({"group": "Crew: Loader"}, "Soviet", ""),
        ({}, "Martian", ""),
    ],
)
def test_three_cards_of_one_name(attributes: dict[str, str], country: str, card: str) -> None:
    """By id, or by the country of the file and the type of the group; else none of them."""
    read = ROS.read(roster(node("M1 Abrams", node("Artillery Scout", **attributes)), catalogueName=country))
    assert read.vehicles == (vehicle("M1 Abrams", *([card] if card else [])),)
    assert len(read.notes) == (0 if card else 1)
    assert card or "does not say which" in read.notes[0].text.text()


def test_things_in_the_wrong_place() -> None:
    read = ROS.read(
        roster(
            node("Cunning Driver")
            + node("M1 Abrams", node("M60 Patton") + node("Tool Kit", node("Medical Kit"), customName="Old Betsy"))
        )
    )
    assert read.vehicles == (vehicle("M1 Abrams", "Tool Kit"),)
    assert notes(read) == [
        ("line 2, Cunning Driver", "Cunning Driver is on no model: it is left out."),
        ("line 2, M1 Abrams / M60 Patton", "M60 Patton is on a model: it is left out."),
        ("line 2, M1 Abrams / Tool Kit", "A card's own name is not kept."),
        ("line 2, M1 Abrams / Tool Kit / Medical Kit", "“Medical Kit” is on a card: it is left out."),
    ]


def test_every_article_has_an_id_of_its_own_and_no_two_names_are_one() -> None:
    known = set(articles.keys().values())
    assert known == set(by_key())
    assert len(articles.keys()) == len(known)
    assert all(len({article.name for article in articles}) == 1 for articles in by_name().values())
    assert [name for name, articles in by_name().items() if len(articles) > 1] == ["artilleryscout"]
    for article in by_key().values():
        found = find(SYSTEM.edition, ("model",) if article.kind == "model" else ("crew", "upgrade"), word(article))
        assert found is not None
        assert found.article == article


def test_the_data_files_are_those_of_the_platoon_cards() -> None:
    cards = {(a.nation, a.name) for a in SYSTEM.catalogue(SYSTEM.edition) if a.kind == "platoon"}
    assert {(data.nation, data.platoon) for data in articles.CATALOGUES} == cards


@pytest.mark.parametrize(
    ("model", "card", "path"),
    [
        (
            "m1-abrams",
            "superb-commander",
            "f817-0515-c2dd-7981::7a79-5630-c357-7ece::bf67-6993-7654-b9f7::4de4-d2e9-40af-d8e1",
        ),
        ("m1-abrams", "robert-folk", "f817-0515-c2dd-7981::a832-c6fc-e1ba-01fc::66ef-7bf4-4994-39ca"),
        ("m1-abrams", "komissar", articles.entry(by_key()["komissar"])),
        ("cobra", "artillery-scout-usa-radio-op", "9ef6-bbc8-b4c1-cff9"),
        ("btr-80", "superb-commander", "4de4-d2e9-40af-d8e1"),
    ],
)
def test_paths_through_the_data_set(model: str, card: str, path: str) -> None:
    """A global card by its country's link, another by itself; what the data do not offer the model by its id alone."""
    found, group = articles.path(by_key()[model], by_key()[card])
    assert found == path
    assert bool(group) == ("::" in path)


def test_numbers_unfold() -> None:
    read = ROS.read(roster(node("M60 Patton", node("Tool Kit", number=3), number=3) + node("M1 Abrams", number=0)))
    assert read == Roster(platoon="Team Yankee", vehicles=(vehicle("M60 Patton", "Tool Kit"),) * 3)
    twice = ROS.read(roster(node("M60 Patton", node("Tool Kit", number=2))))
    assert twice.vehicles == (vehicle("M60 Patton", "Tool Kit", "Tool Kit"),)


def test_a_card_for_some_of_several_models() -> None:
    read = ROS.read(roster(node("M60 Patton", node("Tool Kit", number=1), number=2)))
    assert read.vehicles == (vehicle("M60 Patton"),) * 2
    assert notes(read) == [
        (
            "line 2, M60 Patton / Tool Kit",
            "2 models have 1 of Tool Kit, and the file does not say which: it is left out.",
        )
    ]


@pytest.mark.parametrize("number", ["two", "-1", "1.5", "", "１", "9" * 5000])
def test_numbers_that_are_none(number: str) -> None:
    read = ROS.read(roster(node("M60 Patton", number=number)))
    assert read.vehicles == ()
    assert "cannot be read" in read.notes[0].text.text()


def priced(name: str, value: str, inside: str = "", number: int = 1) -> str:
    cost = f'<costs><cost name="pts" value="{value}"/><cost name="fuel" value="3"/></costs>'
    return (
        node(name, inside, number=number).replace("</selection>", f"{cost}</selection>")
        if not inside
        else (f'<selection name="{name}" number="{number}"><selections>{inside}</selections>{cost}</selection>')
    )


@pytest.mark.parametrize(
    ("selection", "said"),
    [
        (priced("M60 Patton", "14"), []),
        (priced("M60 Patton", "14.0"), []),
        (priced("M60 Patton", "28", number=2), []),
        (priced("M60 Patton", "14", number=2), ["M60 Patton costs 14 points in the file, 28 by the catalogue."]),
        (priced("M60 Patton", "14.5"), ["M60 Patton costs 14.5 points in the file, 14 by the catalogue."]),
        (priced("M60 Patton", "cheap"), ["M60 Patton costs cheap points in the file, 14 by the catalogue."]),
        (priced("T-55", "12", priced("Category C. Tank Crew", "-1.0")), []),
        (priced("M1 Abrams", "22", priced("Alpha 66", "1") + priced("Sean Bannon", "6")), []),
        (priced("M1 Abrams", "22", priced("Sean Bannon", "7")), []),
        (
            priced("M1 Abrams", "22", priced("Sean Bannon", "6")),
            ["Sean Bannon costs 6 points in the file, 7 by the catalogue."],
        ),
    ],
)
def test_prices_that_differ_are_told(selection: str, said: list[str]) -> None:
    assert [text for _where, text in notes(ROS.read(roster(selection)))] == said


def test_a_total_that_differs_is_told() -> None:
    file = BATTLESCRIBE.replace(b'value="77.0"', b'value="80.0"')
    assert "The file says 80 points in all; what is read of it costs 77." in dict(notes(ROS.read(file))).values()


@pytest.mark.parametrize(
    ("found", "instead", "platoon", "said"),
    [
        (b'name="Team Yankee"', b'name="red banner"', "Red Banner", []),
        (b'name="Team Yankee"', b'name="Dad\'s Army"', "Team Yankee", ["no platoon card “Dad's Army”", "is that of"]),
        (b'<rule name="Team Yankee"/>', b"", "Team Yankee", ["is that of every platoon of the data file “American”"]),
        (
            b'"Team Yankee"/>',
            b'"Team Yankee"/><rule name="Red Banner"/>',
            "",
            ["several platoon cards (Team Yankee, Red"],
        ),
    ],
)
def test_platoon_cards(found: bytes, instead: bytes, platoon: str, said: list[str]) -> None:
    file = roster(node("M1 Abrams"))
    assert found in file
    read = ROS.read(file.replace(found, instead))
    assert read.platoon == platoon
    assert len(read.notes) == len(said)
    assert all(words in note.text.text() for words, note in zip(said, read.notes, strict=True))


def test_a_file_of_unknown_data_without_platoon_card() -> None:
    file = roster(node("M1 Abrams"), catalogueName="House cats").replace(b'<rule name="Team Yankee"/>', b"")
    read = ROS.read(file)
    assert read.platoon == ""
    assert notes(read) == [("line 1", "The file names no platoon card.")]


def test_forces_inside_forces() -> None:
    inner = (
        '<forces><force catalogueName="American"><selections><selection name="LAV-25"/></selections></force></forces>'
    )
    file = roster(node("M1 Abrams")).replace(b"</selections></force>", f"</selections>{inner}</force>".encode())
    read = ROS.read(file)
    assert read.vehicles == (vehicle("M1 Abrams"), vehicle("LAV-25"))
    assert notes(read) == [("line 1", "The file has 2 forces: their models are read as one platoon.")]


@pytest.mark.parametrize("name", ["x" * 81, "a&#10;b", "&#x202e;evil", "&#x200b;"])
def test_names_out_of_bounds_are_left_out(name: str) -> None:
    read = ROS.read(roster(node("M1 Abrams", customName=name), name=name))
    assert (read.name, read.vehicles) == ("", (vehicle("M1 Abrams"),))
    assert [where for where, _text in notes(read)] == ["line 1", "line 2, M1 Abrams"]


def test_what_nobody_knows_is_told_once() -> None:
    file = roster(node("M1 Abrams").replace("<selections>", "<tags/><tags/><selections>") * 2)
    assert notes(ROS.read(file)) == [("line 2, M1 Abrams", "“tags” is not read.")]


def test_as_many_notes_as_somebody_reads() -> None:
    read = ROS.read(roster("".join(node(f"Nothing {n}") for n in range(1000))))
    assert len(read.notes) == 201
    assert read.notes[-1].text.text() == "800 notes more are left out."
