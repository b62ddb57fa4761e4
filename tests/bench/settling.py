"""What the clerk does between battles: a battle of 200 vehicles is settled, by the site's own worker, beside a chord of
as many tasks that the same worker takes from the same Redis; and a round of 100 battles is closed."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from functools import partial
from importlib import import_module
from typing import NamedTuple
from uuid import uuid4

import pytest
from django.db import connection

from battles import handler
from battles.models import Sheet
from battles.reports import Report
from campaigns.models import User
from campaigns.season.round_end import CloseRound
from campaigns.tasks import attend
from rules.adjudicate import Who
from rules.contract import Command, Muster, Side, Unit
from rules.reports import ChangeDepth, Confirm, ReportResult
from rules.stream import codec
from tests.bench import battles, chords, seasons
from tests.bench.timing import Pair
from tests.servers import wait_for
from tests.workers import Worker

VEHICLES = 200
TIMES = 5
ROUND = 100  # battles
MODELS = {"allies": "Sherman M4A1 (75)", "axis": "Pz IV H"}
LEFT = ({"tracked": True}, {"out": "knocked_out"})  # of each vehicle, in turn: repairs and wrecks
LOOK = 0.002  # seconds from look to look whether it is done


class Round(NamedTuple):
    """Seconds for the door to close a round, least of three; and of the processor."""

    seconds: float
    cpu: float

    def line(self) -> str:
        what = f"close a round of {ROUND} battles (0.5 s at most)"
        return f"  {what:<52} {self.seconds:9.2f} s     of the processor {self.cpu:.2f} s"


def measure() -> Iterator[Pair | Round]:
    yield settled()
    yield closed()


def settled() -> Pair:
    """The least of a few of each, in turn, from the call to what it wrote in the end."""
    with connection.cursor() as cursor:
        cursor.execute(chords.TABLE)
    streams = [fought() for _time in range(TIMES + 2)]
    worker = Worker("--include", "tests.bench.chords").wait_until_ready()
    ours, theirs = list[float](), list[float]()
    try:
        for one in streams:
            ours.append(_until(partial(attend.delay, one), partial(_is_settled, one)))
            theirs.append(_until(partial(chords.settle, one, VEHICLES), partial(chords.is_settled, one)))
    finally:
        worker.stop()
    return Pair(f"settle a battle of {VEHICLES} vehicles, against a chord", min(ours[2:]), min(theirs[2:]))


def fought() -> str:
    """A battle of Tanks that both sides have confirmed; every vehicle has to be assessed. It is mustered past the bound
    of 60 vehicles a side, which the rulings of its worker do not know."""
    stream = str(uuid4())
    sides = {side: Side(players=(side,)) for side in MODELS}
    units = [
        Unit(id=f"{side}-{n}", side=side, model=model) for side, model in MODELS.items() for n in range(VEHICLES // 2)
    ]
    muster = Muster(system="tanks", sides=sides, units=tuple(units), seed="5e" * 32)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(import_module("rules.systems.tanks.muster"), "MOST_UNITS", VEHICLES)
        handler.open_battle(stream, _report(muster), battles.REFEREE, "script")
    left = {unit.id: LEFT[n % 2] for n, unit in enumerate(units)}
    said = [ChangeDepth(depth="result"), ReportResult(winner="allies", conditions=left)]
    last = handler.execute(stream, [*map(_report, said)], battles.REFEREE, "script")
    for side in MODELS:
        confirmed = Confirm(side=side, position=last.position, digest=last.digest)
        handler.execute(stream, [_report(confirmed)], Who(side), "script")
    return stream


def _report(command: Command) -> Report:
    return Report(str(uuid4()), type(command).__name__, codec.encode(command))


def _is_settled(stream: str) -> bool:
    return Sheet.objects.filter(stream=stream, status=Sheet.Status.SETTLED).exists()


def _until(begin: Callable[[], object], done: Callable[[], bool]) -> float:
    """Milliseconds."""
    start = time.perf_counter()
    begin()
    wait_for(done, "the settlement", patience=120, look=LOOK)
    return (time.perf_counter() - start) * 1000


def closed() -> Round:
    found = []
    with seasons.of_skirmish():
        player = User.objects.create_user("closes-rounds")
        who = Who(str(player.pk), referee=True)
        stream = seasons.begun(player, who, 2 * ROUND)
        for turn in range(1, 4):
            seasons.fight(stream, who, 2 * ROUND, turn)
            begin, cpu = time.perf_counter(), time.process_time()
            seasons.tell(stream, who, [CloseRound(round=turn)])
            found.append(Round(time.perf_counter() - begin, time.process_time() - cpu))
    return min(found)
