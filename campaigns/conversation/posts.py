"""Saying something and what can be done with it afterwards: edit, delete, react, mute.

Each takes where somebody stands (`rights.Here`), and raises `Refused` for what they may not do there.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Collection, Iterable
from datetime import timedelta
from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from campaigns.conversation import photos
from campaigns.conversation.mentions import by_id
from campaigns.conversation.rights import Here, may_read
from campaigns.conversation.telling import told, withdraw
from campaigns.models import Mute, Post, Reaction, Thread, User
from campaigns.models.conversation import LONGEST_POST
from campaigns.questions import TooMany, counted
from rules.contract import Refused, say
from rules.contract import gettext_noop as _

EDITED_WITHIN = timedelta(minutes=15)
MINUTE = 60
Sent = Callable[[], Collection[photos.Drawn]]


def say_something(here: Here, body: str, sent: Sent = tuple, id: UUID | None = None) -> Post:
    """A new post. The same `id` from the same author is the same post: sent twice, it stands once. `sent` draws its
    photos, which is not begun for who says too much: it costs seconds."""
    _check_writes(here)
    if id is not None and (post := Post.objects.filter(pk=id, author=here.account).first()):
        return post
    if id is not None and Post.objects.filter(pk=id).exists():
        raise Refused("talk", _("This id belongs to another post."), _("Use a new one."), code="reused")
    limit(here.account, "posts")
    drawn = sent()
    text = _checked(body, empty=bool(drawn))
    with transaction.atomic():
        thread, _made = Thread.objects.get_or_create(campaign=here.desk, fixture=here.fixture)
        post = Post(thread=thread, author=here.account, body=by_id(here, text))
        if id is not None:
            post.pk = id
        post.save(force_insert=True)
        photos.keep(post, drawn)
        told(here, post, new=True)
    return post


def edit(here: Here, post: Post, body: str) -> Post:
    """By its author, for a few minutes: what others have answered to stays what it was."""
    _check_writes(here)
    if not may_edit(here, post):
        text = say(_("A post can be edited by its author for %(n)s minutes."), n=EDITED_WITHIN.seconds // MINUTE)
        raise _not_yours(text, say(_("Write another one.")))
    limit(here.account, "acts")
    post.body = by_id(here, _checked(body, empty=post.photos.exists()))
    post.edited_at = timezone.now()
    with transaction.atomic():
        Post.objects.select_for_update().get(pk=post.pk)  # two edits at once tell one after the other
        post.save(update_fields=["body", "edited_at"])
        told(here, post, new=False)
    return post


def may_edit(here: Here, post: Post) -> bool:
    mine = here.writes and post.author_id == here.user.pk and post.hidden_at is None
    return mine and timezone.now() - post.made_at <= EDITED_WITHIN


def delete(here: Here, post: Post) -> None:
    """By its author, at any time, with its photos and everything that hangs on it."""
    if post.author_id != here.user.pk:
        raise _not_yours(say(_("Only its author can delete a post.")), say(_("A moderator can hide it.")))
    erase([post])


def erase(found: Iterable[Post]) -> None:
    """Take posts away for good."""
    with transaction.atomic():
        for post in found:
            photos.remove(post.photos.all())
            withdraw(post)
            post.delete()


def react(here: Here, post: Post, kind: str, on: bool) -> None:
    _check_writes(here)
    if not may_read(here, post):
        raise _not_yours(say(_("This post is hidden.")), say(_("Leave it.")))
    limit(here.account, "acts")
    if on:
        Reaction.objects.get_or_create(post=post, user=here.account, kind=Reaction.Kind(kind))
    else:
        Reaction.objects.filter(post=post, user=here.account, kind=kind).delete()


def mute_thread(here: Here, on: bool) -> None:
    """Not to hear of this conversation: its mentions tell them nothing, and its posts are folded."""
    limit(here.account, "acts")
    if on:
        thread, _made = Thread.objects.get_or_create(campaign=here.desk, fixture=here.fixture)
        Mute.objects.get_or_create(user=here.account, thread=thread)
    elif here.thread is not None:
        Mute.objects.filter(user=here.account, thread=here.thread).delete()


def mute_person(user: User, person: User, on: bool) -> None:
    """Not to read what somebody writes, in any conversation."""
    limit(user, "acts")
    if on and person.pk != user.pk:
        Mute.objects.get_or_create(user=user, person=person)
    else:
        Mute.objects.filter(user=user, person=person).delete()


def limit(user: User, what: str) -> None:
    """Count it; `TooMany` for more than a minute takes."""
    most: int = settings.TALK_RATES[what]
    now = time.time()
    if most and counted(f"talk:{what}:{user.pk}:{int(now // MINUTE)}") > most:
        raise TooMany(math.ceil(MINUTE - now % MINUTE))


def _check_writes(here: Here) -> None:
    if here.writes:
        return
    if not here.on:
        raise _not_yours(say(_("This club has no conversations.")), say(_("Its organisers decide.")))
    if here.minor:
        text = say(_("Conversations are open to minors only with a parent’s consent."))
        raise _not_yours(text, say(_("An organiser notes it.")))
    text = say(_("Members of the club and players of the campaign write here."))
    raise _not_yours(text, say(_("Ask an organiser to take you in.")))


def _not_yours(text: object, remedy: object) -> Refused:
    return Refused("talk", text, remedy, code="not-yours")  # type: ignore[arg-type]


def _checked(body: str, empty: bool) -> str:
    text = body.replace("\r\n", "\n").strip()
    if not text and not empty:
        raise Refused("talk", _("There is no text."), _("Write something."), field="body", code="malformed")
    if len(text) > LONGEST_POST or "\0" in text:
        text_ = say(_("A post takes %(n)s characters at most."), n=LONGEST_POST)
        raise Refused("talk", text_, _("Say it in two."), field="body", code="malformed")
    return text
