"""Challenges on a ladder. It has no pairings: a round that is opened by it stands open, players challenge each other,
and every challenge that is accepted is a fixture of it. What moves the rungs stands in
`campaigns.season.standings.rungs`.
"""

from __future__ import annotations

from campaigns.season.challenges import answers, making, tending
from campaigns.season.chapters import Chapter

CHAPTERS: tuple[Chapter, ...] = (
    making.CHAPTER,  # by the `situation`
    answers.CHAPTER,
    tending.CHAPTER,
)
