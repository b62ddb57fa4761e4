from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps


def nobody_is_asked_any_more(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """A battle that both sides have confirmed has no time of confirmation by default."""
    sheets = apps.get_model("battles", "Sheet")._default_manager.using(schema_editor.connection.alias)
    sheets.filter(status__in=("confirmed", "settled")).update(confirm_by="")


class Migration(migrations.Migration):
    dependencies = [
        ("battles", "0003_sheet_waiting"),
    ]

    operations = [
        migrations.AddField(
            model_name="sheet",
            name="unsettled",
            field=models.PositiveIntegerField(default=0, verbose_name="reports left to settle"),
        ),
        migrations.AddField(
            model_name="sheet",
            name="proposed",
            field=models.CharField(blank=True, max_length=40, verbose_name="side that proposes"),
        ),
        migrations.AddField(
            model_name="sheet",
            name="voided",
            field=models.TextField(blank=True, verbose_name="sides whose confirmation fell"),
        ),
        migrations.RunPython(nobody_is_asked_any_more, migrations.RunPython.noop),
    ]
