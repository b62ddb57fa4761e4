"""What the API adds to everything about a person: which programs come in as them."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.translation import gettext_noop as _

from api.models import ClubKey, Token
from campaigns.about_person.parts import Line, Part, Subject, rows


def _tokens(about: Subject) -> Iterator[Line]:
    """Without the digest: what is kept of a key is a secret, too."""
    yield from rows(Token.objects.filter(user=about.user), "name", "created", "last_used", "expires_at")


def _keys(about: Subject) -> Iterator[Line]:
    """Without the digest, too."""
    fields = ("name", "scopes", "created", "last_used", "expires_at", "ended_at")
    yield from rows(ClubKey.objects.filter(maker=about.user), *fields)


PARTS = (
    Part("tokens", _("Programs that come in as you"), (Token,), _tokens, private=True),
    Part("club_keys", _("Keys of clubs that you have made"), (ClubKey,), _keys, private=True),
)
