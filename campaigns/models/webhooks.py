"""Webhooks: where a club has its events sent, how far each log was sent there, and what became of each message.

All of it is desk data. What is sent is read from the logs when it is sent; a position says what has arrived.
"""

from __future__ import annotations

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from campaigns.models.desk import Campaign, Club

KEY = 32  # hexadecimal digits


class Place(models.Model):
    """Where a club has something sent outside, one worker at a time. `claim`: the worker that sends to it now."""

    class Off(models.TextChoices):
        ON = "", _("switched on")
        PERSON = "person", _("switched off")
        GONE = "gone", _("switched off: its receiver said that it is gone")
        FAILING = "failing", _("switched off: it had failed for days")
        RESTORED = "restored", _("switched off: this site was restored from a backup")

    campaign = models.ForeignKey(
        Campaign,
        verbose_name=_("campaign"),
        null=True,
        blank=True,
        on_delete=models.CASCADE,
        related_name="+",
        help_text=_("Only what happens in this one; blank for everything of the club."),
    )
    members_too = models.BooleanField(
        _("also what only members may read"),
        default=False,
        help_text=_("Campaigns and leagues that are for the club’s members alone."),
    )
    off = models.CharField(_("state"), max_length=10, choices=Off.choices, blank=True, default=Off.ON, editable=False)
    made_at = models.DateTimeField(_("made at"), default=timezone.now, editable=False)
    next_at = models.DateTimeField(_("not before"), default=timezone.now, editable=False)
    tries = models.PositiveIntegerField(_("failed in a row"), default=0, editable=False)
    claim = models.UUIDField(null=True, editable=False)
    claimed_until = models.DateTimeField(null=True, editable=False)

    class Meta:
        abstract = True
        ordering = ["name", "pk"]

    @property
    def is_on(self) -> bool:
        return self.off == self.Off.ON


class WebhookEndpoint(Place):
    """An address of a program, to which a club has its events sent.

    The secret that signs them follows from `key` and the site's secret key, so that no backup holds it. While
    `old_until` is to come, the one before signs, too.
    """

    club = models.ForeignKey(Club, verbose_name=_("club"), on_delete=models.CASCADE, related_name="webhooks")
    name = models.CharField(_("name"), max_length=80, help_text=_("What receives it, for yourselves."))
    url = models.CharField(_("address"), max_length=500, help_text=_("It begins with https:// and is on the internet."))
    of_battles = models.BooleanField(_("battles"), default=True, help_text=_("Every report of a battle."))
    of_campaigns = models.BooleanField(_("campaigns"), default=True, help_text=_("Rounds, pairings, results and more."))
    of_leagues = models.BooleanField(_("leagues"), default=True, help_text=_("Ratings, titles and honours."))
    key = models.CharField(max_length=KEY, editable=False)
    old_key = models.CharField(max_length=KEY, editable=False, blank=True, default="")
    old_until = models.DateTimeField(_("the old secret counts until"), null=True, editable=False)

    class Meta(Place.Meta):
        verbose_name = _("webhook")
        verbose_name_plural = _("webhooks")

    def __str__(self) -> str:
        return self.name


class WebhookCursor(models.Model):
    """How far one log was sent to an endpoint: all rows up to `position` have arrived. Without a row, it begins with
    what was reported after the endpoint was made."""

    endpoint = models.ForeignKey(WebhookEndpoint, on_delete=models.CASCADE, related_name="cursors")
    stream = models.UUIDField(_("log"))
    position = models.PositiveIntegerField(_("position"))
    tries = models.PositiveIntegerField(_("tries"), default=0)
    next_at = models.DateTimeField(_("not before"), default=timezone.now)
    failing_since = models.DateTimeField(_("failing since"), null=True)

    class Meta:
        verbose_name = _("position of a webhook")
        verbose_name_plural = _("positions of webhooks")
        constraints = [models.UniqueConstraint(fields=["endpoint", "stream"], name="one_webhook_cursor")]

    def __str__(self) -> str:
        return f"{self.stream} {self.position}"


class WebhookDelivery(models.Model):
    """What became of one message. Its id stays the same however often it is sent. `stream` is null for a test."""

    class Status(models.TextChoices):
        ASKED = "asked", _("waits to be sent")
        RETRYING = "retrying", _("did not arrive: it is tried again")
        DELIVERED = "delivered", _("arrived")
        FAILED = "failed", _("did not arrive")

    endpoint = models.ForeignKey(
        WebhookEndpoint, verbose_name=_("webhook"), on_delete=models.CASCADE, related_name="deliveries"
    )
    message = models.CharField(_("id"), max_length=40)
    type = models.CharField(_("type"), max_length=120)
    stream = models.UUIDField(_("log"), null=True)
    position = models.PositiveIntegerField(_("position"), default=0)
    status = models.CharField(_("what became of it"), max_length=10, choices=Status.choices)
    tries = models.PositiveIntegerField(_("tries"), default=0)
    code = models.PositiveSmallIntegerField(_("answered with"), null=True)
    answer = models.CharField(_("answer"), max_length=300, blank=True)
    took = models.PositiveIntegerField(_("milliseconds"), default=0)
    made_at = models.DateTimeField(_("first at"), default=timezone.now)
    tried_at = models.DateTimeField(_("last tried at"), null=True)

    class Meta:
        verbose_name = _("webhook delivery")
        verbose_name_plural = _("webhook deliveries")
        ordering = ["-made_at", "-pk"]
        constraints = [
            models.UniqueConstraint(fields=["endpoint", "message"], name="one_delivery_of_a_message"),
        ]
        indexes = [
            models.Index(fields=["endpoint", "id"], condition=models.Q(status="asked"), name="webhook_asked"),
            models.Index(fields=["made_at"], name="webhook_delivery_age"),
        ]

    def __str__(self) -> str:
        return f"{self.type} {self.position}"
