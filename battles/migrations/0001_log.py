"""The log's tables, their triggers and switch, and the view people look at."""

from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

import battles.log.tables
from battles.log.triggers import install_triggers, remove_triggers
from battles.log.view import drop_view, make_view


def guard(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    install_triggers(schema_editor.connection)
    make_view(schema_editor.connection)


def unguard(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    drop_view(schema_editor.connection)
    remove_triggers(schema_editor.connection)


class Migration(migrations.Migration):
    initial = True

    dependencies = []

    operations = [
        migrations.CreateModel(
            name="LogLine",
            fields=[
                ("key", models.CharField(max_length=50, primary_key=True, serialize=False, verbose_name="key")),
                ("stream", battles.log.tables.IdField(verbose_name="stream")),
                ("kind", models.CharField(max_length=100, verbose_name="kind")),
                ("position", models.IntegerField(verbose_name="position")),
                ("type", models.CharField(max_length=100, verbose_name="type")),
                ("version", models.IntegerField(verbose_name="version")),
                ("data", models.TextField(verbose_name="data")),
                ("command", battles.log.tables.IdField(verbose_name="report")),
                ("ordinal", models.IntegerField(verbose_name="ordinal")),
                ("command_type", models.CharField(max_length=100, verbose_name="report's type")),
                ("command_data", models.TextField(verbose_name="as reported")),
                ("by", models.CharField(max_length=100, verbose_name="by")),
                ("via", models.CharField(max_length=20, verbose_name="via")),
                ("at", models.CharField(max_length=27, verbose_name="at")),
                ("digest", models.CharField(max_length=64, verbose_name="digest")),
            ],
            options={
                "verbose_name": "log row",
                "verbose_name_plural": "log rows",
                "db_table": "log_line",
                "managed": False,
            },
        ),
        migrations.CreateModel(
            name="Sealed",
            fields=[
                (
                    "pk",
                    models.CompositePrimaryKey(
                        "stream", "position", "place", blank=True, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("stream", battles.log.tables.IdField()),
                ("position", models.IntegerField()),
                ("place", models.CharField(max_length=200)),
                ("salt", models.CharField(max_length=32)),
                ("value", models.TextField()),
            ],
            options={
                "db_table": "log_sealed",
            },
        ),
        migrations.CreateModel(
            name="LogRow",
            fields=[
                (
                    "pk",
                    models.CompositePrimaryKey(
                        "stream", "position", blank=True, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("stream", battles.log.tables.IdField()),
                ("position", models.IntegerField()),
                ("type", models.CharField(max_length=100)),
                ("version", models.IntegerField()),
                ("data", models.TextField()),
                ("command", battles.log.tables.IdField()),
                ("ordinal", models.IntegerField()),
                ("command_type", models.CharField(max_length=100)),
                ("command_data", models.TextField()),
                ("by", models.CharField(max_length=100)),
                ("via", models.CharField(max_length=20)),
                ("at", models.CharField(max_length=27)),
                ("digest", models.CharField(max_length=64)),
            ],
            options={
                "db_table": "log_row",
                "constraints": [
                    models.UniqueConstraint(fields=("stream", "command", "ordinal"), name="log_row_report_once")
                ],
            },
        ),
        migrations.CreateModel(
            name="Stream",
            fields=[
                ("id", battles.log.tables.IdField(primary_key=True, serialize=False)),
                ("kind", models.CharField(max_length=100)),
            ],
            options={
                "db_table": "log_stream",
                "indexes": [models.Index(fields=["kind", "id"], name="log_stream_kind")],
            },
        ),
        migrations.RunPython(guard, unguard),
    ]
