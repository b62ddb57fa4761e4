"""`manage.py migrate` makes fewer models anew than Django does, and asks the database for the same."""

from __future__ import annotations

import lzma
import re
from collections.abc import Callable
from pathlib import Path
from threading import Thread
from typing import Any

import psycopg
import pytest
from django.core.management import call_command
from django.core.management.commands import migrate
from django.db import connection, models
from django.db.migrations import Migration, operations
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.operations.base import Operation
from django.db.migrations.state import ModelState, ProjectState

from deploy.migrating import Executor
from tests.databases import Scratch, scratch
from tests.servers import wait_for

OLD = Path(__file__).parents[1] / "data" / "release_0_2" / "leaguer.sqlite3.xz"
# When it was done, and what a process calls its savepoints and puts into an order of its own.
ANY_TIME = re.compile(r"\b20\d\d-\d\d-\d\d[ T][\d:.+]*|\bs\d+_x\d+|\bIN \(.*")


def steps(number: int, *some: Operation) -> Migration:
    found: Migration = type("Migration", (Migration,), {"operations": some})(f"{number:04}", "garage")
    return found


def test_a_step_of_one_model_leaves_the_others_and_one_of_several_makes_all_anew(
    tmp_path: Path, django_db_blocker: Any
) -> None:
    tank = operations.CreateModel("Tank", [("key", models.CharField(max_length=9, primary_key=True))])
    crew = operations.CreateModel(
        "Crew", [("id", models.AutoField(primary_key=True)), ("tank", models.ForeignKey("garage.Tank", models.CASCADE))]
    )
    with django_db_blocker.unblock(), scratch(tmp_path) as database, database.used():
        executor = Executor(connection)
        executor.recorder.ensure_schema()
        state = executor.apply_migration(ProjectState(), steps(1, tank, crew))
        before = state.apps.get_model("garage", "Tank")
        field = models.IntegerField(null=True)
        state = executor.apply_migration(state, steps(2, operations.AddField("crew", "skill", field)))
        assert state.apps.get_model("garage", "Tank") is before
        assert state.apps.get_model("garage", "Crew")._meta.get_field("skill")
        state = executor.apply_migration(state, steps(3, operations.RenameModel("Tank", "Hull")))
        wider = models.CharField(max_length=20, primary_key=True)
        state = executor.apply_migration(state, steps(4, operations.AlterField("hull", "key", wider)))
        aims = state.apps.get_model("garage", "Crew")._meta.get_field("tank")
        assert aims.related_model is state.apps.get_model("garage", "Hull")
        with connection.cursor() as cursor:
            columns = connection.introspection.get_table_description(cursor, "garage_crew")
            relations = connection.introspection.get_relations(cursor, "garage_crew")
    assert {one.name: one.display_size or one.internal_size for one in columns}["tank_id"] == 20
    assert {name: found[:2] for name, found in relations.items()} == {"tank_id": ("key", "garage_hull")}


FIELDS = [
    ("id", models.AutoField(primary_key=True)),
    ("tank", models.ForeignKey("garage.Tank", models.CASCADE)),
]
GROWN = operations.AddField("tank", "crew", models.IntegerField(default=4, db_default=4))
# Each with how it is seen that it was done. Foreign keys are made last, when the step is nearly over.
WAITING = {
    "a column": (GROWN, "INSERT INTO garage_tank (key) VALUES ('seen') RETURNING crew"),
    "a table that points to it": (operations.CreateModel("Crew", FIELDS), "SELECT 4 + count(*) FROM garage_crew"),
}


@pytest.mark.only_on("postgresql")
@pytest.mark.parametrize("what", WAITING)
def test_a_step_that_waits_for_a_lock_lets_by_who_comes_after(
    tmp_path: Path, django_db_blocker: Any, what: str
) -> None:
    """Somebody is at a table for long. Who adds a row to it meanwhile is not kept waiting."""
    step, seen = WAITING[what]
    tank = operations.CreateModel("Tank", [("key", models.CharField(max_length=9, primary_key=True))])
    with django_db_blocker.unblock(), scratch(tmp_path) as database, database.used():
        url = database.environment()["DATABASE_URL"]
        executor = Executor(connection)
        executor.recorder.ensure_schema()
        executor.apply_migration(ProjectState(), steps(1, tank))
        with psycopg.connect(url) as backup:
            backup.execute("LOCK TABLE garage_tank IN ROW EXCLUSIVE MODE")
            thread = Thread(target=add, args=(url, backup))
            thread.start()
            state = ProjectState({("garage", "tank"): ModelState("garage", "Tank", tank.fields)})
            with pytest.MonkeyPatch.context() as patch:  # what it begins anew with: these migrations stand in no file
                patch.setattr(executor, "_create_project_state", lambda **_how: state.clone())
                executor.apply_migration(state.clone(), steps(2, step))
        thread.join()
        assert not connection.in_atomic_block
        with psycopg.connect(url) as other:
            assert other.execute(seen).fetchone() == (4,)
            assert other.execute("SELECT name FROM django_migrations ORDER BY id").fetchall() == [("0001",), ("0002",)]


def add(url: str, backup: psycopg.Connection[Any]) -> None:
    """Once somebody waits for the table, add a row to it; only then does the long one end."""
    with psycopg.connect(url, autocommit=True) as other:
        waits = "SELECT count(*) FROM pg_locks WHERE NOT granted AND relation = 'garage_tank'::regclass"
        wait_for(lambda: other.execute(waits).fetchone() != (0,), "a migration that waits")
        other.execute("SET statement_timeout = '20s'")
        other.execute("INSERT INTO garage_tank (key) VALUES ('other')")
    backup.rollback()


def told(executor: type[MigrationExecutor], database: Scratch, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """All that migrating asks of the database."""
    found = list[str]()

    def note(execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any) -> Any:
        found.append(ANY_TIME.sub("", f"{sql} {params}"))
        return execute(sql, params, many, context)

    monkeypatch.setattr(migrate, "MigrationExecutor", executor)
    with database.used(), connection.execute_wrapper(note):
        call_command("migrate", verbosity=0)
    return found


@pytest.mark.soak
@pytest.mark.parametrize("begins", ["with nothing", "as 0.2 left it"])
def test_the_statements_are_djangos_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, django_db_blocker: Any, begins: str
) -> None:
    both = []
    for executor in (MigrationExecutor, Executor):
        with django_db_blocker.unblock(), scratch(tmp_path) as database:
            if begins == "as 0.2 left it":
                Path(database.name).write_bytes(lzma.decompress(OLD.read_bytes()))
            both.append(told(executor, database, monkeypatch))
    django, ours = both
    assert len(django) > 300
    assert ours == django
