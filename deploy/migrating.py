"""Migrates as Django does, in two thirds of the time: after a step it makes only the model anew that the step changes.

Django makes every model anew that is related to a changed one, and theirs: by way of the accounts that is nearly all
there are, after each table, column and index. No such step asks any of them. Where Python is to work on rows, Django
makes all models anew itself; before a migration of other steps that is done here.

The release before may still serve: so a migration on PostgreSQL is done in haste (`battles.locks`).
"""

from __future__ import annotations

import time
from collections.abc import Callable

from django.db import OperationalError
from django.db.migrations import Migration, operations
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.operations.base import Operation
from django.db.migrations.state import ProjectState

from battles import locks
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
        waits = self.connection.vendor == "postgresql" and migration.atomic and not (fake or fake_initial)
        if not waits:  # SQLite has no such locks, and one writer
            return super().apply_migration(_made_for(migration, state), migration, fake, fake_initial)
        until = time.monotonic() + locks.PATIENCE
        while True:
            try:
                return self._apply_in_haste(_made_for(migration, state), migration)
            except OperationalError as error:
                if not locks.is_late(error) or time.monotonic() > until:
                    raise
            time.sleep(locks.PAUSE)
            # The one that was given has changed half way.
            state = self._create_project_state(with_applied_migrations=True)  # type: ignore[attr-defined]

    def _apply_in_haste(self, state: ProjectState, migration: Migration) -> ProjectState:
        """All of a migration or nothing, without long waits for locks. Django makes foreign keys and indexes when its
        transaction is about to end, where an error does not undo it: so they are made within."""
        tell: Callable[..., None] = self.progress_callback or (lambda *_what: None)
        tell("apply_start", migration, False)
        with self.connection.schema_editor(atomic=True) as editor:
            editor.execute(locks.LIMIT)
            state = migration.apply(state, editor)
            for sql in editor.deferred_sql:
                editor.execute(sql)
            editor.deferred_sql.clear()
            self.record_migration(migration)  # type: ignore[call-arg, arg-type]
        tell("apply_success", migration, False)
        return state


def _made_for(migration: Migration, state: ProjectState) -> ProjectState:
    spares = all(map(_stands_alone, migration.operations))
    if not spares:
        state.clear_delayed_apps_cache()
        state.apps  # noqa: B018  made anew, all of them
    state.__class__ = _Sparing if spares else ProjectState
    return state


def _stands_alone(step: Operation) -> bool:
    """Whether no other model has a say in what it does. A column that others may point to is not altered alone."""
    if isinstance(step, operations.AlterField):
        return not (step.field.is_relation or step.field.unique)  # as a primary key is
    return isinstance(step, ALONE)
