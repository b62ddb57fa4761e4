"""The migrations up to 0038_notices as one, for a database that has none of them."""

import datetime
import uuid

import django.contrib.auth.models
import django.contrib.auth.validators
import django.core.validators
import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models

import campaigns.models.invitations
from battles.create_tables import CreateTables


class Migration(migrations.Migration):
    initial = True

    replaces = [
        ("campaigns", "0001_initial"),
        ("campaigns", "0002_campaigns"),
        ("campaigns", "0003_umpires"),
        ("campaigns", "0004_people_at_the_door"),
        ("campaigns", "0005_campaign_test"),
        ("campaigns", "0006_between_battles"),
        ("campaigns", "0007_substitutes"),
        ("campaigns", "0008_contradicted"),
        ("campaigns", "0009_wide_scores"),
        ("campaigns", "0010_map"),
        ("campaigns", "0011_byes_and_debts"),
        ("campaigns", "0012_platoon_cases"),
        ("campaigns", "0013_plain_help"),
        ("campaigns", "0014_plainer_help"),
        ("campaigns", "0015_corrections_left_open"),
        ("campaigns", "0016_seat_codes"),
        ("campaigns", "0017_friendly_battles"),
        ("campaigns", "0018_adoptions"),
        ("campaigns", "0019_claimed_seats"),
        ("campaigns", "0020_devices_to_tell"),
        ("campaigns", "0021_other_players_forces"),
        ("campaigns", "0022_challenges"),
        ("campaigns", "0023_dates"),
        ("campaigns", "0024_push_dates"),
        ("campaigns", "0025_club_pages"),
        ("campaigns", "0026_minors"),
        ("campaigns", "0027_uncounted_battles"),
        ("campaigns", "0028_substitutes"),
        ("campaigns", "0029_saved_scenarios"),
        ("campaigns", "0030_correction_drafts"),
        ("campaigns", "0031_sat_in_index"),
        ("campaigns", "0032_ask_for_substitutes_by_push"),
        ("campaigns", "0033_webhooks"),
        ("campaigns", "0034_discord"),
        ("campaigns", "0035_plain_lists"),
        ("campaigns", "0036_read_otherwise"),
        ("campaigns", "0037_conversation"),
        ("campaigns", "0038_notices"),
    ]

    dependencies = [
        ("auth", "0012_alter_user_first_name_max_length"),
    ]

    operations = [
        CreateTables(
            migrations.CreateModel(
                name="User",
                fields=[
                    ("password", models.CharField(max_length=128, verbose_name="password")),
                    ("last_login", models.DateTimeField(blank=True, null=True, verbose_name="last login")),
                    (
                        "is_superuser",
                        models.BooleanField(
                            default=False,
                            help_text=(
                                "Designates that this user has all permissions without explicitly assigning them."
                            ),
                            verbose_name="superuser status",
                        ),
                    ),
                    (
                        "username",
                        models.CharField(
                            error_messages={"unique": "A user with that username already exists."},
                            help_text="Required. 150 characters or fewer. Letters, digits and @/./+/-/_ only.",
                            max_length=150,
                            unique=True,
                            validators=[django.contrib.auth.validators.UnicodeUsernameValidator()],
                            verbose_name="username",
                        ),
                    ),
                    ("first_name", models.CharField(blank=True, max_length=150, verbose_name="first name")),
                    ("last_name", models.CharField(blank=True, max_length=150, verbose_name="last name")),
                    ("email", models.EmailField(blank=True, max_length=254, verbose_name="email address")),
                    (
                        "is_staff",
                        models.BooleanField(
                            default=False,
                            help_text="Designates whether the user can log into this admin site.",
                            verbose_name="staff status",
                        ),
                    ),
                    (
                        "is_active",
                        models.BooleanField(
                            default=True,
                            help_text=(
                                "Designates whether this user should be treated as active. Unselect this instead of "
                                "deleting accounts."
                            ),
                            verbose_name="active",
                        ),
                    ),
                    (
                        "date_joined",
                        models.DateTimeField(default=django.utils.timezone.now, verbose_name="date joined"),
                    ),
                    (
                        "id",
                        models.UUIDField(
                            default=uuid.uuid4, editable=False, primary_key=True, serialize=False, verbose_name="id"
                        ),
                    ),
                    (
                        "groups",
                        models.ManyToManyField(
                            blank=True,
                            help_text=(
                                "The groups this user belongs to. A user will get all permissions granted to each of "
                                "their groups."
                            ),
                            related_name="user_set",
                            related_query_name="user",
                            to="auth.group",
                            verbose_name="groups",
                        ),
                    ),
                    (
                        "user_permissions",
                        models.ManyToManyField(
                            blank=True,
                            help_text="Specific permissions for this user.",
                            related_name="user_set",
                            related_query_name="user",
                            to="auth.permission",
                            verbose_name="user permissions",
                        ),
                    ),
                    (
                        "language",
                        models.CharField(
                            blank=True,
                            help_text="The language of mail to this person; the site's own if empty.",
                            max_length=10,
                            verbose_name="language",
                        ),
                    ),
                    (
                        "mail",
                        models.BooleanField(
                            default=True,
                            help_text="Leaguer may write to this person: what waits for them, deadlines, invitations.",
                            verbose_name="mail",
                        ),
                    ),
                    (
                        "guest_of",
                        models.UUIDField(
                            blank=True,
                            db_index=True,
                            editable=False,
                            help_text=(
                                "The battle in which somebody without an account plays; their nickname is the first "
                                "name."
                            ),
                            null=True,
                            verbose_name="guest of the battle",
                        ),
                    ),
                    (
                        "claimed_by",
                        models.ForeignKey(
                            blank=True,
                            editable=False,
                            help_text=(
                                "The account that a guest has turned out to be: it has their seat, and the log's id is "
                                "theirs."
                            ),
                            null=True,
                            on_delete=django.db.models.deletion.SET_NULL,
                            related_name="+",
                            to=settings.AUTH_USER_MODEL,
                            verbose_name="claimed by",
                        ),
                    ),
                    (
                        "calendar",
                        models.UUIDField(
                            blank=True,
                            editable=False,
                            help_text=(
                                "What the secret address of their calendar is made of; a new one ends the old address."
                            ),
                            null=True,
                            unique=True,
                            verbose_name="calendar",
                        ),
                    ),
                    (
                        "digest_at",
                        models.TimeField(default=datetime.time(18, 0), verbose_name="daily and weekly notices at"),
                    ),
                    (
                        "digest_day",
                        models.PositiveSmallIntegerField(
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
                    ("quiet_from", models.TimeField(blank=True, null=True, verbose_name="quiet from")),
                    ("quiet_until", models.TimeField(blank=True, null=True, verbose_name="quiet until")),
                    (
                        "zone",
                        models.CharField(
                            blank=True,
                            help_text=(
                                "By whose clocks quiet hours and daily mail are meant, such as Europe/Berlin; UTC if "
                                "empty."
                            ),
                            max_length=60,
                            verbose_name="time zone",
                        ),
                    ),
                ],
                options={
                    "verbose_name": "user",
                    "verbose_name_plural": "users",
                    "abstract": False,
                },
                managers=[
                    ("objects", django.contrib.auth.models.UserManager()),
                ],
            ),
            migrations.CreateModel(
                name="Club",
                fields=[
                    (
                        "id",
                        models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID"),
                    ),
                    ("name", models.CharField(max_length=80, unique=True, verbose_name="name")),
                    (
                        "slug",
                        models.SlugField(
                            help_text="It stands in the addresses of its pages.",
                            max_length=40,
                            unique=True,
                            verbose_name="short name",
                        ),
                    ),
                    (
                        "members",
                        models.ManyToManyField(
                            blank=True,
                            help_text="They may enlist in the club's campaigns. Organisers may, too.",
                            related_name="clubs",
                            to=settings.AUTH_USER_MODEL,
                            verbose_name="members",
                        ),
                    ),
                    (
                        "organisers",
                        models.ManyToManyField(
                            help_text="They open campaigns, muster battles and rule where the table cannot agree.",
                            related_name="organises",
                            to=settings.AUTH_USER_MODEL,
                            verbose_name="organisers",
                        ),
                    ),
                    (
                        "about",
                        models.TextField(
                            blank=True,
                            default="",
                            help_text="Who plays, when and where: a few sentences.",
                            max_length=2000,
                            verbose_name="about",
                        ),
                    ),
                    (
                        "colour",
                        models.CharField(
                            blank=True,
                            default="",
                            help_text="The accent of its pages, as #2f6f4e; blank for Leaguer’s own.",
                            max_length=7,
                            validators=[
                                django.core.validators.RegexValidator("^#[0-9a-f]{6}\\Z", "A colour as #2f6f4e.")
                            ],
                            verbose_name="colour",
                        ),
                    ),
                    (
                        "visibility",
                        models.CharField(
                            choices=[
                                ("public", "anyone may read it"),
                                ("unlisted", "anyone with the link may read it; no list shows it to strangers"),
                                ("members", "only the club's members may read it"),
                            ],
                            default="public",
                            help_text="Of the club’s own page. Campaigns and leagues each say theirs.",
                            max_length=10,
                            verbose_name="visibility",
                        ),
                    ),
                    (
                        "talk",
                        models.CharField(
                            choices=[
                                ("off", "nobody: there are no conversations"),
                                ("members", "members and players of the campaign"),
                                ("readable", "the same; whoever may read the campaign reads along"),
                            ],
                            default="members",
                            help_text=(
                                "Who writes under its fixtures and battles. Minors do only with a parent’s consent."
                            ),
                            max_length=10,
                            verbose_name="conversations",
                        ),
                    ),
                ],
                options={
                    "verbose_name": "club",
                    "verbose_name_plural": "clubs",
                    "ordering": ["name"],
                },
            ),
            migrations.CreateModel(
                name="Campaign",
                fields=[
                    (
                        "id",
                        models.UUIDField(
                            default=uuid.uuid4, editable=False, primary_key=True, serialize=False, verbose_name="id"
                        ),
                    ),
                    ("name", models.CharField(max_length=80, verbose_name="name")),
                    ("system", models.CharField(max_length=40, verbose_name="rule system")),
                    (
                        "options",
                        models.JSONField(
                            blank=True,
                            default=dict,
                            help_text="House rules, by name; the rulebook's defaults when left out.",
                            verbose_name="options",
                        ),
                    ),
                    (
                        "sides",
                        models.JSONField(
                            blank=True,
                            default=dict,
                            help_text="Key and name of each side; none for everyone on their own.",
                            verbose_name="sides",
                        ),
                    ),
                    (
                        "win",
                        models.PositiveSmallIntegerField(
                            default=3,
                            validators=[django.core.validators.MaxValueValidator(999)],
                            verbose_name="points for a win",
                        ),
                    ),
                    (
                        "draw",
                        models.PositiveSmallIntegerField(
                            default=1,
                            validators=[django.core.validators.MaxValueValidator(999)],
                            verbose_name="points for a draw",
                        ),
                    ),
                    (
                        "loss",
                        models.PositiveSmallIntegerField(
                            default=0,
                            validators=[django.core.validators.MaxValueValidator(999)],
                            verbose_name="points for a loss",
                        ),
                    ),
                    (
                        "scored",
                        models.PositiveSmallIntegerField(
                            default=1,
                            help_text="What each point scored in a battle counts in the standings; 0 breaks ties only.",
                            validators=[django.core.validators.MaxValueValidator(999)],
                            verbose_name="points for every point scored",
                        ),
                    ),
                    (
                        "confirm_within",
                        models.PositiveIntegerField(
                            default=604800,
                            help_text=(
                                "Seconds after which a side that does not answer counts as having confirmed; 0 for "
                                "never."
                            ),
                            validators=[django.core.validators.MaxValueValidator(31622400)],
                            verbose_name="time to confirm",
                        ),
                    ),
                    (
                        "visibility",
                        models.CharField(
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
                    ("stream", models.UUIDField(editable=False, null=True, unique=True, verbose_name="stream")),
                    (
                        "club",
                        models.ForeignKey(
                            on_delete=django.db.models.deletion.PROTECT,
                            related_name="campaigns",
                            to="campaigns.club",
                            verbose_name="club",
                        ),
                    ),
                    (
                        "umpires",
                        models.ManyToManyField(
                            blank=True,
                            help_text=(
                                "They referee its battles. Before they see what lies face down, correct, declare or "
                                "report for a side, they take the battle’s case, which both sides are told. One who "
                                "plays in a battle never has its case."
                            ),
                            related_name="umpires",
                            to=settings.AUTH_USER_MODEL,
                            verbose_name="umpires",
                        ),
                    ),
                    (
                        "test",
                        models.BooleanField(
                            default=False,
                            help_text=(
                                "It can be deleted with all its battles (manage.py forget). Choose this before it "
                                "opens."
                            ),
                            verbose_name="only a test",
                        ),
                    ),
                    (
                        "breakers",
                        models.JSONField(
                            blank=True,
                            default=list,
                            help_text="What ranks platoons of equal score, in this order; Leaguer's own when left out.",
                            verbose_name="tie-breakers",
                        ),
                    ),
                    (
                        "destroyed",
                        models.PositiveSmallIntegerField(
                            default=0,
                            help_text="For each vehicle of the enemy that was wrecked or lost.",
                            validators=[django.core.validators.MaxValueValidator(999)],
                            verbose_name="points for every vehicle destroyed",
                        ),
                    ),
                    (
                        "objectives",
                        models.PositiveSmallIntegerField(
                            default=0,
                            help_text="For each objective held or victory point, where the scenario has them.",
                            validators=[django.core.validators.MaxValueValidator(999)],
                            verbose_name="points for every objective",
                        ),
                    ),
                    (
                        "preserved",
                        models.PositiveSmallIntegerField(
                            default=0,
                            help_text="For each vehicle of one’s own that came home.",
                            validators=[django.core.validators.MaxValueValidator(999)],
                            verbose_name="points for every vehicle preserved",
                        ),
                    ),
                    (
                        "terms",
                        models.JSONField(
                            blank=True,
                            default=dict,
                            help_text="House rules between battles, by name; the defaults when left out.",
                            verbose_name="terms",
                        ),
                    ),
                    (
                        "map",
                        models.TextField(
                            blank=True,
                            default="",
                            help_text="Sectors and links, one to a line; blank for a campaign without a map.",
                            max_length=100000,
                            verbose_name="map",
                        ),
                    ),
                ],
                options={
                    "verbose_name": "campaign",
                    "verbose_name_plural": "campaigns",
                    "ordering": ["name", "id"],
                },
            ),
            migrations.CreateModel(
                name="Invitation",
                fields=[
                    (
                        "id",
                        models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID"),
                    ),
                    (
                        "uses",
                        models.PositiveSmallIntegerField(
                            default=1,
                            help_text="How many more people may use it.",
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
                            help_text="Leaguer sends the link there; leave it empty to hand the link on yourself.",
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
                            help_text="The page that it leads to; the first page when left out.",
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
                    (
                        "id",
                        models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID"),
                    ),
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
                    ("kind", models.CharField(blank=True, editable=False, max_length=20, verbose_name="kind")),
                    (
                        "thread",
                        models.CharField(blank=True, editable=False, max_length=150, verbose_name="conversation"),
                    ),
                ],
                options={
                    "verbose_name": "message",
                    "verbose_name_plural": "messages",
                    "ordering": ["-created_at", "-pk"],
                    "indexes": [
                        models.Index(
                            condition=models.Q(("status", "waiting")), fields=["next_at", "id"], name="outbox_due"
                        )
                    ],
                },
            ),
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
                    ("options", models.TextField(help_text="Every option by name.", verbose_name="options")),
                    ("sides", models.TextField(help_text="Name of each side by key.", verbose_name="sides")),
                    (
                        "terms",
                        models.TextField(help_text="Every house rule between battles by name.", verbose_name="terms"),
                    ),
                    (
                        "scoring",
                        models.TextField(
                            help_text="Points in the standings, by what they are for.", verbose_name="scoring"
                        ),
                    ),
                    (
                        "breakers",
                        models.TextField(
                            help_text="Their names, in the order in which they are asked.", verbose_name="tie-breakers"
                        ),
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
                    (
                        "links",
                        models.TextField(
                            blank=True,
                            help_text="The map’s links, with which of them are closed; empty without a map.",
                            verbose_name="links",
                        ),
                    ),
                    (
                        "scores",
                        models.TextField(
                            blank=True, help_text="By side; empty without a map.", verbose_name="scores of the sides"
                        ),
                    ),
                    (
                        "victor",
                        models.CharField(
                            blank=True,
                            help_text="The side that won; empty if none.",
                            max_length=40,
                            verbose_name="victor",
                        ),
                    ),
                    (
                        "victory",
                        models.CharField(
                            blank=True,
                            help_text="How the war ended; empty if not.",
                            max_length=10,
                            verbose_name="victory",
                        ),
                    ),
                    (
                        "asked",
                        models.TextField(
                            blank=True,
                            default="",
                            help_text="Platoons that have to answer a proposal; empty for none.",
                            verbose_name="asked",
                        ),
                    ),
                    (
                        "unsettled",
                        models.PositiveIntegerField(
                            default=0,
                            help_text="Reports that a correction has left to settle.",
                            verbose_name="left open",
                        ),
                    ),
                    (
                        "ladder_due",
                        models.CharField(
                            blank=True,
                            default="",
                            help_text="When the clerk looks at its ladder again, UTC; empty for never.",
                            max_length=27,
                            verbose_name="ladder due",
                        ),
                    ),
                ],
                options={
                    "verbose_name": "campaign's sheet",
                    "verbose_name_plural": "campaigns as they stand",
                    "ordering": ["-opened_at", "stream"],
                    "indexes": [
                        models.Index(
                            condition=models.Q(("ladder_due", ""), _negated=True),
                            fields=["ladder_due"],
                            name="campaign_ladder_due",
                        )
                    ],
                },
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
                        models.TextField(help_text="The platoon on each side of the battle.", verbose_name="sides"),
                    ),
                    ("platoons", models.TextField(help_text="The platoons that meet.", verbose_name="platoons")),
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
                    ("points", models.TextField(help_text="Points of each platoon.", verbose_name="points")),
                    ("results", models.TextField(help_text="Won, drawn or lost, by platoon.", verbose_name="results")),
                    (
                        "how",
                        models.CharField(
                            blank=True,
                            help_text="fought, or how else it was decided.",
                            max_length=20,
                            verbose_name="how",
                        ),
                    ),
                    (
                        "disputed",
                        models.TextField(
                            blank=True, help_text="The reasons, by platoon; empty if not.", verbose_name="disputed"
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
                    (
                        "seats",
                        models.TextField(
                            blank=True,
                            help_text="Who plays a side now, if not the player who was mustered; empty if nobody.",
                            verbose_name="seats",
                        ),
                    ),
                    (
                        "contradicted",
                        models.TextField(
                            blank=True,
                            help_text=(
                                "Vehicles that have since done what a correction has made impossible; empty if none, "
                                "or once ruled on."
                            ),
                            verbose_name="contradicted vehicles",
                        ),
                    ),
                    (
                        "beaten",
                        models.CharField(
                            blank=True,
                            help_text="The platoon that had to retreat.",
                            max_length=40,
                            verbose_name="beaten",
                        ),
                    ),
                    (
                        "ground",
                        models.TextField(
                            blank=True,
                            help_text="The ground on the map; empty for a battle that did not arise there.",
                            verbose_name="ground",
                        ),
                    ),
                    (
                        "reconsidered",
                        models.TextField(
                            blank=True,
                            help_text=(
                                "The retreat as a correction has changed it, until it is ruled on; empty if none."
                            ),
                            verbose_name="retreat to reconsider",
                        ),
                    ),
                    (
                        "ready",
                        models.TextField(help_text="The platoons that are ready to play it.", verbose_name="ready"),
                    ),
                    (
                        "date",
                        models.CharField(
                            blank=True, help_text="UTC; empty while none is agreed.", max_length=27, verbose_name="date"
                        ),
                    ),
                    (
                        "place",
                        models.CharField(
                            blank=True, help_text="For whoever is logged in.", max_length=80, verbose_name="place"
                        ),
                    ),
                    (
                        "proposed",
                        models.TextField(
                            blank=True,
                            help_text="The platoon that proposes it, when and where; empty for none.",
                            verbose_name="proposed date",
                        ),
                    ),
                    (
                        "remind_at",
                        models.CharField(
                            blank=True, help_text="UTC; empty for never.", max_length=27, verbose_name="reminds at"
                        ),
                    ),
                    (
                        "asked_for",
                        models.TextField(
                            blank=True,
                            help_text="Whom the opponent has to accept, by platoon; empty for none.",
                            verbose_name="proposed substitutes",
                        ),
                    ),
                    (
                        "substitutes",
                        models.TextField(
                            blank=True,
                            help_text="Who sits in for a platoon’s players, by platoon; empty for nobody.",
                            verbose_name="substitutes",
                        ),
                    ),
                    (
                        "read_otherwise",
                        models.BooleanField(
                            default=False,
                            help_text="By house rules that were amended since, rulings of its battle would be others.",
                            verbose_name="read otherwise",
                        ),
                    ),
                ],
                options={
                    "verbose_name": "fixture",
                    "verbose_name_plural": "fixtures",
                    "ordering": ["campaign", "number"],
                    "indexes": [
                        models.Index(
                            condition=models.Q(("seats", ""), _negated=True),
                            fields=["campaign"],
                            name="fixture_with_substitutes",
                        ),
                        models.Index(
                            condition=models.Q(("substitutes", ""), _negated=True),
                            fields=["campaign"],
                            name="fixture_that_is_sat_in",
                        ),
                    ],
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
                    ("byes", models.TextField(help_text="Platoons without a fixture.", verbose_name="byes")),
                    (
                        "places",
                        models.TextField(
                            help_text="Platoon, rank and score, when it was closed.", verbose_name="places"
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
                    (
                        "orders_by",
                        models.CharField(
                            blank=True,
                            help_text="When its orders are disclosed, UTC; empty for none.",
                            max_length=27,
                            verbose_name="orders by",
                        ),
                    ),
                    ("resolved", models.BooleanField(verbose_name="orders are disclosed")),
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
                            help_text="Everyone who commands it, its own player first.", verbose_name="players"
                        ),
                    ),
                    ("side", models.CharField(blank=True, max_length=40, verbose_name="side")),
                    ("card", models.CharField(blank=True, max_length=80, verbose_name="platoon card")),
                    ("rank", models.PositiveIntegerField(verbose_name="rank")),
                    ("score", models.BigIntegerField(verbose_name="score")),
                    ("played", models.PositiveIntegerField(verbose_name="played")),
                    ("won", models.PositiveIntegerField(verbose_name="won")),
                    ("drawn", models.PositiveIntegerField(verbose_name="drawn")),
                    ("lost", models.PositiveIntegerField(verbose_name="lost")),
                    ("points_for", models.BigIntegerField(verbose_name="points for")),
                    ("points_against", models.BigIntegerField(verbose_name="points against")),
                    ("objectives", models.BigIntegerField(verbose_name="objectives")),
                    ("destroyed", models.PositiveIntegerField(verbose_name="destroyed")),
                    ("preserved", models.PositiveIntegerField(verbose_name="preserved")),
                    ("penalty", models.PositiveIntegerField(verbose_name="penalty")),
                    (
                        "ties",
                        models.TextField(
                            help_text="Its figure by each tie-breaker that was asked.", verbose_name="tie-breaks"
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
                            help_text="Faults of the platoon; for those let pass, the reason.", verbose_name="faults"
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
                    (
                        "engaged",
                        models.CharField(
                            blank=True, help_text="The fixture it is engaged in.", max_length=40, verbose_name="engaged"
                        ),
                    ),
                    ("entrenched", models.BooleanField(verbose_name="entrenched")),
                    (
                        "ordered",
                        models.BooleanField(
                            help_text="An order for the round under way, until orders are disclosed.",
                            verbose_name="has its order",
                        ),
                    ),
                    (
                        "retreat_by",
                        models.CharField(
                            blank=True,
                            help_text="When the clerk chooses for it, UTC; empty if not due.",
                            max_length=27,
                            verbose_name="retreats by",
                        ),
                    ),
                    (
                        "sector",
                        models.CharField(
                            blank=True,
                            help_text="Where it is on the map; empty without one.",
                            max_length=40,
                            verbose_name="sector",
                        ),
                    ),
                    (
                        "supply",
                        models.CharField(
                            blank=True,
                            choices=[("supplied", "supplied"), ("strained", "strained"), ("cut off", "cut off")],
                            max_length=10,
                            verbose_name="supply",
                        ),
                    ),
                    ("byes", models.PositiveIntegerField(verbose_name="byes")),
                    (
                        "owed",
                        models.PositiveIntegerField(
                            help_text="Points its purse could not pay yet.", verbose_name="owed"
                        ),
                    ),
                    (
                        "cases",
                        models.TextField(
                            blank=True,
                            default="",
                            help_text="Organisers who read its purchases.",
                            verbose_name="who has taken its case",
                        ),
                    ),
                    (
                        "answer_by",
                        models.CharField(
                            blank=True,
                            default="",
                            help_text="Until when it answers the challenge, UTC; empty for no limit.",
                            max_length=27,
                            verbose_name="answers by",
                        ),
                    ),
                    (
                        "challenger",
                        models.CharField(
                            blank=True,
                            default="",
                            help_text="Who waits for its answer on the ladder; empty for nobody.",
                            max_length=40,
                            verbose_name="challenged by",
                        ),
                    ),
                    (
                        "form",
                        models.CharField(
                            blank=True,
                            help_text="Its last results, newest last: W, D or L.",
                            max_length=5,
                            verbose_name="form",
                        ),
                    ),
                    (
                        "was",
                        models.PositiveIntegerField(
                            default=0,
                            help_text="Its rank as the round before the newest left it; 0 for none.",
                            verbose_name="rank before",
                        ),
                    ),
                ],
                options={
                    "verbose_name": "standing",
                    "verbose_name_plural": "standings",
                    "ordering": ["campaign", "rank", "platoon"],
                    "indexes": [
                        models.Index(
                            condition=models.Q(("retreat_by", ""), _negated=True),
                            fields=["retreat_by"],
                            name="standing_that_retreats",
                        )
                    ],
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
                                ("captured", "captured"),
                            ],
                            max_length=11,
                            verbose_name="status",
                        ),
                    ),
                    ("battle", models.UUIDField(null=True, verbose_name="battle")),
                    (
                        "condition",
                        models.TextField(
                            help_text="Its condition after battles and repairs.", verbose_name="condition"
                        ),
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
                            choices=[
                                ("green", "green"),
                                ("trained", "trained"),
                                ("veteran", "veteran"),
                                ("ace", "ace"),
                            ],
                            max_length=10,
                            verbose_name="grade",
                        ),
                    ),
                    ("experience", models.PositiveIntegerField(verbose_name="experience")),
                    (
                        "bays",
                        models.TextField(
                            help_text="Jobs the workshop has begun on it, with the rounds left.", verbose_name="jobs"
                        ),
                    ),
                    ("in_workshop", models.PositiveIntegerField(verbose_name="rounds in the workshop")),
                    (
                        "held",
                        models.BooleanField(
                            help_text="Its players keep it out of the workshop.", verbose_name="held back"
                        ),
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
                            help_text="Each battle with its fate and feats, oldest first.", verbose_name="record"
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
            migrations.CreateModel(
                name="Sector",
                fields=[
                    ("key", models.CharField(editable=False, max_length=80, primary_key=True, serialize=False)),
                    ("sector", models.CharField(max_length=40, verbose_name="sector")),
                    ("name", models.CharField(max_length=80, verbose_name="name")),
                    ("x", models.PositiveSmallIntegerField(verbose_name="across")),
                    ("y", models.PositiveSmallIntegerField(verbose_name="down")),
                    (
                        "terrain",
                        models.CharField(
                            choices=[
                                ("open", "open country"),
                                ("farmland", "farmland"),
                                ("forest", "forest"),
                                ("hills", "hills"),
                                ("mountains", "mountains"),
                                ("marsh", "marsh"),
                                ("town", "town"),
                                ("desert", "desert"),
                            ],
                            max_length=20,
                            verbose_name="terrain",
                        ),
                    ),
                    ("value", models.PositiveSmallIntegerField(verbose_name="value")),
                    (
                        "capacity",
                        models.PositiveSmallIntegerField(
                            help_text="Platoons of each side that fit into it.", verbose_name="capacity"
                        ),
                    ),
                    (
                        "base",
                        models.CharField(
                            blank=True,
                            help_text="The side that is supplied from it.",
                            max_length=40,
                            verbose_name="base",
                        ),
                    ),
                    ("capital", models.BooleanField(verbose_name="capital")),
                    (
                        "owner",
                        models.CharField(
                            blank=True,
                            help_text="The side that owns it; empty if none.",
                            max_length=40,
                            verbose_name="owner",
                        ),
                    ),
                    ("contested", models.BooleanField(verbose_name="contested")),
                    (
                        "supply",
                        models.CharField(
                            blank=True,
                            choices=[("supplied", "supplied"), ("strained", "strained"), ("cut off", "cut off")],
                            help_text="Whether its owner's supply reaches it.",
                            max_length=10,
                            verbose_name="supply",
                        ),
                    ),
                    ("platoons", models.TextField(help_text="The platoons that stand in it.", verbose_name="platoons")),
                    (
                        "campaign",
                        models.ForeignKey(
                            on_delete=django.db.models.deletion.CASCADE,
                            related_name="sectors",
                            to="campaigns.campaignsheet",
                            verbose_name="campaign",
                        ),
                    ),
                ],
                options={
                    "verbose_name": "sector",
                    "verbose_name_plural": "sectors",
                    "ordering": ["campaign", "sector"],
                },
            ),
            migrations.CreateModel(
                name="SeatPass",
                fields=[
                    (
                        "id",
                        models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID"),
                    ),
                    ("digest", models.CharField(max_length=64, unique=True, verbose_name="keyed hash of the code")),
                    (
                        "kind",
                        models.CharField(
                            choices=[("seat", "the seat is lent"), ("choice", "one choice is told")],
                            max_length=10,
                            verbose_name="kind",
                        ),
                    ),
                    ("stream", models.UUIDField(verbose_name="battle")),
                    ("side", models.CharField(max_length=40, verbose_name="side")),
                    ("position", models.PositiveIntegerField(default=0, verbose_name="position")),
                    ("expires_at", models.DateTimeField(db_index=True, verbose_name="expires at")),
                    (
                        "holder",
                        models.ForeignKey(
                            null=True,
                            on_delete=django.db.models.deletion.CASCADE,
                            related_name="+",
                            to=settings.AUTH_USER_MODEL,
                            verbose_name="holder",
                        ),
                    ),
                    (
                        "owner",
                        models.ForeignKey(
                            on_delete=django.db.models.deletion.CASCADE,
                            related_name="+",
                            to=settings.AUTH_USER_MODEL,
                            verbose_name="owner",
                        ),
                    ),
                ],
                options={
                    "verbose_name": "pass to a seat",
                    "verbose_name_plural": "passes to seats",
                },
            ),
            migrations.CreateModel(
                name="CardCode",
                fields=[
                    (
                        "id",
                        models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID"),
                    ),
                    ("stream", models.UUIDField(verbose_name="battle")),
                    ("hashed", models.CharField(max_length=128, verbose_name="hash of the code")),
                    ("wrong", models.PositiveSmallIntegerField(default=0, verbose_name="wrong tries")),
                    ("made_at", models.DateTimeField(verbose_name="made at")),
                    (
                        "owner",
                        models.ForeignKey(
                            on_delete=django.db.models.deletion.CASCADE,
                            related_name="+",
                            to=settings.AUTH_USER_MODEL,
                            verbose_name="owner",
                        ),
                    ),
                ],
                options={
                    "verbose_name": "code for cards",
                    "verbose_name_plural": "codes for cards",
                    "constraints": [models.UniqueConstraint(fields=("stream", "owner"), name="one_card_code_a_player")],
                },
            ),
            migrations.CreateModel(
                name="WaitingRoom",
                fields=[
                    (
                        "id",
                        models.UUIDField(
                            default=uuid.uuid4, editable=False, primary_key=True, serialize=False, verbose_name="id"
                        ),
                    ),
                    ("side", models.CharField(max_length=40, verbose_name="side")),
                    ("muster", models.TextField(verbose_name="muster")),
                    (
                        "made_at",
                        models.DateTimeField(db_index=True, default=django.utils.timezone.now, verbose_name="made at"),
                    ),
                    (
                        "host",
                        models.OneToOneField(
                            on_delete=django.db.models.deletion.CASCADE,
                            related_name="+",
                            to=settings.AUTH_USER_MODEL,
                            verbose_name="host",
                        ),
                    ),
                    (
                        "other_chooses",
                        models.BooleanField(default=False, verbose_name="the other player chooses their own forces"),
                    ),
                ],
                options={
                    "verbose_name": "waiting room",
                    "verbose_name_plural": "waiting rooms",
                },
            ),
            migrations.CreateModel(
                name="Adoption",
                fields=[
                    (
                        "id",
                        models.UUIDField(
                            default=uuid.uuid4, editable=False, primary_key=True, serialize=False, verbose_name="id"
                        ),
                    ),
                    ("battle", models.UUIDField(unique=True, verbose_name="battle")),
                    ("fixture", models.CharField(blank=True, max_length=80, verbose_name="fixture")),
                    ("sides", models.TextField(verbose_name="sides")),
                    ("agreed", models.BooleanField(default=False, verbose_name="agreed")),
                    (
                        "made_at",
                        models.DateTimeField(db_index=True, default=django.utils.timezone.now, verbose_name="made at"),
                    ),
                    (
                        "asked",
                        models.ForeignKey(
                            on_delete=django.db.models.deletion.CASCADE,
                            related_name="+",
                            to=settings.AUTH_USER_MODEL,
                            verbose_name="asked",
                        ),
                    ),
                    (
                        "campaign",
                        models.ForeignKey(
                            on_delete=django.db.models.deletion.CASCADE,
                            related_name="+",
                            to="campaigns.campaign",
                            verbose_name="campaign",
                        ),
                    ),
                    (
                        "proposed_by",
                        models.ForeignKey(
                            on_delete=django.db.models.deletion.CASCADE,
                            related_name="+",
                            to=settings.AUTH_USER_MODEL,
                            verbose_name="proposed by",
                        ),
                    ),
                ],
                options={
                    "verbose_name": "adoption",
                    "verbose_name_plural": "adoptions",
                },
            ),
            migrations.CreateModel(
                name="PushDevice",
                fields=[
                    (
                        "id",
                        models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID"),
                    ),
                    ("endpoint", models.TextField(verbose_name="address at the push service")),
                    ("digest", models.CharField(max_length=64, unique=True, verbose_name="digest of the address")),
                    ("p256dh", models.CharField(max_length=100, verbose_name="public key")),
                    ("auth", models.CharField(max_length=40, verbose_name="authentication secret")),
                    ("label", models.CharField(max_length=80, verbose_name="device")),
                    ("made_at", models.DateTimeField(default=django.utils.timezone.now, verbose_name="made at")),
                    ("sent_at", models.DateTimeField(null=True, verbose_name="last sent at")),
                    (
                        "user",
                        models.ForeignKey(
                            on_delete=django.db.models.deletion.CASCADE,
                            related_name="push_devices",
                            to=settings.AUTH_USER_MODEL,
                            verbose_name="account",
                        ),
                    ),
                ],
                options={
                    "verbose_name": "device that is told",
                    "verbose_name_plural": "devices that are told",
                    "ordering": ["made_at", "pk"],
                },
            ),
            migrations.CreateModel(
                name="OpenPage",
                fields=[
                    (
                        "id",
                        models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID"),
                    ),
                    ("stream", models.UUIDField(verbose_name="battle")),
                    ("until", models.DateTimeField(db_index=True, verbose_name="until")),
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
                    "verbose_name": "open page",
                    "verbose_name_plural": "open pages",
                    "constraints": [models.UniqueConstraint(fields=("user", "stream"), name="one_open_page")],
                },
            ),
            migrations.CreateModel(
                name="Minor",
                fields=[
                    (
                        "user",
                        models.OneToOneField(
                            on_delete=django.db.models.deletion.CASCADE,
                            primary_key=True,
                            related_name="minor",
                            serialize=False,
                            to=settings.AUTH_USER_MODEL,
                            verbose_name="account",
                        ),
                    ),
                    (
                        "until",
                        models.DateField(
                            blank=True,
                            help_text="From that day on the mark says nothing any more.",
                            null=True,
                            verbose_name="comes of age on",
                        ),
                    ),
                    (
                        "noted_at",
                        models.DateTimeField(
                            default=django.utils.timezone.now, editable=False, verbose_name="marked at"
                        ),
                    ),
                    ("consent_at", models.DateTimeField(editable=False, null=True, verbose_name="consent noted at")),
                    ("changed_at", models.DateTimeField(auto_now=True, verbose_name="changed at")),
                    (
                        "consent_by",
                        models.ForeignKey(
                            editable=False,
                            null=True,
                            on_delete=django.db.models.deletion.SET_NULL,
                            related_name="+",
                            to=settings.AUTH_USER_MODEL,
                            verbose_name="consent noted by",
                        ),
                    ),
                    (
                        "noted_by",
                        models.ForeignKey(
                            editable=False,
                            null=True,
                            on_delete=django.db.models.deletion.SET_NULL,
                            related_name="+",
                            to=settings.AUTH_USER_MODEL,
                            verbose_name="marked by",
                        ),
                    ),
                ],
                options={
                    "verbose_name": "minor",
                    "verbose_name_plural": "minors",
                    "ordering": ["user__username"],
                },
            ),
            migrations.CreateModel(
                name="UncountedBattle",
                fields=[
                    ("battle", models.UUIDField(primary_key=True, serialize=False, verbose_name="battle")),
                    ("campaign", models.UUIDField(db_index=True, verbose_name="campaign")),
                    ("digest", models.CharField(max_length=64, verbose_name="digest")),
                    ("season_digest", models.CharField(max_length=64, verbose_name="digest of the campaign")),
                    ("why", models.JSONField(default=dict, verbose_name="why")),
                    ("at", models.DateTimeField(default=django.utils.timezone.now, verbose_name="tried at")),
                ],
                options={
                    "verbose_name": "battle that cannot be counted",
                    "verbose_name_plural": "battles that cannot be counted",
                },
            ),
            migrations.CreateModel(
                name="SavedScenario",
                fields=[
                    (
                        "id",
                        models.UUIDField(
                            default=uuid.uuid4, editable=False, primary_key=True, serialize=False, verbose_name="id"
                        ),
                    ),
                    (
                        "kind",
                        models.CharField(
                            choices=[("campaign", "campaign"), ("league", "league")],
                            default="campaign",
                            max_length=10,
                            verbose_name="kind",
                        ),
                    ),
                    ("stream", models.UUIDField(db_index=True, verbose_name="stream")),
                    ("name", models.CharField(max_length=80, verbose_name="name")),
                    ("changes", models.TextField(verbose_name="changes")),
                    ("position", models.PositiveIntegerField(default=0, verbose_name="position")),
                    (
                        "readers",
                        models.CharField(
                            choices=[
                                ("private", "only you"),
                                ("link", "whoever has the link, and may see the campaign or league"),
                                ("club", "the club: it is listed for its members"),
                            ],
                            default="private",
                            max_length=10,
                            verbose_name="who may see it",
                        ),
                    ),
                    ("made_at", models.DateTimeField(default=django.utils.timezone.now, verbose_name="made at")),
                    ("deleted_at", models.DateTimeField(blank=True, null=True, verbose_name="deleted at")),
                    (
                        "owner",
                        models.ForeignKey(
                            on_delete=django.db.models.deletion.CASCADE,
                            related_name="+",
                            to=settings.AUTH_USER_MODEL,
                            verbose_name="owner",
                        ),
                    ),
                ],
                options={
                    "verbose_name": "saved scenario",
                    "verbose_name_plural": "saved scenarios",
                    "ordering": ["name", "id"],
                },
            ),
            migrations.CreateModel(
                name="CorrectionDraft",
                fields=[
                    (
                        "id",
                        models.UUIDField(
                            default=uuid.uuid4, editable=False, primary_key=True, serialize=False, verbose_name="id"
                        ),
                    ),
                    ("stream", models.UUIDField(verbose_name="stream")),
                    ("type", models.CharField(max_length=40, verbose_name="type")),
                    ("data", models.TextField(verbose_name="report")),
                    ("position", models.PositiveIntegerField(verbose_name="position")),
                    ("shared", models.BooleanField(default=False, verbose_name="shared")),
                    (
                        "made_at",
                        models.DateTimeField(db_index=True, default=django.utils.timezone.now, verbose_name="made at"),
                    ),
                    (
                        "campaign",
                        models.ForeignKey(
                            on_delete=django.db.models.deletion.CASCADE,
                            related_name="+",
                            to="campaigns.campaign",
                            verbose_name="campaign",
                        ),
                    ),
                    (
                        "made_by",
                        models.ForeignKey(
                            on_delete=django.db.models.deletion.CASCADE,
                            related_name="+",
                            to=settings.AUTH_USER_MODEL,
                            verbose_name="made by",
                        ),
                    ),
                ],
                options={
                    "verbose_name": "draft of a correction",
                    "verbose_name_plural": "drafts of corrections",
                },
            ),
            migrations.CreateModel(
                name="WebhookEndpoint",
                fields=[
                    (
                        "id",
                        models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID"),
                    ),
                    (
                        "name",
                        models.CharField(
                            help_text="What receives it, for yourselves.", max_length=80, verbose_name="name"
                        ),
                    ),
                    (
                        "url",
                        models.CharField(
                            help_text="It begins with https:// and is on the internet.",
                            max_length=500,
                            verbose_name="address",
                        ),
                    ),
                    (
                        "of_battles",
                        models.BooleanField(
                            default=True, help_text="Every report of a battle.", verbose_name="battles"
                        ),
                    ),
                    (
                        "of_campaigns",
                        models.BooleanField(
                            default=True, help_text="Rounds, pairings, results and more.", verbose_name="campaigns"
                        ),
                    ),
                    (
                        "of_leagues",
                        models.BooleanField(
                            default=True, help_text="Ratings, titles and honours.", verbose_name="leagues"
                        ),
                    ),
                    (
                        "members_too",
                        models.BooleanField(
                            default=False,
                            help_text="Campaigns and leagues that are for the club’s members alone.",
                            verbose_name="also what only members may read",
                        ),
                    ),
                    ("key", models.CharField(editable=False, max_length=32)),
                    ("old_key", models.CharField(blank=True, default="", editable=False, max_length=32)),
                    (
                        "old_until",
                        models.DateTimeField(editable=False, null=True, verbose_name="the old secret counts until"),
                    ),
                    (
                        "off",
                        models.CharField(
                            blank=True,
                            choices=[
                                ("", "switched on"),
                                ("person", "switched off"),
                                ("gone", "switched off: its receiver said that it is gone"),
                                ("failing", "switched off: it had failed for days"),
                            ],
                            default="",
                            editable=False,
                            max_length=10,
                            verbose_name="state",
                        ),
                    ),
                    (
                        "made_at",
                        models.DateTimeField(default=django.utils.timezone.now, editable=False, verbose_name="made at"),
                    ),
                    (
                        "next_at",
                        models.DateTimeField(
                            default=django.utils.timezone.now, editable=False, verbose_name="not before"
                        ),
                    ),
                    ("tries", models.PositiveIntegerField(default=0, editable=False, verbose_name="failed in a row")),
                    ("claim", models.UUIDField(editable=False, null=True)),
                    ("claimed_until", models.DateTimeField(editable=False, null=True)),
                    (
                        "campaign",
                        models.ForeignKey(
                            blank=True,
                            help_text="Only what happens in this one; blank for everything of the club.",
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
                            related_name="webhooks",
                            to="campaigns.club",
                            verbose_name="club",
                        ),
                    ),
                ],
                options={
                    "verbose_name": "webhook",
                    "verbose_name_plural": "webhooks",
                    "ordering": ["name", "pk"],
                },
            ),
            migrations.CreateModel(
                name="WebhookDelivery",
                fields=[
                    (
                        "id",
                        models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID"),
                    ),
                    ("message", models.CharField(max_length=40, verbose_name="id")),
                    ("type", models.CharField(max_length=120, verbose_name="type")),
                    ("stream", models.UUIDField(null=True, verbose_name="log")),
                    ("position", models.PositiveIntegerField(default=0, verbose_name="position")),
                    (
                        "status",
                        models.CharField(
                            choices=[
                                ("asked", "waits to be sent"),
                                ("retrying", "did not arrive: it is tried again"),
                                ("delivered", "arrived"),
                                ("failed", "did not arrive"),
                            ],
                            max_length=10,
                            verbose_name="what became of it",
                        ),
                    ),
                    ("tries", models.PositiveIntegerField(default=0, verbose_name="tries")),
                    ("code", models.PositiveSmallIntegerField(null=True, verbose_name="answered with")),
                    ("answer", models.CharField(blank=True, max_length=300, verbose_name="answer")),
                    ("took", models.PositiveIntegerField(default=0, verbose_name="milliseconds")),
                    ("made_at", models.DateTimeField(default=django.utils.timezone.now, verbose_name="first at")),
                    ("tried_at", models.DateTimeField(null=True, verbose_name="last tried at")),
                    (
                        "endpoint",
                        models.ForeignKey(
                            on_delete=django.db.models.deletion.CASCADE,
                            related_name="deliveries",
                            to="campaigns.webhookendpoint",
                            verbose_name="webhook",
                        ),
                    ),
                ],
                options={
                    "verbose_name": "webhook delivery",
                    "verbose_name_plural": "webhook deliveries",
                    "ordering": ["-made_at", "-pk"],
                    "indexes": [
                        models.Index(
                            condition=models.Q(("status", "asked")), fields=["endpoint", "id"], name="webhook_asked"
                        ),
                        models.Index(fields=["made_at"], name="webhook_delivery_age"),
                    ],
                    "constraints": [
                        models.UniqueConstraint(fields=("endpoint", "message"), name="one_delivery_of_a_message")
                    ],
                },
            ),
            migrations.CreateModel(
                name="WebhookCursor",
                fields=[
                    (
                        "id",
                        models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID"),
                    ),
                    ("stream", models.UUIDField(verbose_name="log")),
                    ("position", models.PositiveIntegerField(verbose_name="position")),
                    ("tries", models.PositiveIntegerField(default=0, verbose_name="tries")),
                    ("next_at", models.DateTimeField(default=django.utils.timezone.now, verbose_name="not before")),
                    ("failing_since", models.DateTimeField(null=True, verbose_name="failing since")),
                    (
                        "endpoint",
                        models.ForeignKey(
                            on_delete=django.db.models.deletion.CASCADE,
                            related_name="cursors",
                            to="campaigns.webhookendpoint",
                        ),
                    ),
                ],
                options={
                    "verbose_name": "position of a webhook",
                    "verbose_name_plural": "positions of webhooks",
                    "constraints": [models.UniqueConstraint(fields=("endpoint", "stream"), name="one_webhook_cursor")],
                },
            ),
            migrations.CreateModel(
                name="DiscordChannel",
                fields=[
                    (
                        "id",
                        models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID"),
                    ),
                    (
                        "name",
                        models.CharField(help_text="The channel, as you call it.", max_length=80, verbose_name="name"),
                    ),
                    (
                        "url",
                        models.CharField(
                            help_text=(
                                "From Discord: Edit Channel, Integrations, Webhooks. Whoever has it can write there."
                            ),
                            max_length=300,
                            verbose_name="webhook’s address",
                        ),
                    ),
                    (
                        "language",
                        models.CharField(
                            help_text="In which the channel is told.", max_length=10, verbose_name="language"
                        ),
                    ),
                    ("of_pairings", models.BooleanField(default=True, verbose_name="pairings of new rounds")),
                    ("of_results", models.BooleanField(default=True, verbose_name="results")),
                    ("of_standings", models.BooleanField(default=True, verbose_name="standings after a round")),
                    ("of_honours", models.BooleanField(default=True, verbose_name="honours")),
                    (
                        "members_too",
                        models.BooleanField(
                            default=False,
                            help_text="Campaigns and leagues that are for the club’s members alone.",
                            verbose_name="also what only members may read",
                        ),
                    ),
                    (
                        "off",
                        models.CharField(
                            blank=True,
                            choices=[
                                ("", "switched on"),
                                ("person", "switched off"),
                                ("gone", "switched off: its receiver said that it is gone"),
                                ("failing", "switched off: it had failed for days"),
                            ],
                            default="",
                            editable=False,
                            max_length=10,
                            verbose_name="state",
                        ),
                    ),
                    (
                        "made_at",
                        models.DateTimeField(default=django.utils.timezone.now, editable=False, verbose_name="made at"),
                    ),
                    (
                        "next_at",
                        models.DateTimeField(
                            default=django.utils.timezone.now, editable=False, verbose_name="not before"
                        ),
                    ),
                    ("tries", models.PositiveIntegerField(default=0, editable=False, verbose_name="failed in a row")),
                    ("failing_since", models.DateTimeField(editable=False, null=True, verbose_name="failing since")),
                    ("claim", models.UUIDField(editable=False, null=True)),
                    ("claimed_until", models.DateTimeField(editable=False, null=True)),
                    (
                        "campaign",
                        models.ForeignKey(
                            blank=True,
                            help_text="Only what happens in this one; blank for everything of the club.",
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
                            related_name="channels",
                            to="campaigns.club",
                            verbose_name="club",
                        ),
                    ),
                ],
                options={
                    "verbose_name": "Discord channel",
                    "verbose_name_plural": "Discord channels",
                    "ordering": ["name", "pk"],
                },
            ),
            migrations.CreateModel(
                name="DiscordCursor",
                fields=[
                    (
                        "id",
                        models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID"),
                    ),
                    ("stream", models.UUIDField(verbose_name="log")),
                    ("position", models.PositiveIntegerField(verbose_name="position")),
                    (
                        "channel",
                        models.ForeignKey(
                            on_delete=django.db.models.deletion.CASCADE,
                            related_name="cursors",
                            to="campaigns.discordchannel",
                        ),
                    ),
                ],
                options={
                    "verbose_name": "position of a channel",
                    "verbose_name_plural": "positions of channels",
                    "constraints": [models.UniqueConstraint(fields=("channel", "stream"), name="one_discord_cursor")],
                },
            ),
            migrations.CreateModel(
                name="DiscordMessage",
                fields=[
                    (
                        "id",
                        models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID"),
                    ),
                    ("stream", models.UUIDField(null=True, verbose_name="log")),
                    ("key", models.CharField(max_length=80, verbose_name="what it tells")),
                    ("title", models.CharField(max_length=256, verbose_name="title")),
                    ("there", models.CharField(blank=True, max_length=30, verbose_name="id in Discord")),
                    ("says", models.CharField(blank=True, max_length=64)),
                    (
                        "status",
                        models.CharField(
                            choices=[
                                ("waiting", "waits to be posted"),
                                ("claimed", "uncertain: it may have been posted"),
                                ("posted", "posted"),
                                ("gone", "deleted there"),
                                ("refused", "refused"),
                            ],
                            max_length=10,
                            verbose_name="what became of it",
                        ),
                    ),
                    ("edits", models.PositiveIntegerField(default=0, verbose_name="edited")),
                    ("error", models.CharField(blank=True, max_length=300, verbose_name="answer")),
                    ("made_at", models.DateTimeField(default=django.utils.timezone.now, verbose_name="made at")),
                    ("sent_at", models.DateTimeField(null=True, verbose_name="last sent at")),
                    (
                        "channel",
                        models.ForeignKey(
                            on_delete=django.db.models.deletion.CASCADE,
                            related_name="messages",
                            to="campaigns.discordchannel",
                            verbose_name="channel",
                        ),
                    ),
                ],
                options={
                    "verbose_name": "message in Discord",
                    "verbose_name_plural": "messages in Discord",
                    "ordering": ["-made_at", "-pk"],
                    "constraints": [
                        models.UniqueConstraint(fields=("channel", "stream", "key"), name="one_discord_message")
                    ],
                },
            ),
            migrations.CreateModel(
                name="Thread",
                fields=[
                    (
                        "id",
                        models.UUIDField(
                            default=uuid.uuid4, editable=False, primary_key=True, serialize=False, verbose_name="id"
                        ),
                    ),
                    ("fixture", models.CharField(max_length=40, verbose_name="fixture")),
                    (
                        "campaign",
                        models.ForeignKey(
                            on_delete=django.db.models.deletion.CASCADE,
                            related_name="threads",
                            to="campaigns.campaign",
                            verbose_name="campaign",
                        ),
                    ),
                ],
                options={
                    "verbose_name": "conversation",
                    "verbose_name_plural": "conversations",
                    "constraints": [
                        models.UniqueConstraint(fields=("campaign", "fixture"), name="one_thread_a_fixture")
                    ],
                },
            ),
            migrations.CreateModel(
                name="Post",
                fields=[
                    (
                        "id",
                        models.UUIDField(
                            default=uuid.uuid4, editable=False, primary_key=True, serialize=False, verbose_name="id"
                        ),
                    ),
                    ("body", models.TextField(blank=True, verbose_name="text")),
                    ("made_at", models.DateTimeField(default=django.utils.timezone.now, verbose_name="made at")),
                    ("edited_at", models.DateTimeField(null=True, verbose_name="edited at")),
                    ("hidden_at", models.DateTimeField(null=True, verbose_name="hidden at")),
                    ("hidden_why", models.CharField(blank=True, max_length=200, verbose_name="why it is hidden")),
                    (
                        "author",
                        models.ForeignKey(
                            on_delete=django.db.models.deletion.CASCADE,
                            related_name="+",
                            to=settings.AUTH_USER_MODEL,
                            verbose_name="author",
                        ),
                    ),
                    (
                        "thread",
                        models.ForeignKey(
                            on_delete=django.db.models.deletion.CASCADE,
                            related_name="posts",
                            to="campaigns.thread",
                            verbose_name="conversation",
                        ),
                    ),
                ],
                options={
                    "verbose_name": "post",
                    "verbose_name_plural": "posts",
                    "ordering": ["made_at", "id"],
                    "indexes": [models.Index(fields=["thread", "made_at", "id"], name="posts_of_a_thread")],
                },
            ),
            migrations.CreateModel(
                name="Photo",
                fields=[
                    (
                        "id",
                        models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID"),
                    ),
                    ("name", models.CharField(max_length=80, unique=True, verbose_name="name")),
                    ("width", models.PositiveIntegerField(verbose_name="width")),
                    ("height", models.PositiveIntegerField(verbose_name="height")),
                    (
                        "post",
                        models.ForeignKey(
                            on_delete=django.db.models.deletion.CASCADE,
                            related_name="photos",
                            to="campaigns.post",
                            verbose_name="post",
                        ),
                    ),
                ],
                options={
                    "verbose_name": "photo",
                    "verbose_name_plural": "photos",
                    "ordering": ["pk"],
                },
            ),
            migrations.CreateModel(
                name="PostReport",
                fields=[
                    (
                        "id",
                        models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID"),
                    ),
                    ("reason", models.CharField(max_length=200, verbose_name="reason")),
                    ("said", models.TextField(blank=True, verbose_name="text")),
                    ("made_at", models.DateTimeField(default=django.utils.timezone.now, verbose_name="made at")),
                    ("settled_at", models.DateTimeField(null=True, verbose_name="settled at")),
                    (
                        "author",
                        models.ForeignKey(
                            on_delete=django.db.models.deletion.CASCADE,
                            related_name="+",
                            to=settings.AUTH_USER_MODEL,
                            verbose_name="author",
                        ),
                    ),
                    (
                        "by",
                        models.ForeignKey(
                            on_delete=django.db.models.deletion.CASCADE,
                            related_name="+",
                            to=settings.AUTH_USER_MODEL,
                            verbose_name="told by",
                        ),
                    ),
                    (
                        "post",
                        models.ForeignKey(
                            null=True,
                            on_delete=django.db.models.deletion.SET_NULL,
                            related_name="reports",
                            to="campaigns.post",
                            verbose_name="post",
                        ),
                    ),
                    (
                        "thread",
                        models.ForeignKey(
                            on_delete=django.db.models.deletion.CASCADE,
                            related_name="reports",
                            to="campaigns.thread",
                            verbose_name="conversation",
                        ),
                    ),
                ],
                options={
                    "verbose_name": "report of a post",
                    "verbose_name_plural": "reports of posts",
                    "ordering": ["made_at", "pk"],
                    "constraints": [models.UniqueConstraint(fields=("post", "by"), name="one_report_of_a_post")],
                },
            ),
            migrations.CreateModel(
                name="Mute",
                fields=[
                    (
                        "id",
                        models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID"),
                    ),
                    (
                        "person",
                        models.ForeignKey(
                            null=True,
                            on_delete=django.db.models.deletion.CASCADE,
                            related_name="+",
                            to=settings.AUTH_USER_MODEL,
                            verbose_name="person",
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
                    (
                        "thread",
                        models.ForeignKey(
                            null=True,
                            on_delete=django.db.models.deletion.CASCADE,
                            related_name="mutes",
                            to="campaigns.thread",
                            verbose_name="conversation",
                        ),
                    ),
                ],
                options={
                    "verbose_name": "mute",
                    "verbose_name_plural": "mutes",
                    "constraints": [
                        models.UniqueConstraint(fields=("user", "person"), name="one_mute_of_a_person"),
                        models.UniqueConstraint(fields=("user", "thread"), name="one_mute_of_a_thread"),
                        models.CheckConstraint(
                            condition=models.Q(("person__isnull", True), ("thread__isnull", True), _connector="XOR"),
                            name="mutes_one_thing",
                        ),
                    ],
                },
            ),
            migrations.CreateModel(
                name="ModerationAct",
                fields=[
                    (
                        "id",
                        models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID"),
                    ),
                    ("post", models.UUIDField(verbose_name="post")),
                    (
                        "what",
                        models.CharField(
                            choices=[("hid", "hid it"), ("showed", "showed it again"), ("left", "left it as it is")],
                            max_length=10,
                            verbose_name="what",
                        ),
                    ),
                    ("reason", models.CharField(max_length=200, verbose_name="reason")),
                    ("at", models.DateTimeField(default=django.utils.timezone.now, verbose_name="at")),
                    (
                        "author",
                        models.ForeignKey(
                            null=True,
                            on_delete=django.db.models.deletion.SET_NULL,
                            related_name="+",
                            to=settings.AUTH_USER_MODEL,
                            verbose_name="author",
                        ),
                    ),
                    (
                        "by",
                        models.ForeignKey(
                            null=True,
                            on_delete=django.db.models.deletion.SET_NULL,
                            related_name="+",
                            to=settings.AUTH_USER_MODEL,
                            verbose_name="by",
                        ),
                    ),
                    (
                        "thread",
                        models.ForeignKey(
                            on_delete=django.db.models.deletion.CASCADE,
                            related_name="acts",
                            to="campaigns.thread",
                            verbose_name="conversation",
                        ),
                    ),
                ],
                options={
                    "verbose_name": "act of a moderator",
                    "verbose_name_plural": "acts of moderators",
                    "ordering": ["at", "pk"],
                },
            ),
            migrations.CreateModel(
                name="Mention",
                fields=[
                    (
                        "id",
                        models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID"),
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
                    (
                        "post",
                        models.ForeignKey(
                            on_delete=django.db.models.deletion.CASCADE,
                            related_name="mentions",
                            to="campaigns.post",
                            verbose_name="post",
                        ),
                    ),
                ],
                options={
                    "verbose_name": "mention",
                    "verbose_name_plural": "mentions",
                    "ordering": ["pk"],
                    "constraints": [models.UniqueConstraint(fields=("post", "user"), name="one_mention_a_post")],
                },
            ),
            migrations.CreateModel(
                name="Reaction",
                fields=[
                    (
                        "id",
                        models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID"),
                    ),
                    (
                        "kind",
                        models.CharField(
                            choices=[
                                ("good", "good"),
                                ("funny", "funny"),
                                ("wow", "surprising"),
                                ("shot", "well shot"),
                                ("respect", "respect"),
                            ],
                            max_length=10,
                            verbose_name="kind",
                        ),
                    ),
                    (
                        "post",
                        models.ForeignKey(
                            on_delete=django.db.models.deletion.CASCADE,
                            related_name="reactions",
                            to="campaigns.post",
                            verbose_name="post",
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
                    "verbose_name": "reaction",
                    "verbose_name_plural": "reactions",
                    "ordering": ["pk"],
                    "constraints": [
                        models.UniqueConstraint(fields=("post", "user", "kind"), name="one_reaction_of_a_kind")
                    ],
                },
            ),
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
            migrations.CreateModel(
                name="Notice",
                fields=[
                    (
                        "id",
                        models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID"),
                    ),
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
                    "indexes": [
                        models.Index(
                            condition=models.Q(("silent", False)),
                            fields=["user", "-told_at", "-id"],
                            name="notices_of_a_person",
                        ),
                        models.Index(
                            condition=models.Q(("over", False)), fields=["stream", "kind"], name="notices_that_wait"
                        ),
                    ],
                },
            ),
            migrations.CreateModel(
                name="NoticeChoice",
                fields=[
                    (
                        "id",
                        models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID"),
                    ),
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
                    "constraints": [models.UniqueConstraint(fields=("user", "kind"), name="one_choice_a_kind")],
                },
            ),
            migrations.CreateModel(
                name="NoticeDelivery",
                fields=[
                    (
                        "id",
                        models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID"),
                    ),
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
                    "constraints": [
                        models.UniqueConstraint(fields=("notice", "channel"), name="one_delivery_a_channel")
                    ],
                },
            ),
            migrations.CreateModel(
                name="PushMessage",
                fields=[
                    (
                        "id",
                        models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID"),
                    ),
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
                    "indexes": [
                        models.Index(
                            condition=models.Q(("status", "waiting")), fields=["next_at", "id"], name="push_due"
                        )
                    ],
                    "constraints": [
                        models.UniqueConstraint(
                            fields=("device", "notice", "position"), name="one_push_a_device_and_notice"
                        )
                    ],
                },
            ),
        ),
    ]
