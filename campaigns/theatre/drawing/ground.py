"""Draws what lies under the names: areas of sectors, links, fronts, marches."""

from __future__ import annotations

from collections.abc import Iterator

from campaigns.theatre.drawing.captions import arrow_told
from campaigns.theatre.drawing.drawing_context import Hand
from campaigns.theatre.drawing.strokes import across_middle, arrow, way, zigzag
from campaigns.theatre.drawing.svg_elements import (
    ALARM,
    INK,
    LINE,
    NOBODY,
    PAPER,
    SOFT,
    WATER,
    Point,
    el,
    outline,
    safe,
)
from campaigns.theatre.drawing.symbols import sign
from campaigns.theatre.map_parts import WAYS, Link, Way

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
