"""The map as an SVG. Pure: text from a `Picture`.

Every sector is an area around its place, hatched as its owner's; what colour says, hatch, letter or mark say as well.
Colours stand in attributes, so that the drawing is whole by itself, in print and in a file; `theatre.css` overrides
them by class for a page's own palette, and says how wide the drawing may become.
"""

from campaigns.theatre.drawing.map_svg import svg as svg
from campaigns.theatre.drawing.plan import is_wide as is_wide
