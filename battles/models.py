"""Read tables of the battles floor: folded from the log, truncated and made again by `manage.py rebuild`.

The log itself is reached through `battles.log` alone; `LogLine` is the view in which people may look at it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property

import msgspec
from django.db import models
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from battles import naming
from battles.log import tables  # Django finds the log's own tables here


class Sheet(models.Model):
    """A battle as lists and the clerk need it; the log has the rest. Keys and times come from the log."""

    class Status(models.TextChoices):
        OPEN = "open", _("being played")
        OVER = "over", _("waiting for confirmation")
        CONFIRMED = "confirmed", _("waiting for settlement")
        SETTLED = "settled", _("settled")

    stream = models.UUIDField(_("battle"), primary_key=True)
    campaign = models.UUIDField(_("campaign"), null=True, db_index=True)
    system = models.CharField(_("rule system"), max_length=40)
    edition = models.CharField(_("edition"), max_length=40)
    scenario = models.CharField(_("scenario"), max_length=80)
    title = models.CharField(_("title"), max_length=500)
    status = models.CharField(_("status"), max_length=10, choices=Status.choices)
    position = models.PositiveIntegerField(_("position"))
    digest = models.CharField(_("digest"), max_length=64)
    round = models.PositiveIntegerField(_("round"))
    waiting = models.TextField(_("sides it waits for"), blank=True)  # keys separated by commas
    unsettled = models.PositiveIntegerField(_("reports left to settle"), default=0)  # by a correction
    proposed = models.CharField(_("side that proposes"), max_length=40, blank=True)
    voided = models.TextField(_("sides whose confirmation fell"), blank=True)  # and that have not confirmed again
    cases = models.TextField(_("who has taken its case"), blank=True, default="")  # the row by person, JSON
    winner = models.CharField(_("winner"), max_length=40, blank=True)
    outcome = models.TextField(_("outcome"), blank=True)
    mustered_at = models.CharField(_("mustered at"), max_length=27)
    moved_at = models.CharField(_("last report at"), max_length=27)
    confirm_by = models.CharField(_("confirmed by default at"), max_length=27, blank=True)

    class Meta:
        verbose_name = _("battle")
        verbose_name_plural = _("battles")
        ordering = ["-mustered_at", "stream"]
        indexes = [
            models.Index(fields=["-mustered_at", "stream"], name="battles_newest_first"),
            models.Index(fields=["moved_at"], name="battles_of_the_last_hours"),
            models.Index(fields=["status", "-mustered_at", "stream"], name="battles_by_status"),
            models.Index(fields=["system", "-mustered_at", "stream"], name="battles_by_system"),
            models.Index(fields=["-moved_at", "stream"], condition=models.Q(status="open"), name="battles_fought_now"),
            models.Index(fields=["-moved_at", "stream"], condition=~models.Q(status="open"), name="battles_fought"),
            models.Index(fields=["stream"], condition=~models.Q(cases=""), name="battles_with_a_case"),
            models.Index(
                fields=["campaign"],
                condition=models.Q(proposed__gt="") | models.Q(unsettled__gt=0) | models.Q(voided__gt=""),
                name="battles_to_mend",
            ),
        ]

    def __str__(self) -> str:
        return self.called

    @cached_property
    def called(self) -> str:
        """Its display name. Lists fetch all of theirs at once (`name_battles`)."""
        name_battles([self])
        return self.called

    @cached_property
    def platoons(self) -> Mapping[str, str]:
        """The name of the platoon on each side, if there are platoons; likewise (`name_sides`)."""
        name_sides([self])
        return self.platoons

    def side_called(self, side: str) -> str:
        """A side by its platoon, else by its key as a word; "" for none."""
        return self.platoons.get(side) or naming.side_name(side)

    @property
    def standing(self) -> str:
        """Its status in words, also that it has to be confirmed again after a correction."""
        if self.voided and self.status == self.Status.OVER:
            return gettext("asks to be confirmed again")
        return str(self.get_status_display())

    @property
    def have_case(self) -> dict[str, int]:
        """The people who have taken its case, with the row in which they did."""
        return msgspec.json.decode(self.cases, type=dict[str, int]) if self.cases else {}

    @property
    def asked(self) -> list[str]:
        """The sides everyone waits for."""
        return self.waiting.split(",") if self.waiting else []


def name_battles(sheets: Iterable[Sheet]) -> list[Sheet]:
    """Set the name (`Sheet.called`) of each sheet, by a few queries for all of them."""
    sheets = list(sheets)
    found = naming.names_of([one.stream for one in sheets if not one.title])
    for one in sheets:
        told = one.title or found.get(one.stream)
        one.called = told or naming.scenario_and_day(one.system, one.scenario, one.mustered_at)
    return sheets


def name_sides(sheets: Iterable[Sheet]) -> list[Sheet]:
    """Set the platoons' names (`Sheet.platoons`) of each sheet, likewise."""
    sheets = list(sheets)
    found = naming.platoons_of([one.stream for one in sheets])
    for one in sheets:
        one.platoons = found.get(one.stream, {})
    return sheets


class Seat(models.Model):
    """Who plays which side of a battle."""

    sheet = models.ForeignKey(Sheet, on_delete=models.CASCADE, related_name="seats")
    side = models.CharField(_("side"), max_length=40)
    player = models.CharField(_("player"), max_length=80, db_index=True)
    key = models.CharField(max_length=200, primary_key=True, editable=False)  # derived: battle/side/player

    class Meta:
        verbose_name = _("seat")
        verbose_name_plural = _("seats")
        ordering = ["key"]

    def __str__(self) -> str:
        return f"{self.side}: {self.player}"


class LogLine(models.Model):
    """A row of the log from the database's view `log_line`: sealed values stay commitments. Read-only."""

    key = models.CharField(_("key"), primary_key=True, max_length=50)
    stream = tables.IdField(_("stream"))
    kind = models.CharField(_("kind"), max_length=100)
    position = models.IntegerField(_("position"))
    type = models.CharField(_("type"), max_length=100)
    version = models.IntegerField(_("version"))
    data = models.TextField(_("data"))
    command = tables.IdField(_("report"))
    ordinal = models.IntegerField(_("ordinal"))
    command_type = models.CharField(_("report's type"), max_length=100)
    command_data = models.TextField(_("as reported"))
    by = models.CharField(_("by"), max_length=100)
    via = models.CharField(_("via"), max_length=20)
    at = models.CharField(_("at"), max_length=27)
    digest = models.CharField(_("digest"), max_length=64)

    class Meta:
        managed = False
        db_table = "log_line"
        verbose_name = _("log row")
        verbose_name_plural = _("log rows")

    def __str__(self) -> str:
        return f"{self.key} {self.type}"
