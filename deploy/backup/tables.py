"""What a backup holds of a database: the log, and the desk. Read tables are folded from the log again.

The database is read in the shape its own migrations gave it. So a backup can be made before an upgrade as well as
after; one of an earlier release is loaded in that release's shape and then migrated.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from django.apps.registry import Apps
from django.db import connection, models
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader

from battles import log
from campaigns.models import BrowserLogin, OpenPage, OwnDiscord, OwnDiscordMessage, Photo, PushDevice, PushMessage
from campaigns.projection_rebuild import READ_TABLES
from deploy.models import Folded

# Sessions are not worth keeping, nor are the browsers that they are in and the devices that asked in them to be told. A
# person's own Discord is left out, too: who reads a backup could write there, and a copy of the site would tell its
# person everything twice.
DEVICES: tuple[type[models.Model], ...] = (
    BrowserLogin,
    OpenPage,
    OwnDiscord,
    OwnDiscordMessage,
    PushDevice,
    PushMessage,
)
LEFT_OUT = {"django_session", Folded._meta.db_table, *(model._meta.db_table for model in (*READ_TABLES, *DEVICES))}
PAGE = 1000

Key = tuple[str, str]  # app and name of a migration


class LoaderOf(MigrationLoader):
    """The migrations as Django chooses them on the way to `keys` in an empty database: a squashed one, unless only some
    of those that it replaces are among them."""

    def __init__(self, keys: Iterable[Key]) -> None:
        self.keys = set(keys)
        super().__init__(None, replace_migrations=False)  # whatever the connected database has

    def build_graph(self) -> None:
        super().build_graph()
        for key, squashed in self.replacements.items():
            if key in self.keys or self.keys.issuperset(squashed.replaces):
                self.keys.add(key)
                self.graph.remove_replaced_nodes(key, squashed.replaces)
            else:
                self.graph.remove_replacement_node(key, squashed.replaces)


def applied(loader: MigrationLoader) -> list[Key]:
    """The migrations the database has, in order of their names; of those that a squashed one replaces, that one."""
    return sorted(key for key in loader.applied_migrations if key in loader.graph.nodes)


def unknown(executor: MigrationExecutor) -> list[Key]:
    """Migrations of our apps that the database has and this release does not: a newer release was here."""
    return sorted(key for key in executor.recorder.applied_migrations() if key not in executor.loader.disk_migrations)


def leaves(loader: MigrationLoader, keys: Iterable[Key]) -> list[Key]:
    """The last of these migrations in each app."""
    among = {key for key in keys if key in loader.graph.nodes}
    children = loader.graph.node_map
    return sorted(
        key
        for key in among
        if not any(child.key in among and child.key[0] == key[0] for child in children[key].children)
    )


def shape(loader: MigrationLoader, keys: Iterable[Key]) -> Apps:
    """The models as these migrations leave them."""
    return loader.project_state(leaves(loader, keys)).apps


def desk(apps: Apps) -> list[type[models.Model]]:
    """The models with rows that people have made, and Django's own beside them, in order of their tables' names."""
    of_log = {*log.table_copy.COLUMNS}
    found = {
        model._meta.db_table: model
        for model in apps.get_models(include_auto_created=True)
        if model._meta.managed and not model._meta.proxy and model._meta.db_table not in {*LEFT_OUT, *of_log}
    }
    return [found[name] for name in sorted(found)]


def media(apps: Apps) -> Iterator[str]:
    """The names of all photos, where the database knows any."""
    found = {model._meta.db_table: model for model in desk(apps)}
    if (photos := found.get(Photo._meta.db_table)) is not None:
        yield from photos._base_manager.order_by("pk").values_list("name", flat=True).iterator(chunk_size=PAGE)


def columns(model: type[models.Model]) -> list[str]:
    return [str(field.column) for field in model._meta.concrete_fields]


def pages(model: type[models.Model]) -> Iterator[list[tuple[Any, ...]]]:
    """The rows of a desk table, a bounded number at a time, in order of their keys."""
    names = [field.attname for field in model._meta.concrete_fields]
    page: list[tuple[Any, ...]] = []
    for row in model._base_manager.order_by("pk").values_list(*names).iterator(chunk_size=PAGE):
        page.append(row)
        if len(page) == PAGE:
            yield page
            page = []
    if page:
        yield page


def load(model: type[models.Model], names: list[str], rows: list[list[Any]]) -> None:
    """Insert rows into a desk table as they were, without defaults or automatic times. KeyError: unknown column."""
    fields = [{str(field.column): field for field in model._meta.concrete_fields}[name] for name in names]
    quote = connection.ops.quote_name
    places = ", ".join(["%s"] * len(fields))
    statement = f"INSERT INTO {quote(model._meta.db_table)} ({', '.join(map(quote, names))}) VALUES ({places})"
    with connection.cursor() as cursor:
        cursor.executemany(
            statement,
            [
                [
                    field.get_db_prep_save(field.to_python(value), connection)
                    for field, value in zip(fields, row, strict=True)
                ]
                for row in rows
            ],
        )
