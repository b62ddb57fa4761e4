"""The drawing of a map: whole XML whatever people called things, everything in words too, large maps in no time."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from math import dist
from xml.etree import ElementTree

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from campaigns.theatre.drawing import is_wide, svg
from campaigns.theatre.drawing.plan import Cell, cells
from campaigns.theatre.drawing.svg_elements import cut, letters_of
from campaigns.theatre.generator import generate
from campaigns.theatre.map_parts import LARGEST
from campaigns.theatre.map_text import parse
from campaigns.theatre.picture import Arrow, Counter, Picture
from rules.contract import Message
from tests.campaigns.on_map import MAP, SIDES

MAPPED = parse(MAP)
XML = "{http://www.w3.org/2000/svg}"
PICTURE = Picture(
    theatre=MAPPED.theatre,
    names=MAPPED.names,
    sides=SIDES,
    owners={"alton": "reds", "bury": "reds", "dunes": "reds", "elm": "blues", "gate": "blues", "fay": "blues"},
    contested=frozenset({"fay"}),
    closed=frozenset({("dunes", "fay")}),
    strained=frozenset({"elm"}),
    cut_off=frozenset({"dunes"}),
    counters=(
        Counter(key="bears", name="Bears", side="reds", sector="fay", engaged=True, mine=True),
        Counter(key="cats", name="Cats", side="blues", sector="fay", supply="strained", entrenched=True),
        Counter(key="cobras", name="Cobras", side="blues", sector="gate", supply="cut off", beaten=True),
    ),
    arrows=(Arrow(origin="alton", place="clay", kind="attack", side="reds"),),
    addresses={key: f"/sectors/{key}/" for key in MAPPED.names},
    title="The long ridge",
)


def drawn(**changes: object) -> ElementTree.Element:
    return ElementTree.fromstring(svg(msgspec.structs.replace(PICTURE, **changes)))


def titles(picture: ElementTree.Element) -> list[str]:
    return [one.text or "" for one in picture.iter(f"{XML}title")]


def signs(picture: ElementTree.Element, within: str) -> list[str]:
    """The signs used in the elements of a class."""
    there = (one for one in picture.iter() if within in one.get("class", "").split())
    return [use.get("href", "").removeprefix("#map-") for one in there for use in one.iter(f"{XML}use")]


def test_who_cannot_see_it_is_told_all_that_is_on_it() -> None:
    picture = drawn()
    assert picture.get("aria-labelledby") == "map-title"
    assert titles(picture)[0] == "The long ridge"
    assert picture.findtext(f"{XML}desc") == "7 sectors. The Reds: 3. The Blues: 3. Contested: Fay."
    assert "The Reds: attack from Alton on Clay" in titles(picture)
    assert (
        "Fay: hills, value 2, room for 1 of each side. Owned by The Blues. Contested. Cats (The Blues, strained,"
        " entrenched). Bears (The Reds, in battle)." in titles(picture)
    )
    assert (
        "Gate: town, value 3, room for 3 of each side. Capital of The Blues. Owned by The Blues. Cobras (The Blues,"
        " cut off, has to retreat)." in titles(picture)
    )
    assert any("Dunes" in one and "No supply of its owner comes here." in one for one in titles(picture))
    assert any("Clay" in one and "Nobody’s." in one for one in titles(picture))


def test_what_colour_says_a_letter_and_a_hatch_say_too() -> None:
    picture = drawn()
    for size in ("closer", "afar"):
        within = [text for one in picture.iter() if one.get("class") == size for text in one.iter(f"{XML}text")]
        assert sorted(one.text or "" for one in within if one.get("class") == "letter") == ["B", "B", "R"], size
    patterns = {one.get("id"): one.get("patternTransform") for one in picture.iter(f"{XML}pattern")}
    assert len({*patterns.values()}) == len(patterns) == 2
    badges = {one.text for one in picture.iter(f"{XML}text")}
    assert {"R 3", "B 2", "2"} <= badges  # Alton's, Fay's, and Clay's, which is nobody's


def test_states_are_marked_and_the_legend_has_what_is_on_the_map_and_nothing_else() -> None:
    picture = drawn()
    for mark in ("entrenched", "engaged", "beaten", "cut-off", "strained", "capital", "town"):
        assert mark in signs(picture, "sector"), mark
        assert mark in signs(picture, "legend"), mark
    plain = drawn(counters=(), contested=frozenset(), closed=frozenset(), strained=frozenset(), cut_off=frozenset())
    assert {*signs(plain, "legend")} == {"capital", "open", "farmland", "forest", "hills", "town", "desert"}
    assert "closed" in signs(picture, "closed")
    assert not signs(plain, "closed")


def test_a_front_runs_where_enemies_lands_are_linked() -> None:
    def fronts(picture: ElementTree.Element) -> list[str]:
        return [one.get("d", "") for one in picture.iter(f"{XML}path") if one.get("class") == "front"]

    on_map, *in_legend = fronts(drawn())
    assert on_map.count("M") == 2  # Bury and Elm, Dunes and Fay; Clay is nobody's
    assert in_legend
    assert not fronts(drawn(owners={"alton": "reds", "gate": "blues"}))


def test_sectors_lead_to_their_pages_where_they_have_one() -> None:
    assert len([*drawn().iter(f"{XML}a")]) == 7
    assert not [*drawn(addresses={}).iter(f"{XML}a")]


def test_more_platoons_than_there_is_room_to_draw_are_counted() -> None:
    crowd = tuple(Counter(key=f"c{n}", name=f"Crow {n}", side="blues", sector="elm") for n in range(7))
    texts = [one.text for one in drawn(counters=crowd).iter(f"{XML}text")]
    assert [one for one in texts if one and one.startswith(("Crow", "+"))] == ["Crow 0", "Crow 1", "+ 5"]


@given(name=st.text(max_size=30), side=st.text(max_size=30))
def test_no_name_is_markup(name: str, side: str) -> None:
    wicked = f"</title><script>{name}"
    text = svg(
        msgspec.structs.replace(
            PICTURE,
            names={"fay": wicked},
            sides={"reds": side + "\"'&<", "blues": wicked},
            counters=(Counter(key="x", name=wicked, side="blues", sector="fay"),),
            title=wicked,
            addresses={"fay": '"><script>'},
        )
    )
    picture = ElementTree.fromstring(text)
    assert not [*picture.iter(f"{XML}script")]
    assert picture.find(f"{XML}title") is not None


def test_names_that_were_erased_are_keys() -> None:
    picture = drawn(names={}, sides={"reds": "", "blues": ""}, title="")
    assert titles(picture)[0] == "The map"
    assert any(one.startswith("fay: hills") and "Owned by blues." in one for one in titles(picture))


def test_it_is_told_in_the_readers_language() -> None:
    german = {"The map": "Die Karte", "hills": "Hügel", "Nobody’s.": "Niemandes."}

    def tell(message: Message) -> str:
        return message.text(lambda text: german.get(text, text))

    picture = ElementTree.fromstring(svg(msgspec.structs.replace(PICTURE, title=""), tell))
    assert titles(picture)[0] == "Die Karte"
    assert any(one.startswith("Fay: Hügel") for one in titles(picture))
    assert "Hügel" in [one.text for one in picture.iter(f"{XML}text")]


def test_every_id_begins_as_asked_so_that_a_page_may_have_two() -> None:
    text = svg(PICTURE, prefix="near-")
    assert all(one.startswith("near-") for one in re.findall(r' id="([^"]*)"', text))
    used = {*re.findall(r'href="#([^"]*)"', text), *re.findall(r"url\(#([^)]*)\)", text)}
    assert used <= {*re.findall(r' id="([^"]*)"', text)}


@pytest.mark.parametrize(
    ("sides", "letters"),
    [
        (("reds", "blues"), "RB"),
        (("reds", "rebels", "r2"), "RE2"),
        (("a", "aa", "aaa"), "ABC"),
    ],
)
def test_every_side_has_a_letter_of_its_own(sides: tuple[str, ...], letters: str) -> None:
    assert "".join(letters_of(sides, {}).values()) == letters


@pytest.mark.parametrize(
    ("text", "width", "end", "told"),
    [
        ("Bears", 5, 2, "Bears"),
        ("Panzerzug 12", 8, 2, "Panze…12"),
        ("Panzerzug 12", 4, 2, "Pan…"),
        ("The long ridge", 9, 0, "The long…"),
        ("戦車小隊第一", 7, 2, "戦…第一"),
    ],
)
def test_a_name_too_long_keeps_what_tells_it_from_others(text: str, width: int, end: int, told: str) -> None:
    assert cut(text, width, end) == told


def test_a_phone_scrolls_a_map_that_is_wide_and_no_other() -> None:
    assert not is_wide(parse(row(3)).theatre)
    assert is_wide(parse(row(4)).theatre)
    assert is_wide(MAPPED.theatre)


def row(n: int) -> str:
    """As far apart as its author likes."""
    return "\n".join(f"sector s{one} at={one * 7},0 base={'red' if one % 2 else 'blue'}s" for one in range(n))


@pytest.mark.parametrize("columns", [4, 5, 7, 12, 14])
def test_whoever_sees_the_whole_of_it_on_a_phone_can_read_what_is_written(columns: int) -> None:
    """What is shown of it there has letters of 11 pixels: names where there is room, on every map whose land it is."""
    mapped = parse(row(columns))
    owners = {key: ("reds", "blues")[n % 2] for n, key in enumerate(mapped.names)}
    names = {key: f"Sector {key}" for key in mapped.names}
    one = drawn(theatre=mapped.theatre, names=names, owners=owners, counters=(at_home(mapped.names),), arrows=())
    width = float((one.get("viewBox") or "").split()[2])
    apart = [each for each in one.iter() if each.get("class") in ("afar", "closer")]
    within = [text for each in apart for text in each.iter(f"{XML}text")]
    assert {*one.iter(f"{XML}text")} == {*within}  # nothing else is written
    read = [each for each in apart if each.get("class") == "afar"]
    assert all(each.get("display") == "none" for each in read)  # but where the page's sheet shows it
    sizes = [high * 360 / width for each in read for high in letters(each, 1)]
    assert min(sizes) >= 11
    said = ["".join(each.itertext()) for each in read]
    assert all(letter in text for letter, text in zip("RB" * columns, said, strict=False))
    assert all("Reds" in text for text in said[-1:])  # the legend
    assert ("Sector" in said[0]) is (columns <= 5)


def at_home(names: dict[str, str]) -> Counter:
    return Counter(key="bears", name="Bears", side="reds", sector=next(iter(names)), mine=True)


def letters(element: ElementTree.Element, grown: float) -> Iterator[float]:
    """The sizes of all that is written in it."""
    found = re.search(r"scale\(([\d.]+)\)", element.get("transform") or "")
    grown *= float(found[1]) if found else 1
    if element.tag == f"{XML}text":
        yield float(element.get("font-size") or 0) * grown
    for inner in element:
        yield from letters(inner, grown)


spots = st.lists(st.tuples(st.integers(0, 12), st.integers(0, 12)), min_size=1, max_size=40, unique=True)


@given(spots=spots)
def test_the_areas_of_sectors_are_what_is_nearest_to_them(spots: list[tuple[int, int]]) -> None:
    places = {f"s{n}": (80.0 + x * 120, 80.0 + y * 120) for n, (x, y) in enumerate(spots)}
    found = cells(places, 96, (2_000, 2_000), 6)
    for key, cell in found.items():
        x, y = places[key]
        for corner in cell.corners:
            mine = (corner[0] - x) ** 2 + (corner[1] - y) ** 2
            assert all(mine <= (corner[0] - a) ** 2 + (corner[1] - b) ** 2 + 0.1 for a, b in places.values())
            assert max(abs(corner[0] - x), abs(corner[1] - y)) <= 96.01
        for other, border in _borders(cell):
            back = found[other].border(key)
            assert back is not None, (key, other)
            assert all(min(dist(end, one) for one in back) < 0.1 for end in border)


def _borders(cell: Cell) -> Iterator[tuple[str, tuple[tuple[float, float], tuple[float, float]]]]:
    """Those that are more than a corner."""
    for other in {*cell.beyond} - {""}:
        border = cell.border(other)
        if border and abs(border[0][0] - border[1][0]) + abs(border[0][1] - border[1][1]) > 1:
            yield other, border


def test_the_largest_map_is_drawn_in_less_than_three_tenths_of_a_second() -> None:
    made = generate(LARGEST, "large", ("reds", "blues"))
    keys = sorted(made.names)
    counters = tuple(
        Counter(key=f"p{n}", name=f"Platoon {n}", side=("reds", "blues")[n % 2], sector=keys[n * 7 % LARGEST])
        for n in range(200)
    )
    owners = {key: ("reds", "blues")[n % 2] for n, key in enumerate(keys)}
    picture = Picture(theatre=made.theatre, names=made.names, sides=SIDES, owners=owners, counters=counters)

    def taken() -> float:
        begun = time.process_time()
        svg(picture)
        return time.process_time() - begun

    assert min(taken() for _time in range(3)) < 0.3
