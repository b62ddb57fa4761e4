"""Badges: a drawing for each honour of the house, and one for those that organisers compose.

A badge is a sign on a disc: green for what vehicles did, blue for players, red for luck, black for a league's own.
"""

from __future__ import annotations

from django.utils.html import format_html
from django.utils.safestring import SafeString

DIE = "M8 8h16v16H8z"
# Each honour: the class of its disc, its sign, and what is cut out of that.
BADGES: dict[str, tuple[str, str, str]] = {
    "ace": (
        "green",
        "M16 5c3 4.500 8 7 8 11.500a4 4 0 0 1-7 2.700L18.500 25h-5l1.500-5.800a4 4 0 0 1-7-2.700C8 12 13 9.500 16 5z",
        "",
    ),
    "best-day": (
        "green",
        "M16 11a5 5 0 1 1 0 10 5 5 0 1 1 0-10zM15 4h2v4h-2zM15 24h2v4h-2zM4 15h4v2H4zM24 15h4v2h-4z"
        "M7 8.400 8.400 7l2.900 2.900-1.400 1.400zM20.700 22.100l1.400-1.400 2.900 2.900-1.400 1.400z"
        "M23.600 7 25 8.400l-2.900 2.900-1.400-1.400zM9.900 20.700l1.400 1.400L8.400 25 7 23.600z",
        "",
    ),
    "marksman": (
        "green",
        "M16 7a9 9 0 1 1 0 18 9 9 0 1 1 0-18zM15 4h2v5h-2zM15 23h2v5h-2zM4 15h5v2H4zM23 15h5v2h-5z",
        "M16 10a6 6 0 1 1 0 12 6 6 0 1 1 0-12zM15 14h2v4h-2z",
    ),
    "longest-shot": ("green", "M3 15h17v-3l8 4-8 4v-3H3zM5 22h2v3H5zM10 22h2v3h-2zM15 22h2v3h-2zM20 22h2v3h-2z", ""),
    "phoenix": (
        "green",
        "M16 4c1 5 7 7.500 7 14a7 7 0 0 1-14 0c0-3 1.500-5 3-6.500.200 2 1 3 2 3.500-.500-4 0-8 2-11z",
        "M16 18c2 2 2 6 0 6s-2-4 0-6z",
    ),
    "last-survivor": ("green", "M13 5h2v18h-2zM15 6l9 3.500-9 3.500zM7 26q8-7 18 0z", ""),
    "faithful": (
        "green",
        "M7 11l9-5 9 5v3.500l-9-5-9 5zM7 17.500l9-5 9 5V21l-9-5-9 5zM7 24l9-5 9 5v3.500l-9-5-9 5z",
        "",
    ),
    "untouched": (
        "green",
        "M7 7.500q5.500 0 9-2.500 3.500 2.500 9 2.500v8c0 6.500-4 10-9 12-5-2-9-5.500-9-12z",
        "M11 15l2-2 2 3 5-6 2 2-7 8.500z",
    ),
    "giant-killer": ("blue", "M15 4h2l1.200 14h-4.400zM10 18h12v2.500H10zM14.500 20.500h3V27h-3z", ""),
    "climber": ("blue", "M6 25v-4h5v-4h5v-4h4v-3h-3l5-6 5 6h-3v7h-4v4h-5v4z", ""),
    "streak": ("blue", "M18 4 8 18h6l-2 10 11-14h-6.500z", ""),
    "luckiest": ("red", DIE, "".join(f"M{x} {y}h3v3h-3z" for x in (10, 19) for y in (9.5, 14.5, 19.5))),
    "unluckiest": ("red", DIE, "M14.500 14.500h3v3h-3z"),
}
COMPOSED = (
    "black",
    "M16 5l2.900 7.600 8.100.200-6.400 5 2.300 7.800-6.900-4.500-6.900 4.500 2.300-7.800-6.400-5 8.100-.200z",
    "",
)


def drawing(honour: str, says: str = "") -> SafeString:
    """The badge of an honour as SVG. `says`: all there is to know of it, where nothing beside it tells that."""
    disc, sign, cut = BADGES.get(honour, COMPOSED)
    return format_html(
        '<svg class="medal badge" viewBox="0 0 32 32" width="36" height="36" {}>{}'
        '<circle class="metal" cx="16" cy="16" r="15.500"/><circle class="{}" cx="16" cy="16" r="14"/>'
        '<path class="white" d="{}"/>{}</svg>',
        format_html('role="img" aria-label="{}"', says) if says else SafeString('aria-hidden="true"'),
        format_html("<title>{}</title>", says) if says else "",
        disc,
        sign,
        format_html('<path class="{}" d="{}"/>', disc, cut) if cut else "",
    )
