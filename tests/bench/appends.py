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
    with connection.cursor() as cursor:
        cursor.execute(BARE)
    writer = Writer(stream)
    with aggregate.application() as library:
        for many in MANY:
            ours = partial(writer.append, many)
            yield pair(f"append {many} in a commit", ours, _theirs(library, many), 100)
            yield pair(f"append {many} in a commit, against bare INSERTs", ours, partial(_bare, many), 100)


class Writer:
    """One who reports to a battle again and again, and has it as they left it, as the library's application has its
    aggregate. Whether it still stands so is asked as it is appended to."""

    def __init__(self, stream: str) -> None:
        self.stream, self.head = stream, log.head(stream)
        self.sheet = projections.sheet_values(stream, handler.state(stream), log.read(stream))

    def append(self, many: int) -> None:
        """Everything a report pays for but the ruling."""
        report = str(uuid4())
        new = [
            log.NewRow("ShotResolved", 1, DATA, report, n, (), "Fire" * (not n), "{}" * (not n)) for n in range(many)
        ]
        last = log.append(
            *(self.stream, self.head, new, "bench", "api", timezone.now()), erasures=0, beside=self._sheet
        )[-1]
        self.head = log.Head(last.position, last.digest, last.at)

    def _sheet(self, rows: list[log.Row]) -> log.Beside:
        return projections.moved(self.sheet | {"position": rows[-1].position, "digest": rows[-1].digest})


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
