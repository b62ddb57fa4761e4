"""The migrations up to 0006_sheet_cases as one, for a database that has none of them."""

import django.db.models.deletion
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

import battles.log.tables
from battles.create_tables import CreateTables
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

    replaces = [
        ("battles", "0001_log"),
        ("battles", "0002_sheets"),
        ("battles", "0003_sheet_waiting"),
        ("battles", "0004_sheet_mending"),
        ("battles", "0005_forgotten"),
        ("battles", "0006_sheet_cases"),
    ]

    dependencies = []

    operations = [
        CreateTables(
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
            migrations.CreateModel(
                name="Sheet",
                fields=[
                    ("stream", models.UUIDField(primary_key=True, serialize=False, verbose_name="battle")),
                    ("campaign", models.UUIDField(db_index=True, null=True, verbose_name="campaign")),
                    ("system", models.CharField(max_length=40, verbose_name="rule system")),
                    ("edition", models.CharField(max_length=40, verbose_name="edition")),
                    ("scenario", models.CharField(max_length=80, verbose_name="scenario")),
                    ("title", models.CharField(max_length=500, verbose_name="title")),
                    (
                        "status",
                        models.CharField(
                            choices=[
                                ("open", "being played"),
                                ("over", "waiting for confirmation"),
                                ("confirmed", "waiting for settlement"),
                                ("settled", "settled"),
                            ],
                            db_index=True,
                            max_length=10,
                            verbose_name="status",
                        ),
                    ),
                    ("position", models.PositiveIntegerField(verbose_name="position")),
                    ("digest", models.CharField(max_length=64, verbose_name="digest")),
                    ("round", models.PositiveIntegerField(verbose_name="round")),
                    ("winner", models.CharField(blank=True, max_length=40, verbose_name="winner")),
                    ("outcome", models.TextField(blank=True, verbose_name="outcome")),
                    ("mustered_at", models.CharField(max_length=27, verbose_name="mustered at")),
                    ("moved_at", models.CharField(max_length=27, verbose_name="last report at")),
                    ("confirm_by", models.CharField(blank=True, max_length=27, verbose_name="confirmed by default at")),
                    ("waiting", models.TextField(blank=True, verbose_name="sides it waits for")),
                    ("unsettled", models.PositiveIntegerField(default=0, verbose_name="reports left to settle")),
                    ("proposed", models.CharField(blank=True, max_length=40, verbose_name="side that proposes")),
                    ("voided", models.TextField(blank=True, verbose_name="sides whose confirmation fell")),
                    ("cases", models.TextField(blank=True, default="", verbose_name="who has taken its case")),
                ],
                options={
                    "verbose_name": "battle",
                    "verbose_name_plural": "battles",
                    "ordering": ["-mustered_at", "stream"],
                },
            ),
            migrations.CreateModel(
                name="Seat",
                fields=[
                    ("side", models.CharField(max_length=40, verbose_name="side")),
                    ("player", models.CharField(db_index=True, max_length=80, verbose_name="player")),
                    ("key", models.CharField(editable=False, max_length=200, primary_key=True, serialize=False)),
                    (
                        "sheet",
                        models.ForeignKey(
                            on_delete=django.db.models.deletion.CASCADE, related_name="seats", to="battles.sheet"
                        ),
                    ),
                ],
                options={
                    "verbose_name": "seat",
                    "verbose_name_plural": "seats",
                    "ordering": ["key"],
                },
            ),
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
        ),
        migrations.RunPython(guard, unguard),
    ]
