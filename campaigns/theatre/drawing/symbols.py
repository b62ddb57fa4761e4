"""Small signs, defined once and used by name. Each is about 16 wide, around the point 0 0."""

from __future__ import annotations

from campaigns.theatre.drawing.svg_elements import el

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
