"""The second step at login: a person's authenticator app, and their recovery codes."""

from __future__ import annotations

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from campaigns.models.people import User


class Authenticator(models.Model):
    """The key that an app on the person's phone shares with this site (RFC 6238). It is asked for from `confirmed_at`
    on. `last_step`: the time step of the last code that was used, because each code counts once."""

    user = models.OneToOneField(User, verbose_name=_("account"), on_delete=models.CASCADE, related_name="authenticator")
    key = models.CharField(_("key"), max_length=64, editable=False)
    made_at = models.DateTimeField(_("made at"), default=timezone.now)
    confirmed_at = models.DateTimeField(_("in use since"), null=True)
    last_step = models.BigIntegerField(default=-1, editable=False)

    class Meta:
        verbose_name = _("authenticator app")
        verbose_name_plural = _("authenticator apps")

    def __str__(self) -> str:
        return str(self.user)


class RecoveryCode(models.Model):
    """A code that counts once in the place of one from the app. Only its digest is kept."""

    user = models.ForeignKey(User, verbose_name=_("account"), on_delete=models.CASCADE, related_name="recovery_codes")
    digest = models.CharField(max_length=64, editable=False)
    made_at = models.DateTimeField(_("made at"), default=timezone.now)

    class Meta:
        verbose_name = _("recovery code")
        verbose_name_plural = _("recovery codes")
        constraints = [models.UniqueConstraint(fields=["user", "digest"], name="one_recovery_code")]

    def __str__(self) -> str:
        return str(self.user)
