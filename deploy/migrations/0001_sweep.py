"""The clerk's sweep in the database's schedules: every minute, until a superuser changes it in the office."""

from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps


def every_minute(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """A message that nobody took in time can expire: the next one says the same."""
    alias = schema_editor.connection.alias
    intervals = apps.get_model("django_celery_beat", "IntervalSchedule")._default_manager.using(alias)
    tasks = apps.get_model("django_celery_beat", "PeriodicTask")._default_manager.using(alias)
    minute, _new = intervals.get_or_create(every=60, period="seconds")
    tasks.get_or_create(
        name="sweep",
        defaults={
            "task": "leaguer.sweep",
            "interval": minute,
            "expire_seconds": 55,
            "description": "The clerk finds everything that is due. Without it deadlines pass unnoticed.",
        },
    )


class Migration(migrations.Migration):
    dependencies = [
        ("django_celery_beat", "0019_alter_periodictasks_options"),
    ]

    operations = [
        migrations.RunPython(every_minute, migrations.RunPython.noop),
    ]
