"""A webhook or channel that a backup has brought is off until somebody switches it on."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("campaigns", "0038_notices"),
    ]

    operations = [
        migrations.AlterField(
            model_name="discordchannel",
            name="off",
            field=models.CharField(
                blank=True,
                choices=[
                    ("", "switched on"),
                    ("person", "switched off"),
                    ("gone", "switched off: its receiver said that it is gone"),
                    ("failing", "switched off: it had failed for days"),
                    ("restored", "switched off: this site was restored from a backup"),
                ],
                default="",
                editable=False,
                max_length=10,
                verbose_name="state",
            ),
        ),
        migrations.AlterField(
            model_name="webhookendpoint",
            name="off",
            field=models.CharField(
                blank=True,
                choices=[
                    ("", "switched on"),
                    ("person", "switched off"),
                    ("gone", "switched off: its receiver said that it is gone"),
                    ("failing", "switched off: it had failed for days"),
                    ("restored", "switched off: this site was restored from a backup"),
                ],
                default="",
                editable=False,
                max_length=10,
                verbose_name="state",
            ),
        ),
    ]
