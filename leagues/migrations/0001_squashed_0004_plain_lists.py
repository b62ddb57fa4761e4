"""The migrations up to 0004_plain_lists as one, for a database that has none of them."""

import uuid

import django.core.validators
import django.db.models.deletion
from django.db import migrations, models

from battles.create_tables import CreateTables


class Migration(migrations.Migration):
    initial = True

    replaces = [
        ("leagues", "0001_initial"),
        ("leagues", "0002_teams"),
        ("leagues", "0003_substitutes"),
        ("leagues", "0004_plain_lists"),
    ]

    dependencies = [
        ("campaigns", "0024_push_dates"),
    ]

    operations = [
        CreateTables(
            migrations.CreateModel(
                name="LeagueSheet",
                fields=[
                    ("stream", models.UUIDField(primary_key=True, serialize=False, verbose_name="league")),
                    ("name", models.CharField(max_length=80, verbose_name="name")),
                    ("terms", models.TextField(help_text="Every term by name.", verbose_name="terms")),
                    (
                        "divisions",
                        models.TextField(
                            help_text="Key and name of each, the highest first.", verbose_name="divisions"
                        ),
                    ),
                    (
                        "seasons",
                        models.TextField(
                            help_text="Number, title, whether closed, titles and moves of each.", verbose_name="seasons"
                        ),
                    ),
                    (
                        "season",
                        models.PositiveIntegerField(help_text="The newest; 0 before the first.", verbose_name="season"),
                    ),
                    ("under_way", models.BooleanField(verbose_name="under way")),
                    (
                        "offices",
                        models.TextField(
                            help_text="Who organises it beside the organisers of its club.", verbose_name="organisers"
                        ),
                    ),
                    ("players", models.PositiveIntegerField(verbose_name="players")),
                    ("games", models.PositiveIntegerField(verbose_name="results")),
                    ("model", models.CharField(blank=True, max_length=100, verbose_name="how it rates")),
                    (
                        "unsettled",
                        models.PositiveIntegerField(
                            default=0,
                            help_text="Reports that a correction has left to settle.",
                            verbose_name="left open",
                        ),
                    ),
                    ("position", models.PositiveIntegerField(verbose_name="position")),
                    ("digest", models.CharField(max_length=64, verbose_name="digest")),
                    ("founded_at", models.CharField(max_length=27, verbose_name="founded at")),
                    ("moved_at", models.CharField(max_length=27, verbose_name="last report at")),
                ],
                options={
                    "verbose_name": "league's sheet",
                    "verbose_name_plural": "leagues as they stand",
                    "ordering": ["-founded_at", "stream"],
                },
            ),
            migrations.CreateModel(
                name="League",
                fields=[
                    (
                        "id",
                        models.UUIDField(
                            default=uuid.uuid4, editable=False, primary_key=True, serialize=False, verbose_name="id"
                        ),
                    ),
                    ("name", models.CharField(max_length=80, verbose_name="name")),
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
                            max_length=10,
                            verbose_name="visibility",
                        ),
                    ),
                    ("stream", models.UUIDField(editable=False, null=True, unique=True, verbose_name="stream")),
                    (
                        "club",
                        models.ForeignKey(
                            on_delete=django.db.models.deletion.PROTECT,
                            related_name="leagues",
                            to="campaigns.club",
                            verbose_name="club",
                        ),
                    ),
                ],
                options={
                    "verbose_name": "league",
                    "verbose_name_plural": "leagues",
                    "ordering": ["name", "id"],
                },
            ),
            migrations.CreateModel(
                name="LeaguePlayer",
                fields=[
                    ("key", models.CharField(editable=False, max_length=120, primary_key=True, serialize=False)),
                    ("player", models.CharField(db_index=True, max_length=80, verbose_name="player")),
                    ("alias", models.CharField(blank=True, max_length=40, verbose_name="alias")),
                    (
                        "name",
                        models.CharField(
                            blank=True,
                            default="",
                            help_text="Of who played before there were accounts.",
                            max_length=80,
                            verbose_name="name",
                        ),
                    ),
                    ("hidden", models.BooleanField(verbose_name="hidden from strangers")),
                    ("division", models.CharField(blank=True, max_length=40, verbose_name="division")),
                    ("since", models.PositiveIntegerField(verbose_name="since season")),
                    ("rating", models.IntegerField(help_text="Over all rulebooks.", verbose_name="rating")),
                    (
                        "doubt",
                        models.PositiveIntegerField(
                            help_text="How far off the rating may be, either way.", verbose_name="doubt"
                        ),
                    ),
                    ("rated", models.PositiveIntegerField(verbose_name="rated games")),
                    (
                        "settled",
                        models.BooleanField(help_text="The rating is no longer provisional.", verbose_name="settled"),
                    ),
                    (
                        "by_system",
                        models.TextField(
                            help_text="Rating, doubt and games, by rulebook.", verbose_name="ratings by rulebook"
                        ),
                    ),
                    ("played", models.PositiveIntegerField(verbose_name="played")),
                    ("won", models.PositiveIntegerField(verbose_name="won")),
                    ("drawn", models.PositiveIntegerField(verbose_name="drawn")),
                    ("lost", models.PositiveIntegerField(verbose_name="lost")),
                    ("titles", models.PositiveIntegerField(verbose_name="titles")),
                    (
                        "league",
                        models.ForeignKey(
                            on_delete=django.db.models.deletion.CASCADE,
                            related_name="roll",
                            to="leagues.leaguesheet",
                            verbose_name="league",
                        ),
                    ),
                ],
                options={
                    "verbose_name": "player of a league",
                    "verbose_name_plural": "players of leagues",
                    "ordering": ["league", "-settled", "-rating", "player"],
                },
            ),
            migrations.CreateModel(
                name="LeagueMachine",
                fields=[
                    ("key", models.CharField(editable=False, max_length=140, primary_key=True, serialize=False)),
                    ("machine", models.CharField(max_length=100, verbose_name="vehicle")),
                    ("player", models.CharField(db_index=True, max_length=80, verbose_name="player")),
                    ("name", models.CharField(blank=True, max_length=80, verbose_name="name")),
                    ("model", models.CharField(max_length=80, verbose_name="model")),
                    ("season", models.PositiveIntegerField(verbose_name="season")),
                    (
                        "was",
                        models.CharField(
                            blank=True,
                            help_text="The same one in an earlier season.",
                            max_length=100,
                            verbose_name="was",
                        ),
                    ),
                    ("battles", models.PositiveIntegerField(verbose_name="battles")),
                    ("shots", models.PositiveIntegerField(verbose_name="shots")),
                    ("hits", models.PositiveIntegerField(verbose_name="hits")),
                    ("kills", models.PositiveIntegerField(verbose_name="kills")),
                    ("damage", models.PositiveIntegerField(verbose_name="damage")),
                    ("wrecked", models.PositiveIntegerField(verbose_name="times wrecked")),
                    ("fate", models.CharField(max_length=10, verbose_name="fate in its last battle")),
                    (
                        "league",
                        models.ForeignKey(
                            on_delete=django.db.models.deletion.CASCADE,
                            related_name="machines",
                            to="leagues.leaguesheet",
                            verbose_name="league",
                        ),
                    ),
                ],
                options={
                    "verbose_name": "vehicle of a league",
                    "verbose_name_plural": "vehicles of leagues",
                    "ordering": ["league", "-kills", "-hits", "machine"],
                },
            ),
            migrations.CreateModel(
                name="LeagueHonour",
                fields=[
                    ("key", models.CharField(editable=False, max_length=220, primary_key=True, serialize=False)),
                    ("season", models.PositiveIntegerField(verbose_name="season")),
                    ("honour", models.CharField(max_length=40, verbose_name="honour")),
                    (
                        "name",
                        models.CharField(
                            blank=True, help_text="Of one the league has composed.", max_length=80, verbose_name="name"
                        ),
                    ),
                    ("player", models.CharField(db_index=True, max_length=80, verbose_name="player")),
                    ("machine", models.CharField(blank=True, max_length=100, verbose_name="vehicle")),
                    ("figure", models.IntegerField(verbose_name="figure")),
                    (
                        "league",
                        models.ForeignKey(
                            on_delete=django.db.models.deletion.CASCADE,
                            related_name="honours",
                            to="leagues.leaguesheet",
                            verbose_name="league",
                        ),
                    ),
                ],
                options={
                    "verbose_name": "honour of a league",
                    "verbose_name_plural": "honours of leagues",
                    "ordering": ["league", "-season", "honour", "key"],
                },
            ),
            migrations.CreateModel(
                name="LeagueCampaign",
                fields=[
                    ("key", models.CharField(editable=False, max_length=80, primary_key=True, serialize=False)),
                    ("campaign", models.UUIDField(db_index=True, verbose_name="campaign")),
                    ("season", models.PositiveIntegerField(verbose_name="season")),
                    ("title", models.CharField(blank=True, max_length=80, verbose_name="title")),
                    ("division", models.CharField(blank=True, max_length=40, verbose_name="division")),
                    ("name", models.CharField(max_length=80, verbose_name="name")),
                    ("system", models.CharField(max_length=40, verbose_name="rule system")),
                    ("rated", models.BooleanField(verbose_name="rated")),
                    ("position", models.PositiveIntegerField(verbose_name="reported at position")),
                    ("digest", models.CharField(blank=True, max_length=64, verbose_name="reported at digest")),
                    (
                        "undone",
                        models.PositiveIntegerField(
                            default=0,
                            help_text="Battles whose deeds the clerk has still to report.",
                            verbose_name="battles to read",
                        ),
                    ),
                    (
                        "places",
                        models.TextField(
                            blank=True,
                            help_text="Its final standings; empty while it is under way.",
                            verbose_name="places",
                        ),
                    ),
                    (
                        "league",
                        models.ForeignKey(
                            on_delete=django.db.models.deletion.CASCADE,
                            related_name="campaigns",
                            to="leagues.leaguesheet",
                            verbose_name="league",
                        ),
                    ),
                ],
                options={
                    "verbose_name": "campaign of a league",
                    "verbose_name_plural": "campaigns of leagues",
                    "ordering": ["league", "season", "division"],
                },
            ),
            migrations.CreateModel(
                name="LeagueGame",
                fields=[
                    ("key", models.CharField(editable=False, max_length=220, primary_key=True, serialize=False)),
                    ("player", models.CharField(db_index=True, max_length=80, verbose_name="player")),
                    ("game", models.CharField(max_length=100, verbose_name="game")),
                    ("number", models.PositiveIntegerField(verbose_name="number")),
                    ("season", models.PositiveIntegerField(verbose_name="season")),
                    ("campaign", models.UUIDField(verbose_name="campaign")),
                    ("round", models.PositiveIntegerField(verbose_name="round")),
                    ("system", models.CharField(max_length=40, verbose_name="rule system")),
                    ("battle", models.CharField(blank=True, max_length=36, verbose_name="battle")),
                    ("how", models.CharField(max_length=20, verbose_name="how")),
                    ("result", models.CharField(max_length=10, verbose_name="result")),
                    ("points", models.IntegerField(verbose_name="points")),
                    ("against", models.IntegerField(verbose_name="points of the others")),
                    ("partners", models.TextField(help_text="Who played on the same side.", verbose_name="partners")),
                    (
                        "opponents",
                        models.TextField(help_text="Who played on the other sides.", verbose_name="opponents"),
                    ),
                    (
                        "rating",
                        models.IntegerField(
                            help_text="Empty where it is not rated.", null=True, verbose_name="rating after it"
                        ),
                    ),
                    ("change", models.IntegerField(null=True, verbose_name="change of the rating")),
                    (
                        "league",
                        models.ForeignKey(
                            on_delete=django.db.models.deletion.CASCADE,
                            related_name="record",
                            to="leagues.leaguesheet",
                            verbose_name="league",
                        ),
                    ),
                    (
                        "platoon_of",
                        models.TextField(
                            blank=True,
                            help_text="For whose platoon they sat in; empty for their own.",
                            verbose_name="platoon of",
                        ),
                    ),
                    (
                        "substitute",
                        models.CharField(
                            blank=True, help_text="Who sat in for them.", max_length=80, verbose_name="substitute"
                        ),
                    ),
                ],
                options={
                    "verbose_name": "game of a league",
                    "verbose_name_plural": "games of leagues",
                    "ordering": ["league", "-number", "player"],
                    "indexes": [models.Index(fields=["league", "player", "number"], name="league_game_of_player")],
                },
            ),
            migrations.CreateModel(
                name="LeagueStay",
                fields=[
                    ("key", models.CharField(editable=False, max_length=170, primary_key=True, serialize=False)),
                    ("team", models.CharField(max_length=40, verbose_name="team")),
                    ("player", models.CharField(db_index=True, max_length=80, verbose_name="player")),
                    ("since", models.PositiveIntegerField(verbose_name="from season")),
                    (
                        "until",
                        models.PositiveIntegerField(
                            help_text="Empty while they are in it.", null=True, verbose_name="to season"
                        ),
                    ),
                    (
                        "league",
                        models.ForeignKey(
                            on_delete=django.db.models.deletion.CASCADE,
                            related_name="stays",
                            to="leagues.leaguesheet",
                            verbose_name="league",
                        ),
                    ),
                ],
                options={
                    "verbose_name": "player of a team",
                    "verbose_name_plural": "players of teams",
                    "ordering": ["league", "team", "since", "key"],
                },
            ),
            migrations.CreateModel(
                name="LeagueTeam",
                fields=[
                    ("key", models.CharField(editable=False, max_length=80, primary_key=True, serialize=False)),
                    ("team", models.CharField(max_length=40, verbose_name="short name")),
                    ("name", models.CharField(max_length=80, verbose_name="name")),
                    ("colour", models.CharField(blank=True, max_length=7, verbose_name="colour")),
                    ("captain", models.CharField(blank=True, db_index=True, max_length=80, verbose_name="captain")),
                    ("since", models.PositiveIntegerField(verbose_name="since season")),
                    ("ended", models.BooleanField(verbose_name="has ended")),
                    ("players", models.PositiveIntegerField(verbose_name="players")),
                    (
                        "league",
                        models.ForeignKey(
                            on_delete=django.db.models.deletion.CASCADE,
                            related_name="teams",
                            to="leagues.leaguesheet",
                            verbose_name="league",
                        ),
                    ),
                ],
                options={
                    "verbose_name": "team of a league",
                    "verbose_name_plural": "teams of leagues",
                    "ordering": ["league", "ended", "name", "team"],
                },
            ),
            migrations.CreateModel(
                name="LeagueTeamSeason",
                fields=[
                    ("key", models.CharField(editable=False, max_length=90, primary_key=True, serialize=False)),
                    ("team", models.CharField(max_length=40, verbose_name="team")),
                    ("season", models.PositiveIntegerField(verbose_name="season")),
                    ("rank", models.PositiveIntegerField(verbose_name="rank")),
                    ("players", models.PositiveIntegerField(verbose_name="players")),
                    ("played", models.PositiveIntegerField(verbose_name="played")),
                    ("won", models.PositiveIntegerField(verbose_name="won")),
                    ("drawn", models.PositiveIntegerField(verbose_name="drawn")),
                    ("lost", models.PositiveIntegerField(verbose_name="lost")),
                    ("points", models.IntegerField(verbose_name="points")),
                    ("titles", models.PositiveIntegerField(verbose_name="titles")),
                    (
                        "league",
                        models.ForeignKey(
                            on_delete=django.db.models.deletion.CASCADE,
                            related_name="team_seasons",
                            to="leagues.leaguesheet",
                            verbose_name="league",
                        ),
                    ),
                ],
                options={
                    "verbose_name": "season of a team",
                    "verbose_name_plural": "seasons of teams",
                    "ordering": ["league", "-season", "rank", "team"],
                },
            ),
        ),
    ]
