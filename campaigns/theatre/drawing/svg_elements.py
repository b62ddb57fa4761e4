"""Elements of an SVG as text, and the colours and hatches of sides."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping, Sequence

Point = tuple[float, float]

PAPER, INK, SOFT, LINE = "#fffefa", "#20231c", "#5a5e50", "#8f8b79"
COLOURS = ("#2a5a8c", "#9a3f14", "#5d4a86", "#4d5a1e", "#1c6660", "#7d2450")  # as on a battle's page
TINTS = ("#dbe7f3", "#f6dfd3", "#e6dff3", "#e6ead2", "#d5ebe8", "#f3dae6")
NOBODY, WATER, ALARM = "#f2efe4", "#2f6f9f", "#8f2b1d"
HATCH = 9
# One line, dot or cross of each hatch in a square of `HATCH`, and how the pattern is turned.
HATCHES = (
    ("M0 4.5H9", -45),
    ("M0 4.5H9", 45),
    ("M4 4.5h1", 0),
    ("M0 4.5H9", 0),
    ("M4.5 0V9", 0),
    ("M0 4.5H9M4.5 0V9", 0),
)
HALO = {"class_": "halo", "stroke": PAPER, "stroke_width": 3.5}  # of text over the ground; the stroke is painted first
MARKUP = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;"})


def safe(text: str) -> str:
    """Text that is safe between tags and in attributes, without characters that XML cannot hold."""
    kept = text if text.isprintable() else "".join(one for one in text if one.isprintable())
    return kept.translate(MARKUP)


def el(name: str, *inside: str, **attributes: object) -> str:
    """An element. `inside` is markup; attributes are escaped. `class_` and `stroke_width` are written `class` and
    `stroke-width`; None leaves one out."""
    said = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{value if isinstance(value, int) else safe(str(value))}"'
        for key, value in attributes.items()
        if value is not None
    )
    body = "".join(inside)
    return f"<{name}{said}>{body}</{name}>" if body else f"<{name}{said}/>"


def at(x: float, y: float) -> str:
    """A point for a path, to a tenth."""
    return f"{round(x, 1):g} {round(y, 1):g}"


def outline(points: Iterable[Point]) -> str:
    return "M" + "L".join(at(x, y) for x, y in points) + "z"


def written(text: str, x: float, y: float, size: int, **attributes: object) -> str:
    """A line of text, centred at `x` unless attributes say otherwise."""
    return el("text", safe(text), x=f"{x:g}", y=f"{y:g}", font_size=size, **attributes)


def cut(text: str, width: int, end: int = 0) -> str:
    """The text cut to so many letters with an ellipsis, keeping its last `end` letters."""
    if _width(text) <= width:
        return text
    tail = text[len(text) - end :] if width > 2 * end else ""
    head = text[:width]
    while head and _width(head) + 1 + _width(tail) > width:
        head = head[:-1]
    return f"{head.rstrip()}…{tail}"


def _width(text: str) -> int:
    """The width in letters; wide letters count twice."""
    return sum(2 if unicodedata.east_asian_width(letter) in "WF" else 1 for letter in text)


def letters_of(sides: Sequence[str], names: Mapping[str, str]) -> dict[str, str]:
    """A different letter for each side: the first free one of its key, else of its name, else of all."""
    found: dict[str, str] = {}
    for side in sides:
        some = f"{side}{names.get(side, '')}ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789".upper()
        free = (one for one in some if one.isalnum() and one not in found.values())
        found[side] = next(free, "?")
    return found


def pattern(id: str, n: int) -> str:
    """The hatch of the n-th side."""
    path, turned = HATCHES[n % len(HATCHES)]
    colour, tint = COLOURS[n % len(COLOURS)], TINTS[n % len(TINTS)]
    ground = el("rect", class_=f"tint{n % len(TINTS)}", width=HATCH, height=HATCH, fill=tint)
    width = 2.6 if n % len(HATCHES) == 2 else 1.3
    line = el("path", class_=f"side{n % len(COLOURS)}", d=path, stroke=colour, stroke_width=width, fill="none")
    return el(
        "pattern",
        ground,
        line,
        id=id,
        width=HATCH,
        height=HATCH,
        patternUnits="userSpaceOnUse",
        patternTransform=f"rotate({turned})" if turned else None,
    )
