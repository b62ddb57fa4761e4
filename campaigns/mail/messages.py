"""Writing a message: a template, in the reader's language, into the outbox. Sending it is the clerk's.

`mail/<template>.txt` holds the subject in its first line and the text below; every message ends with `mail/_foot.txt`.
They are plain text, and nothing in them is escaped. Besides the caller's context they know `user` (None for an address
without an account) and `site`, the address of the site: `{{ site }}{% url 'battle' battle %}`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from django.conf import settings
from django.template import Context, engines
from django.template.backends import django as backend
from django.utils import translation

from campaigns.mail import unsubscribe
from campaigns.models import Club, OutboxMessage, User

Status = OutboxMessage.Status


class Written(NamedTuple):
    """A message as its reader will find it."""

    subject: str
    body: str


def queue(key: str, user: User, template: str, context: Mapping[str, Any], *, club: Club | None = None) -> bool:
    """Write to `user`, once for ever under this key; True when a row was made.

    It is made in the caller's transaction: what is rolled back was never said. Nobody is written to who has no address,
    wants no mail or whose account is closed. Organisers of `club` may see that it was written. Where no mail is set up
    the row is kept for the office to show, and does not go by itself when mail is set up later: it would be old news.
    """
    if not (user.email and user.mail and user.is_active):
        return False
    written = write(template, user.spoken, {**context, "user": user, "stop": unsubscribe.link(user)})
    return _keep(OutboxMessage(key=key, club=club, user=user, address=user.email), written)


def queue_to(key: str, address: str, template: str, context: Mapping[str, Any], *, club: Club | None = None) -> bool:
    """Write to an address that need not be any account's, in the language spoken now; True when a row was made.

    An address is not written to when everyone who has it in their account wants no mail.
    """
    known = list(User.objects.filter(email__iexact=address).values_list("mail", flat=True))
    if known and not any(known):
        return False
    written = write(template, translation.get_language() or settings.LANGUAGE_CODE, {**context, "user": None})
    return _keep(OutboxMessage(key=key, club=club, address=address), written)


def write(template: str, language: str, context: Mapping[str, Any]) -> Written:
    """Subject and text in `language`."""
    with translation.override(language):
        text, foot = (_rendered(name, context) for name in (template, "_foot"))
    subject, _line, body = text.partition("\n")
    longest = OutboxMessage._meta.get_field("subject").max_length
    return Written(subject.strip()[:longest], f"{body.strip()}\n\n-- \n{foot}\n")


def _rendered(template: str, context: Mapping[str, Any]) -> str:
    found = engines["django"].get_template(f"mail/{template}.txt")
    assert isinstance(found, backend.Template)
    return found.template.render(Context({**context, "site": settings.SITE_URL}, autoescape=False)).strip()


def _keep(message: OutboxMessage, written: Written) -> bool:
    _row, made = OutboxMessage.objects.get_or_create(
        key=message.key,
        defaults={
            "club": message.club,
            "user": message.user,
            "address": message.address,
            "subject": written.subject,
            "body": written.body,
            "status": Status.WAITING if settings.MAIL else Status.KEPT,
        },
    )
    return made
