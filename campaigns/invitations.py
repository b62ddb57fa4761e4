"""Coming into a club by invitation: its link, whether it still lets anyone in, and taking it."""

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
    """The invitation lets nobody in any more. The text says why, and what helps."""


def link(invitation: Invitation) -> str:
    """The address that lets people in. It can be made again at any time, and by nobody without the secret key."""
    return settings.SITE_URL + reverse("join", args=[SIGNER.sign(str(invitation.pk))])


def find(code: str) -> Invitation | None:
    """The invitation an address names, whether it lets anyone in or not; None for one that was never made. One query.

    Raises nothing for a forged one: it names none.
    """
    try:
        pk = SIGNER.unsign(code)
    except signing.BadSignature:
        return None
    return Invitation.objects.select_related("club", "campaign", "made_by").filter(pk=pk).first()


def closed(invitation: Invitation) -> str:
    """Why it lets nobody in any more, and what helps; "" while it does."""
    if invitation.revoked_at is not None:
        return _("This invitation was withdrawn. Ask an organiser of the club for another one.")
    if invitation.expires_at <= timezone.now():
        return _("This invitation has expired. Ask an organiser of the club for a new one.")
    if invitation.uses == 0:
        return _("This invitation has been used up. Ask an organiser of the club for another one.")
    return ""


def belongs(user: User, invitation: Invitation) -> bool:
    """Whether `user` is of its club already, as a member or an organiser."""
    club = invitation.club
    return club.members.filter(pk=user.pk).exists() or club.organisers.filter(pk=user.pk).exists()


def take(invitation: Invitation, user: User) -> None:
    """Make `user` a member by it; nothing for someone who is. Raises `Closed`.

    People who come at once are let in one after the other, and the one after the last use is not.
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
    """Write to the invitation's address, once; False where that was done, or the address wants no mail."""
    context = {"invitation": invitation, "link": link(invitation)}
    return mail.queue_to(f"invitation/{invitation.pk}", invitation.address, "invitation", context, club=invitation.club)


def revoke(invitation: Invitation) -> None:
    """Nobody comes in by it from now on; who has, stays."""
    Invitation.objects.filter(pk=invitation.pk, revoked_at=None).update(revoked_at=timezone.now())
