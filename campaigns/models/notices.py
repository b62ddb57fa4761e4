"""What people were told, how they want to be told, and what is still to be handed over: desk data, of which the log
knows nothing."""

from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from campaigns.models.desk import Club
from campaigns.models.people import User


class Notice(models.Model):
    """One thing that one person was told, in their language as it was then.

    `key` says what it is about and to whom, so that nobody is told twice, over whatever channel. What somebody is
    waited for in a battle has one notice, which is told anew at a later `position`. `about`: the fixture or platoon;
    `title`: the campaign or battle; `thread`: the conversation it belongs to, "" for none. `over`: nobody waits for it
    any more; `silent`: known, but not told, as it was old or their own doing.
    """

    key = models.CharField(_("key"), max_length=200, unique=True)
    user = models.ForeignKey(User, verbose_name=_("account"), on_delete=models.CASCADE, related_name="notices")
    club = models.ForeignKey(Club, verbose_name=_("club"), null=True, on_delete=models.CASCADE, related_name="+")
    kind = models.CharField(_("kind"), max_length=20)
    stream = models.UUIDField(_("battle or campaign"))
    position = models.PositiveIntegerField(_("position"), default=0)
    about = models.CharField(_("about"), max_length=80, blank=True)
    thread = models.CharField(_("conversation"), max_length=150, blank=True)
    title = models.CharField(_("battle or campaign, by name"), max_length=100)
    subject = models.CharField(_("subject"), max_length=200)
    body = models.TextField(_("text"), blank=True)
    link = models.CharField(_("page"), max_length=300)
    told_at = models.DateTimeField(_("told at"), default=timezone.now, db_index=True)
    read_at = models.DateTimeField(_("read at"), null=True)
    over = models.BooleanField(_("over"), default=False)
    silent = models.BooleanField(_("not told"), default=False)

    class Meta:
        verbose_name = _("notice")
        verbose_name_plural = _("notices")
        ordering = ["-told_at", "-pk"]
        indexes = [
            models.Index(fields=["user", "-told_at", "-id"], condition=Q(silent=False), name="notices_of_a_person"),
            models.Index(fields=["stream", "kind"], condition=Q(over=False), name="notices_that_wait"),
        ]

    def __str__(self) -> str:
        return self.subject


class NoticeChoice(models.Model):
    """How a person is told of one kind of news, where they have chosen. `channels`: their keys, with commas; "" for the
    usual way."""

    class Timing(models.TextChoices):
        ONCE = "once", _("at once")
        DAY = "day", _("once a day")
        WEEK = "week", _("once a week")
        NEVER = "never", _("not at all")

    user = models.ForeignKey(User, verbose_name=_("account"), on_delete=models.CASCADE, related_name="notice_choices")
    kind = models.CharField(_("kind"), max_length=20)
    timing = models.CharField(_("when"), max_length=5, choices=Timing.choices)
    channels = models.CharField(_("how"), max_length=80, blank=True)

    class Meta:
        verbose_name = _("choice of notices")
        verbose_name_plural = _("choices of notices")
        constraints = [models.UniqueConstraint(fields=["user", "kind"], name="one_choice_a_kind")]

    def __str__(self) -> str:
        return f"{self.kind} {self.timing}"


class NoticeDelivery(models.Model):
    """A notice that waits for its time on one channel. The row goes as it is handed over, in one transaction."""

    notice = models.ForeignKey(Notice, verbose_name=_("notice"), on_delete=models.CASCADE, related_name="deliveries")
    user = models.ForeignKey(User, verbose_name=_("account"), on_delete=models.CASCADE, related_name="+")
    channel = models.CharField(_("channel"), max_length=10)
    digest = models.BooleanField(_("with others in one message"), default=False)
    due_at = models.DateTimeField(_("not before"), db_index=True)

    class Meta:
        verbose_name = _("delivery of a notice")
        verbose_name_plural = _("deliveries of notices")
        constraints = [models.UniqueConstraint(fields=["notice", "channel"], name="one_delivery_a_channel")]

    def __str__(self) -> str:
        return f"{self.channel} {self.due_at:%Y-%m-%d %H:%M}"


class NoticeCursor(models.Model):
    """Up to which row of a stream was looked who is waited for."""

    stream = models.UUIDField(_("battle or campaign"), primary_key=True)
    position = models.PositiveIntegerField(_("position"))
    at = models.DateTimeField(_("at"), default=timezone.now, db_index=True)

    class Meta:
        verbose_name = _("cursor of notices")
        verbose_name_plural = _("cursors of notices")

    def __str__(self) -> str:
        return f"{self.stream} {self.position}"
