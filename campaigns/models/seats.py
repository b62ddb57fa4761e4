"""Codes by which one phone reports for both sides of a battle. They are credentials: the log has only what follows."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _

from campaigns.models.people import User


class SeatPass(models.Model):
    """Lets the other side do one thing once, until it expires: lend the owner's seat, or tell one choice of theirs.

    Its code is not stored, only its keyed hash; a row that is used is deleted. `stream` is the battle, `position` the
    row after which the choice is told, `holder` who may tell it.
    """

    class Kind(models.TextChoices):
        SEAT = "seat", _("the seat is lent")
        CHOICE = "choice", _("one choice is told")

    digest = models.CharField(_("keyed hash of the code"), max_length=64, unique=True)
    kind = models.CharField(_("kind"), max_length=10, choices=Kind.choices)
    stream = models.UUIDField(_("battle"))
    side = models.CharField(_("side"), max_length=40)
    owner = models.ForeignKey(User, verbose_name=_("owner"), on_delete=models.CASCADE, related_name="+")
    holder = models.ForeignKey(User, verbose_name=_("holder"), null=True, on_delete=models.CASCADE, related_name="+")
    position = models.PositiveIntegerField(_("position"), default=0)
    expires_at = models.DateTimeField(_("expires at"), db_index=True)

    class Meta:
        verbose_name = _("pass to a seat")
        verbose_name_plural = _("passes to seats")

    def __str__(self) -> str:
        return f"{self.stream} {self.side}"


class CardCode(models.Model):
    """The short code of a player for a battle, by which the phone that has their seat shows their cards for one choice.

    `hashed` as passwords are; `wrong` tries in a row, after too many of which it is worth nothing.
    """

    stream = models.UUIDField(_("battle"))
    owner = models.ForeignKey(User, verbose_name=_("owner"), on_delete=models.CASCADE, related_name="+")
    hashed = models.CharField(_("hash of the code"), max_length=128)
    wrong = models.PositiveSmallIntegerField(_("wrong tries"), default=0)
    made_at = models.DateTimeField(_("made at"))

    class Meta:
        verbose_name = _("code for cards")
        verbose_name_plural = _("codes for cards")
        constraints = [models.UniqueConstraint(fields=["stream", "owner"], name="one_card_code_a_player")]

    def __str__(self) -> str:
        return str(self.stream)
