"""Accounts."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import time
from functools import cached_property
from typing import Any
from uuid import UUID, uuid4

from django.conf import settings
from django.contrib.auth.models import AbstractUser
from django.db import models
from django.utils.dates import WEEKDAYS as WEEKDAY_NAMES
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from battles.written import Written

WEEKDAYS = list(enumerate(WEEKDAY_NAMES.values()))
CLOCKS = [("24", _("24 hours, 19:30")), ("12", _("12 hours, 7:30 PM"))]


class User(AbstractUser):
    """An account. The log knows a person only by this id, so a name can be changed or forgotten without changing a
    digest."""

    id = models.UUIDField(_("id"), primary_key=True, default=uuid4, editable=False)
    language = models.CharField(
        _("language"),
        max_length=10,
        blank=True,
        help_text=_("The language of mail to this person; the site's own if empty."),
    )
    mail = models.BooleanField(
        _("mail"),
        default=True,
        help_text=_("Leaguer may write to this person: what waits for them, deadlines, invitations."),
    )

    zone = models.CharField(
        _("time zone"),
        max_length=60,
        blank=True,
        help_text=_("By whose clocks quiet hours and daily mail are meant, such as Europe/Berlin; UTC if empty."),
    )
    clock = models.CharField(
        _("clock"),
        max_length=2,
        blank=True,
        default="",
        db_default="",
        choices=CLOCKS,
        help_text=_("How times are told; as the language has it if empty."),
    )
    quiet_from = models.TimeField(_("quiet from"), null=True, blank=True)
    quiet_until = models.TimeField(_("quiet until"), null=True, blank=True)
    digest_at = models.TimeField(_("daily and weekly notices at"), default=time(18))
    digest_day = models.PositiveSmallIntegerField(_("weekly notices on"), choices=WEEKDAYS, default=0)

    calendar = models.UUIDField(
        _("calendar"),
        null=True,
        blank=True,
        unique=True,
        editable=False,
        help_text=_("What the secret address of their calendar is made of; a new one ends the old address."),
    )

    guest_of = models.UUIDField(
        _("guest of the battle"),
        null=True,
        blank=True,
        editable=False,
        db_index=True,
        help_text=_("The battle in which somebody without an account plays; their nickname is the first name."),
    )

    claimed_by = models.ForeignKey(
        "self",
        verbose_name=_("claimed by"),
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        editable=False,
        related_name="+",
        help_text=_("The account that a guest has turned out to be: it has their seat, and the log's id is theirs."),
    )

    class Meta(AbstractUser.Meta):
        # of a battle's guests, whether one has left
        indexes = [models.Index(fields=["guest_of"], condition=models.Q(is_active=False), name="guests_that_left")]

    of_club: int | None = None  # of whom comes in with a key of this club: an officer, and nobody's account

    @property
    def shown(self) -> str:
        """What others read: the name of the account, or a guest's nickname, which never reads like an account's. Of a
        guest whose seat was claimed, the name of the account that has done so."""
        if self.claimed_by is not None:
            return self.claimed_by.get_username()
        if self.guest_of is None or not self.first_name:
            return self.get_username()
        return gettext("%(name)s (guest)") % {"name": self.first_name}

    @cached_property
    def own_clubs(self) -> frozenset[int]:
        """The clubs that they organise or are members of. One query."""
        found = self.clubs.order_by().values_list("pk").union(self.organises.order_by().values_list("pk"))
        return frozenset(pk for (pk,) in found)

    @property
    def spoken(self) -> str:
        """The language for mail to them: theirs if the site has it, else the site's own."""
        return self.language if self.language in dict(settings.LANGUAGES) else settings.LANGUAGE_CODE


def accounts(people: Iterable[str]) -> models.QuerySet[User]:
    """The accounts of people whom the log names by id. The clerk, for one, has none, and no id of an account."""
    return User.objects.filter(pk__in=[person for person in people if len(person) == 36])


def accounts_of(people: Iterable[str]) -> list[User]:
    """The same, read. One query, none for nobody."""
    return ACCOUNTS.objects(User, [UUID(person) for person in people if len(person) == 36])


def _accounts(ids: Sequence[UUID]) -> models.QuerySet[User, Any]:
    return User.objects.filter(pk__in=ids).values_list(*(field.attname for field in User._meta.concrete_fields))


ACCOUNTS = Written(_accounts)
