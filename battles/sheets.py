"""The read model of a battle: what its sheet says, folded from the log and nothing else."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from battles import log
from battles.models import Seat, Sheet
from rules import codec, show
from rules.battle import Battle


def save(stream: str, battle: Battle, rows: Sequence[log.Row]) -> None:
    """Write the sheet of a battle as it stands after `rows` (all of its rows)."""
    if len(rows) == rows[-1].ordinal + 1:  # the muster has just been written
        insert(stream, battle, rows)
    else:
        sheet_of(stream, battle, rows).save(force_update=True)


def insert(stream: str, battle: Battle, rows: Sequence[log.Row]) -> None:
    """Write everything the read tables hold of a battle they do not hold yet."""
    sheet_of(stream, battle, rows).save(force_insert=True)
    Seat.objects.bulk_create(seats_of(stream, battle))


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
        status=status_of(battle, outcome.over),
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
