"""Messages to phones whose page is closed (Web Push): desk data, of which the log knows nothing."""

from __future__ import annotations

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from campaigns.models.notices import Notice
from campaigns.models.people import User


class PushDevice(models.Model):
    """A browser that asked to be told. `endpoint` is its address at its maker's push service, `p256dh` and `auth` the
    keys by which only it can read what is sent there (RFC 8291); `label` names it for its owner."""

    user = models.ForeignKey(User, verbose_name=_("account"), on_delete=models.CASCADE, related_name="push_devices")
    endpoint = models.TextField(_("address at the push service"))
    digest = models.CharField(_("digest of the address"), max_length=64, unique=True)
    p256dh = models.CharField(_("public key"), max_length=100)
    auth = models.CharField(_("authentication secret"), max_length=40)
    label = models.CharField(_("device"), max_length=80)
    made_at = models.DateTimeField(_("made at"), default=timezone.now)
    sent_at = models.DateTimeField(_("last sent at"), null=True)

    class Meta:
        verbose_name = _("device that is told")
        verbose_name_plural = _("devices that are told")
        ordering = ["made_at", "pk"]

    def __str__(self) -> str:
        return self.label


class PushMessage(models.Model):
    """A notice on its way to a device. It is claimed before it is sent, so it goes out once at most. `count`: of how
    many notices it tells; `notice` is the newest of them."""

    class Status(models.TextChoices):
        WAITING = "waiting", _("waits to be sent")
        CLAIMED = "claimed", _("being sent")
        SENT = "sent", _("sent")

    device = models.ForeignKey(PushDevice, verbose_name=_("device"), on_delete=models.CASCADE, related_name="messages")
    notice = models.ForeignKey(Notice, verbose_name=_("notice"), on_delete=models.CASCADE, related_name="+")
    position = models.PositiveIntegerField(_("position"))
    count = models.PositiveSmallIntegerField(_("notices"), default=1)
    status = models.CharField(_("status"), max_length=10, choices=Status.choices, default=Status.WAITING)
    made_at = models.DateTimeField(_("made at"), default=timezone.now, db_index=True)
    next_at = models.DateTimeField(_("not before"), default=timezone.now)
    tries = models.PositiveSmallIntegerField(_("tries"), default=0)
    waited = models.BooleanField(_("held back while the page was open"), default=False)

    class Meta:
        verbose_name = _("push message")
        verbose_name_plural = _("push messages")
        constraints = [
            models.UniqueConstraint(fields=["device", "notice", "position"], name="one_push_a_device_and_notice")
        ]
        indexes = [models.Index(fields=["next_at", "id"], condition=models.Q(status="waiting"), name="push_due")]

    def __str__(self) -> str:
        return f"{self.device_id} {self.position}"


class OpenPage(models.Model):
    """A person with a device has the page of a battle on screen, and it follows the battle: until `until` at least."""

    user = models.ForeignKey(User, verbose_name=_("account"), on_delete=models.CASCADE, related_name="+")
    stream = models.UUIDField(_("battle"))
    until = models.DateTimeField(_("until"), db_index=True)

    class Meta:
        verbose_name = _("open page")
        verbose_name_plural = _("open pages")
        constraints = [models.UniqueConstraint(fields=["user", "stream"], name="one_open_page")]

    def __str__(self) -> str:
        return str(self.stream)
