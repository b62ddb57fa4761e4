"""Channels of Discord in which a club is told what happens, and the messages there: desk data."""

from __future__ import annotations

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from campaigns.models.desk import Club
from campaigns.models.webhooks import Place


class DiscordChannel(Place):
    """A channel by its incoming webhook: whoever knows `url` may write there."""

    club = models.ForeignKey(Club, verbose_name=_("club"), on_delete=models.CASCADE, related_name="channels")
    name = models.CharField(_("name"), max_length=80, help_text=_("The channel, as you call it."))
    url = models.CharField(
        _("webhook’s address"),
        max_length=300,
        help_text=_("From Discord: Edit Channel, Integrations, Webhooks. Whoever has it can write there."),
    )
    language = models.CharField(_("language"), max_length=10, help_text=_("In which the channel is told."))
    of_pairings = models.BooleanField(_("pairings of new rounds"), default=True)
    of_results = models.BooleanField(_("results"), default=True)
    of_standings = models.BooleanField(_("standings after a round"), default=True)
    of_honours = models.BooleanField(_("honours"), default=True)
    failing_since = models.DateTimeField(_("failing since"), null=True, editable=False)

    class Meta(Place.Meta):
        verbose_name = _("Discord channel")
        verbose_name_plural = _("Discord channels")

    def __str__(self) -> str:
        return self.name


class DiscordCursor(models.Model):
    """Up to which row of a log a channel says what stands."""

    channel = models.ForeignKey(DiscordChannel, on_delete=models.CASCADE, related_name="cursors")
    stream = models.UUIDField(_("log"))
    position = models.PositiveIntegerField(_("position"))

    class Meta:
        verbose_name = _("position of a channel")
        verbose_name_plural = _("positions of channels")
        constraints = [models.UniqueConstraint(fields=["channel", "stream"], name="one_discord_cursor")]

    def __str__(self) -> str:
        return f"{self.stream} {self.position}"


class DiscordMessage(models.Model):
    """A message in a channel, edited as what it says is corrected. It is claimed before it is posted, so it is there
    once at most. `stream` is null for a test; `says`: the digest of what stands there now."""

    class Status(models.TextChoices):
        WAITING = "waiting", _("waits to be posted")
        CLAIMED = "claimed", _("uncertain: it may have been posted")
        POSTED = "posted", _("posted")
        GONE = "gone", _("deleted there")
        REFUSED = "refused", _("refused")

    channel = models.ForeignKey(
        DiscordChannel, verbose_name=_("channel"), on_delete=models.CASCADE, related_name="messages"
    )
    stream = models.UUIDField(_("log"), null=True)
    key = models.CharField(_("what it tells"), max_length=80)
    title = models.CharField(_("title"), max_length=256)
    there = models.CharField(_("id in Discord"), max_length=30, blank=True)
    says = models.CharField(max_length=64, blank=True)
    status = models.CharField(_("what became of it"), max_length=10, choices=Status.choices)
    edits = models.PositiveIntegerField(_("edited"), default=0)
    error = models.CharField(_("answer"), max_length=300, blank=True)
    made_at = models.DateTimeField(_("made at"), default=timezone.now)
    sent_at = models.DateTimeField(_("last sent at"), null=True)

    class Meta:
        verbose_name = _("message in Discord")
        verbose_name_plural = _("messages in Discord")
        ordering = ["-made_at", "-pk"]
        constraints = [models.UniqueConstraint(fields=["channel", "stream", "key"], name="one_discord_message")]

    def __str__(self) -> str:
        return self.title
