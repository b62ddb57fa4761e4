"""The function by which PostgreSQL appends to the log; see `battles.log.compare_append`."""

from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

from battles.log import compare_append


def install(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    compare_append.install(schema_editor.connection)


class Migration(migrations.Migration):
    dependencies = [
        ("battles", "0008_lists_at_scale"),
    ]

    operations = [
        migrations.RunPython(install, migrations.RunPython.noop),
    ]
