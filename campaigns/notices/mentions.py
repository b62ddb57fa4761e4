"""Tells people that somebody has mentioned them in a conversation, or written about a battle of theirs: for whoever
keeps the conversation to call."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from django.utils import timezone

from battles import log
from battles.own_words import override
from battles.presenters.people import names_of
from campaigns.models import Club, Notice, User
from campaigns.notices.telling import News, tell


class Said(NamedTuple):
    """Something that was said. `key` names it, at most 120 characters: nobody is told of it twice. `stream`: the battle
    or campaign that it is said under, `link` the path of the page, `title` what that is called, and `thread` its
    conversation (`in_battles.thread`, `in_battles.thread_of`)."""

    key: str
    by: User
    stream: str
    link: str
    title: str
    thread: str = ""
    club: Club | None = None


def mentioned(
    key: str,
    people: Iterable[User],
    by: User,
    *,
    stream: str,
    link: str,
    title: str,
    thread: str = "",
    club: Club | None = None,
) -> int:
    """Tell these people, in the caller's transaction, that `by` mentions them; how many notices that are.

    The rest is as of `Said`. The caller sees to it that they may read it; what was said is not in
    the message, so that it can be taken back. Who mentions themselves is not told.
    """
    return _tell("mentioned", people, Said(key, by, stream, link, title, thread, club))


def written(people: Iterable[User], said: Said) -> int:
    """Tell these people that somebody has written about a battle of theirs, as `mentioned`. Who has a word of the same
    conversation in a digest that is to come is not told again: that one leads to all of it."""
    asked = [one for one in people if one.pk != said.by.pk]
    waiting = Notice.objects.filter(user__in=asked, kind="said", thread=said.thread, read_at=None, over=False)
    soon = set(waiting.filter(deliveries__digest=True).values_list("user", flat=True))
    return _tell("said", [one for one in asked if one.pk not in soon], said)


def _tell(kind: str, people: Iterable[User], said: Said) -> int:
    news, head, by = list[News](), log.head(said.stream).position, str(said.by.pk)
    for user in people:
        if user.pk == said.by.pk:
            continue
        with override(user.spoken):
            name = names_of([by], str(user.pk))[by]
        news.append(
            News(
                key=f"{kind}/{said.key}/{user.pk}",
                user=user,
                kind=kind,
                template=kind,
                context={"title": said.title, "person": name, "link": said.link},
                stream=said.stream,
                link=said.link,
                title=said.title,
                position=head,
                thread=said.thread,
                club=said.club,
            )
        )
    return tell(news)


def withdraw(key: str) -> None:
    """What was said is gone: who is not told by every channel yet is not told any more."""
    Notice.objects.filter(key__startswith=f"mentioned/{key}/", over=False).update(over=True)


def seen(user: User, thread: str) -> None:
    """They read a conversation: what they were told of it is read."""
    found = Notice.objects.filter(user=user, thread=thread, kind__in=("mentioned", "said"), read_at=None)
    found.update(read_at=timezone.now())
