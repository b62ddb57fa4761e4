"""One stream of notices. Whom a battle waits for, and who was told by their device, is kept as notices of theirs."""

import datetime

import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models

STANDS = ("turn", "confirm", "answer", "settle")


def keep_what_was_told(apps, schema_editor):
    Notice = apps.get_model("campaigns", "Notice")
    told = apps.get_model("campaigns", "Summons").objects.filter(kind__in=STANDS)
    Notice.objects.bulk_create(
        [
            Notice(
                key=f"stands/{one.stream}/{one.kind}/{one.user_id}",
                user_id=one.user_id,
                kind=one.kind,
                stream=one.stream,
                position=one.position,
                title="",
                subject="",
                link="/",
                told_at=one.told_at,
                over=one.lapsed,
                silent=True,
            )
            for one in told.iterator()
        ],
        batch_size=500,
    )


class Migration(migrations.Migration):
    dependencies = [("campaigns", "0037_conversation")]

    operations = [
        migrations.DeleteModel(name="PushMessage"),
        migrations.CreateModel(
            name="NoticeCursor",
            fields=[
                ("stream", models.UUIDField(primary_key=True, serialize=False, verbose_name="battle or campaign")),
                ("position", models.PositiveIntegerField(verbose_name="position")),
                ("at", models.DateTimeField(db_index=True, default=django.utils.timezone.now, verbose_name="at")),
            ],
            options={
                "verbose_name": "cursor of notices",
                "verbose_name_plural": "cursors of notices",
            },
        ),
        migrations.AddField(
            model_name="outboxmessage",
            name="kind",
            field=models.CharField(blank=True, editable=False, max_length=20, verbose_name="kind"),
        ),
        migrations.AddField(
            model_name="outboxmessage",
            name="thread",
            field=models.CharField(blank=True, editable=False, max_length=150, verbose_name="conversation"),
        ),
        migrations.AddField(
            model_name="user",
            name="digest_at",
            field=models.TimeField(default=datetime.time(18, 0), verbose_name="daily and weekly notices at"),
        ),
        migrations.AddField(
            model_name="user",
            name="digest_day",
            field=models.PositiveSmallIntegerField(
                choices=[
                    (0, "Monday"),
                    (1, "Tuesday"),
                    (2, "Wednesday"),
                    (3, "Thursday"),
                    (4, "Friday"),
                    (5, "Saturday"),
                    (6, "Sunday"),
                ],
                default=0,
                verbose_name="weekly notices on",
            ),
        ),
        migrations.AddField(
            model_name="user",
            name="quiet_from",
            field=models.TimeField(blank=True, null=True, verbose_name="quiet from"),
        ),
        migrations.AddField(
            model_name="user",
            name="quiet_until",
            field=models.TimeField(blank=True, null=True, verbose_name="quiet until"),
        ),
        migrations.AddField(
            model_name="user",
            name="zone",
            field=models.CharField(
                blank=True,
                help_text="By whose clocks quiet hours and daily mail are meant, such as Europe/Berlin; UTC if empty.",
                max_length=60,
                verbose_name="time zone",
            ),
        ),
        migrations.CreateModel(
            name="Notice",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("key", models.CharField(max_length=200, unique=True, verbose_name="key")),
                ("kind", models.CharField(max_length=20, verbose_name="kind")),
                ("stream", models.UUIDField(verbose_name="battle or campaign")),
                ("position", models.PositiveIntegerField(default=0, verbose_name="position")),
                ("about", models.CharField(blank=True, max_length=80, verbose_name="about")),
                ("thread", models.CharField(blank=True, max_length=150, verbose_name="conversation")),
                ("title", models.CharField(max_length=100, verbose_name="battle or campaign, by name")),
                ("subject", models.CharField(max_length=200, verbose_name="subject")),
                ("body", models.TextField(blank=True, verbose_name="text")),
                ("link", models.CharField(max_length=300, verbose_name="page")),
                (
                    "told_at",
                    models.DateTimeField(db_index=True, default=django.utils.timezone.now, verbose_name="told at"),
                ),
                ("read_at", models.DateTimeField(null=True, verbose_name="read at")),
                ("over", models.BooleanField(default=False, verbose_name="over")),
                ("silent", models.BooleanField(default=False, verbose_name="not told")),
                (
                    "club",
                    models.ForeignKey(
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
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="notices",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="account",
                    ),
                ),
            ],
            options={
                "verbose_name": "notice",
                "verbose_name_plural": "notices",
                "ordering": ["-told_at", "-pk"],
            },
        ),
        migrations.CreateModel(
            name="NoticeChoice",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("kind", models.CharField(max_length=20, verbose_name="kind")),
                (
                    "timing",
                    models.CharField(
                        choices=[
                            ("once", "at once"),
                            ("day", "once a day"),
                            ("week", "once a week"),
                            ("never", "not at all"),
                        ],
                        max_length=5,
                        verbose_name="when",
                    ),
                ),
                ("channels", models.CharField(blank=True, max_length=80, verbose_name="how")),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="notice_choices",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="account",
                    ),
                ),
            ],
            options={
                "verbose_name": "choice of notices",
                "verbose_name_plural": "choices of notices",
            },
        ),
        migrations.CreateModel(
            name="NoticeDelivery",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("channel", models.CharField(max_length=10, verbose_name="channel")),
                ("digest", models.BooleanField(default=False, verbose_name="with others in one message")),
                ("due_at", models.DateTimeField(db_index=True, verbose_name="not before")),
                (
                    "notice",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="deliveries",
                        to="campaigns.notice",
                        verbose_name="notice",
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="account",
                    ),
                ),
            ],
            options={
                "verbose_name": "delivery of a notice",
                "verbose_name_plural": "deliveries of notices",
            },
        ),
        migrations.CreateModel(
            name="PushMessage",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("position", models.PositiveIntegerField(verbose_name="position")),
                ("count", models.PositiveSmallIntegerField(default=1, verbose_name="notices")),
                (
                    "status",
                    models.CharField(
                        choices=[("waiting", "waits to be sent"), ("claimed", "being sent"), ("sent", "sent")],
                        default="waiting",
                        max_length=10,
                        verbose_name="status",
                    ),
                ),
                (
                    "made_at",
                    models.DateTimeField(db_index=True, default=django.utils.timezone.now, verbose_name="made at"),
                ),
                ("next_at", models.DateTimeField(default=django.utils.timezone.now, verbose_name="not before")),
                ("tries", models.PositiveSmallIntegerField(default=0, verbose_name="tries")),
                ("waited", models.BooleanField(default=False, verbose_name="held back while the page was open")),
                (
                    "device",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="messages",
                        to="campaigns.pushdevice",
                        verbose_name="device",
                    ),
                ),
                (
                    "notice",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="campaigns.notice",
                        verbose_name="notice",
                    ),
                ),
            ],
            options={
                "verbose_name": "push message",
                "verbose_name_plural": "push messages",
            },
        ),
        migrations.AddIndex(
            model_name="notice",
            index=models.Index(
                condition=models.Q(("silent", False)), fields=["user", "-told_at", "-id"], name="notices_of_a_person"
            ),
        ),
        migrations.AddIndex(
            model_name="notice",
            index=models.Index(
                condition=models.Q(("over", False)), fields=["stream", "kind"], name="notices_that_wait"
            ),
        ),
        migrations.AddConstraint(
            model_name="noticechoice",
            constraint=models.UniqueConstraint(fields=("user", "kind"), name="one_choice_a_kind"),
        ),
        migrations.AddConstraint(
            model_name="noticedelivery",
            constraint=models.UniqueConstraint(fields=("notice", "channel"), name="one_delivery_a_channel"),
        ),
        migrations.AddIndex(
            model_name="pushmessage",
            index=models.Index(condition=models.Q(("status", "waiting")), fields=["next_at", "id"], name="push_due"),
        ),
        migrations.AddConstraint(
            model_name="pushmessage",
            constraint=models.UniqueConstraint(
                fields=("device", "notice", "position"), name="one_push_a_device_and_notice"
            ),
        ),
        migrations.RunPython(keep_what_was_told, migrations.RunPython.noop),
        migrations.DeleteModel(name="Summons"),
    ]
