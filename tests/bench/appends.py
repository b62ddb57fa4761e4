"""One and twenty events in a commit, under the stream's lock and with the battle's sheet: against an aggregate of the
`eventsourcing` library, and against as many bare INSERTs into a table without a key."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from uuid import UUID, uuid4

from django.db import connection, transaction
from django.utils import timezone
from eventsourcing.application import Application

from battles import handler, log, projections
from tests.bench import aggregate, battles
from tests.bench.timing import Pair, pair

MANY = (1, 20)
DATA = (
    '{"shooter":"alpha-1","target":"t64-2","attack":[2,5,6,6],"defence":[1,2,4,6],"hits":1,"note":"at close range, in'
    ' cover, and seen from the side of the road where the other tank had stood"}'
)
BARE = "CREATE TABLE bare (stream text, position int, type text, data text, digest text)"


def measure() -> Iterator[Pair]:
    stream = str(uuid4())
    battles.told(battles.played(50), stream, 50)
    sheet = projections.sheet_values(stream, handler.state(stream), log.read(stream))
    with connection.cursor() as cursor:
        cursor.execute(BARE)
    with aggregate.application() as library:
        for many in MANY:
            ours = partial(_append, sheet, many)
            yield pair(f"append {many} in a commit", ours, _theirs(library, many), 100)
            yield pair(f"append {many} in a commit, against bare INSERTs", ours, partial(_bare, many), 100)


def _append(sheet: projections.Values, many: int) -> None:
    """Everything a report pays for but the ruling."""
    report, stream = str(uuid4()), sheet["stream"]
    new = [log.NewRow("ShotResolved", 1, DATA, report, n, (), "Fire" * (not n), "{}" * (not n)) for n in range(many)]
    with transaction.atomic():
        log.lock(stream)
        written = log.append(stream, log.head(stream), new, "bench", "api", timezone.now())
        sheet["position"], sheet["digest"] = written[-1].position, written[-1].digest
        projections.update(sheet)


def _theirs(library: Application[UUID], many: int) -> Callable[[], object]:
    battle: aggregate.Battle = library.repository.get(aggregate.recorded(library, 50))

    def append() -> None:
        for n in range(many):
            battle.resolve("alpha-1", "t64-2", [2, 5, 6, 6], [1, 2, 4, 6], n, "at close range, in cover")
        library.save(battle)

    return append


def _bare(many: int) -> None:
    with transaction.atomic(), connection.cursor() as cursor:
        for n in range(many):
            cursor.execute("INSERT INTO bare VALUES (%s, %s, %s, %s, %s)", ["a", n, "ShotResolved", DATA, "0" * 64])
