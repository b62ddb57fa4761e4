"""The address under every message by which its reader stops all mail, without logging in."""

from __future__ import annotations

from django.conf import settings
from django.core import signing
from django.urls import reverse

from campaigns.models import User

SIGNER = signing.Signer(salt="campaigns.mail.stop", sep=".")


def link(user: User) -> str:
    """Signed, so that nobody stops another's mail; it holds for as long as the site's secret key."""
    return settings.SITE_URL + reverse("stop-mail", args=[SIGNER.sign(user.pk.hex)])


def whose(signed: str) -> User | None:
    """Whose mail a signed text stops; None when it was not signed here, or the account is gone."""
    try:
        return User.objects.filter(pk=SIGNER.unsign(signed)).first()
    except signing.BadSignature:
        return None
