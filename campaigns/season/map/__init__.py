"""The map in a season: orders and their disclosure, retreats, pockets, what organisers put right, victory.

`campaigns.theatre` knows maps and no season; the chapters here ask it, and say what it means for platoons.
"""

from __future__ import annotations

from campaigns.season.chapters import Chapter
from campaigns.season.map import (
    defeat,
    deployment,
    disclosure,
    links,
    orders,
    pockets,
    retreat_rulings,
    retreats,
    victory,
    whereabouts,
)

CHAPTERS: tuple[Chapter, ...] = (
    whereabouts.CHAPTER,
    orders.CHAPTER,  # in a `situation`, at some `risks`
    disclosure.CHAPTER,  # of orders; battles arise by `engagement`
    defeat.CHAPTER,
    retreats.CHAPTER,  # to `havens`
    pockets.CHAPTER,
    retreat_rulings.CHAPTER,
    deployment.CHAPTER,
    links.CHAPTER,
    victory.CHAPTER,
)
