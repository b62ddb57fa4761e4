"""Draws the platoons in a sector, one below the other: the side's letter, the name, marks of supply and state."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from campaigns.theatre.drawing.drawing_context import Hand
from campaigns.theatre.drawing.svg_elements import HALO, PAPER, cut, el, written
from campaigns.theatre.drawing.symbols import sign
from campaigns.theatre.picture import Counter

WIDE, HIGH, BETWEEN, TOP = 102, 17, 18, 2  # a counter, from one to the next, and where the first begins
FLAG = 17  # how wide the field of the side's letter is
ENDS = 2  # letters kept at the end of a cut name: platoons are often numbered
ROWS = 3  # rows in a sector; if there are more platoons, the last row says how many
LETTER, MARK = 7.6, 13  # how wide a letter of a name is, and a mark


def stacked(hand: Hand, there: Sequence[Counter]) -> str:
    shown = there if len(there) <= ROWS else there[: ROWS - 1]
    rows = [_counter(hand, one, TOP + n * BETWEEN) for n, one in enumerate(shown)]
    if len(shown) < len(there):
        more = TOP + len(rows) * BETWEEN + 13
        rows.append(written(f"+ {len(there) - len(shown)}", 0, more, 13, font_weight="bold", **HALO))
    return "".join(rows)


def _counter(hand: Hand, one: Counter, top: int) -> str:
    marks = list(_marks(one))
    room = int((WIDE - FLAG - 5 - MARK * len(marks)) / LETTER)
    left, tone, colour = -WIDE // 2, hand.tone(one.side), hand.colour(one.side)
    box = {"x": left, "height": HIGH, "stroke": colour, "stroke_width": 3 if one.mine else None}
    name = {"font_weight": "bold"} if one.mine else {}
    return el(
        "g",
        el("rect", class_=f"counter {tone}", width=WIDE, fill=PAPER, **box),
        el("rect", class_=f"flag {tone}", width=FLAG, fill=colour, **box),
        written(hand.letters.get(one.side, "?"), left + FLAG / 2, 13, 13, class_="letter", fill=PAPER),
        written(cut(one.name or one.key, room, ENDS), left + FLAG + 4, 12.8, 12, text_anchor="start", **name),
        *(sign(hand.prefix, mark, -left - 8 - MARK * n, HIGH / 2, 0.75) for n, mark in enumerate(reversed(marks))),
        transform=f"translate(0 {top})",
    )


def _marks(one: Counter) -> Iterator[str]:
    if one.entrenched:
        yield "entrenched"
    if one.engaged:
        yield "engaged"
    if one.beaten:
        yield "beaten"
    if one.supply != "supplied":
        yield one.supply.replace(" ", "-")
