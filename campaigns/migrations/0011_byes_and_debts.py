from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("campaigns", "0010_map"),
    ]

    operations = [
        migrations.AddField(
            model_name="fixture",
            name="ready",
            field=models.TextField(
                default="[]", help_text="JSON: the platoons that are ready to play it.", verbose_name="ready"
            ),
            preserve_default=False,
        ),
        migrations.AddField(
            model_name="standing",
            name="byes",
            field=models.PositiveIntegerField(default=0, verbose_name="byes"),
            preserve_default=False,
        ),
        migrations.AddField(
            model_name="standing",
            name="owed",
            field=models.PositiveIntegerField(
                default=0, help_text="Points its purse could not pay yet.", verbose_name="owed"
            ),
            preserve_default=False,
        ),
    ]
