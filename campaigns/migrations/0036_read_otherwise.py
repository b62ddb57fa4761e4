"""Whether a battle stands as it was fought, although house rules that were amended since say otherwise."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("campaigns", "0035_plain_lists"),
    ]

    operations = [
        migrations.AddField(
            model_name="fixture",
            name="read_otherwise",
            field=models.BooleanField(
                default=False,
                help_text="By house rules that were amended since, rulings of its battle would be others.",
                verbose_name="read otherwise",
            ),
        ),
    ]
