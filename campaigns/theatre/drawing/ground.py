"""Draws what lies under the names: areas of sectors, links, fronts, marches; and the legend of all signs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from campaigns.theatre.drawing.plan import Hand
from campaigns.theatre.drawing.svg_elements import (
    ALARM,
    HALO,
    INK,
    LINE,
    NOBODY,
    PAPER,
    SOFT,
    WATER,
    Point,
    across_middle,
    afar,
    arrow,
    closer,
    cut,
    el,
    line,
    outline,
    safe,
    sign,
    way,
    written,
    zigzag,
)
from campaigns.theatre.map_parts import COSTS, TERRAIN_LABELS, TERRAINS, WAY_LABELS, WAYS, Link, Way
from campaigns.theatre.picture import MARKS, arrow_told, side_of
from rules.contract import Message, pgettext, say
from rules.contract import gettext_noop as _

COLOUR: dict[Way, str] = {"road": SOFT, "rail": INK, "river": WATER}
WIDTH: dict[Way, float] = {"road": 2.8, "rail": 1.5, "river": 2.4}
TIES, APART = 8, 9.5  # how wide a railway's ties are, and from one to the next
FRONT = 56  # how long a front is across a link between areas that do not touch
DASHES = {"support": "7 5", "withdraw": "2 4", "retreat": "2 4"}  # of an arrow; others are full
THICK = {"attack": 4.5}


def areas(hand: Hand) -> str:
    """Areas with their owners' hatching; plain if nobody owns them."""
    picture, owned = hand.picture, dict[str, list[str]]()
    for key, cell in hand.plan.areas.items():
        owned.setdefault(picture.owners.get(key, ""), []).append(outline(cell.corners))
    parts = [_area(hand, owner, "".join(paths)) for owner, paths in sorted(owned.items())]
    shared = sorted(picture.contested.intersection(hand.plan.areas))
    return "".join([*parts, contested("".join(outline(hand.plan.areas[key].corners) for key in shared))])


def _area(hand: Hand, owner: str, path: str) -> str:
    if owner not in hand.letters:
        return el("path", class_="area nobody", d=path, fill=NOBODY, stroke=LINE, paint_order="normal")
    return el("path", class_="area", d=path, fill=hand.hatch(owner), stroke=LINE, paint_order="normal")


def contested(path: str) -> str:
    """A border in thick dashes over paper."""
    if not path:
        return ""
    band = el("path", class_="band", d=path, fill="none", stroke=PAPER, stroke_width=6)
    return band + el(
        "path", class_="contested", d=path, fill="none", stroke=INK, stroke_width=4, stroke_dasharray="9 7"
    )


def links(hand: Hand) -> str:
    paths: dict[Way, str] = dict.fromkeys(WAYS, "")
    shut = ""
    for link in hand.picture.theatre.links:
        start, end = hand.plan.meeting(link.one), hand.plan.meeting(link.other)
        paths[link.kind] += way(link.kind, start, end)
        if (link.one, link.other) in hand.picture.closed:
            shut += crossed(hand.prefix, (start[0] + end[0]) / 2, (start[1] + end[1]) / 2)
    return "".join(stroke(kind, path) for kind, path in paths.items() if path) + shut


def stroke(kind: Way, path: str) -> str:
    """Draw all links of a kind."""
    drawn = el("path", class_=f"way {kind}", d=path, fill="none", stroke=COLOUR[kind], stroke_width=WIDTH[kind])
    if kind != "rail":
        return drawn
    ties = {"stroke_width": TIES, "stroke_dasharray": f"1.5 {APART}", "stroke_dashoffset": -APART / 2}
    return drawn + el("path", class_=f"way {kind}", d=path, fill="none", stroke=COLOUR[kind], **ties)


def crossed(prefix: str, x: float, y: float) -> str:
    """The sign of a closed link."""
    spot = el("circle", class_="spot", cx=f"{x:g}", cy=f"{y:g}", r=9, fill=PAPER)
    return el("g", spot, sign(prefix, "closed", x, y), class_="closed", color=ALARM, stroke_width=3.2)


def fronts(hand: Hand) -> str:
    """Along the border of sectors that are linked and belong to enemies."""
    owners = hand.picture.owners
    return front(
        "".join(
            zigzag(*_border(hand, link))
            for link in hand.picture.theatre.links
            if owners.get(link.one) and owners.get(link.other) and owners[link.one] != owners[link.other]
        )
    )


def _border(hand: Hand, link: Link) -> tuple[Point, Point]:
    """The border of two linked sectors; a line across the link if their areas do not touch."""
    touching = hand.plan.areas[link.one].border(link.other)
    return touching or across_middle(hand.plan.places[link.one], hand.plan.places[link.other], FRONT)


def front(path: str) -> str:
    """A zigzag over a band of paper."""
    if not path:
        return ""
    band = el("path", class_="band", d=path, fill="none", stroke=PAPER, stroke_width=7)
    return band + el("path", class_="front", d=path, fill="none", stroke=INK, stroke_width=3.2)


def arrows(hand: Hand) -> str:
    return "".join(_arrows(hand))


def _arrows(hand: Hand) -> Iterator[str]:
    places = hand.plan.places
    for one in hand.picture.arrows:
        if one.origin not in places or one.place not in places or one.origin == one.place:
            continue
        shaft, head = arrow(hand.plan.meeting(one.origin), hand.plan.meeting(one.place))
        width = THICK.get(one.kind, 2.8)
        kind, fill = ("head", "currentColor") if one.kind in ("move", "attack") else ("spot", PAPER)
        yield el(
            "g",
            el("title", safe(arrow_told(hand.picture, one, hand.tell))),
            el("path", class_="band", d=shaft, stroke=PAPER, stroke_width=width + 3),
            el("path", d=shaft, stroke_width=width, stroke_dasharray=DASHES.get(one.kind)),
            el("path", class_=kind, d=head, stroke_width=2, fill=fill),
            class_=f"arrow {hand.tone(one.side)}",
            stroke=hand.colour(one.side),
            color=hand.colour(one.side),
            fill="none",
        )


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
    signs, high = "".join(drawn), rows * HIGH + 12
    if hand.plan.is_wide:
        high = max(high, round(HIGH * hand.plan.afar / 13) + 8)  # one row in larger letters
        signs = closer(signs) + afar(*_legend_afar(hand, entries, top, high))
    return el("g", rule, signs, class_="legend"), high


def _legend_afar(hand: Hand, entries: Sequence[LegendEntry], top: int, high: int) -> Iterator[str]:
    """As many of the entries as there is room for in larger letters: the sides first."""
    grown = hand.plan.afar / 13
    columns, rows = max(1, int((hand.plan.width - 16) / LEAST / grown)), int((high - 6) / HIGH / grown)
    wide = (hand.plan.width - 16) / columns / grown
    for n, one in enumerate(entries[: columns * rows]):
        x, y = 8 + wide * grown * (n % columns), top + (HIGH * (n // columns) + 16) * grown
        yield el("g", _entry(one, 0, 0, int(wide)), transform=f"translate({x:g} {y:g}) scale({grown:g})")


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
        yield (
            stroke("road", line(LEFT, RIGHT)) + crossed(hand.prefix, 0, 0),
            hand.tell(say(pgettext("a way", "closed"))),
        )


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
    }
    yield from ((name, Message(meaning)) for name, (meaning, is_there) in known.items() if is_there)
    marked = {mark for one in there for mark in one.marks}
    yield from ((mark, meaning) for mark, meaning in MARKS.items() if mark in marked)
    terrains = {one.terrain for one in picture.theatre.sectors}
    yield from ((terrain, TERRAIN_LABELS[terrain]) for terrain in TERRAINS if terrain in terrains)
