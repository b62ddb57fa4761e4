"""Reads a backup into a database: all of it, verified and folded, or nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from django.apps.registry import Apps
from django.conf import settings
from django.contrib.contenttypes.models import ContentType
from django.core.management.color import no_style
from django.core.management.sql import emit_post_migrate_signal
from django.db import DatabaseError, connection, models, transaction
from django.db.migrations import Migration
from django.db.migrations.loader import MigrationLoader
from django.utils import timezone
from django.utils.translation import gettext as _

from api.models import ClubKey, Token
from battles import locks, log
from battles.verification import first_fault
from campaigns.conversation import photos
from campaigns.models import NoticeDelivery, OutboxMessage
from campaigns.outgoing.stopped import switch_off_restored
from deploy import grants, read_tables
from deploy.backup import archive, tables
from deploy.backup.archive import BadBackup, Manifest, Reading
from deploy.migrating import Executor

Tell = Callable[[str, int], None]
OURS = {"battles", "campaigns", "api"}  # a database is empty while no table of these apps has a row


class NotEmpty(Exception):
    """The database holds something, and nobody said that it may be replaced."""


class Restored(NamedTuple):
    """The result: the manifest, how many streams were verified, the faults that were let pass, and how many webhooks
    and channels of Discord were switched off."""

    manifest: Manifest
    streams: int
    faults: list[log.Fault]
    stopped: int


def restore(path: Path, tell: Tell, *, replace: bool = False, despite_faults: bool = False) -> Restored:
    """Restore a backup into an empty database, or with `replace` in place of what is there.

    The whole file is checked before anything is touched, its manifest first. Then one transaction makes the tables as
    the backup's release had them, fills them, migrates them to this release, verifies the log, and folds the read
    tables. Others see the old or the new. Raises `NotEmpty`, `locks.Late` where others do not let go of the tables,
    or `BadBackup` for anything wrong with the file; `despite_faults` accepts a log that does not verify but was written
    that way.
    """
    with archive.opened(path) as reading:
        _check_known(reading.manifest)
        shape = _shape(reading.manifest)
        for table in reading.manifest.tables:
            for rows in reading.check(table):
                tell(_("checking %(table)s") % {"table": table.name}, rows)
        for n, medium in enumerate(reading.manifest.media, 1):
            reading.medium(medium)
            tell(_("checking photos"), n)
        with connection.constraint_checks_disabled(), transaction.atomic(durable=True):
            _make_room(replace)
            with _misfits_told():
                _fill(reading, shape, tell)
                _upgrade(tell)
            _hold_mail(reading.manifest)
            stopped = switch_off_restored()  # this may be a copy, and the site goes on sending
            Token.objects.all().delete()  # a session ended since the backup must not work again
            ClubKey.objects.filter(ended_at=None).update(ended_at=timezone.now())  # nor a key; the log names it
            streams, faults = _verify(tell, despite_faults)
            tell(_("folding the read tables"), 0)
            read_tables.fold()
            _let_serve()
        for n, medium in enumerate(reading.manifest.media, 1):
            photos.put_back(medium.name, reading.medium(medium))
            tell(_("putting back photos"), n)
    ContentType.objects.clear_cache()
    return Restored(reading.manifest, streams, faults, stopped)


class _Shape(NamedTuple):
    """What a database has where a backup was made: its migrations, and the tables of its desk by their names."""

    loader: tables.LoaderOf
    desk: dict[str, type[models.Model]]


def _check_known(manifest: Manifest) -> None:
    known = MigrationLoader(None).disk_migrations
    if strange := [key for key in manifest.migrations if tuple(key) not in known]:
        raise BadBackup(
            _("This backup was made by release %(release)s, which has a migration this release does not know")
            % {"release": manifest.release}
            + f" ({'.'.join(strange[0])}). "
            + _("Install that release and restore it there. Nothing was changed.")
        )


def _shape(manifest: Manifest) -> _Shape:
    """BadBackup for a table or column that the release which made it, by its migrations, did not have."""
    loader = tables.LoaderOf(manifest.migrations)
    desk = {model._meta.db_table: model for model in tables.desk(tables.shape(loader, loader.keys))}
    columns = {name: set(tables.columns(model)) for name, model in desk.items()}
    columns |= {name: set(known) for name, known in log.table_copy.COLUMNS.items()}
    for table in manifest.tables:
        if table.name not in columns:
            raise _misfit(table.name)
        if strange := sorted(set(table.columns) - columns[table.name]):
            raise _misfit(f"{table.name}.{strange[0]}")
    return _Shape(loader, desk)


def _make_room(replace: bool) -> None:
    """Drop all our tables, so that they can be made as the backup's release had them."""
    executor = Executor(connection)
    if newer := tables.unknown(executor):
        raise NotEmpty(
            _("The database was migrated by a newer release (%(migration)s). Empty it by hand.")
            % {"migration": ".".join(newer[0])}
        )
    apps = tables.shape(executor.loader, tables.applied(executor.loader))
    present = set(connection.introspection.table_names())
    ours = [model for model in _models(apps) if model._meta.db_table in present]
    if not replace and (full := _full(ours)):
        raise NotEmpty(
            _("The database is not empty: %(tables)s. Use an empty one, or add --replace to delete what is there.")
            % {"tables": ", ".join(full)}
        )
    of_log = set(log.table_copy.COLUMNS)
    names = [model._meta.db_table for model in ours if model._meta.db_table not in of_log]
    _have_alone([*names, *({"django_migrations"} & present), *log.table_copy.all_tables()])
    log.table_copy.drop_tables(connection)
    cascade = " CASCADE" if connection.vendor == "postgresql" else ""
    with connection.cursor() as cursor:
        for name in (*names, "django_migrations"):
            cursor.execute(f"DROP TABLE IF EXISTS {connection.ops.quote_name(name)}{cascade}")


def _have_alone(names: list[str]) -> None:
    """Wait until nobody is at these tables, and let everybody by meanwhile. To drop them one after the other takes them
    in another order than who reports, and each would wait for the other."""
    if connection.vendor == "postgresql" and names:
        locks.together([connection.ops.quote_name(name) for name in names], "ACCESS EXCLUSIVE")


def _models(apps: Apps) -> list[type[models.Model]]:
    return [model for model in apps.get_models(include_auto_created=True) if model._meta.managed]


def _full(ours: list[type[models.Model]]) -> list[str]:
    """The names of tables with rows that somebody would miss."""
    mine = [model for model in ours if model._meta.app_label in OURS and model._meta.db_table not in tables.LEFT_OUT]
    return sorted(model._meta.db_table for model in mine if model._base_manager.exists())


def _fill(reading: Reading, shape: _Shape, tell: Tell) -> None:
    executor = Executor(connection, _settled)
    executor.loader = shape.loader
    executor.migrate(tables.leaves(shape.loader, shape.loader.keys))
    desk = shape.desk
    for model in desk.values():  # what migrations have put there is in the backup, as it was left
        model._base_manager.all()._raw_delete(connection.alias)
    for table in reading.manifest.tables:
        done = 0
        for rows in reading.pages(table):
            if table.name in log.table_copy.COLUMNS:
                log.table_copy.copy_in(table.name, table.columns, rows)
            else:
                tables.load(desk[table.name], table.columns, rows)
            done += len(rows)
            tell(_("loading %(table)s") % {"table": table.name}, done)
    connection.check_constraints()
    _count_on(list(desk.values()))


def _count_on(desk: list[type[models.Model]]) -> None:
    """Set the sequences, so that new rows get numbers after the loaded ones."""
    with connection.cursor() as cursor:
        for statement in connection.ops.sequence_reset_sql(no_style(), desk):
            cursor.execute(statement)


def _upgrade(tell: Tell) -> None:
    executor = Executor(connection, _settled)
    targets = executor.loader.graph.leaf_nodes()
    if plan := executor.migration_plan(targets):
        tell(_("upgrading to this release"), len(plan))
        executor.migrate(targets, plan)
    emit_post_migrate_signal(verbosity=0, interactive=False, db=connection.alias)


def _hold_mail(manifest: Manifest) -> None:
    """Hold mail that waited when the backup was made: it may have been sent since, so a person decides."""
    waiting = OutboxMessage.objects.filter(status=OutboxMessage.Status.WAITING)
    waiting.update(status=OutboxMessage.Status.CLAIMED, claimed_at=manifest.made_at)
    NoticeDelivery.objects.filter(due_at__lte=timezone.now()).delete()  # everybody still reads them on their page


def _settled(action: str, migration: Migration | None = None, fake: bool | None = None) -> None:
    """After each migration: PostgreSQL alters no table with constraints still to be checked in this transaction."""
    if action == "apply_success":
        connection.check_constraints()


def _verify(tell: Tell, despite_faults: bool) -> tuple[int, list[log.Fault]]:
    streams, faults = 0, []
    for stream, kind in log.streams():
        streams += 1
        if fault := first_fault(stream, kind):
            faults.append(fault)
        tell(_("verifying"), streams)
    if faults and not despite_faults:
        raise BadBackup(
            _(
                "The file is as it was written, and the log in it does not hold: stream %(stream)s, row %(position)d:"
                " %(reason)s Nothing was changed; --despite-faults restores it as it is."
            )
            % faults[0]._asdict()
        )
    return streams, faults


def _let_serve() -> None:
    """What the account that serves may do was said of the tables that are gone. Where there is no such account yet,
    `manage.py upgrade` says so."""
    role = settings.DATABASE_ROLE
    if role and connection.vendor == "postgresql" and grants.is_there(role):
        grants.give(role)


@contextmanager
def _misfits_told() -> Iterator[None]:
    """Turns errors from rows that no database of ours takes into `BadBackup`: a backup did not write them."""
    try:
        yield
    except (KeyError, TypeError, ValueError, DatabaseError) as error:
        if isinstance(error, BadBackup):
            raise
        raise _misfit(" ".join(str(error).split())) from error


def _misfit(why: str) -> BadBackup:
    return BadBackup(_("The backup does not fit its own release: %(why)s. Nothing was changed.") % {"why": why})
