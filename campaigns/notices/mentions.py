"""Tells people that somebody has mentioned them in a conversation: for whoever keeps the conversation to call."""

from __future__ import annotations

from collections.abc import Iterable

from django.utils import translation

from battles import log
from battles.presenters.people import names_of
from campaigns.models import Club, Notice, User
from campaigns.notices.telling import News, tell


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

    `key` names what was said, at most 120 characters: nobody is told of it twice. `stream`: the battle or campaign that
    it is said under, `link` the path of the page, `title` what that is called, and `thread` its conversation
    (`in_battles.thread`, `in_battles.thread_of`). The caller sees to it that they may read it; what was said is not in
    the message, so that it can be taken back. Who mentions themselves is not told.
    """
    news, head = list[News](), log.head(stream).position
    for user in people:
        if user.pk == by.pk:
            continue
        with translation.override(user.spoken):
            name = names_of([str(by.pk)], str(user.pk))[str(by.pk)]
        context = {"title": title, "person": name, "link": link}
        news.append(
            News(
                key=f"mentioned/{key}/{user.pk}",
                user=user,
                kind="mentioned",
                template="mentioned",
                context=context,
                stream=stream,
                link=link,
                title=title,
                position=head,
                thread=thread,
                club=club,
            )
        )
    return tell(news)


def withdraw(key: str) -> None:
    """What was said is gone: who is not told by every channel yet is not told any more."""
    Notice.objects.filter(key__startswith=f"mentioned/{key}/", over=False).update(over=True)
