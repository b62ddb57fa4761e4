"""The read table of fixtures, and the names of fixtures and their battles from it, for lists that have no season at
hand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from functools import cached_property
from uuid import UUID

import msgspec
from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from battles.models import Sheet
from battles.sentences import words
from battles.written import Written
from campaigns.models.sheets import CampaignSheet, Standing
from campaigns.season import names


class Fixture(models.Model):
    """A fixture of a campaign; `position` and `digest` are the head of its battle's log when it was counted."""

    class Status(models.TextChoices):
        ANNOUNCED = "announced", _("announced")
        MUSTERED = "mustered", _("mustered")
        COUNTED = "counted", _("counted")
        DECIDED = "decided", _("decided")
        CALLED_OFF = "called off", _("called off")

    key = models.CharField(max_length=80, primary_key=True, editable=False)  # derived: campaign/fixture
    campaign = models.ForeignKey(
        CampaignSheet, verbose_name=_("campaign"), on_delete=models.CASCADE, related_name="fixtures"
    )
    fixture = models.CharField(_("fixture"), max_length=40)
    round = models.PositiveIntegerField(_("round"))
    battle = models.UUIDField(_("battle"), null=True, db_index=True)
    number = models.PositiveIntegerField(_("number"))  # 1 is the campaign's first
    scenario = models.CharField(_("scenario"), max_length=80, blank=True)
    title = models.CharField(_("title"), max_length=500, blank=True)
    sides = models.TextField(_("sides"), help_text=_("The platoon on each side of the battle."))
    platoons = models.TextField(_("platoons"), help_text=_("The platoons that meet."))
    seats = models.TextField(
        _("seats"),
        blank=True,
        help_text=_("Who plays a side now, if not the player who was mustered; empty if nobody."),
    )
    status = models.CharField(_("status"), max_length=10, choices=Status.choices)
    position = models.PositiveIntegerField(_("counted at position"))
    digest = models.CharField(_("counted at digest"), max_length=64, blank=True)
    winner = models.CharField(_("winner"), max_length=40, blank=True)  # a platoon
    points = models.TextField(_("points"), help_text=_("Points of each platoon."))
    results = models.TextField(_("results"), help_text=_("Won, drawn or lost, by platoon."))
    how = models.CharField(_("how"), max_length=20, blank=True, help_text=_("fought, or how else it was decided."))
    ready = models.TextField(_("ready"), help_text=_("The platoons that are ready to play it."))
    disputed = models.TextField(_("disputed"), blank=True, help_text=_("The reasons, by platoon; empty if not."))
    contradicted = models.TextField(
        _("contradicted vehicles"),
        blank=True,
        help_text=_(
            "Vehicles that have since done what a correction has made impossible; empty if none, or once ruled on."
        ),
    )
    ground = models.TextField(
        _("ground"), blank=True, help_text=_("The ground on the map; empty for a battle that did not arise there.")
    )
    beaten = models.CharField(_("beaten"), max_length=40, blank=True, help_text=_("The platoon that had to retreat."))
    reconsidered = models.TextField(
        _("retreat to reconsider"),
        blank=True,
        help_text=_("The retreat as a correction has changed it, until it is ruled on; empty if none."),
    )

    date = models.CharField(_("date"), max_length=27, blank=True, help_text=_("UTC; empty while none is agreed."))
    place = models.CharField(_("place"), max_length=80, blank=True, help_text=_("For whoever is logged in."))
    proposed = models.TextField(
        _("proposed date"), blank=True, help_text=_("The platoon that proposes it, when and where; empty for none.")
    )
    substitutes = models.TextField(
        _("substitutes"), blank=True, help_text=_("Who sits in for a platoon’s players, by platoon; empty for nobody.")
    )
    asked_for = models.TextField(
        _("proposed substitutes"),
        blank=True,
        help_text=_("Whom the opponent has to accept, by platoon; empty for none."),
    )
    read_otherwise = models.BooleanField(
        _("read otherwise"),
        default=False,
        help_text=_("By house rules that were amended since, rulings of its battle would be others."),
    )
    remind_at = models.CharField(_("reminds at"), max_length=27, blank=True, help_text=_("UTC; empty for never."))

    class Meta:
        verbose_name = _("fixture")
        verbose_name_plural = _("fixtures")
        ordering = ["campaign", "number"]
        indexes = [
            models.Index(name="fixture_that_reminds", fields=["remind_at"], condition=~models.Q(remind_at="")),
            # every list of somebody's battles looks for substitutes
            models.Index(name="fixture_with_substitutes", fields=["campaign"], condition=~models.Q(seats="")),
            models.Index(name="fixture_that_is_sat_in", fields=["campaign"], condition=~models.Q(substitutes="")),
            # the office asks whether any of these wait, on every page of an organiser's
            models.Index(name="fixture_by_status", fields=["status", "campaign", "round"]),
            models.Index(
                name="fixture_to_rule_on",
                fields=["campaign"],
                condition=models.Q(disputed__gt="") | models.Q(contradicted__gt="") | models.Q(reconsidered__gt=""),
            ),
        ]

    def __str__(self) -> str:
        return self.called

    def is_reopened(self, battle: Sheet) -> bool:
        """Whether its battle was counted, and its log has gone on since: the result stands until it is settled anew."""
        return self.position > 0 and (self.position, self.digest) != (battle.position, battle.digest)

    @cached_property
    def called(self) -> str:
        """The name people read. Lists read all their names at once (`name`)."""
        name([self])
        return self.called

    @cached_property
    def winner_called(self) -> str:
        """The name of the platoon that won it, "" for none. Lists read all at once."""
        name([self])
        return self.winner_called


_OF_BATTLES = Written(lambda battles: Fixture.objects.filter(battle__in=battles).order_by())


def names_of_battles(streams: Collection[UUID]) -> dict[UUID, str]:
    """The names of battles that belong to a fixture. Three queries for any number."""
    rows = _OF_BATTLES.objects(Fixture, [*streams])
    called = names_of(rows)
    return {one.battle: called[one.key] for one in rows if one.battle}


def name(rows: Iterable[Fixture]) -> list[Fixture]:
    """Give each fixture its name and that of its winner (`Fixture.called`), and return them."""
    rows = list(rows)
    called = names_of(rows)
    winners = _platoons_called(rows, {one.key: (one.winner,) if one.winner else () for one in rows})
    for one in rows:
        one.called, one.winner_called = called[one.key], "".join(winners[one.key])
    return rows


def names_of(rows: Iterable[Fixture]) -> dict[str, str]:
    """The name of each fixture, by its key in the table. Two queries for any number."""
    rows = list(rows)
    platoons = {one.key: _platoons(one.platoons) for one in rows}
    known = _platoons_called(rows, platoons)
    nth = _ordinals([one for one in rows if not one.title])
    return {one.key: words(names.fixture(one.title, one.round, known[one.key], nth.get(one.key, 1))) for one in rows}


def read_otherwise(battle: str) -> str:
    """The address of the amended house rules by which rulings of a battle would be others; "" where there are none."""
    campaign = Fixture.objects.filter(battle=battle, read_otherwise=True).values_list("campaign", flat=True).first()
    return f"{reverse('campaign', args=[campaign])}#house" if campaign is not None else ""


def names_of_sides(streams: Collection[UUID]) -> dict[UUID, dict[str, str]]:
    """The name of the platoon on each side of these battles. Two queries for any number."""
    rows = _OF_BATTLES.objects(Fixture, [*streams])
    placed = {one.key: msgspec.json.decode(one.sides, type=dict[str, str]) for one in rows}
    called = _platoons_called(rows, {key: tuple(found.values()) for key, found in placed.items()})
    return {
        one.battle: dict(zip(placed[one.key], called[one.key], strict=True)) for one in rows if one.battle is not None
    }


def _platoons_called(rows: Iterable[Fixture], platoons: Mapping[str, tuple[str, ...]]) -> dict[str, list[str]]:
    """The names of each fixture's platoons, in their order. One query."""
    rows = list(rows)
    keys = {f"{one.campaign_id}/{platoon}" for one in rows for platoon in platoons[one.key]}
    known = dict(Standing.objects.filter(pk__in=keys).order_by().values_list("key", "name")) if keys else {}
    return {
        one.key: [known.get(f"{one.campaign_id}/{platoon}", platoon) for platoon in platoons[one.key]] for one in rows
    }


def _ordinals(rows: Iterable[Fixture]) -> dict[str, int]:
    """The number of each fixture among those of its round between the same platoons, in their order. One query."""
    rounds = Q()
    for campaign, round in {(one.campaign_id, one.round) for one in rows}:
        rounds |= Q(campaign=campaign, round=round)
    if not rounds:
        return {}
    times: Counter[tuple[UUID, int, frozenset[str]]] = Counter()
    found = {}
    of_rounds = Fixture.objects.filter(rounds).order_by("number")
    for key, campaign, round, platoons in of_rounds.values_list("key", "campaign", "round", "platoons"):
        alike = campaign, round, frozenset(_platoons(platoons))
        times[alike] += 1
        found[key] = times[alike]
    return found


def _platoons(text: str) -> tuple[str, ...]:
    return msgspec.json.decode(text, type=tuple[str, ...])
