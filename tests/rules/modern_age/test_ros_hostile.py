"""Files that are no roster, or not what they say: refused by name, quickly, with what would be right."""

from __future__ import annotations

import struct
import zipfile
from io import BytesIO

import pytest

from rules.contract import Refused
from rules.systems.modern_age import SYSTEM
from rules.systems.modern_age.roster.file import MOST_BYTES, MOST_DEPTH, MOST_NODES, MOST_PACKED
from tests.rules.modern_age.ros import BATTLESCRIBE, NEW_RECRUIT, ROS, ROSZ, node, roster

XMLNS = "http://www.battlescribe.net/schema/rosterSchema"


def refusal(file: bytes) -> Refused:
    """The same from either format, which say the same of any file."""
    caught = []
    for format in SYSTEM.rosters:
        with pytest.raises(Refused) as error:
            format.read(file)
        caught.append(error.value)
    assert str(caught[0]) == str(caught[1])
    assert (caught[0].rule, caught[0].field) == ("003 rosters", "file")
    assert caught[0].remedy is not None
    assert caught[0].remedy.text()
    return caught[0]


def zipped(*files: tuple[str, bytes], how: int = zipfile.ZIP_DEFLATED) -> bytes:
    out = BytesIO()
    with zipfile.ZipFile(out, "w", how) as archive:
        for name, content in files:
            archive.writestr(name, content)
    return out.getvalue()


# -- not a roster ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("file", "words"),
    [
        (b"", "not an XML file: no element found"),
        (b"M1 Abrams, Alpha 66", "not an XML file: syntax error (line 1)"),
        (b"%PDF-1.7\n\x00\xff", "not an XML file"),
        (b"\x89PNG\r\n\x1a\n\x00\x00", "not an XML file"),
        (b"\x00" * 100, "not an XML file"),
        (b"<roster", "not an XML file: unclosed token"),
        (b"<roster/><roster/>", "not an XML file: junk after document element"),
        (BATTLESCRIBE[:3000], "not an XML file: "),
        (b'{"roster": {"name": "x"}}', "This file is no roster."),
        (b"\xef\xbb\xbf [1]", "not an XML file"),
        (b"<html><body/></html>", "it begins with “html”"),
        (b"<roster/>", "does not say of which game"),
        (b'<catalogue xmlns="http://www.battlescribe.net/schema/catalogueSchema"/>', "catalogueSchema catalogue”"),
        (b'<?xml version="1.0" encoding="klingon"?><roster/>', "character encoding"),
        (b'<?xml version="1.0" encoding="cp037"?><roster/>', ""),
        (b'<?xml version="1.0" encoding="utf-7"?><roster/>', ""),
        (b'<?xml version="1.0" encoding="rot13"?><roster/>', ""),
        (b'<roster name="\xff"/>', "not an XML file: not well-formed"),
        (f'<roster xmlns="{XMLNS}" name="&evil;"/>'.encode(), "not an XML file: undefined entity"),
    ],
)
def test_other_files(file: bytes, words: str) -> None:
    assert words in refusal(file).text.text()


@pytest.mark.parametrize("xmlns", ["http://www.battlescribe.net/schema/catalogueSchema", XMLNS + "/2"])
def test_a_roster_of_another_namespace(xmlns: str) -> None:
    text = refusal(BATTLESCRIBE.replace(XMLNS.encode(), xmlns.encode())).text.text()
    assert "no roster of BattleScribe" in text


def test_a_roster_without_a_namespace_is_read() -> None:
    """As small tools write them."""
    assert ROS.read(BATTLESCRIBE.replace(f' xmlns="{XMLNS}"'.encode(), b"")) == ROS.read(BATTLESCRIBE)


@pytest.mark.parametrize(
    ("id", "name"),
    [("e51d-b1a3-75fc-dc3g", "Age of Sigmar 4.0"), ("28ec-711c-d87f-3aeb", "Warhammer 40,000 9th Edition")],
)
def test_a_roster_of_another_game(id: str, name: str) -> None:
    error = refusal(roster(node("M1 Abrams"), gameSystemId=id, gameSystemName=name))
    assert error.text.text() == f"This roster is of another game: “{name}”."
    assert error.remedy is not None
    assert "GF9 Tanks: The Modern Age" in error.remedy.text()


def test_a_copy_of_the_data_set_is_the_same_game() -> None:
    read = ROS.read(roster(node("M1 Abrams"), gameSystemId="copy", gameSystemName="GF9 Tanks - the modern age"))
    assert len(read.vehicles) == 1


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "windows-1251"])
def test_encodings_that_say_what_they_are(encoding: str) -> None:
    named = NEW_RECRUIT.decode().replace("UTF-8", encoding.removesuffix("-sig"))
    assert ROS.read(named.encode(encoding)) == ROS.read(NEW_RECRUIT)


# -- too much of it ----------------------------------------------------------------------------------------------------


def test_too_large() -> None:
    assert "larger than 4 MB" in refusal(b" " * (MOST_BYTES + 1)).text.text()
    assert "larger than 1 MB" in refusal(b"PK\x03\x04" + b"\0" * MOST_PACKED).text.text()


def test_too_many_and_too_deep() -> None:
    assert "more elements, or deeper" in refusal(b"<a>" + b"<b/>" * MOST_NODES + b"</a>").text.text()
    deep = b"<a>" * (MOST_DEPTH + 1) + b"</a>" * (MOST_DEPTH + 1)
    assert "more elements, or deeper" in refusal(deep).text.text()
    assert "begins with" in refusal(b"<a>" * MOST_DEPTH + b"</a>" * MOST_DEPTH).text.text()


@pytest.mark.parametrize(
    "selections",
    [
        node("M1 Abrams") * 61,
        node("M1 Abrams", number=61),
        node("M1 Abrams", number=999_999),
        node("M1 Abrams", node("Tool Kit") * 61),
        node("M1 Abrams", node("Tool Kit", number=61)),
        node("M1 Abrams", node("Tool Kit", number=999_999) * 100),
    ],
)
def test_more_than_a_platoon(selections: str) -> None:
    assert "has more than 60" in refusal(roster(selections)).text.text()


def test_as_much_as_a_platoon() -> None:
    read = ROS.read(roster(node("M1 Abrams", node("Tool Kit", number=3600), number=60)))
    assert [len(vehicle.cards) for vehicle in read.vehicles] == [60] * 60


# -- traps -------------------------------------------------------------------------------------------------------------

LAUGHS = "".join(f'<!ENTITY l{n} "{f"&l{n - 1};" * 10}">' for n in range(1, 12))


@pytest.mark.parametrize(
    "doctype",
    [
        "<!DOCTYPE roster>",
        f'<!DOCTYPE roster [<!ENTITY l0 "ha">{LAUGHS}]>',
        '<!DOCTYPE roster [<!ENTITY passwd SYSTEM "file:///etc/passwd">]>',
        '<!DOCTYPE roster SYSTEM "http://localhost:1/roster.dtd">',
        '<!DOCTYPE roster [<!ENTITY % far SYSTEM "http://localhost:1/far"> %far;]>',
    ],
)
def test_a_document_type(doctype: str) -> None:
    for file in (
        doctype.encode() + BATTLESCRIBE.partition(b"?>")[2],
        zipped(("a.ros", doctype.encode() + b"<roster/>")),
    ):
        assert "document type (DOCTYPE)" in refusal(file).text.text()


def test_a_zip_that_grows() -> None:
    bomb = zipped(("a.ros", b" " * 10 * 1024**2))
    assert len(bomb) < MOST_PACKED
    assert "larger than 4 MB" in refusal(bomb).text.text()


def test_a_zip_that_lies_about_its_size() -> None:
    """Both places where a zip tells the size of what is in it say one byte."""
    bomb = bytearray(zipped(("a.ros", b" " * 10 * 1024**2)))
    directory = bomb.rindex(b"PK\x01\x02")
    bomb[22:26] = bomb[directory + 24 : directory + 28] = struct.pack("<I", 1)
    refusal(bytes(bomb))


def test_what_is_in_the_zip() -> None:
    assert "holds 0 rosters" in refusal(zipped()).text.text()
    assert "holds 0 rosters" in refusal(zipped(("roster.xml", BATTLESCRIBE))).text.text()
    assert "holds 2 rosters" in refusal(zipped(("a.ros", BATTLESCRIBE), ("b.ros", BATTLESCRIBE))).text.text()
    assert "not an XML file" in refusal(zipped(("a.ros", zipped(("b.ros", BATTLESCRIBE))))).text.text()
    beside = zipped(("../../A.ROS", BATTLESCRIBE), ("__MACOSX/._a.ros", b"\0"), ("readme.txt", b"hello"))
    assert ROSZ.read(beside) == ROS.read(BATTLESCRIBE)


@pytest.mark.parametrize("how", [zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_a_zip_packed_another_way(how: int) -> None:
    assert "damaged, or packed in a way" in refusal(zipped(("a.ros", BATTLESCRIBE), how=how)).text.text()


def test_a_zip_with_a_password() -> None:
    locked = bytearray(zipped(("a.ros", BATTLESCRIBE)))
    locked[6] |= 1
    locked[locked.rindex(b"PK\x01\x02") + 8] |= 1
    assert "encrypted" in refusal(bytes(locked)).text.text()


@pytest.mark.parametrize("cut", [4, 30, 200, -1, -30, -60])
def test_a_zip_cut_short(cut: int) -> None:
    assert "damaged" in refusal(zipped(("a.ros", BATTLESCRIBE))[:cut]).text.text()


def test_a_zip_that_was_changed_on_the_way() -> None:
    file = bytearray(zipped(("a.ros", BATTLESCRIBE), how=zipfile.ZIP_STORED))
    file[file.index(b"Abrams")] ^= 1
    assert "damaged" in refusal(bytes(file)).text.text()
