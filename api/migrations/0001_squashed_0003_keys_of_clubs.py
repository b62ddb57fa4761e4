"""The migrations up to 0003_keys_of_clubs as one, for a database that has none of them."""

import uuid

import django.contrib.auth.models
import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from battles.create_tables import CreateTables


class Migration(migrations.Migration):
    initial = True

    replaces = [
        ("api", "0001_initial"),
        ("api", "0002_tokens_that_end"),
        ("api", "0003_keys_of_clubs"),
    ]

    dependencies = [
        ("campaigns", "0032_ask_for_substitutes_by_push"),
    ]

    operations = [
        CreateTables(
            migrations.CreateModel(
                name="Token",
                fields=[
                    (
                        "digest",
                        models.CharField(
                            editable=False, max_length=64, primary_key=True, serialize=False, verbose_name="digest"
                        ),
                    ),
                    ("created", models.DateTimeField(auto_now_add=True, verbose_name="created")),
                    (
                        "user",
                        models.ForeignKey(
                            on_delete=django.db.models.deletion.CASCADE,
                            related_name="tokens",
                            to=settings.AUTH_USER_MODEL,
                            verbose_name="account",
                        ),
                    ),
                    ("expires_at", models.DateTimeField(editable=False, null=True, verbose_name="expires at")),
                    (
                        "last_used",
                        models.DateTimeField(
                            editable=False, help_text="To the hour.", null=True, verbose_name="last used"
                        ),
                    ),
                    (
                        "name",
                        models.CharField(
                            blank=True,
                            help_text="What it is for, as its owner said.",
                            max_length=80,
                            verbose_name="name",
                        ),
                    ),
                ],
                options={
                    "verbose_name": "token",
                    "verbose_name_plural": "tokens",
                    "ordering": ["-created"],
                },
            ),
            migrations.CreateModel(
                name="KeyHolder",
                fields=[],
                options={
                    "proxy": True,
                    "default_permissions": (),
                    "indexes": [],
                    "constraints": [],
                },
                bases=("campaigns.user",),
                managers=[
                    ("objects", django.contrib.auth.models.UserManager()),
                ],
            ),
            migrations.CreateModel(
                name="ClubKey",
                fields=[
                    ("id", models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                    ("digest", models.CharField(editable=False, max_length=64, unique=True, verbose_name="digest")),
                    (
                        "name",
                        models.CharField(
                            help_text="What it is for. The log names it so.", max_length=80, verbose_name="name"
                        ),
                    ),
                    ("scopes", models.CharField(max_length=100, verbose_name="scopes")),
                    ("created", models.DateTimeField(auto_now_add=True, verbose_name="created")),
                    (
                        "last_used",
                        models.DateTimeField(
                            editable=False, help_text="To the hour.", null=True, verbose_name="last used"
                        ),
                    ),
                    ("expires_at", models.DateTimeField(verbose_name="expires at")),
                    ("ended_at", models.DateTimeField(editable=False, null=True, verbose_name="ended at")),
                    (
                        "club",
                        models.ForeignKey(
                            on_delete=django.db.models.deletion.CASCADE,
                            related_name="keys",
                            to="campaigns.club",
                            verbose_name="club",
                        ),
                    ),
                    (
                        "maker",
                        models.ForeignKey(
                            editable=False,
                            on_delete=django.db.models.deletion.CASCADE,
                            related_name="club_keys",
                            to=settings.AUTH_USER_MODEL,
                            verbose_name="made by",
                        ),
                    ),
                ],
                options={
                    "verbose_name": "key of a club",
                    "verbose_name_plural": "keys of clubs",
                    "ordering": ["-created"],
                },
            ),
        ),
    ]
