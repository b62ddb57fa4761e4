from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("campaigns", "0014_plainer_help"),
    ]

    operations = [
        migrations.AddField(
            model_name="campaignsheet",
            name="asked",
            field=models.TextField(
                blank=True,
                default="",
                help_text="Platoons that have to answer a proposal; empty for none.",
                verbose_name="asked",
            ),
        ),
        migrations.AddField(
            model_name="campaignsheet",
            name="unsettled",
            field=models.PositiveIntegerField(
                default=0,
                help_text="Reports that a correction has left to settle.",
                verbose_name="left open",
            ),
        ),
    ]
