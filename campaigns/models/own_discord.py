"""A person's own channel of Discord, and the messages on their way there: desk data, of which the log knows nothing."""

from __future__ import annotations

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from campaigns.models.people import User


class OwnDiscord(models.Model):
    """The incoming webhook of a channel in which one person is told. Whoever knows `url` may write there, so it is
    shown to nobody. `claim`: the worker that posts now."""

    class Off(models.TextChoices):
        ON = "", _("in use")
        GONE = "gone", _("the webhook was deleted in Discord")
        FAILING = "failing", _("Discord has taken nothing for days")

    user = models.OneToOneField(User, verbose_name=_("account"), on_delete=models.CASCADE, related_name="discord")
    url = models.CharField(_("webhook’s address"), max_length=300)
    off = models.CharField(_("state"), max_length=10, choices=Off.choices, blank=True, default=Off.ON)
    made_at = models.DateTimeField(_("made at"), default=timezone.now)
    sent_at = models.DateTimeField(_("last sent at"), null=True)
    next_at = models.DateTimeField(_("not before"), default=timezone.now)
    tries = models.PositiveIntegerField(_("failed in a row"), default=0)
    failing_since = models.DateTimeField(_("failing since"), null=True)
    claim = models.UUIDField(null=True, editable=False)
    claimed_until = models.DateTimeField(null=True, editable=False)

    class Meta:
        verbose_name = _("Discord of a person")
        verbose_name_plural = _("Discord of people")

    def __str__(self) -> str:
        return str(self.user)


class OwnDiscordMessage(models.Model):
    """What is told in one message. `tells`: the ids of its notices, none for a test; they are read as it is sent. It is
    claimed before it is posted, so it is there once at most."""

    class Status(models.TextChoices):
        WAITING = "waiting", _("waits to be sent")
        CLAIMED = "claimed", _("being sent")
        SENT = "sent", _("sent")
        REFUSED = "refused", _("refused")

    place = models.ForeignKey(OwnDiscord, verbose_name=_("Discord"), on_delete=models.CASCADE, related_name="messages")
    key = models.CharField(_("what it tells"), max_length=120)
    tells = models.JSONField(_("notices"), default=list)
    status = models.CharField(_("status"), max_length=10, choices=Status.choices, default=Status.WAITING)
    made_at = models.DateTimeField(_("made at"), default=timezone.now, db_index=True)

    class Meta:
        verbose_name = _("message to a person’s Discord")
        verbose_name_plural = _("messages to people’s Discord")
        ordering = ["made_at", "pk"]
        constraints = [models.UniqueConstraint(fields=["place", "key"], name="one_own_discord_message")]

    def __str__(self) -> str:
        return self.key
