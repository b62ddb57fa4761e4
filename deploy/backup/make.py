"""Writes a backup: one moment of the whole database, while people go on playing."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db import connection, transaction
from django.db.migrations.executor import MigrationExecutor
from django.utils import timezone
from django.utils.translation import gettext as _

from battles import log
from campaigns.conversation import photos
from deploy import limits
from deploy.backup import archive, tables
from deploy.backup.archive import BadBackup, Manifest, Writing

Tell = Callable[[str, int], None]  # the current table, and how many of its rows are done
NAME = re.compile(r"leaguer-\d{8}T\d{6}Z\.zip")


def backup(path: Path, tell: Tell) -> tuple[Path, Manifest]:
    """Write a backup to a new file, or into a folder under a name made from the time.

    The file gets its name when it is whole and on the disk. Memory stays bounded. Raises `BadBackup` when the database
    cannot be backed up, FileExistsError when the file exists already, BlockingIOError while another backup is being
    written there, OSError when it cannot be written.
    """
    made_at = timezone.now().astimezone(UTC).replace(microsecond=0)
    into_folder = path.is_dir()
    if into_folder:
        path = path / f"leaguer-{made_at:%Y%m%dT%H%M%SZ}.zip"
    if path.exists():
        raise FileExistsError(path)
    # One draft for all of a folder, so that drafts of killed backups do not pile up.
    draft = path.with_name(".leaguer.part" if into_folder else f".{path.name}.part")
    with archive.written_whole(path, draft) as file, one_moment(), closing(Writing(file, made_at)) as writing:
        manifest = _written(writing, made_at, tell)
    return path, manifest


def keep_newest(folder: Path, n: int) -> list[Path]:
    """Remove all but the newest `n` backups of a folder, by the times in their names; returns those removed."""
    old = sorted(path for path in folder.iterdir() if NAME.fullmatch(path.name))[:-n]
    for path in old:
        path.unlink()
    return old


@contextmanager
def one_moment() -> Iterator[None]:
    """A transaction that sees the database as it is now, whatever others write meanwhile, and blocks nobody."""
    if connection.vendor == "postgresql":
        of_log = log.table_copy.tables()
        with transaction.atomic(durable=True), connection.cursor() as cursor:
            cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")
            log.table_copy.hold(of_log)
            with limits.taking_its_time():  # it reads photos from elsewhere
                yield
        return
    connection.ensure_connection()  # which reads the mode from the settings
    mode, connection.transaction_mode = connection.transaction_mode, "DEFERRED"  # type: ignore[attr-defined]
    try:
        with transaction.atomic(durable=True):
            yield
    finally:
        connection.transaction_mode = mode  # type: ignore[attr-defined]


def _written(writing: Writing, made_at: datetime, tell: Tell) -> Manifest:
    executor = MigrationExecutor(connection)
    if newer := tables.unknown(executor):
        raise BadBackup(
            _("The database was migrated by a newer release (%(migration)s). Make the backup with that one.")
            % {"migration": ".".join(newer[0])}
        )
    keys = tables.applied(executor.loader)
    if not log.table_copy.tables():
        raise BadBackup(_("There is nothing to back up: this database has no Leaguer tables yet."))
    for name in log.table_copy.tables():
        _table(writing, name, log.table_copy.columns(name), log.table_copy.copy_out(name), tell)
    apps = tables.shape(executor.loader, keys)
    for model in tables.desk(apps):
        _table(writing, model._meta.db_table, tables.columns(model), tables.pages(model), tell)
    for n, name in enumerate(tables.media(apps), 1):
        with suppress(FileNotFoundError):  # deleted meanwhile, or its folder was not brought along
            writing.medium(name, photos.read(name))
        tell(_("photos"), n)
    known = (archive.FORMAT, archive.VERSION, settings.RELEASE, made_at, connection.vendor, keys)
    manifest = Manifest(*known, writing.tables, writing.media)
    writing.finish(manifest)
    return manifest


def _table(writing: Writing, name: str, columns: Iterable[str], pages: Iterable[list[Any]], tell: Tell) -> None:
    for rows in writing.table(name, columns, pages):
        tell(name, rows)
