"""Mail to people, through the outbox: `put` takes messages to accounts, `queue_to` one to an address, and `send_due`
sends what waits.

A message is written from a template in the reader's language. The first line of `mail/<template>.txt` is the subject,
the rest the text. Every message ends with `mail/_foot.txt`, and with the address that stops such mail to its reader
without logging in. The templates are plain text and not escaped. Besides the caller's context they have `site`, the
address of the site: `{{ site }}{% url 'battle' battle %}`.

Each message is sent at most once, even if workers are killed or several send at the same time. A row is claimed, and
the claim committed, before anything is sent. After that only an answer of the mail server changes it: sent, refused for
now (waits again) or for ever (failed). Without an answer it stays claimed. It may have arrived, so a person in the
office decides whether it is sent again.
"""

from __future__ import annotations

import logging
import smtplib
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from hashlib import sha256
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from django.conf import settings
from django.core import mail, signing
from django.core.mail.backends.base import BaseEmailBackend
from django.db import transaction
from django.db.models import Q, QuerySet
from django.template import Context, engines
from django.template.backends import django as backend
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.encoding import force_str
from django.utils.translation import gettext as _

from battles.own_words import override
from campaigns.models import Club, OutboxMessage, User
from campaigns.models.outbox import uncertain
from campaigns.own_words.speaking import speak_as

SIGNER = signing.Signer(salt="campaigns.mail.stop", sep=".")


def link(user: User, kind: str = "") -> str:
    """Where mail of one kind is stopped, or all mail. The address is signed, so that nobody can stop another's mail. It
    is valid as long as the site's secret key."""
    signed = f"{user.pk.hex}.{kind}" if kind else user.pk.hex
    return settings.SITE_URL + reverse("stop-mail", args=[SIGNER.sign(signed)])


def whose(signed: str) -> tuple[User, str] | None:
    """The account and the kind of a signed text; None if it was not signed here, or the account is gone."""
    try:
        person, _dot, kind = SIGNER.unsign(signed).partition(".")
    except signing.BadSignature:
        return None
    user = User.objects.filter(pk=person).first()
    return (user, kind) if user else None


Status = OutboxMessage.Status


class Written(NamedTuple):
    """A message as its reader gets it."""

    subject: str
    body: str


class Letter(NamedTuple):
    """A message to an account, as it is put into the outbox once for its key. `kind`: of the notice that it carries;
    `thread`: the conversation that mail programs show it in."""

    key: str
    user: User
    text: Written
    club: Club | None = None
    kind: str = ""
    thread: str = ""


def put(letters: Sequence[Letter]) -> int:
    """Put messages into the outbox, each once for its key; how many that are.

    It is part of the caller's transaction. Nobody gets mail who has no address, wants no mail or whose account is
    closed. Organisers of its club may see that a message was written. If no mail is set up, the row is kept for the
    office to show, and is not sent later: it would be old news.
    """
    wanted = {one.key: one for one in letters if one.user.email and one.user.mail and one.user.is_active}
    if not wanted:
        return 0
    for key in OutboxMessage.objects.filter(key__in=list(wanted)).values_list("key", flat=True):
        del wanted[key]
    OutboxMessage.objects.bulk_create(
        [
            OutboxMessage(
                key=one.key,
                club=one.club,
                user=one.user,
                address=one.user.email,
                subject=one.text.subject,
                body=_with_foot(one.text.body, one.user.spoken, link(one.user, one.kind)),
                kind=one.kind,
                thread=one.thread,
                status=_fresh(),
            )
            for one in wanted.values()
        ],
        ignore_conflicts=True,
    )
    return len(wanted)


def put_for_certain(key: str, user: User, address: str, template: str, context: Mapping[str, Any]) -> None:
    """Queue what an account's owner has to know, to `address`, in their language, whatever they want to be told."""
    written = write(template, user.spoken, {**context, "user": user})
    texts = {"subject": written.subject, "body": _with_foot(written.body, user.spoken), "status": _fresh()}
    OutboxMessage.objects.get_or_create(key=key, defaults={"address": address, **texts})


def queue_to(key: str, address: str, template: str, context: Mapping[str, Any], *, club: Club | None = None) -> bool:
    """Queue a message to an address, with or without an account, in the present language; True if a row was made.

    Nothing is sent to an address if every account that has it wants no mail.
    """
    known = list(User.objects.filter(email__iexact=address).values_list("mail", flat=True))
    if known and not any(known):
        return False
    language = translation.get_language() or settings.LANGUAGE_CODE
    written = write(template, language, {**context, "user": None})
    body = _with_foot(written.body, language)
    texts = {"subject": written.subject, "body": body, "status": _fresh()}
    _row, made = OutboxMessage.objects.get_or_create(key=key, defaults={"club": club, "address": address, **texts})
    return made


def _fresh() -> str:
    return Status.WAITING if settings.MAIL else Status.KEPT


def write(template: str, language: str, context: Mapping[str, Any], club: Club | None = None) -> Written:
    """The subject and text in this language, without a foot, as the club says it that it comes from."""
    with override(language):
        speak_as(club)
        text = _rendered(template, context)
    subject, _line, body = text.partition("\n")
    longest = OutboxMessage._meta.get_field("subject").max_length
    return Written(subject.strip()[:longest], body.strip())


def _with_foot(body: str, language: str, stop: str = "") -> str:
    with override(language):
        return f"{body}\n\n-- \n{_rendered('_foot', {'stop': stop})}\n"


def _rendered(template: str, context: Mapping[str, Any]) -> str:
    found = engines["django"].get_template(f"mail/{template}.txt")
    assert isinstance(found, backend.Template)
    return found.template.render(Context({**context, "site": settings.SITE_URL}, autoescape=False)).strip()


logger = logging.getLogger(__name__)
AT_ONCE = 50  # messages in one run; the clerk has other work, too
MOST_TRIES = 30  # about a day; later it is old news
LONGEST = timedelta(hours=1)
SAID_NO = (smtplib.SMTPResponseException, smtplib.SMTPRecipientsRefused, smtplib.SMTPNotSupportedError)
FOR_NOW, FOR_EVER = frozenset(range(400, 500)), frozenset(range(500, 600))  # SMTP's temporary and permanent refusals


def send_due(limit: int = AT_ONCE) -> int:
    """Send what waits, oldest first, over one connection; how many were sent. Locks nothing if nothing waits.

    If the mail server cannot be reached, everything that waits is put off together.
    """
    if not settings.MAIL or not due().exists():
        return 0
    sent = 0
    connection = mail.get_connection()
    try:
        for _turn in range(limit):
            message = claim()
            if message is None or not _reach(connection, message):
                break
            sent += _hand_over(connection, message)
    finally:
        connection.close()
    return sent


def send_again(messages: QuerySet[OutboxMessage]) -> int:
    """Queue uncertain, failed and kept messages again, as a person decided; how many they were."""
    rested = messages.filter(Q(status__in=(Status.FAILED, Status.KEPT)) | uncertain())
    return rested.update(status=Status.WAITING, next_at=timezone.now(), claimed_at=None, tries=0, error="")


def due() -> QuerySet[OutboxMessage]:
    return OutboxMessage.objects.filter(status=Status.WAITING, next_at__lte=timezone.now()).order_by("next_at", "pk")


def claim() -> OutboxMessage | None:
    """Claim the next message for this caller, and commit that."""
    with transaction.atomic(durable=True):
        message = due().select_for_update(skip_locked=True).first()
        if message is not None:
            message.status, message.claimed_at, message.error = Status.CLAIMED, timezone.now(), ""
            message.tries += 1
            message.save(update_fields=["status", "claimed_at", "error", "tries"])
    return message


def _reach(connection: BaseEmailBackend, message: OutboxMessage) -> bool:
    """Whether the mail server takes messages now. If not, everything that waits is put off."""
    try:
        connection.open()
    except (
        OSError
    ) as error:  # no such host, refused, too slow, no TLS, a wrong password: smtplib's are of this kind, too
        logger.warning("the mail server does not take mail: %s", error)
        when = later(message.tries)
        _put_off(message, error, when)
        due().update(next_at=when)
        return False
    return True


def _hand_over(connection: BaseEmailBackend, message: OutboxMessage) -> bool:
    """Send one message and store the result; True if the server took it."""
    if message.user is not None and not message.user.mail:
        _mark(message, status=Status.FAILED, error=_("They have stopped all mail since it was written."))
        return False
    try:
        envelope = _envelope(message)
    except Exception as error:  # whatever is wrong with it must not hold the others up
        logger.exception("message %s cannot be sent", message.pk)
        _mark(message, status=Status.FAILED, error=_said(error))
        return False
    try:
        connection.send_messages([envelope])
    except SAID_NO as refused:
        _refused(message, refused)
    except Exception as error:  # the connection broke for some reason: nobody knows whether it was sent
        logger.warning("message %s may have been sent: %s", message.pk, error)
        _mark(message, error=_said(error))
    else:
        _mark(
            message, status=Status.SENT, sent_at=timezone.now(), body=""
        )  # the text belongs to its reader from now on
        return True
    connection.close()  # after refusing, the server may hang up, which must not disturb the next message
    return False


def _envelope(message: OutboxMessage) -> mail.EmailMessage:
    """The message to send. Its id follows from its key, so that mail programs recognise a message that is sent
    again."""
    id = sha256(message.key.encode()).hexdigest()[:32]
    headers = {
        "Message-ID": f"<{id}@{urlsplit(settings.SITE_URL).hostname}>",
        "Auto-Submitted": "auto-generated",  # RFC 3834: no holiday answers, please
    }
    if message.thread:  # RFC 5322, section 3.6.4: all of a conversation answer the same one
        root = f"<{sha256(message.thread.encode()).hexdigest()[:32]}@{urlsplit(settings.SITE_URL).hostname}>"
        headers["In-Reply-To"] = headers["References"] = root
    if message.user is not None:  # RFC 8058: the mail program shows a button for it
        headers["List-Unsubscribe"] = f"<{link(message.user, message.kind)}>"
        headers["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    envelope = mail.EmailMessage(message.subject, message.body, to=[message.address], headers=headers)
    envelope.message()  # raises here if something is wrong, before anything is sent
    return envelope


def _refused(message: OutboxMessage, refused: smtplib.SMTPException) -> None:
    """The server refused the message, so it was not sent: for now, or for ever. Any other answer leaves it
    uncertain."""
    codes = {code for code, _text in _answers(refused)}
    if codes and codes <= FOR_NOW:
        _put_off(message, refused, later(message.tries))
    elif codes <= FOR_NOW | FOR_EVER:
        _mark(message, status=Status.FAILED, error=_said(refused))
    else:
        _mark(message, error=_said(refused))


def _answers(refused: Exception) -> list[tuple[int, bytes | str]]:
    """The server's answers as (code, text); none if there was no answer."""
    match refused:
        case smtplib.SMTPRecipientsRefused():
            return list(refused.recipients.values())
        case smtplib.SMTPResponseException():
            return [(refused.smtp_code, refused.smtp_error)]
    return []


def _put_off(message: OutboxMessage, error: Exception, when: datetime) -> None:
    """The message was not sent and waits again, unless it was tried too often."""
    if message.tries >= MOST_TRIES:
        _mark(message, status=Status.FAILED, error=_said(error))
    else:
        _mark(message, status=Status.WAITING, claimed_at=None, error=_said(error), next_at=when)


def later(tries: int) -> datetime:
    """When to try again after so many tries: in 1, 2, 4 ... minutes, in an hour at most."""
    return timezone.now() + min(timedelta(minutes=2 ** min(tries - 1, 10)), LONGEST)


def _mark(message: OutboxMessage, **changed: object) -> None:
    for name, value in changed.items():
        setattr(message, name, value)
    message.save(update_fields=list(changed))


def _said(error: Exception) -> str:
    """An error in one line, for the office."""
    longest = OutboxMessage._meta.get_field("error").max_length
    texts = [f"{code} {force_str(text, errors='replace')}" for code, text in _answers(error)] or [str(error)]
    return (" ".join("; ".join(texts).split()) or type(error).__name__)[:longest]


__all__ = ["put", "queue_to", "send_again", "send_due"]
