"""Scenarios that people save: who may read them, how many there are, and how they are taken back once deleted."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from uuid import UUID

import msgspec
from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from campaigns.models import Club, SavedScenario, User
from campaigns.roles import Person, belongs_to_club
from rules.contract import Refused, say
from rules.contract import gettext_noop as _

MOST = 30  # of a person, deleted ones not counted
KEPT = timedelta(days=7)  # a deleted one
LONGEST = 80  # characters of a name
Readers = SavedScenario.Readers


def listed(reader: Person, stream: UUID | str | Sequence[UUID], club: Club) -> QuerySet[SavedScenario]:
    """Those of a season or league (or of several of a club) that a list shows: one's own, and for who belongs to the
    club those for it."""
    streams = [stream] if isinstance(stream, UUID | str) else stream
    there = SavedScenario.objects.select_related("owner").filter(stream__in=streams, deleted_at=None)
    mine = Q(owner=reader.pk) if isinstance(reader, User) else Q(pk=None)
    return there.filter(mine | Q(readers=Readers.CLUB)) if belongs_to_club(reader, club) else there.filter(mine)


def deleted(reader: Person, stream: UUID | str) -> QuerySet[SavedScenario]:
    """One's own that can be taken back."""
    if not isinstance(reader, User):
        return SavedScenario.objects.none()
    since = timezone.now() - KEPT
    return SavedScenario.objects.filter(owner=reader.pk, stream=stream, deleted_at__gte=since).order_by("-deleted_at")


def found(reader: Person, stream: UUID | str, club: Club, key: UUID | str) -> SavedScenario | None:
    """One that the reader may see, who sees its season or league already; None for any other."""
    one = SavedScenario.objects.select_related("owner").filter(pk=key, stream=stream, deleted_at=None).first()
    if one is None or is_mine(reader, one) or one.readers == Readers.LINK:
        return one
    return one if one.readers == Readers.CLUB and belongs_to_club(reader, club) else None


def is_mine(reader: Person, one: SavedScenario) -> bool:
    return isinstance(reader, User) and one.owner_id == reader.pk


def save(
    owner: User, kind: str, stream: UUID | str, name: str, changes: msgspec.Struct, readers: str, position: int = 0
) -> SavedScenario:
    """`Refused` for a name that cannot be, and where they have `MOST` already."""
    name = checked(name)
    if readers not in Readers.values:
        readers = Readers.PRIVATE
    with transaction.atomic():
        User.objects.select_for_update().get(pk=owner.pk)  # two at once are counted one after the other
        mine = SavedScenario.objects.filter(owner=owner)
        mine.filter(deleted_at__lt=timezone.now() - KEPT).delete()
        if mine.filter(deleted_at=None).count() >= MOST:
            raise Refused(
                "campaign",
                say(_("You have %(n)d saved scenarios: that is the most."), n=MOST),
                _("Delete one of them first."),
                field="name",
            )
        return SavedScenario.objects.create(
            owner=owner,
            kind=kind,
            stream=stream,
            name=name,
            changes=msgspec.json.encode(changes).decode(),
            position=position,
            readers=readers,
        )


def checked(name: str) -> str:
    """The name as it is kept; `Refused` for none, and for one that is too long."""
    name = " ".join("".join(one if one.isprintable() else " " for one in name).split())
    if not name:
        raise Refused("campaign", _("A scenario needs a name."), field="name")
    if len(name) > LONGEST:
        raise Refused("campaign", say(_("A name has at most %(n)d characters."), n=LONGEST), field="name")
    return name


def change(one: SavedScenario, name: str, readers: str) -> None:
    """Another name, other readers. `Refused` as in `save`."""
    one.name = checked(name)
    if readers in Readers.values:
        one.readers = readers
    one.save(update_fields=["name", "readers"])


def delete(one: SavedScenario) -> None:
    one.deleted_at = timezone.now()
    one.save(update_fields=["deleted_at"])


def take_back(owner: Person, stream: UUID | str, key: UUID | str) -> SavedScenario | None:
    """A deleted one is there again; None where there is none of theirs. `Refused` where they have too many."""
    one = deleted(owner, stream).filter(pk=key).first()
    if one is None:
        return None
    if SavedScenario.objects.filter(owner=one.owner_id, deleted_at=None).count() >= MOST:
        raise Refused("campaign", say(_("You have %(n)d saved scenarios: that is the most."), n=MOST), field="name")
    one.deleted_at = None
    one.save(update_fields=["deleted_at"])
    return one
