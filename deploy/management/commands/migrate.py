"""manage.py migrate: Django's own, with an executor that spares most of its work."""

from __future__ import annotations

from django.core.management.commands import migrate

from deploy.migrating import Executor

migrate.MigrationExecutor = Executor  # type: ignore[attr-defined]  # it asks for it by this name


class Command(migrate.Command):
    pass
