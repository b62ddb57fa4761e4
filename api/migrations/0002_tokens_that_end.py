"""Tokens get a name, a last use and an expiry. Existing ones hold for one more year."""

from datetime import timedelta

from django.db import migrations, models
from django.utils import timezone


def a_year_more(apps, schema_editor):
    apps.get_model("api", "Token").objects.update(expires_at=timezone.now() + timedelta(days=365))


class Migration(migrations.Migration):
    dependencies = [("api", "0001_initial")]

    operations = [
        migrations.AddField(
            model_name="token",
            name="expires_at",
            field=models.DateTimeField(editable=False, null=True, verbose_name="expires at"),
        ),
        migrations.AddField(
            model_name="token",
            name="last_used",
            field=models.DateTimeField(editable=False, help_text="To the hour.", null=True, verbose_name="last used"),
        ),
        migrations.AddField(
            model_name="token",
            name="name",
            field=models.CharField(
                blank=True, help_text="What it is for, as its owner said.", max_length=80, verbose_name="name"
            ),
        ),
        migrations.RunPython(a_year_more, migrations.RunPython.noop),
    ]
