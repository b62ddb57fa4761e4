from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("battles", "0001_squashed_0006_sheet_cases"),
    ]

    operations = [
        migrations.AddIndex(
            model_name="sheet",
            index=models.Index(fields=["-mustered_at", "stream"], name="battles_newest_first"),
        ),
        migrations.AddIndex(
            model_name="sheet",
            index=models.Index(fields=["moved_at"], name="battles_of_the_last_hours"),
        ),
        migrations.AddIndex(
            model_name="sheet",
            index=models.Index(
                condition=models.Q(("cases", ""), _negated=True), fields=["stream"], name="battles_with_a_case"
            ),
        ),
    ]
