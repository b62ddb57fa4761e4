"""Writes messages into the outbox, from a template in the reader's language. The clerk sends them.

The first line of `mail/<template>.txt` is the subject, the rest the text. Every message ends with `mail/_foot.txt`. The
templates are plain text and not escaped. Besides the caller's context they have `user` (None for an address without an
account) and `site`, the address of the site: `{{ site }}{% url 'battle' battle %}`.
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
    """A message as its reader gets it."""

    subject: str
    body: str


def queue(key: str, user: User, template: str, context: Mapping[str, Any], *, club: Club | None = None) -> bool:
    """Queue a message to `user`, once for this key; True if a row was made.

    It is part of the caller's transaction. Nobody gets mail who has no address, wants no mail or whose account is
    closed. Organisers of `club` may see that it was written. If no mail is set up, the row is kept for the office to
    show, and is not sent later: it would be old news.
    """
    if not (user.email and user.mail and user.is_active):
        return False
    written = write(template, user.spoken, {**context, "user": user, "stop": unsubscribe.link(user)})
    return _keep(OutboxMessage(key=key, club=club, user=user, address=user.email), written)


def queue_to(key: str, address: str, template: str, context: Mapping[str, Any], *, club: Club | None = None) -> bool:
    """Queue a message to an address, with or without an account, in the present language; True if a row was made.

    Nothing is sent to an address if every account that has it wants no mail.
    """
    known = list(User.objects.filter(email__iexact=address).values_list("mail", flat=True))
    if known and not any(known):
        return False
    written = write(template, translation.get_language() or settings.LANGUAGE_CODE, {**context, "user": None})
    return _keep(OutboxMessage(key=key, club=club, address=address), written)


def write(template: str, language: str, context: Mapping[str, Any]) -> Written:
    """The subject and text in this language."""
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
