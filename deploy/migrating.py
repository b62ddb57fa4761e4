"""Migrates as Django does, in two thirds of the time: after a step it makes only the model anew that the step changes.

Django makes every model anew that is related to a changed one, and theirs: by way of the accounts that is nearly all
there are, after each table, column and index. No such step asks any of them. Where Python is to work on rows, Django
makes all models anew itself; before a migration of other steps that is done here.
"""

from __future__ import annotations

from django.db.migrations import Migration, operations
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.operations.base import Operation
from django.db.migrations.state import ProjectState

from battles.create_tables import CreateTables

# What they do in the database turns on their own model, and on the tables and primary keys that it points to.
ALONE = (
    operations.CreateModel,
    operations.AddField,
    operations.AddIndex,
    operations.AddConstraint,
    operations.AlterModelOptions,
    operations.RunPython,
    operations.RunSQL,
    CreateTables,
)


class _Sparing(ProjectState):
    def _find_reload_model(self, app_label: str, model_name: str, delay: bool = False) -> set[tuple[str, str]]:
        """What is to be made anew as this model has changed. The others know its older form until they are wanted."""
        self.is_delayed = True
        return {(app_label, model_name)}


class Executor(MigrationExecutor):
    def apply_migration(
        self, state: ProjectState, migration: Migration, fake: bool = False, fake_initial: bool = False
    ) -> ProjectState:
        spares = all(map(_stands_alone, migration.operations))
        if not spares:
            state.clear_delayed_apps_cache()
            state.apps  # noqa: B018  made anew, all of them
        state.__class__ = _Sparing if spares else ProjectState
        return super().apply_migration(state, migration, fake=fake, fake_initial=fake_initial)


def _stands_alone(step: Operation) -> bool:
    """Whether no other model has a say in what it does. A column that others may point to is not altered alone."""
    if isinstance(step, operations.AlterField):
        return not (step.field.is_relation or step.field.unique)  # as a primary key is
    return isinstance(step, ALONE)
