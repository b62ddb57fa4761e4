from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("campaigns", "0004_people_at_the_door"),
    ]

    operations = [
        migrations.AddField(
            model_name="campaign",
            name="test",
            field=models.BooleanField(
                default=False,
                help_text=("It can be forgotten with all its battles (manage.py forget). To be said before it opens."),
                verbose_name="only a test",
            ),
        ),
    ]
