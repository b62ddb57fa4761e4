"""A picture of a battle for links that are shared: its name, who leads, and what each side has left.

It is drawn as a spectator sees the battle, whoever asks for it, so nothing that lies face down is on it. What stands on
it makes the picture; the last few are kept.
"""

from __future__ import annotations

import unicodedata
from functools import lru_cache
from io import BytesIO

import msgspec
from django.utils.translation import gettext as _
from PIL import Image, ImageDraw, ImageFont

from battles import naming, viewer
from battles.sentences import words

SIZE = (1200, 630)  # what the places that show such pictures ask for
PAPER, INK, SOFT, LINE, ACCENT = "#f5f3ec", "#20231c", "#5a5e50", "#d5d1c2", "#465622"
SIDES = ("#2a5a8c", "#9a3f14", "#5d4a86", "#4d5a1e")
EDGE = 64
MOST = 22  # counters in a row
FACES = {False: "DejaVuSans.ttf", True: "DejaVuSans-Bold.ttf"}  # of the machine; without them Pillow's own is used
ALIKE = {ord(one): like for one, like in zip("ß·–’“”„", ("ss", "-", "-", "'", '"', '"', '"'), strict=True)}
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
        return _("Round %(n)s") % {"n": look.view.round} + f" · {words(look.view.phase, look.names)}"
    if not look.outcome.winner:
        return _("A draw.")
    return _("Victory for %(side)s.") % {"side": look.names.get(look.outcome.winner, look.outcome.winner)}


@lru_cache(maxsize=64)
def draw(card: Card) -> bytes:
    """The card as PNG."""
    picture = Image.new("RGB", SIZE, PAPER)
    pen = ImageDraw.Draw(picture)
    pen.rectangle((0, 0, SIZE[0], 14), fill=ACCENT)
    _write(pen, (EDGE, 52), card.title, 58, bold=True)
    _write(pen, (EDGE, 132), f"{card.system} · {card.state}" if card.system != card.title else card.state, 32, SOFT)
    rows = card.sides[:4]
    height = (SIZE[1] - 210 - 84) // max(1, len(rows))
    for place, side in enumerate(rows):
        _side(pen, side, 210 + place * height, height, SIDES[place])
    pen.line((EDGE, SIZE[1] - 76, SIZE[0] - EDGE, SIZE[1] - 76), fill=LINE, width=2)
    _write(pen, (EDGE, SIZE[1] - 60), "Leaguer", 28, ACCENT, bold=True)
    out = BytesIO()
    picture.save(out, "PNG", optimize=True)
    return out.getvalue()


def _side(pen: ImageDraw.ImageDraw, side: SideCard, top: int, height: int, colour: str) -> None:
    """A side: name, points at the right, and a counter for each unit; one that is out is an outline, crossed."""
    big = min(88, height - 30)
    points = str(side.points)
    _write(pen, (SIZE[0] - EDGE - _font(big, True).getlength(points), top), points, big, colour, bold=True)
    _write(pen, (EDGE, top + 4), side.name, 38, colour, bold=True, width=SIZE[0] - 2 * EDGE - 240)
    left = sum(state != "out" for state in side.counters)
    for n, state in enumerate(side.counters[:MOST]):
        x, y = EDGE + n * 44, top + 62
        box = (x, y, x + 34, y + 24)
        pen.rounded_rectangle(box, 5, fill=None if state == "out" else colour, outline=colour, width=3)
        if state == "hurt":
            pen.rectangle((x + 14, y + 5, x + 20, y + 19), fill=PAPER)
        elif state == "out":
            pen.line((x + 4, y + 4, x + 30, y + 20), fill=colour, width=3)
            pen.line((x + 30, y + 4, x + 4, y + 20), fill=colour, width=3)
    counted = _("%(n)s of %(of)s in play") % {"n": left, "of": len(side.counters)}
    if height >= 130:
        _write(pen, (EDGE, top + 98), counted, 26, SOFT)


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
    text = text if _has_letters(font) else _plain(text)
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


def _has_letters(font: Font) -> bool:
    return isinstance(font, ImageFont.FreeTypeFont) and font.getname()[0] == "DejaVu Sans"


def _plain(text: str) -> str:
    """For Pillow's own font, which has English letters only: "ö" as "o", and what has no such likeness as "?"."""
    known = text.translate(ALIKE)
    return "".join(
        one if one.isascii() else "?" for one in unicodedata.normalize("NFKD", known) if not unicodedata.combining(one)
    )
