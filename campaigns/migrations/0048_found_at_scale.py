from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("auth", "0012_alter_user_first_name_max_length"),
        ("campaigns", "0047_club_words"),
    ]

    operations = [
        migrations.AddIndex(
            model_name="campaignsheet",
            index=models.Index(fields=["moved_at"], name="seasons_of_the_last_hours"),
        ),
        migrations.AddIndex(
            model_name="fixture",
            index=models.Index(
                condition=models.Q(("remind_at", ""), _negated=True), fields=["remind_at"], name="fixture_that_reminds"
            ),
        ),
        migrations.AddIndex(
            model_name="user",
            index=models.Index(condition=models.Q(("is_active", False)), fields=["guest_of"], name="guests_that_left"),
        ),
    ]
