"""Read tables: folded from the campaigns' logs; `manage.py rebuild` empties and fills them again.

Keys and times come from the log. Text columns that hold JSON say so.
"""

from __future__ import annotations

from typing import Any

import msgspec
from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy


class Supply(models.TextChoices):
    SUPPLIED = "supplied", _("supplied")
    STRAINED = "strained", _("strained")
    CUT_OFF = "cut off", _("cut off")


class Terrain(models.TextChoices):
    OPEN = "open", _("open country")
    FARMLAND = "farmland", _("farmland")
    FOREST = "forest", _("forest")
    HILLS = "hills", _("hills")
    MOUNTAINS = "mountains", _("mountains")
    MARSH = "marsh", _("marsh")
    TOWN = "town", _("town")
    DESERT = "desert", _("desert")


class Sector(models.Model):
    """A sector of a campaign's map as it stands now."""

    key = models.CharField(max_length=80, primary_key=True, editable=False)  # derived: campaign/sector
    campaign = models.ForeignKey(
        "campaigns.CampaignSheet", verbose_name=_("campaign"), on_delete=models.CASCADE, related_name="sectors"
    )
    sector = models.CharField(_("sector"), max_length=40)
    name = models.CharField(_("name"), max_length=80)
    x = models.PositiveSmallIntegerField(_("across"))
    y = models.PositiveSmallIntegerField(_("down"))
    terrain = models.CharField(_("terrain"), max_length=20, choices=Terrain.choices)
    value = models.PositiveSmallIntegerField(_("value"))
    capacity = models.PositiveSmallIntegerField(_("capacity"), help_text=_("Platoons of each side that fit into it."))
    base = models.CharField(_("base"), max_length=40, blank=True, help_text=_("The side that is supplied from it."))
    capital = models.BooleanField(_("capital"))
    owner = models.CharField(
        _("owner"), max_length=40, blank=True, help_text=_("The side that owns it; empty if none.")
    )
    contested = models.BooleanField(_("contested"))
    supply = models.CharField(
        _("supply"),
        max_length=10,
        choices=Supply.choices,
        blank=True,
        help_text=_("Whether its owner's supply reaches it."),
    )
    platoons = models.TextField(_("platoons"), help_text=_("The platoons that stand in it."))

    class Meta:
        verbose_name = _("sector")
        verbose_name_plural = _("sectors")
        ordering = ["campaign", "sector"]

    def __str__(self) -> str:
        return self.name or self.sector


class CampaignSheet(models.Model):
    """A campaign's sheet, for lists."""

    class Status(models.TextChoices):
        OPEN = "open", _("under way")
        CLOSED = "closed", pgettext_lazy("a campaign or season", "over")

    stream = models.UUIDField(_("campaign"), primary_key=True)
    name = models.CharField(_("name"), max_length=80)
    system = models.CharField(_("rule system"), max_length=40)
    edition = models.CharField(_("edition"), max_length=40)
    status = models.CharField(_("status"), max_length=10, choices=Status.choices)
    options = models.TextField(_("options"), help_text=_("Every option by name."))
    sides = models.TextField(_("sides"), help_text=_("Name of each side by key."))
    terms = models.TextField(_("terms"), help_text=_("Every house rule between battles by name."))
    scoring = models.TextField(_("scoring"), help_text=_("Points in the standings, by what they are for."))
    breakers = models.TextField(_("tie-breakers"), help_text=_("Their names, in the order in which they are asked."))
    round = models.PositiveIntegerField(_("round"), help_text=_("The one under way, or the next; 0 before the first."))
    commitment = models.CharField(_("commitment"), max_length=64, help_text=_("SHA-256 of the seed of every battle."))
    links = models.TextField(
        _("links"),
        blank=True,
        help_text=_("The map’s links, with which of them are closed; empty without a map."),
    )
    scores = models.TextField(_("scores of the sides"), blank=True, help_text=_("By side; empty without a map."))
    victory = models.CharField(_("victory"), max_length=10, blank=True, help_text=_("How the war ended; empty if not."))
    victor = models.CharField(_("victor"), max_length=40, blank=True, help_text=_("The side that won; empty if none."))
    unsettled = models.PositiveIntegerField(
        _("left open"), default=0, help_text=_("Reports that a correction has left to settle.")
    )
    asked = models.TextField(
        _("asked"), blank=True, default="", help_text=_("Platoons that have to answer a proposal; empty for none.")
    )
    ladder_due = models.CharField(
        _("ladder due"),
        max_length=27,
        blank=True,
        default="",
        help_text=_("When the clerk looks at its ladder again, UTC; empty for never."),
    )
    position = models.PositiveIntegerField(_("position"))
    digest = models.CharField(_("digest"), max_length=64)
    opened_at = models.CharField(_("opened at"), max_length=27)
    moved_at = models.CharField(_("last report at"), max_length=27)

    class Meta:
        verbose_name = _("campaign's sheet")
        verbose_name_plural = _("campaigns as they stand")
        ordering = ["-opened_at", "stream"]
        indexes = [  # the clerk asks for these at every sweep
            models.Index(fields=["moved_at"], name="seasons_of_the_last_hours"),
            models.Index(fields=["-opened_at", "stream"], name="seasons_newest_first"),
            models.Index(fields=["stream"], condition=models.Q(status="open"), name="seasons_under_way"),
            models.Index(
                fields=["stream"],
                condition=models.Q(unsettled__gt=0) | models.Q(asked__gt=""),
                name="seasons_to_mend",
            ),
            models.Index(name="campaign_ladder_due", fields=["ladder_due"], condition=~models.Q(ladder_due="")),
        ]

    def __str__(self) -> str:
        return self.name or str(self.stream)


class Appointment(models.Model):
    """An office that organisers have given somebody in a campaign."""

    key = models.CharField(max_length=120, primary_key=True, editable=False)  # derived: campaign/person
    campaign = models.ForeignKey(
        CampaignSheet, verbose_name=_("campaign"), on_delete=models.CASCADE, related_name="appointments"
    )
    person = models.CharField(_("person"), max_length=80, db_index=True)
    office = models.CharField(_("office"), max_length=20)

    class Meta:
        verbose_name = _("appointment")
        verbose_name_plural = _("appointments")
        ordering = ["campaign", "person"]

    def __str__(self) -> str:
        return f"{self.person}: {self.office}"


class Round(models.Model):
    """A round of a campaign; `places` are the standings published with it."""

    class Status(models.TextChoices):
        OPEN = "open", _("under way")
        CLOSED = "closed", _("closed")

    key = models.CharField(max_length=80, primary_key=True, editable=False)  # derived: campaign/number
    campaign = models.ForeignKey(
        CampaignSheet, verbose_name=_("campaign"), on_delete=models.CASCADE, related_name="rounds"
    )
    number = models.PositiveIntegerField(_("number"))
    title = models.CharField(_("title"), max_length=500, blank=True)
    status = models.CharField(_("status"), max_length=10, choices=Status.choices)
    ladder = models.BooleanField(
        _("of a ladder"), default=False, db_default=False, help_text=_("Its fixtures are challenges.")
    )
    deadline = models.CharField(_("deadline"), max_length=27, blank=True, help_text=_("UTC; empty for none."))
    orders_by = models.CharField(
        _("orders by"), max_length=27, blank=True, help_text=_("When its orders are disclosed, UTC; empty for none.")
    )
    resolved = models.BooleanField(_("orders are disclosed"))
    remind_at = models.CharField(_("reminds at"), max_length=27, blank=True, help_text=_("UTC; empty for never."))
    byes = models.TextField(_("byes"), help_text=_("Platoons without a fixture."))
    places = models.TextField(_("places"), help_text=_("Platoon, rank and score, when it was closed."))

    class Meta:
        verbose_name = _("round")
        verbose_name_plural = _("rounds")
        ordering = ["campaign", "number"]
        indexes = [models.Index(name="round_by_status", fields=["status", "campaign"])]

    def __str__(self) -> str:
        return self.title or str(self.number)


# Of platoons in the campaign: they have faults.
FAULTY = models.Q(dropped=False) & ~models.Q(flaws__in=("", "{}"))
# Of platoons: somebody else commands them, too. Without a function, as SQLite uses no index for one of a parameter; by
# the order of the alphabet, as a migration has it.
_ALONE = models.Func(
    models.Value('["'),
    "player",
    models.Value('"]'),
    arg_joiner=" || ",
    template="(%(expressions)s)",
)
_SHARED = ~models.Q(players=_ALONE)


class Standing(models.Model):
    """A platoon's place in its campaign. Rank 1 is best; equals share a rank."""

    key = models.CharField(max_length=80, primary_key=True, editable=False)  # derived: campaign/platoon
    campaign = models.ForeignKey(
        CampaignSheet, verbose_name=_("campaign"), on_delete=models.CASCADE, related_name="standings"
    )
    platoon = models.CharField(_("platoon"), max_length=40)
    name = models.CharField(_("name"), max_length=80)
    player = models.CharField(_("player"), max_length=80, db_index=True)
    players = models.TextField(_("players"), help_text=_("Everyone who commands it, its own player first."))
    cases = models.TextField(
        _("who has taken its case"), blank=True, default="", help_text=_("Organisers who read its purchases.")
    )
    side = models.CharField(_("side"), max_length=40, blank=True)
    card = models.CharField(_("platoon card"), max_length=80, blank=True)
    rank = models.PositiveIntegerField(_("rank"))
    score = models.BigIntegerField(_("score"))
    played = models.PositiveIntegerField(_("played"))
    won = models.PositiveIntegerField(pgettext_lazy("how many", "won"))
    drawn = models.PositiveIntegerField(pgettext_lazy("how many", "drawn"))
    lost = models.PositiveIntegerField(pgettext_lazy("how many", "lost"))
    points_for = models.BigIntegerField(_("points for"))
    points_against = models.BigIntegerField(_("points against"))
    objectives = models.BigIntegerField(_("objectives"))
    destroyed = models.PositiveIntegerField(_("destroyed"))
    preserved = models.PositiveIntegerField(_("preserved"))
    penalty = models.PositiveIntegerField(_("penalty"))
    byes = models.PositiveIntegerField(_("byes"))
    ties = models.TextField(_("tie-breaks"), help_text=_("Its figure by each tie-breaker that was asked."))
    purse = models.PositiveIntegerField(_("purse"))
    owed = models.PositiveIntegerField(_("owed"), help_text=_("Points its purse could not pay yet."))
    worth = models.PositiveIntegerField(_("worth"), help_text=_("Points of its vehicles as new; wrecks count nothing."))
    joined = models.PositiveIntegerField(_("joined in round"))
    dropped = models.BooleanField(_("has left"))
    flaws = models.TextField(_("faults"), help_text=_("Faults of the platoon; for those let pass, the reason."))
    was = models.PositiveIntegerField(
        _("rank before"), default=0, help_text=_("Its rank as the round before the newest left it; 0 for none.")
    )
    form = models.CharField(
        _("form"), max_length=5, blank=True, help_text=_("Its last results, newest last: W, D or L.")
    )
    sector = models.CharField(
        _("sector"), max_length=40, blank=True, help_text=_("Where it is on the map; empty without one.")
    )
    supply = models.CharField(_("supply"), max_length=10, choices=Supply.choices, blank=True)
    entrenched = models.BooleanField(_("entrenched"))
    ordered = models.BooleanField(
        _("has its order"), help_text=_("An order for the round under way, until orders are disclosed.")
    )
    engaged = models.CharField(_("engaged"), max_length=40, blank=True, help_text=_("The fixture it is engaged in."))
    retreat_by = models.CharField(
        _("retreats by"),
        max_length=27,
        blank=True,
        help_text=_("When the clerk chooses for it, UTC; empty if not due."),
    )
    challenger = models.CharField(
        _("challenged by"),
        max_length=40,
        blank=True,
        default="",
        help_text=_("Who waits for its answer on the ladder; empty for nobody."),
    )
    answer_by = models.CharField(
        _("answers by"),
        max_length=27,
        blank=True,
        default="",
        help_text=_("Until when it answers the challenge, UTC; empty for no limit."),
    )

    class Meta:
        verbose_name = _("standing")
        verbose_name_plural = _("standings")
        ordering = ["campaign", "rank", "platoon"]
        indexes = [
            # the clerk asks for these at every sweep
            models.Index(name="standing_that_retreats", fields=["retreat_by"], condition=~models.Q(retreat_by="")),
            models.Index(name="standing_of_several", fields=["campaign"], condition=_SHARED),
            models.Index(name="standing_with_faults", fields=["campaign"], condition=FAULTY),
        ]

    def __str__(self) -> str:
        return f"{self.rank}. {self.name}"

    @property
    def have_case(self) -> list[str]:
        """The organisers who have taken its case."""
        return msgspec.json.decode(self.cases, type=list[str]) if self.cases else []

    def known_to(self, reader: str, organises: bool) -> bool:
        """Whether `reader` may know its purchases and purse: those who command it, and organisers who have taken its
        case."""
        cases = self.have_case if organises else ()
        return bool(reader) and reader in (*msgspec.json.decode(self.players), *cases)


def commanded_by(person: str, field: str) -> models.QuerySet[Standing, Any]:
    """Of the platoons that somebody commands, alone or with others, this field: for a condition `in` it. They are found
    by an index each, which a list of players could not be."""
    alone = Standing.objects.filter(player=person).order_by()
    together = Standing.objects.filter(_SHARED, players__contains=f'"{person}"').order_by()
    found: models.QuerySet[Standing, Any] = alone.values(field).union(together.values(field))
    return found


class Vehicle(models.Model):
    """A vehicle of a campaign: what earlier battles left of it, and its service record."""

    class Status(models.TextChoices):
        FIT = "fit", _("fit")
        DAMAGED = "damaged", _("damaged")
        WITHDRAWN = "withdrawn", _("withdrew from its last battle")
        FIGHTING = "fighting", _("in a battle")
        WORKSHOP = "workshop", _("in the workshop")
        WRECKED = "wrecked", _("wrecked")
        LOST = "lost", _("lost")
        SOLD = "sold", _("sold")
        WRITTEN_OFF = "written off", _("written off")
        CAPTURED = "captured", _("captured")

    class Crew(models.TextChoices):
        FIT = "fit", pgettext_lazy("a crew", "fit")
        WOUNDED = "wounded", _("wounded")
        LOST = "lost", pgettext_lazy("a crew", "lost")

    class Grade(models.TextChoices):
        GREEN = "green", _("green")
        TRAINED = "trained", _("trained")
        VETERAN = "veteran", _("veteran")
        ACE = "ace", _("ace")

    key = models.CharField(max_length=80, primary_key=True, editable=False)  # derived: campaign/vehicle
    campaign = models.ForeignKey(
        CampaignSheet, verbose_name=_("campaign"), on_delete=models.CASCADE, related_name="vehicles"
    )
    platoon = models.CharField(_("platoon"), max_length=40)
    player = models.CharField(_("player"), max_length=80, db_index=True)
    vehicle = models.CharField(_("vehicle"), max_length=40)
    name = models.CharField(_("name"), max_length=80)
    model = models.CharField(_("model"), max_length=80)
    status = models.CharField(_("status"), max_length=11, choices=Status.choices)
    battle = models.UUIDField(_("battle"), null=True)  # the battle it is in now
    condition = models.TextField(_("condition"), help_text=_("Its condition after battles and repairs."))
    price = models.PositiveIntegerField(_("price"), help_text=_("Points as new, with its cards."))
    crew = models.CharField(_("crew"), max_length=10, choices=Crew.choices)
    crew_out = models.PositiveIntegerField(_("rounds until the crew is back"))
    grade = models.CharField(_("grade"), max_length=10, choices=Grade.choices)
    experience = models.PositiveIntegerField(_("experience"))
    bays = models.TextField(_("jobs"), help_text=_("Jobs the workshop has begun on it, with the rounds left."))
    in_workshop = models.PositiveIntegerField(_("rounds in the workshop"))
    held = models.BooleanField(_("held back"), help_text=_("Its players keep it out of the workshop."))
    battles = models.PositiveIntegerField(_("battles"))
    shots = models.PositiveIntegerField(_("shots"))
    hits = models.PositiveIntegerField(_("hits"))
    kills = models.PositiveIntegerField(_("kills"))
    damage = models.PositiveIntegerField(_("damage dealt"))
    repairs = models.PositiveIntegerField(_("repairs"))
    record = models.TextField(_("record"), help_text=_("Each battle with its fate and feats, oldest first."))

    class Meta:
        verbose_name = _("vehicle")
        verbose_name_plural = _("vehicles")
        ordering = ["campaign", "platoon", "vehicle"]

    def __str__(self) -> str:
        return self.name or self.model
