"""Desk tables: what people prepare and may change. They do not refer to read tables."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from uuid import UUID, uuid4

from django.core.validators import MaxValueValidator, RegexValidator
from django.db import connection, models
from django.utils.translation import gettext_lazy as _

from battles.written import Written
from campaigns.models.people import User
from campaigns.season.values import YEAR, Scoring

DAY = 24 * 60 * 60
MOST = 999  # as many as `Scoring` takes
is_colour = RegexValidator(r"^#[0-9a-f]{6}\Z", _("A colour as #2f6f4e."))


class Readers(models.TextChoices):
    """Who may read something."""

    PUBLIC = "public", _("anyone may read it")
    UNLISTED = "unlisted", _("anyone with the link may read it; no list shows it to strangers")
    MEMBERS = "members", _("only the club's members may read it")


class Talk(models.TextChoices):
    """Who talks about a club's battles."""

    OFF = "off", _("nobody: there are no conversations")
    MEMBERS = "members", _("members and players of the campaign")
    READABLE = "readable", _("the same; whoever may read the campaign reads along")


SAMPLE = "sample-"  # so begins the short name of a club that holds somebody's sample


class Club(models.Model):
    """People who play together. Organisers run campaigns; members may enlist in them."""

    name = models.CharField(_("name"), max_length=80, unique=True)
    slug = models.SlugField(
        _("short name"), max_length=40, unique=True, help_text=_("It stands in the addresses of its pages.")
    )
    organisers = models.ManyToManyField(
        User,
        verbose_name=_("organisers"),
        related_name="organises",
        help_text=_("They open campaigns, muster battles and rule where the table cannot agree."),
    )
    members = models.ManyToManyField(
        User,
        verbose_name=_("members"),
        related_name="clubs",
        blank=True,
        help_text=_("They may enlist in the club's campaigns. Organisers may, too."),
    )
    about = models.TextField(
        _("about"), blank=True, default="", max_length=2000, help_text=_("Who plays, when and where: a few sentences.")
    )
    colour = models.CharField(
        _("colour"),
        max_length=7,
        blank=True,
        default="",
        validators=[is_colour],
        help_text=_("The accent of its pages, as #2f6f4e; blank for Leaguer’s own."),
    )
    tape = models.CharField(
        _("tape"),
        max_length=10,
        blank=True,
        default="",
        db_default="",
        choices=[
            ("cm-2.5", _("centimetres, an inch is 2.5 cm")),
            ("cm-2.54", _("centimetres, an inch is 2.54 cm")),
            ("in-2.5", _("inches, an inch is 2.5 cm")),
            ("in-2.54", _("inches, an inch is 2.54 cm")),
        ],
        help_text=_(
            "What you measure with. Pages of battles then show and take lengths so, rounded to what can be read on it; "
            "the log keeps the unit of the battle. Blank for each battle’s own."
        ),
    )
    visibility = models.CharField(
        _("visibility"),
        max_length=10,
        choices=Readers.choices,
        default=Readers.PUBLIC,
        help_text=_("Of the club’s own page. Campaigns and leagues each say theirs."),
    )
    talk = models.CharField(
        _("conversations"),
        max_length=10,
        choices=Talk.choices,
        default=Talk.MEMBERS,
        help_text=_("Who writes under its fixtures and battles. Minors do only with a parent’s consent."),
    )

    rule_own = models.BooleanField(
        _("organisers rule on their own fixtures"),
        default=False,
        db_default=False,
        help_text=_("If not, another organiser rules on a fixture that one of them plays in, while there is one."),
    )
    second_officer = models.JSONField(
        _("a second officer confirms"),
        default=list,
        db_default=[],
        blank=True,
        help_text=_(
            "What an officer asks for of these waits until another one confirms it. Where nobody else may, as only one"
            " officer is there or does not play in it, it is done at once. Taking it back waits as well."
        ),
    )

    speaks: bool | None = None  # whether it has words of its own (`ClubWords`), where whoever has read it has asked

    class Meta:
        verbose_name = _("club")
        verbose_name_plural = _("clubs")
        ordering = ["name"]

    def __str__(self) -> str:
        return self.name

    @property
    def is_sample(self) -> bool:
        """Whether it holds a sample, which is thrown away with it."""
        return self.slug.startswith(SAMPLE)


class Campaign(models.Model):
    """A campaign as its organisers prepare it. Opening freezes it into the first event of a stream with the same id.

    `stream` is null until then. From then on, what was frozen is read from the log; the row's name, club, visibility
    and umpires still say where the campaign is listed, for whom, and who referees in it.
    """

    Visibility = Readers

    id = models.UUIDField(_("id"), primary_key=True, default=uuid4, editable=False)
    club = models.ForeignKey(Club, verbose_name=_("club"), related_name="campaigns", on_delete=models.PROTECT)
    name = models.CharField(_("name"), max_length=80)
    system = models.CharField(_("rule system"), max_length=40)
    options = models.JSONField(
        _("options"),
        default=dict,
        blank=True,
        help_text=_("House rules, by name; the rulebook's defaults when left out."),
    )
    sides = models.JSONField(
        _("sides"), default=dict, blank=True, help_text=_("Key and name of each side; none for everyone on their own.")
    )
    win = models.PositiveSmallIntegerField(
        _("points for a win"), default=Scoring().win, validators=[MaxValueValidator(MOST)]
    )
    draw = models.PositiveSmallIntegerField(
        _("points for a draw"), default=Scoring().draw, validators=[MaxValueValidator(MOST)]
    )
    loss = models.PositiveSmallIntegerField(
        _("points for a loss"), default=Scoring().loss, validators=[MaxValueValidator(MOST)]
    )
    scored = models.PositiveSmallIntegerField(
        _("points for every point scored"),
        default=Scoring().scored,
        validators=[MaxValueValidator(MOST)],
        help_text=_("What each point scored in a battle counts in the standings; 0 breaks ties only."),
    )
    objectives = models.PositiveSmallIntegerField(
        _("points for every objective"),
        default=Scoring().objectives,
        validators=[MaxValueValidator(MOST)],
        help_text=_("For each objective held or victory point, where the scenario has them."),
    )
    destroyed = models.PositiveSmallIntegerField(
        _("points for every vehicle destroyed"),
        default=Scoring().destroyed,
        validators=[MaxValueValidator(MOST)],
        help_text=_("For each vehicle of the enemy that was wrecked or lost."),
    )
    preserved = models.PositiveSmallIntegerField(
        _("points for every vehicle preserved"),
        default=Scoring().preserved,
        validators=[MaxValueValidator(MOST)],
        help_text=_("For each vehicle of one’s own that came home."),
    )
    breakers = models.JSONField(
        _("tie-breakers"),
        default=list,
        blank=True,
        help_text=_("What ranks platoons of equal score, in this order; Leaguer's own when left out."),
    )
    terms = models.JSONField(
        _("terms"),
        default=dict,
        blank=True,
        help_text=_("House rules between battles, by name; the defaults when left out."),
    )
    map = models.TextField(
        _("map"),
        default="",
        blank=True,
        max_length=100_000,
        help_text=_("Sectors and links, one to a line; blank for a campaign without a map."),
    )
    confirm_within = models.PositiveIntegerField(
        _("time to confirm"),
        default=7 * DAY,
        validators=[MaxValueValidator(YEAR)],
        help_text=_("Seconds after which a side that does not answer counts as having confirmed; 0 for never."),
    )
    visibility = models.CharField(_("visibility"), max_length=10, choices=Visibility.choices, default=Visibility.PUBLIC)
    umpires = models.ManyToManyField(
        User,
        verbose_name=_("umpires"),
        related_name="umpires",
        blank=True,
        help_text=_(
            "They referee its battles. Before they see what lies face down, correct, declare or report for a side, they"
            " take the battle’s case, which both sides are told. One who plays in a battle never has its case."
        ),
    )
    test = models.BooleanField(
        _("only a test"),
        default=False,
        help_text=_("It can be deleted with all its battles (manage.py forget). Choose this before it opens."),
    )
    stream = models.UUIDField(_("stream"), null=True, unique=True, editable=False)

    class Meta:
        verbose_name = _("campaign")
        verbose_name_plural = _("campaigns")
        ordering = ["name", "id"]
        indexes = [
            models.Index(fields=["name", "id"], name="campaigns_by_name"),
            models.Index(fields=["visibility", "name", "id"], name="campaigns_by_readers"),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def is_open(self) -> bool:
        return self.stream is not None

    @classmethod
    def with_club(cls, key: UUID | str) -> Campaign | None:
        """The campaign, open or not, with its club; None if there is none. One query."""
        rows = _WITH_CLUB.rows([UUID(str(key))])
        if not rows:
            return None
        names, of_club = _names(cls), _names(Club)
        found = cls.from_db(connection.alias, names, rows[0][: len(names)])
        found.club = Club.from_db(connection.alias, of_club, rows[0][len(names) : -1])
        found.club.speaks = bool(rows[0][-1])
        return found

    @classmethod
    def of_stream(cls, stream: UUID | str) -> Campaign | None:
        """The desk of an open campaign, with its club; None for one that is run elsewhere. One query."""
        found = cls.with_club(stream)
        return found if found is not None and found.is_open else None


def _names(model: type[models.Model]) -> list[str]:
    return [field.attname for field in model._meta.concrete_fields]


def _with_club(keys: Sequence[UUID]) -> models.QuerySet[Campaign, Any]:
    beside = (f"club__{name}" for name in _names(Club))
    return Campaign.objects.filter(pk__in=keys).order_by().values_list(*_names(Campaign), *beside, speaks("club"))


def speaks(club: str) -> models.Exists:
    """Whether a club has words of its own, for a query of it or of what is its own. `club`: the field that has its
    key."""
    return models.Exists(Club.objects.filter(pk=models.OuterRef(club), own_words__isnull=False))


_WITH_CLUB = Written(_with_club)
