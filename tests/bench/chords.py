"""The peer of a settlement: a task for each vehicle, which writes its row, and one at the end with their sum (a chord).

The site's own worker takes it with `--include tests.bench.chords`. It keeps results, which ours does not: a chord
counts them to know when it is whole.
"""

from __future__ import annotations

from celery import chord
from django.conf import settings
from django.db import connection

from deploy.celery import app

TABLE = "CREATE TABLE settled_by_chord (battle text, vehicle text, points int)"
app.conf.update(
    result_backend=settings.CELERY_BROKER_URL,
    result_backend_transport_options={"global_keyprefix": f"{settings.REDIS_PREFIX}:"},
)


@app.task(name="bench.settle_vehicle", ignore_result=False)
def settle_vehicle(battle: str, number: int) -> int:
    points = number % 7
    _write(battle, str(number), points)
    return points


@app.task(name="bench.settle_battle", ignore_result=True)
def settle_battle(points: list[int], battle: str) -> None:
    _write(battle, "", sum(points))


def settle(battle: str, vehicles: int) -> None:
    """Begin it, and wait for nothing."""
    chord((settle_vehicle.s(battle, number) for number in range(vehicles)), settle_battle.s(battle)).delay()


def is_settled(battle: str) -> bool:
    with connection.cursor() as cursor:
        cursor.execute("SELECT COUNT(*) FROM settled_by_chord WHERE battle = %s AND vehicle = ''", [battle])
        return bool(cursor.fetchone()[0])


def _write(battle: str, vehicle: str, points: int) -> None:
    with connection.cursor() as cursor:
        cursor.execute("INSERT INTO settled_by_chord VALUES (%s, %s, %s)", [battle, vehicle, points])
