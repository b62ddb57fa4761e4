"""The map as an SVG. Pure: text from a `Picture`.

Every sector is an area around its place, with its owner's hatching. Whatever a colour shows, a hatch, letter or mark
shows, too. Colours are in attributes, so that the drawing is complete in print and as a file; `theatre.css` overrides
them by class for a page's palette, and says how wide the drawing may be.
"""

from campaigns.theatre.drawing.map_svg import svg as svg
from campaigns.theatre.drawing.plan import is_wide as is_wide
