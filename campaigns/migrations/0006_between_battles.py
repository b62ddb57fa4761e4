import django.core.validators
import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("campaigns", "0005_campaign_test"),
    ]

    operations = [
        # What is folded from the log is made anew, not altered: the next `manage.py rebuild` fills it.
        migrations.DeleteModel("Fixture"),
        migrations.DeleteModel("Standing"),
        migrations.DeleteModel("Vehicle"),
        migrations.DeleteModel("CampaignSheet"),
        migrations.CreateModel(
            name="CampaignSheet",
            fields=[
                ("stream", models.UUIDField(primary_key=True, serialize=False, verbose_name="campaign")),
                ("name", models.CharField(max_length=80, verbose_name="name")),
                ("system", models.CharField(max_length=40, verbose_name="rule system")),
                ("edition", models.CharField(max_length=40, verbose_name="edition")),
                (
                    "status",
                    models.CharField(
                        choices=[("open", "under way"), ("closed", "over")], max_length=10, verbose_name="status"
                    ),
                ),
                ("options", models.TextField(help_text="JSON: every option by name.", verbose_name="options")),
                ("sides", models.TextField(help_text="JSON: name of each side by key.", verbose_name="sides")),
                (
                    "terms",
                    models.TextField(help_text="JSON: every house rule between battles by name.", verbose_name="terms"),
                ),
                ("scoring", models.TextField(help_text="JSON: what each thing counts.", verbose_name="scoring")),
                (
                    "breakers",
                    models.TextField(help_text="JSON: their names, the first first.", verbose_name="tie-breakers"),
                ),
                (
                    "round",
                    models.PositiveIntegerField(
                        help_text="The one under way, or the next; 0 before the first.", verbose_name="round"
                    ),
                ),
                (
                    "commitment",
                    models.CharField(
                        help_text="SHA-256 of the seed of every battle.", max_length=64, verbose_name="commitment"
                    ),
                ),
                ("position", models.PositiveIntegerField(verbose_name="position")),
                ("digest", models.CharField(max_length=64, verbose_name="digest")),
                ("opened_at", models.CharField(max_length=27, verbose_name="opened at")),
                ("moved_at", models.CharField(max_length=27, verbose_name="last report at")),
            ],
            options={
                "verbose_name": "campaign's sheet",
                "verbose_name_plural": "campaigns' sheets",
                "ordering": ["-opened_at", "stream"],
            },
        ),
        migrations.AddField(
            model_name="campaign",
            name="breakers",
            field=models.JSONField(
                blank=True,
                default=list,
                help_text="What parts platoons of equal score, the first first; the house’s own when left out.",
                verbose_name="tie-breakers",
            ),
        ),
        migrations.AddField(
            model_name="campaign",
            name="destroyed",
            field=models.PositiveSmallIntegerField(
                default=0,
                help_text="For each vehicle of the enemy that was wrecked or lost.",
                validators=[django.core.validators.MaxValueValidator(999)],
                verbose_name="points for every vehicle destroyed",
            ),
        ),
        migrations.AddField(
            model_name="campaign",
            name="objectives",
            field=models.PositiveSmallIntegerField(
                default=0,
                help_text="For each objective held or victory point, where the scenario has them.",
                validators=[django.core.validators.MaxValueValidator(999)],
                verbose_name="points for every objective",
            ),
        ),
        migrations.AddField(
            model_name="campaign",
            name="preserved",
            field=models.PositiveSmallIntegerField(
                default=0,
                help_text="For each vehicle of one’s own that came home.",
                validators=[django.core.validators.MaxValueValidator(999)],
                verbose_name="points for every vehicle preserved",
            ),
        ),
        migrations.AddField(
            model_name="campaign",
            name="terms",
            field=models.JSONField(
                blank=True,
                default=dict,
                help_text="House rules between battles, by name; left out: as declared.",
                verbose_name="terms",
            ),
        ),
        migrations.CreateModel(
            name="Appointment",
            fields=[
                ("key", models.CharField(editable=False, max_length=120, primary_key=True, serialize=False)),
                ("person", models.CharField(db_index=True, max_length=80, verbose_name="person")),
                ("office", models.CharField(max_length=20, verbose_name="office")),
                (
                    "campaign",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="appointments",
                        to="campaigns.campaignsheet",
                        verbose_name="campaign",
                    ),
                ),
            ],
            options={
                "verbose_name": "appointment",
                "verbose_name_plural": "appointments",
                "ordering": ["campaign", "person"],
            },
        ),
        migrations.CreateModel(
            name="Fixture",
            fields=[
                ("key", models.CharField(editable=False, max_length=80, primary_key=True, serialize=False)),
                ("fixture", models.CharField(max_length=40, verbose_name="fixture")),
                ("round", models.PositiveIntegerField(verbose_name="round")),
                ("battle", models.UUIDField(db_index=True, null=True, verbose_name="battle")),
                ("number", models.PositiveIntegerField(verbose_name="number")),
                ("scenario", models.CharField(blank=True, max_length=80, verbose_name="scenario")),
                ("title", models.CharField(blank=True, max_length=500, verbose_name="title")),
                (
                    "sides",
                    models.TextField(help_text="JSON: the platoon on each side of the battle.", verbose_name="sides"),
                ),
                ("platoons", models.TextField(help_text="JSON: the platoons that meet.", verbose_name="platoons")),
                (
                    "status",
                    models.CharField(
                        choices=[
                            ("announced", "announced"),
                            ("mustered", "mustered"),
                            ("counted", "counted"),
                            ("decided", "decided"),
                            ("called off", "called off"),
                        ],
                        max_length=10,
                        verbose_name="status",
                    ),
                ),
                ("position", models.PositiveIntegerField(verbose_name="counted at position")),
                ("digest", models.CharField(blank=True, max_length=64, verbose_name="counted at digest")),
                ("winner", models.CharField(blank=True, max_length=40, verbose_name="winner")),
                ("points", models.TextField(help_text="JSON: points of each platoon.", verbose_name="points")),
                (
                    "results",
                    models.TextField(help_text="JSON: won, drawn or lost, by platoon.", verbose_name="results"),
                ),
                (
                    "how",
                    models.CharField(
                        blank=True, help_text="fought, or how else it was decided.", max_length=20, verbose_name="how"
                    ),
                ),
                (
                    "disputed",
                    models.TextField(
                        blank=True, help_text="JSON: the reasons, by platoon; empty if not.", verbose_name="disputed"
                    ),
                ),
                (
                    "campaign",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="fixtures",
                        to="campaigns.campaignsheet",
                        verbose_name="campaign",
                    ),
                ),
            ],
            options={
                "verbose_name": "fixture",
                "verbose_name_plural": "fixtures",
                "ordering": ["campaign", "number"],
            },
        ),
        migrations.CreateModel(
            name="Round",
            fields=[
                ("key", models.CharField(editable=False, max_length=80, primary_key=True, serialize=False)),
                ("number", models.PositiveIntegerField(verbose_name="number")),
                ("title", models.CharField(blank=True, max_length=500, verbose_name="title")),
                (
                    "status",
                    models.CharField(
                        choices=[("open", "under way"), ("closed", "closed")], max_length=10, verbose_name="status"
                    ),
                ),
                (
                    "deadline",
                    models.CharField(
                        blank=True, help_text="UTC; empty for none.", max_length=27, verbose_name="deadline"
                    ),
                ),
                (
                    "remind_at",
                    models.CharField(
                        blank=True, help_text="UTC; empty for never.", max_length=27, verbose_name="reminds at"
                    ),
                ),
                ("byes", models.TextField(help_text="JSON: platoons without a fixture.", verbose_name="byes")),
                (
                    "places",
                    models.TextField(
                        help_text="JSON: platoon, rank and score, when it was closed.", verbose_name="places"
                    ),
                ),
                (
                    "campaign",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="rounds",
                        to="campaigns.campaignsheet",
                        verbose_name="campaign",
                    ),
                ),
            ],
            options={
                "verbose_name": "round",
                "verbose_name_plural": "rounds",
                "ordering": ["campaign", "number"],
            },
        ),
        migrations.CreateModel(
            name="Standing",
            fields=[
                ("key", models.CharField(editable=False, max_length=80, primary_key=True, serialize=False)),
                ("platoon", models.CharField(max_length=40, verbose_name="platoon")),
                ("name", models.CharField(max_length=80, verbose_name="name")),
                ("player", models.CharField(db_index=True, max_length=80, verbose_name="player")),
                (
                    "players",
                    models.TextField(
                        help_text="JSON: everyone who commands it, its own player first.", verbose_name="players"
                    ),
                ),
                ("side", models.CharField(blank=True, max_length=40, verbose_name="side")),
                ("card", models.CharField(blank=True, max_length=80, verbose_name="platoon card")),
                ("rank", models.PositiveIntegerField(verbose_name="rank")),
                ("score", models.IntegerField(verbose_name="score")),
                ("played", models.PositiveIntegerField(verbose_name="played")),
                ("won", models.PositiveIntegerField(verbose_name="won")),
                ("drawn", models.PositiveIntegerField(verbose_name="drawn")),
                ("lost", models.PositiveIntegerField(verbose_name="lost")),
                ("points_for", models.IntegerField(verbose_name="points for")),
                ("points_against", models.IntegerField(verbose_name="points against")),
                ("objectives", models.IntegerField(verbose_name="objectives")),
                ("destroyed", models.PositiveIntegerField(verbose_name="destroyed")),
                ("preserved", models.PositiveIntegerField(verbose_name="preserved")),
                ("penalty", models.PositiveIntegerField(verbose_name="penalty")),
                (
                    "ties",
                    models.TextField(
                        help_text="JSON: what each tie-breaker made of it, where it was asked.",
                        verbose_name="tie-breaks",
                    ),
                ),
                ("purse", models.PositiveIntegerField(verbose_name="purse")),
                (
                    "worth",
                    models.PositiveIntegerField(
                        help_text="Points of its vehicles as new; wrecks count nothing.", verbose_name="worth"
                    ),
                ),
                ("joined", models.PositiveIntegerField(verbose_name="joined in round")),
                ("dropped", models.BooleanField(verbose_name="has left")),
                (
                    "flaws",
                    models.TextField(
                        help_text="JSON: faults it stands with; the reason of each let pass.", verbose_name="faults"
                    ),
                ),
                (
                    "campaign",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="standings",
                        to="campaigns.campaignsheet",
                        verbose_name="campaign",
                    ),
                ),
            ],
            options={
                "verbose_name": "standing",
                "verbose_name_plural": "standings",
                "ordering": ["campaign", "rank", "platoon"],
            },
        ),
        migrations.CreateModel(
            name="Vehicle",
            fields=[
                ("key", models.CharField(editable=False, max_length=80, primary_key=True, serialize=False)),
                ("platoon", models.CharField(max_length=40, verbose_name="platoon")),
                ("player", models.CharField(db_index=True, max_length=80, verbose_name="player")),
                ("vehicle", models.CharField(max_length=40, verbose_name="vehicle")),
                ("name", models.CharField(max_length=80, verbose_name="name")),
                ("model", models.CharField(max_length=80, verbose_name="model")),
                (
                    "status",
                    models.CharField(
                        choices=[
                            ("fit", "fit"),
                            ("damaged", "damaged"),
                            ("withdrawn", "withdrew from its last battle"),
                            ("fighting", "in a battle"),
                            ("workshop", "in the workshop"),
                            ("wrecked", "wrecked"),
                            ("lost", "lost"),
                            ("sold", "sold"),
                            ("written off", "written off"),
                        ],
                        max_length=11,
                        verbose_name="status",
                    ),
                ),
                ("battle", models.UUIDField(null=True, verbose_name="battle")),
                (
                    "condition",
                    models.TextField(help_text="JSON, as the rulebook declares it.", verbose_name="condition"),
                ),
                (
                    "price",
                    models.PositiveIntegerField(help_text="Points as new, with its cards.", verbose_name="price"),
                ),
                (
                    "crew",
                    models.CharField(
                        choices=[("fit", "fit"), ("wounded", "wounded"), ("lost", "lost")],
                        max_length=10,
                        verbose_name="crew",
                    ),
                ),
                ("crew_out", models.PositiveIntegerField(verbose_name="rounds until the crew is back")),
                (
                    "grade",
                    models.CharField(
                        choices=[("green", "green"), ("trained", "trained"), ("veteran", "veteran"), ("ace", "ace")],
                        max_length=10,
                        verbose_name="grade",
                    ),
                ),
                ("experience", models.PositiveIntegerField(verbose_name="experience")),
                (
                    "bays",
                    models.TextField(
                        help_text="JSON: jobs the workshop has begun on it, with the rounds left.", verbose_name="jobs"
                    ),
                ),
                ("in_workshop", models.PositiveIntegerField(verbose_name="rounds in the workshop")),
                (
                    "held",
                    models.BooleanField(help_text="Its players keep it out of the workshop.", verbose_name="held back"),
                ),
                ("battles", models.PositiveIntegerField(verbose_name="battles")),
                ("shots", models.PositiveIntegerField(verbose_name="shots")),
                ("hits", models.PositiveIntegerField(verbose_name="hits")),
                ("kills", models.PositiveIntegerField(verbose_name="kills")),
                ("damage", models.PositiveIntegerField(verbose_name="damage dealt")),
                ("repairs", models.PositiveIntegerField(verbose_name="repairs")),
                (
                    "record",
                    models.TextField(
                        help_text="JSON: each battle with its fate and feats, oldest first.", verbose_name="record"
                    ),
                ),
                (
                    "campaign",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="vehicles",
                        to="campaigns.campaignsheet",
                        verbose_name="campaign",
                    ),
                ),
            ],
            options={
                "verbose_name": "vehicle",
                "verbose_name_plural": "vehicles",
                "ordering": ["campaign", "platoon", "vehicle"],
            },
        ),
    ]
