"""The legend: an entry for each sign in the drawing."""

from __future__ import annotations

from collections.abc import Iterator

from campaigns.theatre.drawing.captions import side_of
from campaigns.theatre.drawing.drawing_context import Hand
from campaigns.theatre.drawing.ground import contested, crossed, front, fronts, stroke
from campaigns.theatre.drawing.strokes import line, way, zigzag
from campaigns.theatre.drawing.svg_elements import HALO, LINE, cut, el, written
from campaigns.theatre.drawing.symbols import sign
from campaigns.theatre.map_parts import COSTS, TERRAIN_LABELS, TERRAINS, WAY_LABELS, WAYS
from rules.contract import Message, say
from rules.contract import gettext_noop as _

LEAST, HIGH, ASIDE = 170, 25, 42  # least width and height of an entry, and where its text begins
LETTER = 6.8  # width of a letter
LEFT, RIGHT = (-18.0, 0.0), (18.0, 0.0)  # ends of a line that is shown
LegendEntry = tuple[str, str]  # the sign, drawn around 0 0, and its meaning


def legend(hand: Hand) -> tuple[str, int]:
    """The legend below the map, in as many columns as fit, and its height."""
    entries, top, width = list(_entries(hand)), hand.plan.height, hand.plan.width - 16
    columns = max(1, width // LEAST)
    rows, wide = -(-len(entries) // columns), width // columns
    rule = el("path", d=f"M8 {top}h{width}", stroke=LINE)
    drawn = (_entry(one, 8 + wide * (n // rows), top + HIGH * (n % rows) + 18, wide) for n, one in enumerate(entries))
    return el("g", rule, *drawn, class_="legend"), rows * HIGH + 12


def _entry(entry: LegendEntry, x: int, y: int, wide: int) -> str:
    mark, meaning = entry
    letters = int((wide - ASIDE) / LETTER)
    text = written(cut(meaning, letters), ASIDE, 4.5, 13, text_anchor="start")
    return el("g", el("g", mark, transform="translate(18 0)"), text, transform=f"translate({x} {y})")


def _entries(hand: Hand) -> Iterator[LegendEntry]:
    yield from _sides(hand)
    yield from _ways(hand)
    yield from _borders(hand)
    for name, meaning in _signs(hand):
        yield sign(hand.prefix, name, 0, 0), hand.tell(meaning)


def _sides(hand: Hand) -> Iterator[LegendEntry]:
    for side, letter in hand.letters.items():
        area = el("rect", x=-16, y=-10, width=32, height=20, fill=hand.hatch(side), stroke=hand.colour(side))
        yield area + written(letter, 0, 5, 14, font_weight="bold", **HALO), side_of(hand.picture, side)


def _ways(hand: Hand) -> Iterator[LegendEntry]:
    there = {link.kind for link in hand.picture.theatre.links}
    for kind in WAYS:
        if kind in there:
            cost = say(_("%(way)s: cost %(n)d"), way=WAY_LABELS[kind], n=COSTS[kind])
            yield stroke(kind, way(kind, LEFT, RIGHT)), hand.tell(cost)
    if hand.picture.closed:
        yield stroke("road", line(LEFT, RIGHT)) + crossed(hand.prefix, 0, 0), hand.tell(say(_("closed")))


def _borders(hand: Hand) -> Iterator[LegendEntry]:
    if fronts(hand):
        yield front(zigzag(LEFT, RIGHT)), hand.tell(say(_("front")))
    if hand.picture.contested:
        yield contested(line(LEFT, RIGHT)), hand.tell(say(_("contested")))


def _signs(hand: Hand) -> Iterator[tuple[str, Message]]:
    """The signs on this map, with their meanings."""
    picture, there = hand.picture, hand.picture.counters
    bases = [one for one in picture.theatre.sectors if one.base]
    known = {
        "capital": (_("capital"), any(one.capital for one in bases)),
        "base": (_("base"), not all(one.capital for one in bases)),
        "strained": (_("strained supply"), picture.strained or any(one.supply == "strained" for one in there)),
        "cut-off": (_("no supply"), picture.cut_off or any(one.supply == "cut off" for one in there)),
        "entrenched": (_("entrenched"), any(one.entrenched for one in there)),
        "engaged": (_("in battle"), any(one.engaged for one in there)),
        "beaten": (_("has to retreat"), any(one.beaten for one in there)),
    }
    yield from ((name, Message(meaning)) for name, (meaning, is_there) in known.items() if is_there)
    terrains = {one.terrain for one in picture.theatre.sectors}
    yield from ((terrain, TERRAIN_LABELS[terrain]) for terrain in TERRAINS if terrain in terrains)
