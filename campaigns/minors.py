"""Minors: who marks them, and who notes that a parent has consented. What strangers then read of them is said in
`campaigns.presenters.public_names`."""

from __future__ import annotations

from datetime import date

from django.db.models import Q, QuerySet
from django.utils import timezone

from campaigns.models import Club, Minor, User


def mark(user: User, by: User, first_name: str, until: date | None = None) -> Minor:
    """`user` is not of age: strangers read `first_name` only. One who is marked already stays marked as they were:
    only an organiser takes the mark off, or moves its day."""
    user.first_name = first_name
    user.save(update_fields=["first_name"])
    minor, made = Minor.objects.get_or_create(user=user, defaults={"until": until, "noted_by": by})
    if not made:
        minor.save(update_fields=["changed_at"])
    return minor


def consent(minor: Minor, by: User, given: bool) -> None:
    """Note that a parent has consented, or does so no more. The caller saves it. The first note stays the one."""
    if not given:
        minor.consent_by = minor.consent_at = None
    elif minor.consent_at is None:
        minor.consent_by, minor.consent_at = by, timezone.now()


def renamed(user: User) -> None:
    """The account has another name: what strangers read of a minor may have changed."""
    Minor.objects.filter(pk=user.pk).update(changed_at=timezone.now())


def of_clubs(user: User) -> QuerySet[User]:
    """The people whom `user` may mark: of the clubs they organise; for a superuser everybody with an account."""
    people = User.objects.filter(guest_of=None)
    if user.is_superuser:
        return people
    members, organisers = Club.members.through, Club.organisers.through
    mine = user.organises.values("pk")
    return people.filter(
        Q(pk__in=members._base_manager.filter(club__in=mine).values("user"))
        | Q(pk__in=organisers._base_manager.filter(club__in=mine).values("user"))
    )
