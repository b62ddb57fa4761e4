from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("campaigns", "0045_passkeys"),
    ]

    operations = [
        migrations.AddField(
            model_name="club",
            name="tape",
            field=models.CharField(
                blank=True,
                choices=[
                    ("cm-2.5", "centimetres, an inch is 2.5 cm"),
                    ("cm-2.54", "centimetres, an inch is 2.54 cm"),
                    ("in-2.5", "inches, an inch is 2.5 cm"),
                    ("in-2.54", "inches, an inch is 2.54 cm"),
                ],
                db_default="",
                default="",
                help_text=(
                    "What you measure with. Pages of battles then show and take lengths so, rounded to what can be "
                    "read on it; the log keeps the unit of the battle. Blank for each battle’s own."
                ),
                max_length=10,
                verbose_name="tape",
            ),
        ),
        migrations.AddField(
            model_name="user",
            name="clock",
            field=models.CharField(
                blank=True,
                choices=[("24", "24 hours, 19:30"), ("12", "12 hours, 7:30 PM")],
                db_default="",
                default="",
                help_text="How times are told; as the language has it if empty.",
                max_length=2,
                verbose_name="clock",
            ),
        ),
    ]
