from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("deploy", "0001_sweep"),
    ]

    operations = [
        migrations.CreateModel(
            name="Folded",
            fields=[
                ("by", models.CharField(max_length=200, primary_key=True, serialize=False)),
            ],
        ),
    ]
