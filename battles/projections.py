"""Projection of a battle: its sheet, folded from the log alone."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime, timedelta
from typing import Any

import msgspec
from django.db import connection
from django.db.models import Model

from battles import log
from battles.models import Seat, Sheet
from rules import visibility
from rules.battle import Battle
from rules.reports import CaseLeft, CaseTaken, Confirmed
from rules.stream import codec

Told = log.Row | log.Told
Values = dict[str, Any]
CONFIRMED = Confirmed.__name__
MOMENT = "%Y-%m-%dT%H:%M:%S.%fZ"  # as the log writes it
NO_WORD = frozenset((CONFIRMED, CaseTaken.__name__, CaseLeft.__name__))  # of play, or between the sides
MOVES = (
    *("title", "status", "position", "digest", "round", "waiting", "unsettled", "proposed", "voided", "cases"),
    *("winner", "outcome", "moved_at", "confirm_by"),
)


def insert(stream: str, battle: Battle, rows: Sequence[log.Row]) -> None:
    """Write everything the read tables hold of a new battle."""
    sheet_of(stream, battle, rows).save(force_insert=True)
    Seat.objects.bulk_create(seats_of(stream, battle))


def beside(stream: str, battle: Battle, rows: Sequence[log.Row]) -> log.Beside:
    """What the sheet of a battle is to be after `rows` (all of its rows), of what a report may change."""
    return moved(sheet_values(stream, battle, rows))


def moved(sheet: Values) -> log.Beside:
    """The same, of these `sheet_values`."""
    key = Sheet._meta.pk.get_db_prep_value(sheet["stream"], connection)
    return log.Beside(Sheet._meta.db_table, "stream", key, MOVES, [sheet[column] for column in MOVES])


def tables(stream: str, battle: Battle, rows: Sequence[Told]) -> Iterator[tuple[type[Model], Iterable[Values]]]:
    """Everything the read tables hold of a battle, table by table."""
    yield Sheet, [sheet_values(stream, battle, rows)]
    yield Seat, seat_values(stream, battle)


def sheet_of(stream: str, battle: Battle, rows: Sequence[Told]) -> Sheet:
    return Sheet(**sheet_values(stream, battle, rows))


def sheet_values(stream: str, battle: Battle, rows: Sequence[Told]) -> Values:
    """Of a row of `Sheet`, by the names of its fields: Django takes as long to make a model as the fold of a battle."""
    outcome = battle.outcome()
    over = outcome.over and not battle.waiting  # what a correction left over may yet change it
    muster = battle.muster
    round, to_play = visibility.turn(battle)
    return {
        "stream": stream,
        "campaign": muster.campaign or None,
        "system": muster.system,
        "edition": muster.edition,
        "scenario": muster.scenario,
        "title": muster.title,
        "status": status_of(battle, over).value,
        "position": rows[-1].position,
        "digest": rows[-1].digest,
        "round": round,
        "waiting": ",".join(visibility.waiting_for(battle, to_play, outcome.over)),
        "unsettled": len(battle.waiting),
        "proposed": battle.proposal.side if battle.proposal else "",
        "voided": ",".join(voided(battle, (row.data for row in rows if row.type == CONFIRMED))),
        "cases": codec.encode(battle.cases) if battle.cases else "",
        "winner": outcome.winner if over else "",
        "outcome": codec.encode(outcome) if over else "",
        "mustered_at": rows[0].at,
        "moved_at": rows[-1].at,
        "confirm_by": confirm_by(battle, rows) if over else "",
    }


def seats_of(stream: str, battle: Battle) -> list[Seat]:
    return [Seat(**values) for values in seat_values(stream, battle)]


def seat_values(stream: str, battle: Battle) -> Iterator[Values]:
    for side, who in battle.muster.sides.items():
        for player in who.players:
            yield {"key": f"{stream}/{side}/{player}", "sheet_id": stream, "side": side, "player": player}


def status_of(battle: Battle, over: bool) -> Sheet.Status:
    if battle.settled:
        return Sheet.Status.SETTLED
    if battle.agreed:
        return Sheet.Status.CONFIRMED
    return Sheet.Status.OVER if over else Sheet.Status.OPEN


def voided(battle: Battle, confirmations: Iterable[str]) -> list[str]:
    """The sides that lost their confirmation by a correction or an undo, and have not confirmed again.

    `confirmations`: the data of every `Confirmed` in the battle's log, whether it counts or not.
    """
    given = {_confirmed.decode(data).side for data in confirmations}
    return [side for side in battle.muster.sides if side in given and side not in battle.confirmed]


def confirm_by(battle: Battle, rows: Sequence[Told]) -> str:
    """When a silent side counts as having confirmed; "" for never, and if no side is asked.

    The campaign's time runs from the last report: of play, between the sides, or of a correction.
    """
    if battle.agreed or not battle.muster.confirm_within:
        return ""
    last = next(row for row in reversed(rows) if row.type not in NO_WORD)
    due = datetime.fromisoformat(last.at) + timedelta(seconds=battle.muster.confirm_within)
    return due.strftime(MOMENT)


class _Side(msgspec.Struct):
    side: str


_confirmed = msgspec.json.Decoder(_Side)
