"""Invitations into a club: their links, whether they are still open, and accepting them."""

from __future__ import annotations

from django.conf import settings
from django.core import signing
from django.db import transaction
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from campaigns import mail
from campaigns.models import Invitation, User

SIGNER = signing.Signer(salt="campaigns.invitation", sep=".")


class Closed(Exception):
    """The invitation is no longer open. The text says why, and what to do."""


def link(invitation: Invitation) -> str:
    """The address of the invitation. It can be made again at any time, and only with the secret key."""
    return settings.SITE_URL + reverse("join", args=[SIGNER.sign(str(invitation.pk))])


def find(code: str) -> Invitation | None:
    """The invitation of a code, open or not; None if there is no such invitation. One query.

    A forged code names no invitation; nothing is raised.
    """
    try:
        pk = SIGNER.unsign(code)
    except signing.BadSignature:
        return None
    return Invitation.objects.select_related("club", "campaign", "made_by").filter(pk=pk).first()


def closed(invitation: Invitation) -> str:
    """Why the invitation is not open any more, and what to do; "" while it is open."""
    if invitation.revoked_at is not None:
        return _("This invitation was withdrawn. Ask an organiser of the club for another one.")
    if invitation.expires_at <= timezone.now():
        return _("This invitation has expired. Ask an organiser of the club for a new one.")
    if invitation.uses == 0:
        return _("This invitation has been used up. Ask an organiser of the club for another one.")
    return ""


def belongs(user: User, invitation: Invitation) -> bool:
    """Whether the user belongs to its club already, as a member or an organiser."""
    club = invitation.club
    return club.members.filter(pk=user.pk).exists() or club.organisers.filter(pk=user.pk).exists()


def take(invitation: Invitation, user: User) -> None:
    """Make the user a member of the club. Does nothing if they are one. Raises `Closed`.

    People who accept at the same time are let in one after the other, as many as there are uses left.
    """
    with transaction.atomic():
        found = Invitation.objects.select_for_update().get(pk=invitation.pk)
        if belongs(user, found):
            return
        if why := closed(found):
            raise Closed(why)
        found.uses -= 1
        found.save(update_fields=["uses"])
        found.joined.add(user)
        found.club.members.add(user)


def send(invitation: Invitation) -> bool:
    """Mail the invitation to its address, once. False if that was done before, or the address wants no mail."""
    context = {"invitation": invitation, "link": link(invitation)}
    return mail.queue_to(f"invitation/{invitation.pk}", invitation.address, "invitation", context, club=invitation.club)


def revoke(invitation: Invitation) -> None:
    """Close the invitation. Those who have joined by it stay."""
    Invitation.objects.filter(pk=invitation.pk, revoked_at=None).update(revoked_at=timezone.now())
