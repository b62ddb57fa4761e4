"""The read model of a battle: what its sheet says, folded from the log and nothing else."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from django.db import connection

from battles import log
from battles.models import Seat, Sheet
from rules import codec, show
from rules.battle import Battle

MOVES = ("title", "status", "position", "digest", "round", "waiting", "winner", "outcome", "moved_at", "confirm_by")
UPDATE = f"UPDATE {Sheet._meta.db_table} SET {', '.join(f'{column} = %s' for column in MOVES)} WHERE stream = %s"


def save(stream: str, battle: Battle, rows: Sequence[log.Row]) -> None:
    """Write the sheet of a battle as it stands after `rows` (all of its rows)."""
    if len(rows) == rows[-1].ordinal + 1:  # the muster has just been written
        insert(stream, battle, rows)
    else:
        _update(sheet_of(stream, battle, rows))


def insert(stream: str, battle: Battle, rows: Sequence[log.Row]) -> None:
    """Write everything the read tables hold of a battle they do not hold yet."""
    sheet_of(stream, battle, rows).save(force_insert=True)
    Seat.objects.bulk_create(seats_of(stream, battle))


def _update(sheet: Sheet) -> None:
    """Write what a report may change. In SQL: after every report, writing the statement would cost more than it."""
    values = [getattr(sheet, column) for column in MOVES]
    with connection.cursor() as cursor:
        cursor.execute(UPDATE, [*values, Sheet._meta.pk.get_db_prep_value(sheet.stream, connection)])
        if cursor.rowcount != 1:
            raise Sheet.DoesNotExist(f"Battle {sheet.stream} has no sheet; `manage.py rebuild` makes it anew.")


def sheet_of(stream: str, battle: Battle, rows: Sequence[log.Row]) -> Sheet:
    outcome = battle.outcome()
    muster = battle.muster
    view = show.see(battle, "")
    return Sheet(
        stream=stream,
        campaign=muster.campaign or None,
        system=muster.system,
        edition=muster.edition,
        scenario=muster.scenario,
        title=muster.title,
        status=status_of(battle, outcome.over).value,
        position=rows[-1].position,
        digest=rows[-1].digest,
        round=view.round,
        waiting=",".join(show.waiting_for(battle, view)),
        winner=outcome.winner,
        outcome=codec.encode(outcome) if outcome.over else "",
        mustered_at=rows[0].at,
        moved_at=rows[-1].at,
        confirm_by=confirm_by(battle, rows) if outcome.over else "",
    )


def seats_of(stream: str, battle: Battle) -> list[Seat]:
    return [
        Seat(key=f"{stream}/{side}/{player}", sheet_id=stream, side=side, player=player)
        for side, who in battle.muster.sides.items()
        for player in who.players
    ]


def status_of(battle: Battle, over: bool) -> Sheet.Status:
    if battle.settled:
        return Sheet.Status.SETTLED
    if battle.agreed:
        return Sheet.Status.CONFIRMED
    return Sheet.Status.OVER if over else Sheet.Status.OPEN


def confirm_by(battle: Battle, rows: Sequence[log.Row]) -> str:
    """When a silent side has confirmed: the campaign's time after the fight ended; "" for never."""
    if not battle.muster.confirm_within:
        return ""
    ended = datetime.fromisoformat(rows[battle.fought[0] - 1].at)
    due = ended + timedelta(seconds=battle.muster.confirm_within)
    return due.strftime("%Y-%m-%dT%H:%M:%S.%fZ")
