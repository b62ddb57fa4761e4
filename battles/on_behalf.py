"""For which side somebody told a report who plays another one: by a lent seat, or dice that either side may tell."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress

from battles import handler
from battles.log import Row
from battles.reports import Ruled
from rules import seats
from rules.adjudicate import Who, sides_of
from rules.battle import Battle
from rules.contract import Command, Refused
from rules.reports import SeatLent, command_codec
from rules.stream.history import advance

Fact = tuple[Ruled, Row]


def told_for(battle: Battle, facts: Sequence[Fact], wanted: Iterable[Row]) -> dict[str, str]:
    """The key of that side by the id of each report, as far as the `wanted` rows are of such reports. `facts`: the
    whole log of the battle, struck rows too."""
    ids = {row.command for row in wanted}
    said = dict(_said(battle, [row for _fact, row in facts if row.ordinal == 0 and row.command in ids]))
    # Whose report one is may depend on how the battle stood. To fold it again takes time: most battles need it not.
    lent = any(isinstance(fact.event, SeatLent) for fact, _row in facts)
    if not lent and not any(_side(battle, one, row) for row, one in said.values()):
        return {}
    history = handler.history_of(battle, [fact for fact, _row in facts], [row for _fact, row in facts])
    found: dict[str, str] = {}
    live = history.live()
    state = history.decider.start(live[0].event, live[0].position, live[0].digest)
    newest = 0
    for one in live[1:]:
        if one.position in said:
            row, command = said.pop(one.position)
            found[row.command] = _side(state, command, row)
        newest = advance(history.decider, state, [one], newest)
    for position, (row, command) in said.items():  # struck
        found[row.command] = _side(history.state(position - 1), command, row)
    return {report: side for report, side in found.items() if side}


def _said(battle: Battle, rows: Iterable[Row]) -> Iterable[tuple[int, tuple[Row, Command]]]:
    """What players of some sides, not of all, reported of the play, by position."""
    codec = command_codec(battle.rules)
    for row in rows:
        played = len(sides_of(battle, Who(row.by)))
        if row.command_type not in seats.FRAME and 0 < played < len(battle.muster.sides):
            with suppress(Refused):  # a value in it was erased
                yield row.position, (row, codec.decode(row.command_type, row.command_data))


def _side(battle: Battle, command: Command, row: Row) -> str:
    with suppress(Refused):
        return seats.for_another(battle, command, Who(row.by))
    return ""
