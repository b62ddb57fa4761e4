"""The trail of what was taken out of the log, append-only like the log."""

from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

import battles.log.tables
from battles.log.triggers import install_triggers


def guard(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    install_triggers(schema_editor.connection)


class Migration(migrations.Migration):
    dependencies = [
        ("battles", "0004_sheet_mending"),
    ]

    operations = [
        migrations.CreateModel(
            name="Forgotten",
            fields=[
                ("number", models.BigIntegerField(primary_key=True, serialize=False)),
                ("what", models.CharField(max_length=20)),
                ("subject", battles.log.tables.IdField()),
                ("kind", models.CharField(max_length=100)),
                ("rows", models.BigIntegerField()),
                ("digest", models.CharField(max_length=64)),
                ("by", models.CharField(max_length=100)),
                ("at", models.CharField(max_length=27)),
                ("reason", models.TextField()),
            ],
            options={
                "db_table": "log_forgotten",
            },
        ),
        migrations.RunPython(guard, migrations.RunPython.noop),
    ]
