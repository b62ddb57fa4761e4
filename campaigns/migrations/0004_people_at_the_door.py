import django.core.validators
import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models

import campaigns.models.invitations


class Migration(migrations.Migration):
    dependencies = [
        ("campaigns", "0003_umpires"),
    ]

    operations = [
        migrations.AddField(
            model_name="user",
            name="language",
            field=models.CharField(
                blank=True,
                help_text="Of mail to them; the site's own when it is empty.",
                max_length=10,
                verbose_name="language",
            ),
        ),
        migrations.AddField(
            model_name="user",
            name="mail",
            field=models.BooleanField(
                default=True,
                help_text="Leaguer may write to them: what waits for them, deadlines, invitations.",
                verbose_name="mail",
            ),
        ),
        migrations.AlterField(
            model_name="campaign",
            name="visibility",
            field=models.CharField(
                choices=[
                    ("public", "anyone may read it"),
                    ("unlisted", "anyone with the link may read it; no list shows it to strangers"),
                    ("members", "only the club's members may read it"),
                ],
                default="public",
                max_length=10,
                verbose_name="visibility",
            ),
        ),
        migrations.CreateModel(
            name="Invitation",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "uses",
                    models.PositiveSmallIntegerField(
                        default=1,
                        help_text="How many people may still come in by it.",
                        validators=[django.core.validators.MaxValueValidator(500)],
                        verbose_name="uses left",
                    ),
                ),
                (
                    "expires_at",
                    models.DateTimeField(
                        default=campaigns.models.invitations.two_weeks_from_now, verbose_name="expires at"
                    ),
                ),
                (
                    "address",
                    models.EmailField(
                        blank=True,
                        help_text="Where Leaguer sends it; none to hand the link on yourself.",
                        max_length=254,
                        verbose_name="e-mail address",
                    ),
                ),
                ("revoked_at", models.DateTimeField(editable=False, null=True, verbose_name="revoked at")),
                (
                    "made_at",
                    models.DateTimeField(default=django.utils.timezone.now, editable=False, verbose_name="made at"),
                ),
                (
                    "campaign",
                    models.ForeignKey(
                        blank=True,
                        help_text="Where they are led to; the first page when left out.",
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="campaigns.campaign",
                        verbose_name="campaign",
                    ),
                ),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="invitations",
                        to="campaigns.club",
                        verbose_name="club",
                    ),
                ),
                (
                    "joined",
                    models.ManyToManyField(
                        editable=False, related_name="+", to=settings.AUTH_USER_MODEL, verbose_name="came in by it"
                    ),
                ),
                (
                    "made_by",
                    models.ForeignKey(
                        editable=False,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="made by",
                    ),
                ),
            ],
            options={
                "verbose_name": "invitation",
                "verbose_name_plural": "invitations",
                "ordering": ["-made_at", "-pk"],
            },
        ),
        migrations.CreateModel(
            name="OutboxMessage",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("key", models.CharField(max_length=200, unique=True, verbose_name="key")),
                ("address", models.EmailField(max_length=254, verbose_name="address")),
                ("subject", models.CharField(max_length=200, verbose_name="subject")),
                ("body", models.TextField(verbose_name="text")),
                (
                    "status",
                    models.CharField(
                        choices=[
                            ("waiting", "waits to be sent"),
                            ("claimed", "being sent"),
                            ("sent", "sent"),
                            ("failed", "refused"),
                            ("kept", "kept: no mail was set up"),
                        ],
                        default="waiting",
                        max_length=10,
                        verbose_name="status",
                    ),
                ),
                ("created_at", models.DateTimeField(default=django.utils.timezone.now, verbose_name="written at")),
                ("next_at", models.DateTimeField(default=django.utils.timezone.now, verbose_name="not before")),
                ("claimed_at", models.DateTimeField(null=True, verbose_name="claimed at")),
                ("sent_at", models.DateTimeField(null=True, verbose_name="sent at")),
                ("tries", models.PositiveIntegerField(default=0, verbose_name="tries")),
                ("error", models.CharField(blank=True, max_length=500, verbose_name="error")),
                (
                    "club",
                    models.ForeignKey(
                        editable=False,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="campaigns.club",
                        verbose_name="club",
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="messages",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="to",
                    ),
                ),
            ],
            options={
                "verbose_name": "message",
                "verbose_name_plural": "messages",
                "ordering": ["-created_at", "-pk"],
                "indexes": [
                    models.Index(condition=models.Q(("status", "waiting")), fields=["next_at", "id"], name="outbox_due")
                ],
            },
        ),
    ]
