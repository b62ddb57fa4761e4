"""Shapes for results of before: a list, what its lines come to, and the seasons that were taken in."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from api.shapes.kinds import Id, PlayerKey, Position


class TakeInHistory(msgspec.Struct, forbid_unknown_fields=True):
    """A list of results of before. `kind`: what it is; left out, as it looks. `people`: who a name of the list is: a
    player's key, `new` for somebody who is kept by this name, `out` to leave their games out; any other name is
    matched. `despite`: lines at fault are left out. `system`, `division`: of which rulebook and division it was."""

    text: Annotated[str, msgspec.Meta(max_length=900_000)]
    kind: Literal["", "csv", "challonge", "tabbycat"] = ""
    people: Annotated[
        dict[Annotated[str, msgspec.Meta(max_length=80)], Annotated[str, msgspec.Meta(max_length=80)]],
        msgspec.Meta(max_length=5_000),
    ] = {}
    despite: bool = False
    system: Annotated[str, msgspec.Meta(max_length=40)] = ""
    division: Annotated[str, msgspec.Meta(max_length=40)] = ""


class HistoryLine(msgspec.Struct):
    """A line as it is understood. `result`: whether it comes in; `fault`: whether it cannot, and then `remedy` says
    what would be right and `field` what it is about."""

    line: int
    text: str
    result: bool
    fault: bool
    remedy: str
    field: str


class HistoryName(msgspec.Struct):
    """Who a name of the list is taken for. `player`: the key of somebody known here; null for who would be new or is
    left `out`."""

    name: str
    player: PlayerKey | None
    out: bool


class HistorySeason(msgspec.Struct):
    """A season as it comes in: its key among the league's campaigns, and how many results and final places it has."""

    id: Id
    title: str
    results: int
    places: int


class HistoryTaken(msgspec.Struct):
    """What a list comes to. `preview`: nothing was written."""

    kind: str
    lines: list[HistoryLine]
    names: list[HistoryName]
    seasons: list[HistorySeason]
    preview: bool
    position: Position
