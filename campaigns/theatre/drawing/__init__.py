"""The map as an SVG. Pure: text from a `Picture`.

Every sector is an area around its place, with its owner's hatching. Whatever a colour shows, a hatch, letter or mark
shows, too. Colours are in attributes, so that the drawing is complete in print and as a file; `theatre.css` overrides
them by class for a page's palette, and says how wide the drawing may be. A map whose letters could not be read on a
phone has larger ones beside them, few enough to stand there; the sheet shows them where all of it is seen on one.
"""

from __future__ import annotations

from campaigns.theatre.drawing.ground import areas, arrows, fronts, legend, links
from campaigns.theatre.drawing.plan import hand
from campaigns.theatre.drawing.plan import is_wide as is_wide
from campaigns.theatre.drawing.sectors import sectors
from campaigns.theatre.drawing.svg_elements import INK, PAPER, definitions, el, safe
from campaigns.theatre.picture import Picture, Tell, overview
from rules.contract import Message, say
from rules.contract import gettext_noop as _

FONT = "system-ui, 'Segoe UI', Roboto, 'DejaVu Sans', sans-serif"
LEGIBLE = 0.92  # at this share of its size its smallest letters are 11 pixels high; it grows with the page


def svg(picture: Picture, tell: Tell = Message.text, prefix: str = "map-") -> str:
    """One complete `<svg>` element. `tell` puts messages into the reader's language; `prefix` begins its ids, if a
    page has several drawings."""
    mine = hand(picture, prefix, tell)
    below, high = legend(mine)
    width, height = mine.plan.width, mine.plan.height + high
    title = picture.title or tell(say(_("The map")))
    return el(
        "svg",
        el("title", safe(title), id=f"{prefix}title"),
        el("desc", safe(overview(picture, tell)), id=f"{prefix}desc"),
        el("defs", mine.hatches(), definitions(prefix)),
        el("rect", class_="paper", width=width, height=height, fill=PAPER),
        el(
            "g",
            areas(mine),
            links(mine),
            fronts(mine),
            arrows(mine),
            aria_hidden="true" if not picture.arrows else None,
        ),
        sectors(mine),
        below,
        xmlns="http://www.w3.org/2000/svg",
        class_=f"theatre {mine.plan.size}",
        viewBox=f"0 0 {width} {height}",
        width=round(width * LEGIBLE),
        height=round(height * LEGIBLE),
        role="group",
        aria_labelledby=f"{prefix}title",
        aria_describedby=f"{prefix}desc",
        font_family=FONT,
        text_anchor="middle",
        fill=INK,
        color=INK,
        stroke_width=1.5,
        stroke_linejoin="round",
        paint_order="stroke",
    )
