"""Somebody sits in for a platoon's players in one fixture, by the rule that the terms declare. It stays their platoon:
who sits in plays the battle, agrees on its date and musters it, and has no say over purse, workshop or orders.
"""

from __future__ import annotations

from campaigns.season.chapters import Chapter
from campaigns.season.substitutes import answers, naming

CHAPTERS: tuple[Chapter, ...] = (
    naming.CHAPTER,  # by the `rule`
    answers.CHAPTER,
)
