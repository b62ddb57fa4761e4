"""Two releases serve side by side while one takes the place of the other, so the older one has to live with the newer
one's database. CONTRIBUTING.md says how: expand first, and contract in a later release."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.db import connection, models
from django.db.migrations import operations
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.operations.base import Operation
from django.db.migrations.state import ProjectState

from battles.create_tables import CreateTables

# The last migration of each floor that was made before this rule.
BEFORE = {
    "api": "0003_keys_of_clubs",
    "battles": "0006_sheet_cases",
    "campaigns": "0039_restored",
    "deploy": "0002_folded",
    "leagues": "0004_plain_lists",
}
# Migrations that take something away, change it or work on rows, each with why the release before lives with it: as a
# rule, that it has not used that any more.
LOOKED_AT = {("battles", "0009_log_append"): "It makes a function of PostgreSQL that the release before does not call."}
SAFE = (
    *(operations.CreateModel, operations.AddIndex, operations.RemoveIndex, operations.AlterModelOptions),
    *(operations.AlterModelManagers, CreateTables),
)


def test_the_release_before_lives_with_every_migration() -> None:
    loader = MigrationLoader(None)
    found = []
    for app, last in BEFORE.items():
        for (of, name), migration in sorted(loader.disk_migrations.items()):
            if of == app and name > last and not migration.replaces and (of, name) not in LOOKED_AT:
                state = loader.project_state((of, name), at_end=False)
                found += [
                    f"{app}.{name}: {fault}" for step in migration.operations for fault in faults(step, app, state)
                ]
    assert found == []


def faults(step: Operation, app: str, state: ProjectState) -> Iterator[str]:
    """What the release before does not live with. `state`: the models before the step; it goes on by it."""
    match step:
        case operations.AddField():
            if not (step.field.null or step.field.has_db_default() or step.field.many_to_many):
                yield f"{step.model_name}.{step.name} has no db_default: who does not know it cannot add a row"
        case operations.AlterField():
            before = state.models[app, step.model_name_lower].fields[step.name]
            if not (form(before) == form(step.field) or is_wider(before, step.field)):
                yield f"{step.model_name}.{step.name} is another column than it was"
        case operations.AddConstraint():
            yield f"{step.model_name} gets a rule that rows of the release before may break"
        case _ if not isinstance(step, SAFE):
            yield f"{step.describe()}: the release before uses what was there"
    step.state_forwards(app, state)


def form(field: models.Field[object, object]) -> tuple[object, ...]:
    """Its column."""
    return field.db_type(connection), field.null, field.unique, field.db_column


def is_wider(before: models.Field[object, object], after: models.Field[object, object]) -> bool:
    """A longer text, or one that may be missing."""
    longer = isinstance(before, models.CharField) and isinstance(after, models.CharField)
    same = before.db_type(connection) == after.db_type(connection) or (
        longer and (before.max_length or 0) <= (after.max_length or 0)
    )
    return same and before.unique == after.unique and (after.null or not before.null)


TANK = operations.CreateModel("Tank", [("key", models.CharField(max_length=9, primary_key=True))])
CREW = operations.AddField("tank", "crew", models.CharField(max_length=9, default="", db_default=""))
STEPS = {
    "an index": (operations.AddIndex("tank", models.Index(fields=["crew"], name="by_crew")), True),
    "a column that may be empty": (operations.AddField("tank", "hull", models.IntegerField(null=True)), True),
    "a column without a value": (operations.AddField("tank", "hull", models.IntegerField(default=1)), False),
    "another help": (
        operations.AlterField("tank", "crew", models.CharField(max_length=9, default="", help_text="Who?")),
        True,
    ),
    "a longer text": (operations.AlterField("tank", "crew", models.CharField(max_length=20, default="")), True),
    "a shorter text": (operations.AlterField("tank", "crew", models.CharField(max_length=2, default="")), False),
    "another type": (operations.AlterField("tank", "crew", models.IntegerField(default=1)), False),
    "another name": (operations.RenameField("tank", "crew", "people"), False),
    "a column less": (operations.RemoveField("tank", "crew"), False),
    "a table less": (operations.DeleteModel("tank"), False),
    "a rule": (
        operations.AddConstraint("tank", models.UniqueConstraint(fields=["crew"], name="one_tank_each")),
        False,
    ),
    "rows": (operations.RunSQL("UPDATE tank SET crew = 'nobody'"), False),
}


@pytest.mark.parametrize("what", STEPS)
def test_what_the_release_before_lives_with(what: str) -> None:
    state = ProjectState()
    assert [fault for made in (TANK, CREW) for fault in faults(made, "garage", state)] == []
    step, lives = STEPS[what]
    found = [*faults(step, "garage", state)]
    assert (found == []) == lives, found
