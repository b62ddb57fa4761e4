"""Rosters of BattleScribe and New Recruit, the tools players keep their platoons in: `.ros`, and `.rosz`, its zip.

What is read and what is not is told in RULES.md, "Rosters".
"""

from __future__ import annotations

from rules.rosters import Roster, RosterFormat

from .file import packed
from .reader import read
from .writer import write


def write_packed(roster: Roster) -> bytes:
    return packed(write(roster))


# Either reads both: what a file is shows in its first bytes, whatever it is called.
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
        write=write_packed,
    ),
)
