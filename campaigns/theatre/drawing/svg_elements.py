"""Elements of an SVG as text: colours and hatches of sides, lines, arrows, small signs."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from math import hypot

from campaigns.theatre.map_parts import Way

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


def written(text: str, x: float, y: float, size: float, **attributes: object) -> str:
    """A line of text, centred at `x` unless attributes say otherwise."""
    return el("text", safe(text), x=f"{x:g}", y=f"{y:g}", font_size=size, **attributes)


def closer(*inside: str) -> str:
    """What is too small where a phone shows the whole map."""
    return el("g", *inside, class_="closer")


def afar(*inside: str) -> str:
    """What stands in its place there, and nowhere else."""
    return el("g", *inside, class_="afar", display="none")


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


WAVE, SWELL = 14, 7  # length and height of a wave
TOOTH, BITE = 7, 4.5  # length and height of a front's teeth
HEAD = 11  # of an arrow
BESIDE = 7  # how far an arrow runs beside its link
SHORT = 24  # how far before the places it begins and ends


def way(kind: Way, start: Point, end: Point) -> str:
    """The path of a link."""
    return wave(start, end) if kind == "river" else line(start, end)


def line(start: Point, end: Point) -> str:
    return f"M{at(*start)}L{at(*end)}"


def wave(start: Point, end: Point) -> str:
    """Half waves to both sides in turn."""
    (x, y), along, across, length = start, *_frame(start, end)
    count = max(2, 2 * round(length / WAVE))
    half = length / count / 2
    path = f"M{at(x, y)}Q{at(x + along[0] * half + across[0] * SWELL, y + along[1] * half + across[1] * SWELL)} "
    path += at(x + along[0] * 2 * half, y + along[1] * 2 * half)
    rest = (length * n / count for n in range(2, count + 1))
    return path + "".join(f"T{at(x + along[0] * till, y + along[1] * till)}" for till in rest)


def zigzag(start: Point, end: Point) -> str:
    (x, y), along, across, length = start, *_frame(start, end)
    count = max(2, 2 * round(length / TOOTH / 2))
    path = f"M{at(x, y)}"
    for n in range(1, count):
        turn = BITE if n % 2 else -BITE
        till = length * n / count
        path += f"L{at(x + along[0] * till + across[0] * turn, y + along[1] * till + across[1] * turn)}"
    return f"{path}L{at(*end)}"


def across_middle(start: Point, end: Point, length: float) -> tuple[Point, Point]:
    """A stretch of that length that crosses the middle between two points."""
    _along, across, _length = _frame(start, end)
    x, y = (start[0] + end[0]) / 2, (start[1] + end[1]) / 2
    half = length / 2
    return (x - across[0] * half, y - across[1] * half), (x + across[0] * half, y + across[1] * half)


def arrow(start: Point, end: Point) -> tuple[str, str]:
    """The shaft of an arrow that runs beside a link, and its head."""
    (x, y), along, across, length = start, *_frame(start, end)
    first, last = min(SHORT, length / 4), length - min(SHORT, length / 4)

    def on(distance: float, aside: float) -> Point:
        return x + along[0] * distance + across[0] * aside, y + along[1] * distance + across[1] * aside

    shaft = line(on(first, BESIDE), on(last - HEAD, BESIDE))
    head = (on(last, BESIDE), on(last - HEAD, BESIDE + HEAD / 2), on(last - HEAD, BESIDE - HEAD / 2))
    return shaft, "M" + "L".join(at(*point) for point in head) + "z"


def _frame(start: Point, end: Point) -> tuple[Point, Point, float]:
    """The direction along, the one across, and the length."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    length = hypot(dx, dy) or 1.0
    return (dx / length, dy / length), (-dy / length, dx / length), length


RING = "M0 -6A6 6 0 1 0 0 6A6 6 0 1 0 0 -6z"
LINES: dict[str, str] = {
    "open": "M-8 4H-2M1 4H8M-4 -2H4",
    "farmland": "M-8 6L-4 -6M-3 6L-1 -6M3 6L1 -6M8 6L4 -6",
    "forest": "M-5 6V3M-9 3L-5 -6L-1 3zM5 6V3M1 3L5 -6L9 3z",
    "hills": "M-9 5Q-4 -7 1 5M-1 1Q4 -7 9 5",
    "mountains": "M-9 6L-3 -7L2 4M-1 -2L3 -6L9 6",
    "marsh": "M-9 5H9M-5 5V-3M-7 2L-5 5L-3 2M4 5V-5M2 1L4 5L6 1",
    "town": "M-8 6V-1L-4 -5L0 -1V6zM0 6V-5H7V6z",
    "desert": "M-8 5Q-4 0 0 5T8 5M-5 -3h.5M1 -5h.5M5 -1h.5",
    "base": "M-9 7H9M-7 7V-2L0 -7L7 -2V7M-2 7V2H2V7",
    "cut-off": f"{RING}M-4 -4L4 4M4 -4L-4 4",
    "entrenched": "M-8 3H-5V-3H-2V3H2V-3H5V3H8",
    "engaged": "M-6 -6L6 6M6 -6L-6 6M-7 2L-2 7M7 2L2 7",
    "closed": "M-8 -8L8 8M8 -8L-8 8",
}
FULL = {
    "capital": "M0 -8L2.4 -2.5L8 -2.5L3.6 1.2L5.2 7L0 3.6L-5.2 7L-3.6 1.2L-8 -2.5L-2.4 -2.5z",
    "beaten": "M-5 7V-7L6 -3.5L-5 0",
    "strained": f"{RING}M0 5A5 5 0 0 0 0 -5z",
}


def definitions(prefix: str) -> str:
    """The definitions of all signs. They take the colour of where they are used."""
    lines = (el("path", id=prefix + name, d=path, fill="none", stroke="currentColor") for name, path in LINES.items())
    full = (
        el("path", id=prefix + name, d=path, fill="currentColor", stroke="currentColor", fill_rule="evenodd")
        for name, path in FULL.items()
    )
    return "".join((*lines, *full))


def sign(prefix: str, name: str, x: float, y: float, scale: float = 1) -> str:
    size = f" scale({scale:g})" if scale != 1 else ""
    return el("use", href=f"#{prefix}{name}", transform=f"translate({x:g} {y:g}){size}")
