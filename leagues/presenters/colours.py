"""The accent of a league's pages, made readable on light paper and on dark."""

from __future__ import annotations

LIGHT, DARK = "#f5f3ec", "#1e2117"  # the papers of the pages
ENOUGH = 5.5  # contrast; WCAG asks for 4.5 of running text
STEP = 0.06


def sheet(colour: str) -> str:
    """A style sheet of one league: its colour as accent, on light and on dark paper."""
    light, dark = readable(colour, LIGHT), readable(colour, DARK)
    return (
        f":root {{ --accent: {light}; --on-accent: #fffef7; --league: {colour}; }}\n"
        f"@media (prefers-color-scheme: dark) {{ :root {{ --accent: {dark}; --on-accent: #191c10; }} }}\n"
        "@media (forced-colors: active) { :root { --accent: LinkText; --on-accent: Canvas; } }\n"  # the reader's own
    )


def readable(colour: str, paper: str) -> str:
    """The colour, as much darker or lighter as it takes to be read on `paper`."""
    towards = (0, 0, 0) if _luminance(_parts(paper)) > 0.5 else (255, 255, 255)
    parts, share = _parts(colour), 0.0
    mixed = parts
    while contrast(_text(mixed), paper) < ENOUGH and share < 1:
        share = min(1.0, share + STEP)
        mixed = tuple(round(one + (other - one) * share) for one, other in zip(parts, towards, strict=True))
    return _text(mixed)


def contrast(one: str, other: str) -> float:
    """By WCAG: 1 to 21."""
    low, high = sorted((_luminance(_parts(one)), _luminance(_parts(other))))
    return (high + 0.05) / (low + 0.05)


def _parts(colour: str) -> tuple[int, ...]:
    return tuple(int(colour[at : at + 2], 16) for at in (1, 3, 5))


def _text(parts: tuple[int, ...]) -> str:
    return "#" + "".join(f"{one:02x}" for one in parts)


def _luminance(parts: tuple[int, ...]) -> float:
    red, green, blue = (one / 255 / 12.92 if one <= 10 else ((one / 255 + 0.055) / 1.055) ** 2.4 for one in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
