"""The outbox: Leaguer's mail to people, one row for each message."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from campaigns.models.desk import Club
from campaigns.models.people import User

AT_IT = timedelta(minutes=5)  # longer than sending takes; an older claim was left by a killed worker


class OutboxMessage(models.Model):
    """A message as written. Address, language and text are frozen when it is queued.

    `key` says what it is about and to whom, so that queueing it twice makes one row. It is sent at most once: a message
    that was claimed and never marked may have arrived, and waits for a person to decide whether it is sent again. Once
    sent, its subject is kept and its text removed. `kind`: of the notice that it carries, "digest" for several;
    `thread`: the conversation that mail programs show it in.
    """

    class Status(models.TextChoices):
        WAITING = "waiting", _("waits to be sent")
        CLAIMED = "claimed", _("being sent")
        SENT = "sent", _("sent")
        FAILED = "failed", _("refused")
        KEPT = "kept", _("kept: no mail was set up")

    key = models.CharField(_("key"), max_length=200, unique=True)
    club = models.ForeignKey(
        Club, verbose_name=_("club"), null=True, on_delete=models.CASCADE, related_name="+", editable=False
    )
    user = models.ForeignKey(User, verbose_name=_("to"), null=True, on_delete=models.CASCADE, related_name="messages")
    address = models.EmailField(_("address"))
    kind = models.CharField(_("kind"), max_length=20, blank=True, editable=False)
    thread = models.CharField(_("conversation"), max_length=150, blank=True, editable=False)
    subject = models.CharField(_("subject"), max_length=200)
    body = models.TextField(_("text"))
    status = models.CharField(_("status"), max_length=10, choices=Status.choices, default=Status.WAITING)
    created_at = models.DateTimeField(_("written at"), default=timezone.now)
    next_at = models.DateTimeField(_("not before"), default=timezone.now)
    claimed_at = models.DateTimeField(_("claimed at"), null=True)
    sent_at = models.DateTimeField(_("sent at"), null=True)
    tries = models.PositiveIntegerField(_("tries"), default=0)
    error = models.CharField(_("error"), max_length=500, blank=True)

    class Meta:
        verbose_name = _("message")
        verbose_name_plural = _("messages")
        ordering = ["-created_at", "-pk"]
        indexes = [models.Index(fields=["next_at", "id"], condition=Q(status="waiting"), name="outbox_due")]

    def __str__(self) -> str:
        return self.subject

    @property
    def uncertain(self) -> bool:
        """Nobody knows whether it was sent: the worker was killed, or the connection broke."""
        if self.status != self.Status.CLAIMED or self.claimed_at is None:
            return False
        return bool(self.error) or self.claimed_at < uncertain_before()


def uncertain_before() -> datetime:
    return timezone.now() - AT_IT


def uncertain() -> Q:
    """The rows that are `uncertain`."""
    return Q(status=OutboxMessage.Status.CLAIMED) & (~Q(error="") | Q(claimed_at__lt=uncertain_before()))
