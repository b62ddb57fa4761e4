"""The whole drawing: ground, names, legend, and a description for screen readers."""

from __future__ import annotations

from campaigns.theatre.drawing.captions import Tell, overview
from campaigns.theatre.drawing.drawing_context import hand
from campaigns.theatre.drawing.ground import areas, arrows, fronts, links
from campaigns.theatre.drawing.legend import legend
from campaigns.theatre.drawing.sectors import sectors
from campaigns.theatre.drawing.svg_elements import INK, PAPER, el, safe
from campaigns.theatre.drawing.symbols import definitions
from campaigns.theatre.picture import Picture
from rules.contract import Message, say
from rules.contract import gettext_noop as _

FONT = "system-ui, 'Segoe UI', Roboto, 'DejaVu Sans', sans-serif"
LEGIBLE = 0.7  # at this share of its size it can still be read; it grows with the page


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
