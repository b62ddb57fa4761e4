"""System checks of this floor: what has to be true of the connected database."""

from collections.abc import Sequence
from typing import Any

from django.core.checks import CheckMessage, Error, Tags, register
from django.db import connections
from django.db.migrations.recorder import MigrationRecorder
from django.utils.translation import gettext as _

from battles import log

MADE = ("battles", "0009_log_append")  # the migration before which a database lacks the function that appends


@register(Tags.database)
def log_is_guarded(databases: Sequence[str] | None = None, **kwargs: Any) -> list[CheckMessage]:
    """An Error for a database whose log has lost a trigger, or the function that appends; nothing before the
    migration that makes them: Django checks before it migrates."""
    errors: list[CheckMessage] = []
    for alias in databases or ():
        connection = connections[alias]
        if not log.has_tables(connection):
            continue
        if missing := log.missing_triggers(connection):
            errors.append(
                Error(
                    _("The log of database %(alias)s can be rewritten: it lacks the triggers %(names)s.")
                    % {"alias": alias, "names": ", ".join(missing)},
                    hint=_(
                        "Run `manage.py verify --restore-triggers`; a migration that alters a log table has to end with"
                        " `battles.log.install_triggers`."
                    ),
                    id="battles.E001",
                )
            )
        if not log.can_append(connection) and MADE in MigrationRecorder(connection).applied_migrations():
            errors.append(
                Error(
                    _("No report can be written to the database %(alias)s: it lacks the function log_append.")
                    % {"alias": alias},
                    hint=_("Run `manage.py verify --restore-triggers`; a new database wants `manage.py migrate`."),
                    id="battles.E002",
                )
            )
    return errors
