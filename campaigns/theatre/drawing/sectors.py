"""Draws sectors: name, value, owner, and platoons, one below the other."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from campaigns.theatre.drawing.plan import LIFT, STEP, Hand
from campaigns.theatre.drawing.svg_elements import HALO, INK, PAPER, afar, closer, cut, el, safe, sign, written
from campaigns.theatre.map_parts import Sector
from campaigns.theatre.picture import Counter, name_of, sector_told

WIDE, HIGH, BETWEEN, TOP = 102, 17, 18, 2  # a counter, from one to the next, and where the first begins
FLAG = 17  # how wide the field of the side's letter is
ENDS = 2  # letters kept at the end of a cut name: platoons are often numbered
ROWS = 3  # rows in a sector; if there are more platoons, the last row says how many
LETTER, MARK = 7.8, 13  # how wide a letter of a name is, and a mark


def stacked(hand: Hand, there: Sequence[Counter]) -> str:
    shown = there if len(there) <= ROWS else there[: ROWS - 1]
    rows = [_counter(hand, one, TOP + n * BETWEEN) for n, one in enumerate(shown)]
    if len(shown) < len(there):
        more = TOP + len(rows) * BETWEEN + 13
        rows.append(written(f"+ {len(there) - len(shown)}", 0, more, 13, font_weight="bold", **HALO))
    return "".join(rows)


def _counter(hand: Hand, one: Counter, top: int) -> str:
    marks = [*one.marks, *([one.supply.replace(" ", "-")] if one.supply != "supplied" else [])]
    room = int((WIDE - FLAG - 5 - MARK * len(marks)) / LETTER)
    left, tone, colour = -WIDE // 2, hand.tone(one.side), hand.colour(one.side)
    box = {"x": left, "height": HIGH, "stroke": colour, "stroke_width": 3 if one.mine else None}
    name = {"font_weight": "bold"} if one.mine else {}
    return el(
        "g",
        el("rect", class_=f"counter {tone}", width=WIDE, fill=PAPER, **box),
        el("rect", class_=f"flag {tone}", width=FLAG, fill=colour, **box),
        written(hand.letters.get(one.side, "?"), left + FLAG / 2, 13, 13, class_="letter", fill=PAPER),
        written(cut(one.name or one.key, room, ENDS), left + FLAG + 4, 12.8, 12.5, text_anchor="start", **name),
        *(sign(hand.prefix, mark, -left - 8 - MARK * n, HIGH / 2, 0.75) for n, mark in enumerate(reversed(marks))),
        transform=f"translate(0 {top})",
    )


LETTERS, LINES = 15, 2  # of a line of a name, and how many lines
OVER, LINE_HEIGHT = 16, 14  # how far over the badge the name stands
TOUCH = 46  # how far around the middle of a sector a finger finds it


def sectors(hand: Hand) -> str:
    """Names and badges, and who stands there."""
    there = _by_sector(hand.picture.counters, hand.picture.owners)
    return "".join(_sector(hand, sector, there.get(sector.key, ())) for sector in hand.picture.theatre.sectors)


def _by_sector(counters: Sequence[Counter], owners: Mapping[str, str]) -> dict[str, list[Counter]]:
    """The owner's first, then by side and key."""
    found: dict[str, list[Counter]] = {}
    for one in sorted(counters, key=lambda one: (owners.get(one.sector) != one.side, one.side, one.key)):
        found.setdefault(one.sector, []).append(one)
    return found


def _sector(hand: Hand, sector: Sector, there: Sequence[Counter]) -> str:
    """A sector; a link to its page if it has an address."""
    near = _name(name_of(hand.picture, sector.key)) + _badge(hand, sector) + stacked(hand, there)
    parts = (
        el("title", safe(sector_told(hand.picture, sector, there, hand.tell))),
        el("circle", class_="touch", r=TOUCH, fill="none", pointer_events="all"),
        *([closer(near), afar(_seen_afar(hand, sector, there))] if hand.plan.is_wide else [near]),
    )
    x, y = hand.plan.places[sector.key]
    moved, address = f"translate({x:g} {y:g})", hand.picture.addresses.get(sector.key)
    if address:
        return el("a", *parts, href=address, transform=moved, class_="sector")
    return el("g", *parts, transform=moved, class_="sector")


def _name(name: str) -> str:
    lines = _broken(name, LETTERS)
    top = -LIFT - OVER - LINE_HEIGHT * (len(lines) - 1)
    return "".join(
        written(line, 0, top + LINE_HEIGHT * n, 14, font_weight="bold", **HALO) for n, line in enumerate(lines)
    )


def _broken(name: str, letters: int) -> list[str]:
    """The name in lines of so many letters, broken at spaces if possible."""
    lines = [""]
    for word in name.split():
        longer = f"{lines[-1]} {word}".strip()
        if lines[-1] and len(longer) > letters and len(lines) < LINES:
            lines.append(word)
        else:
            lines[-1] = longer
    return [cut(line, letters) for line in lines]


def _badge(hand: Hand, sector: Sector) -> str:
    """The badge: terrain, the owner's letter, the value; beside it the signs of a base, a capital and bad supply."""
    letter = hand.letters.get(hand.picture.owners.get(sector.key, ""), "")
    half = 27 if letter else 21
    signs = [el("g", sign(hand.prefix, sector.terrain, 12 - half, 0, 0.85), class_="terrain")]
    if sector.base:
        signs.append(_beside(hand, "capital" if sector.capital else "base", -half - 13))
    for name, bad in (("cut-off", hand.picture.cut_off), ("strained", hand.picture.strained)):
        if sector.key in bad:
            signs.append(_beside(hand, name, half + 12))
    box = el("rect", class_="badge", x=-half, y=-10, width=2 * half, height=20, rx=4, fill=PAPER, stroke=INK)
    value = written(f"{letter} {sector.value}".strip(), 10, 4.8, 13, font_weight="bold")
    return el("g", box, *signs, value, transform=f"translate(0 {-LIFT})")


NAMED, BADGED = 9, 2.0  # letters that a name must have room for, and how much a badge may grow


def _seen_afar(hand: Hand, sector: Sector, there: Sequence[Counter]) -> str:
    """In letters that can be read where a phone shows the whole map, as much as stands there: the name, the badge or
    the owner's letter alone, and of the platoons their sides."""
    size, grown = hand.plan.afar, hand.plan.afar / 13
    letter = hand.letters.get(hand.picture.owners.get(sector.key, ""), "")
    if grown <= BADGED:
        badge = el("g", _badge(hand, sector), transform=f"translate(0 {LIFT * (grown - 1):g}) scale({grown:g})")
    else:
        badge = written(letter, 0, size * 0.35 - LIFT, size, font_weight="bold", **HALO)
    letters, name = int(STEP * 1.12 / (size * 0.56)), ""
    if letters >= NAMED:
        lines = _broken(name_of(hand.picture, sector.key), letters)
        foot = -LIFT - 10 * grown - 4
        name = "".join(written(line, 0, foot - size * n, size, **HALO) for n, line in enumerate(reversed(lines)))
    return name + badge + _flags(hand, there, size)


def _flags(hand: Hand, there: Sequence[Counter], size: float) -> str:
    """The flags of platoons, side by side. A reader's own are framed."""
    high, top = size * 1.2, max(TOP, size * 0.8 - LIFT)
    shown = there[: max(1, int(STEP / high))]
    left = -high * len(shown) / 2
    return "".join(
        el(
            "g",
            el(
                "rect",
                class_=f"flag {hand.tone(one.side)}{' mine' if one.mine else ''}",
                width=f"{high - 2:g}",
                height=f"{high - 2:g}",
                fill=hand.colour(one.side),
                stroke=INK if one.mine else None,
                stroke_width=3 if one.mine else None,
            ),
            written(hand.letters.get(one.side, "?"), high / 2 - 1, high * 0.72, size, class_="letter", fill=PAPER),
            transform=f"translate({left + high * n:g} {top:g})",
        )
        for n, one in enumerate(shown)
    )


def _beside(hand: Hand, name: str, x: float) -> str:
    spot = el("circle", class_="spot", cx=x, r=10, fill=PAPER)
    return spot + sign(hand.prefix, name, x, 0)
