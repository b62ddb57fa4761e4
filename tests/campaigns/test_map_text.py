"""A map as people write it: read as it is meant, each fault told by its line, and written back the same."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from campaigns.season.opening import Open
from campaigns.theatre import Drawn, Link, Sector, Theatre
from campaigns.theatre.generator import generate
from campaigns.theatre.map_text import MOST, parse, write
from campaigns.theatre.validation import checked
from rules.contract import Refused
from tests.campaigns.on_map import MAP, SIDES

SMALL = """
# two towns and what lies between
sector a-town "A ""great"" town # here" at=0,1 terrain=town value=3 capacity=3 base=reds capital   # theirs
sector b at=2,1 base=blues owner=blues
sector c_3 at=1,1 terrain=marsh value=0 owner=reds
rail c_3 b
river b a-town
road   a-town   c_3
"""


def told(text: str) -> list[str]:
    with pytest.raises(Refused) as caught:
        checked(text, SIDES)
    assert {fault.field for fault in caught.value.faults} == {"map"}
    assert all(fault.remedy for fault in caught.value.faults)
    return [fault.text.text() for fault in caught.value.faults]


def test_what_is_written_is_what_is_read() -> None:
    assert checked(SMALL, SIDES) == Drawn(
        theatre=Theatre(
            sectors=(
                Sector(key="a-town", x=0, y=1, terrain="town", value=3, capacity=3, base="reds", capital=True),
                Sector(key="b", x=2, y=1, base="blues"),
                Sector(key="c_3", x=1, y=1, terrain="marsh", value=0, owner="reds"),
            ),
            links=(
                Link(kind="river", one="a-town", other="b"),
                Link(kind="road", one="a-town", other="c_3"),
                Link(kind="rail", one="b", other="c_3"),
            ),
        ),
        names={"a-town": 'A "great" town # here', "b": "B", "c_3": "C 3"},
    )


def test_the_text_of_a_map_says_only_what_is_unusual() -> None:
    assert write(parse(SMALL)).splitlines()[1:4] == [
        'sector b "B" at=2,1 base=blues',
        'sector c_3 "C 3" at=1,1 terrain=marsh value=0 owner=reds',
        "",
    ]


@pytest.mark.parametrize(
    ("line", "what"),
    [
        ("city x at=9,9", "No line begins with “city”."),
        ("sector", "“” is no key of a sector."),
        ("sector X at=9,9", "“X” is no key of a sector."),
        ("sector 12 at=9,9", "“12” is no key of a sector."),
        ("sector reserve at=9,9", "“reserve” is no key of a sector."),
        ('sector x "X at=9,9', "A quote is open, or stands within a word."),
        ('sector x"X" at=9,9', "A quote is open, or stands within a word."),
        ('sector x "" at=9,9', "That is no name of a sector."),
        ('sector x "X" "Y" at=9,9', "The sector has two names."),
        ("sector x", "The sector has no place on the drawing."),
        ("sector x at=9,100", "The sector has no place on the drawing."),
        ("sector x at=-1,0", "The sector has no place on the drawing."),
        ("sector x at=9,9 at=8,8", "“at” is there twice."),
        ("sector x at=9,9 terrain=sea", "There is no terrain “sea”."),
        ("sector x at=9,9 value=100", "“100” is no value of a sector."),
        ("sector x at=9,9 value=²", "“²” is no value of a sector."),
        ("sector x at=9,9 capacity=0", "“0” is no capacity of a sector."),
        ("sector x at=9,9 colour=red", "“colour=red” says nothing of a sector."),
        ("sector x at=9,9 capital", "The capital of no side."),
        ("sector x at=9,9 base=reds owner=blues", "A base of reds cannot be owned by blues."),
        ("sector b at=9,9", "The sector “b” is there twice."),
        ("road b", "A link has two ends."),
        ("road b c_3 a-town", "A link has two ends."),
        ("road b b", "b is linked to itself."),
        ("river c_3 a-town", "a-town and c_3 are linked twice."),
    ],
)
def test_what_cannot_be_read_is_told_by_its_line(line: str, what: str) -> None:
    assert told(SMALL + line) == [f"Line 9: {what}"]


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("# nothing", ["The side reds has no base.", "The side blues has no base."]),
        (SMALL + "road b y", ["Line 9: There is no sector “y”."]),
        (SMALL + "sector x at=2,1\nroad x b", ["Line 9: b and x are both at 2,1."]),
        (SMALL + 'sector x "ｂ" at=9,9\nroad x b', ["Line 9: The name “ｂ” is taken."]),
        (SMALL + "sector x at=9,9 owner=mars\nroad x b", ["Line 9: There is no side “mars”."]),
        (
            SMALL + "sector x at=9,9\nsector y at=8,9\nroad x y",
            ["Line 9: No way leads from here to most of the map: x, y."],
        ),
        (SMALL.replace("base=blues", ""), ["The side blues has no base."]),
        (SMALL + "sector x at=9,9 base=reds capital\nroad x b", ["The side reds has several capitals."]),
    ],
)
def test_what_no_campaign_can_open_with_is_told(text: str, what: list[str]) -> None:
    assert told(text) == what


def test_all_faults_are_told_at_once_in_order_but_not_without_end() -> None:
    assert [one.partition(":")[0] for one in told("road x\nsector\n\ncity")] == ["Line 1", "Line 2", "Line 4"]
    assert len(told("\n".join(["nonsense"] * 5_000))) == MOST


def test_a_campaign_without_sides_has_no_map() -> None:
    with pytest.raises(Refused, match="no use for a map"):
        checked("sector x at=1,1", ())


def test_a_map_is_not_larger_than_it_may_be() -> None:
    lines = [f"sector s{n} at={n % 99},{n // 99}" for n in range(501)]
    assert "The map has 501 sectors and 0 links." in told("\n".join(lines))


def test_a_text_of_any_length_is_refused_before_it_is_read() -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({"name": "X", "system": "skirmish", "seed": "0" * 64, "map": "#" * 100_001}, Open)


@given(text=st.text(st.sampled_from('road ilvestc"#=,01ab\n'), max_size=200))
def test_no_text_breaks_it(text: str) -> None:
    try:
        drawn = checked(text, SIDES)
    except Refused:
        return
    assert parse(write(drawn)) == drawn


names = st.text(st.characters(categories=("L", "N", "P", "S")), min_size=1, max_size=30)


@given(size=st.integers(6, 16), seed=st.integers(), called=st.lists(names, max_size=6))
def test_a_map_written_and_read_is_the_same_map(size: int, seed: int, called: list[str]) -> None:
    made = generate(size, seed, ("reds", "blues"))
    drawn = Drawn(theatre=made.theatre, names=made.names | dict(zip(made.names, called, strict=False)))
    assert parse(write(drawn)) == drawn
    assert write(parse(write(drawn))) == write(drawn)
    assert msgspec.convert(msgspec.to_builtins(drawn.theatre), Theatre) == drawn.theatre  # within every bound


def test_the_map_of_the_tests_is_one() -> None:
    assert len(checked(MAP, SIDES).theatre.sectors) == 7
