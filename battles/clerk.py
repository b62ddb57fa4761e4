"""What the clerk does in battles: confirm for silent sides, settle. Each step is a report, and safe to repeat."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any
from uuid import UUID, uuid5

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from battles import handler, log, projections
from battles.models import Sheet
from battles.reports import Report
from rules.adjudicate import CLERK, Who
from rules.battle import Battle
from rules.contract import Command, Refused
from rules.reports import Confirm, Settle
from rules.stream import codec
from rules.stream.revision.reports import Agree, Decline, Reseed

THE_CLERK = Who(CLERK, referee=True)
BATCH = 200
NAMESPACE = UUID("5d1b6a0e-7c1f-4c43-9b55-6f0a4d3f1c66")


def due() -> Iterator[str]:
    """The battles that wait for the clerk now."""
    now = timezone.now().strftime(projections.MOMENT)
    confirmed = Sheet.objects.filter(status=Sheet.Status.CONFIRMED)
    silent = Sheet.objects.filter(status=Sheet.Status.OVER, confirm_by__gt="", confirm_by__lte=now)
    for waiting in (confirmed, silent):
        yield from ids(waiting)


def ids(sheets: QuerySet[Any]) -> Iterator[str]:
    """The ids of the sheets, in order, fetched a few at a time: the sheets may change in between."""
    last = UUID(int=0)
    while batch := list(sheets.filter(stream__gt=last).order_by("stream").values_list("stream", flat=True)[:BATCH]):
        yield from map(str, batch)
        last = batch[-1]


def attend(stream: str) -> bool:
    """Do what is due in one battle; True if something was. Safe to repeat."""
    done = _step(stream)
    if done == Reseed.__name__:
        _step(stream)
    return bool(done)


def _step(stream: str) -> str:
    """The type of the last report of one transaction, "" for none: the battle is settled; but where its seed is known
    (it was settled before there were new ones) it only commits to another, before any die falls by that."""
    with transaction.atomic():
        log.lock(stream)
        battle, _told, rows = handler.replay(stream)
        if battle.settled or battle.waiting or not battle.outcome().over:
            return ""
        confirm_by = projections.confirm_by(battle, rows)
        late = bool(confirm_by) and confirm_by <= timezone.now().strftime(projections.MOMENT)
        if not battle.agreed and not late:
            return ""
        if battle.spent:
            _issue(stream, battle, [Reseed()])
            return Reseed.__name__
        for command in _confirmations(battle):
            battle = _issue(stream, battle, [command])
        while steps := battle.rules.aftermath(battle.play):
            battle = _issue(stream, battle, steps)
        _issue(stream, battle, [Settle()])
    return Settle.__name__


def agree(stream: str, battle: Battle) -> None:
    """Agree by default to what is proposed in it, for a side of which nobody is left. Where it cannot be done as things
    stand by now, it is declined; then it can be proposed anew."""
    assert battle.proposal is not None
    position = battle.proposal.position
    try:
        _issue(stream, battle, [Agree(position=position, by_default=True)])
    except Refused:
        _issue(stream, battle, [Decline(position=position)])


def _confirmations(battle: Battle) -> list[Confirm]:
    position, digest = battle.fought
    return [
        Confirm(side=side, position=position, digest=digest, by_default=True)
        for side in battle.muster.sides
        if side not in battle.confirmed
    ]


def _issue(stream: str, battle: Battle, commands: list[Command] | tuple[Command, ...]) -> Battle:
    """Report as the clerk. Ids follow from the battle's state and the report: a step done twice counts once, and one
    that a correction took back can be done again.
    """
    reports = []
    for command in commands:
        type_, data = type(command).__name__, codec.encode(command)
        reports.append(Report(str(uuid5(NAMESPACE, f"{stream}/{battle.head[1]}/{type_}/{data}")), type_, data))
    state: Battle = handler.execute(stream, reports, THE_CLERK, "clerk").state
    return state
