"""A picture of a battle for links that are shared: its name, who leads, and what each side has left.

It is drawn as a spectator sees the battle, whoever asks for it, so nothing that lies face down is on it. What stands on
it makes the picture; the last few are kept.
"""

from __future__ import annotations

import unicodedata
from functools import lru_cache
from io import BytesIO
from math import cos, radians, sin

import msgspec
from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from PIL import Image, ImageDraw, ImageFont

from battles import naming, viewer
from battles.sentences import words

SIZE = (1200, 630)  # what the places that show such pictures ask for
PAPER, INK, SOFT, BAND, ON_BAND, BRASS, FIRE = (
    "#f5f3ec",
    "#20231c",
    "#5a5e50",
    "#2c3618",
    "#f3efe2",
    "#d9b95a",
    "#8f2b1d",
)
SIDES = ("#2a5a8c", "#9a3f14", "#5d4a86", "#4d5a1e")
EDGE = 64
MOST = 14  # counters in a row
WIDTH = 72  # of a counter, with the room beside it
# A tank from the side on 30 by 22, as `battles/_icons.html` has it: turret with gun, hull, tracks.
TANK = (
    ((6, 10.4), (7, 6.2), (8.2, 4.8), (10.5, 3.6), (13.8, 3.6), (17, 4.8), (19.3, 6.5), (30, 6.2), (30, 8), (20, 8)),
    ((3, 11), (22.5, 11), (27.5, 13.6), (2.2, 13.6)),
    ((4.6, 14.6), (24.4, 14.6), (27.4, 16.3), (24, 20.8), (5, 20.8), (1.8, 17.6)),
)  # fmt: skip
FACES = {False: "DejaVuSans.ttf", True: "DejaVuSans-Bold.ttf"}  # of the machine; without them Pillow's own is used
ALIKE = {ord(one): like for one, like in zip("ß·–’“”„", ("ss", "-", "-", "'", '"', '"', '"'), strict=True)}
Point = tuple[float, float]
Font = ImageFont.FreeTypeFont | ImageFont.ImageFont


class SideCard(msgspec.Struct, frozen=True):
    """`counters`: for each unit fit, hurt or out."""

    name: str
    points: int
    counters: tuple[str, ...]


class Card(msgspec.Struct, frozen=True):
    """What stands on a card."""

    title: str
    system: str
    state: str
    sides: tuple[SideCard, ...]


def card_of(stream: str) -> bytes:
    """The picture of a battle, as PNG. `NoSuchStream` if there is none."""
    return draw(told(stream))


def told(stream: str) -> Card:
    """What a spectator may know. `NoSuchStream` if there is no such battle."""
    look = viewer.look(stream, None, offers=False)
    return Card(
        title=naming.name_of(stream, look.title, look.system, look.scenario),
        system=naming.scenario_name(look.system, look.scenario),
        state=_state(look),
        sides=tuple(
            SideCard(
                name=look.names[side],
                points=look.outcome.points.get(side, 0),
                counters=tuple(
                    ("hurt" if unit.hurt else "fit") if unit.in_play else "out"
                    for unit in look.view.units
                    if unit.side == side
                ),
            )
            for side in look.sides
        ),
    )


def _state(look: viewer.Look) -> str:
    if not look.over:
        return (
            pgettext("of a battle", "Round %(n)s") % {"n": look.view.round} + f" · {words(look.view.phase, look.names)}"
        )
    if not look.outcome.winner:
        return _("A draw.")
    return _("Victory for %(side)s.") % {"side": look.names.get(look.outcome.winner, look.outcome.winner)}


@lru_cache(maxsize=64)
def draw(card: Card) -> bytes:
    """The card as PNG."""
    picture = Image.new("RGB", SIZE, PAPER)
    pen = ImageDraw.Draw(picture)
    pen.rectangle((0, 0, SIZE[0], 96), fill=BAND)
    pen.rectangle((0, 96, SIZE[0], 101), fill=BRASS)
    _mark(pen, (EDGE + 32, 48), 32)
    _write(pen, (EDGE + 84, 26), "Leaguer", 36, ON_BAND, bold=True)
    _write(pen, (EDGE, 124), card.title, 58, bold=True)
    _write(pen, (EDGE, 200), f"{card.system} · {card.state}" if card.system != card.title else card.state, 32, SOFT)
    rows = card.sides[:4]
    height = (SIZE[1] - 270 - 20) // max(1, len(rows))
    for place, side in enumerate(rows):
        _side(pen, side, 270 + place * height, height, SIDES[place])
    out = BytesIO()
    picture.save(out, "PNG", optimize=True)
    return out.getvalue()


def _side(pen: ImageDraw.ImageDraw, side: SideCard, top: int, height: int, colour: str) -> None:
    """A side: name, points at the right, and a tank for each unit, beside the name where there is no room below it."""
    big = min(88, height - 30)
    points = str(side.points)
    _write(pen, (SIZE[0] - EDGE - _font(big, True).getlength(points), top), points, big, colour, bold=True)
    _write(
        pen, (EDGE, top + 4), side.name, 38, colour, bold=True, width=SIZE[0] - 2 * EDGE - 240 if height >= 110 else 340
    )
    left = sum(state != "out" for state in side.counters)
    across, down, most = (0, 54, MOST) if height >= 110 else (360, 4, MOST - 6)
    for n, state in enumerate(side.counters[:most]):
        _tank(pen, (EDGE + across + n * WIDTH, top + down), state, colour)
    counted = _("%(n)s of %(of)s in play") % {"n": left, "of": len(side.counters)}
    if height >= 140:
        _write(pen, (EDGE, top + 106), counted, 26, SOFT)


def _tank(pen: ImageDraw.ImageDraw, at: tuple[int, int], state: str, colour: str) -> None:
    """A unit of a side: fit, hurt with a mark beside it, or out and crossed."""
    for part in TANK:
        shape = [(at[0] + 2 * x, at[1] + 2 * y) for x, y in part]
        pen.polygon(shape, fill=None if state == "out" else colour, outline=colour)
    if state == "hurt":
        pen.ellipse((at[0] + 48, at[1] - 4, at[0] + 62, at[1] + 10), fill=FIRE, outline=PAPER, width=2)
    elif state == "out":
        for start, end in ((at[1] + 4, at[1] + 42), (at[1] + 42, at[1] + 4)):
            pen.line((at[0] + 8, start, at[0] + 52, end), fill=INK, width=4)


def _mark(pen: ImageDraw.ImageDraw, middle: Point, radius: float) -> None:
    """The ring of vehicles about a fire, as `leaguer.svg` has it."""
    for n in range(6):
        turn = radians(60 * n)
        pen.polygon(
            [_turned(middle, radius, turn, *one) for one in ((-0.2, 0.45), (0.2, 0.45), (0.2, 0.75), (-0.2, 0.75))],
            fill=ON_BAND,
        )
        pen.line([_turned(middle, radius, turn, 0, out) for out in (0.75, 1)], fill=ON_BAND, width=4)
    small = radius * 0.22
    pen.ellipse((middle[0] - small, middle[1] - small, middle[0] + small, middle[1] + small), fill=BRASS)


def _turned(middle: Point, radius: float, turn: float, x: float, y: float) -> Point:
    """A place of the mark, `y` outward from its middle, on the picture."""
    return (
        middle[0] + radius * (x * cos(turn) + y * sin(turn)),
        middle[1] + radius * (x * sin(turn) - y * cos(turn)),
    )


def _write(
    pen: ImageDraw.ImageDraw,
    at: tuple[float, float],
    text: str,
    size: int,
    colour: str = INK,
    *,
    bold: bool = False,
    width: int = SIZE[0] - 2 * EDGE,
) -> None:
    """One line, cut off with dots where it is too long."""
    font = _font(size, bold)
    has_letters = isinstance(font, ImageFont.FreeTypeFont) and font.getname()[0] == "DejaVu Sans"
    text = text if has_letters else _plain(text)
    if font.getlength(text) > width:
        while text and font.getlength(text + "...") > width:
            text = text[:-1]
        text = text.rstrip() + "..."
    pen.text(at, text, fill=colour, font=font)


@lru_cache(maxsize=32)
def _font(size: int, bold: bool) -> Font:
    try:
        return ImageFont.truetype(FACES[bold], size)
    except OSError:
        return ImageFont.load_default(size)


def _plain(text: str) -> str:
    """For Pillow's own font, which has English letters only: "ö" as "o", and what has no such likeness as "?"."""
    known = text.translate(ALIKE)
    return "".join(
        one if one.isascii() else "?" for one in unicodedata.normalize("NFKD", known) if not unicodedata.combining(one)
    )
