"""Battles that arise on a campaign's map: an open battle on the house board that suits the terrain (house; R1, R5)."""

from __future__ import annotations

from rules.engagements import Engagement, Proposal, Terrain

from . import tables
from .board import OPEN, read
from .boards import HOUSE
from .geometry import Square
from .zones import UNITS

SIDES = ("allies", "axis")  # the first by name deploys in the south (R5)
BOARDS: dict[Terrain, str] = {
    "town": "central",
    "farmland": "northern",
    "forest": "northern",
    "hills": "northern",
    "mountains": "northern",
    "open": "open field",
    "desert": "open field",
    "marsh": "open field",
}
BARRICADE = "b"  # a low one, because fire passes over it (R66)
GAP = 3  # every third square of the line is left open


def engage(engagement: Engagement) -> Proposal:
    """A campaign of allies and axis keeps them on their sides; in any other the attacker comes first. The attacker also
    goes first."""
    mine = engagement.sides if sorted(engagement.sides) == sorted(SIDES) else SIDES
    options = _limit(engagement)
    if engagement.kind == "assault":
        options["first"] = str(SIDES.index(mine[0]) + 1)
    name = BOARDS[engagement.terrain]
    return Proposal(
        scenario=tables.OPEN_BATTLE,
        sides=(mine[0], mine[1]),
        options=options,
        board={"map": dug_in(HOUSE[name], SIDES.index(mine[1])) if engagement.entrenched else name},
    )


def _limit(engagement: Engagement) -> dict[str, bool | int | str]:
    """One limit for both sides, the higher one. The campaign holds each platoon to its own."""
    most = next(one.most for one in tables.OPTIONS if one.name == "points")
    return {"points": min(max(engagement.limits), most)} if any(engagement.limits) else {}


def dug_in(text: str, side: int) -> str:
    """The board with a line of low barricades before the zone of a side (0 in the south, 1 in the north)."""
    board = read(text)
    zone = next(zone for zone in board.zones if (zone.side, zone.kind) == (side, UNITS))
    y = zone.north + 1 if side == 0 else zone.south - 1
    line = {(x, y) for x in range(zone.west, zone.east + 1) if x % GAP != GAP - 1}
    return _drawn(text, board.rows, line)


def _drawn(text: str, rows: int, line: set[Square]) -> str:
    """Squares that hold something already stay as they are."""
    lines, row = [], rows
    for words in text.splitlines():
        if " " in words or ";" in words:
            lines.append(words)
            continue
        row -= 1
        lines.append("".join(BARRICADE if sign == OPEN and (x, row) in line else sign for x, sign in enumerate(words)))
    return "\n".join(lines) + "\n"
