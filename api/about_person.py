"""What the API adds to everything about a person: which programs come in as them."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.translation import gettext_noop as _

from api.models import Token
from campaigns.about_person.parts import Line, Part, Subject, rows


def _tokens(about: Subject) -> Iterator[Line]:
    """Without the digest: what is kept of a key is a secret, too."""
    yield from rows(Token.objects.filter(user=about.user), "name", "created", "last_used", "expires_at")


PARTS = (Part("tokens", _("Programs that come in as you"), (Token,), _tokens, private=True),)
