"""The log's tables as Django knows them, so that migrations make them. Nothing else imports or registers these models:
rows are read and written in SQL (`reader`, `writer`), and people look at the view `LogLine`.

The switch that lifts the triggers is one table more, `log_switch`; it is made in SQL beside the triggers.
"""

from typing import Any

from django.db import models
from django.db.backends.base.base import BaseDatabaseWrapper


class IdField(models.UUIDField):  # type: ignore[type-arg] # at run time it takes none
    """A UUID in the database's own type, or as canonical text (with dashes) where it has none."""

    def db_type(self, connection: BaseDatabaseWrapper) -> str:
        return "uuid" if connection.features.has_native_uuid_field else "char(36)"

    def get_db_prep_value(self, value: Any, connection: BaseDatabaseWrapper, prepared: bool = False) -> Any:
        value = self.to_python(value)
        return value if value is None or connection.features.has_native_uuid_field else str(value)


class Stream(models.Model):
    """One stream. Its row never changes; writers lock it."""

    id = IdField(primary_key=True)
    kind = models.CharField(max_length=100)

    class Meta:
        db_table = "log_stream"
        indexes = [models.Index(fields=["kind", "id"], name="log_stream_kind")]

    def __str__(self) -> str:
        return f"{self.kind} {self.id}"


class LogRow(models.Model):
    pk = models.CompositePrimaryKey("stream", "position")
    stream = IdField()
    position = models.IntegerField()
    type = models.CharField(max_length=100)
    version = models.IntegerField()
    data = models.TextField()
    command = IdField()
    ordinal = models.IntegerField()
    command_type = models.CharField(max_length=100)
    command_data = models.TextField()
    by = models.CharField(max_length=100)
    via = models.CharField(max_length=20)
    at = models.CharField(max_length=27)
    digest = models.CharField(max_length=64)

    class Meta:
        db_table = "log_row"
        constraints = [models.UniqueConstraint(fields=["stream", "command", "ordinal"], name="log_row_report_once")]

    def __str__(self) -> str:
        return f"{self.stream}:{self.position}"


class Sealed(models.Model):
    pk = models.CompositePrimaryKey("stream", "position", "place")
    stream = IdField()
    position = models.IntegerField()
    place = models.CharField(max_length=200)
    salt = models.CharField(max_length=32)
    value = models.TextField()

    class Meta:
        db_table = "log_sealed"

    def __str__(self) -> str:
        return f"{self.stream}:{self.position} {self.place}"


class Forgotten(models.Model):
    """The trail of what was erased from the log, see `erasure`. Append-only like the log itself."""

    number = models.BigIntegerField(primary_key=True)
    what = models.CharField(max_length=20)
    subject = IdField()
    kind = models.CharField(max_length=100)
    rows = models.BigIntegerField()
    digest = models.CharField(max_length=64)
    by = models.CharField(max_length=100)
    at = models.CharField(max_length=27)
    reason = models.TextField()

    class Meta:
        db_table = "log_forgotten"

    def __str__(self) -> str:
        return f"{self.number}. {self.what} {self.subject}"
