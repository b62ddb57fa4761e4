"""Rosters of BattleScribe and New Recruit, the tools players keep their platoons in: `.ros`, and `.rosz`, its zip.

RULES.md, "Rosters", says what is read and what is not.
"""

from __future__ import annotations

from rules.rosters import RosterFormat

from .file import packed
from .reader import read
from .writer import write

# Each reads both: the first bytes show what a file is, whatever it is called.
ROSTERS = (
    RosterFormat(
        key="ros",
        name="BattleScribe / New Recruit (.ros)",
        endings=(".ros", ".rosz", ".xml"),
        media="application/xml",
        read=read,
        write=write,
    ),
    RosterFormat(
        key="rosz",
        name="BattleScribe / New Recruit (.rosz)",
        endings=(".rosz", ".ros", ".zip"),
        media="application/zip",
        read=read,
        write=lambda roster: packed(write(roster)),
    ),
)
