"""The address in every message that stops all mail to its reader, without logging in."""

from __future__ import annotations

from django.conf import settings
from django.core import signing
from django.urls import reverse

from campaigns.models import User

SIGNER = signing.Signer(salt="campaigns.mail.stop", sep=".")


def link(user: User) -> str:
    """The address is signed, so that nobody can stop another's mail. It is valid as long as the site's secret key."""
    return settings.SITE_URL + reverse("stop-mail", args=[SIGNER.sign(user.pk.hex)])


def whose(signed: str) -> User | None:
    """The account of a signed text; None if it was not signed here, or the account is gone."""
    try:
        return User.objects.filter(pk=SIGNER.unsign(signed)).first()
    except signing.BadSignature:
        return None
