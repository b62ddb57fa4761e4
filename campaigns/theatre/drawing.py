"""The map as an SVG. Pure: text from a `Picture`."""

from __future__ import annotations

from xml.sax.saxutils import escape, quoteattr

from campaigns.theatre.picture import Picture

STEP, EDGE = 100, 70


def svg(picture: Picture) -> str:
    """One `<svg>` element that scales to the width it is given."""
    places = {one.key: (EDGE + one.x * STEP, EDGE + one.y * STEP) for one in picture.theatre.sectors}
    width = max((x for x, _y in places.values()), default=0) + EDGE
    height = max((y for _x, y in places.values()), default=0) + EDGE
    parts = [f"<title>{escape(picture.title)}</title>"]
    for link in picture.theatre.links:
        (x1, y1), (x2, y2) = places[link.one], places[link.other]
        parts.append(f'<line class={quoteattr(link.kind)} x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}" stroke="#888"/>')
    for key, (x, y) in places.items():
        parts.append(f'<circle cx="{x}" cy="{y}" r="30" fill="#ddd"/>')
        parts.append(f'<text x="{x}" y="{y}" text-anchor="middle">{escape(picture.names.get(key) or key)}</text>')
    body = "".join(parts)
    return f'<svg xmlns="http://www.w3.org/2000/svg" role="img" viewBox="0 0 {width} {height}">{body}</svg>'
