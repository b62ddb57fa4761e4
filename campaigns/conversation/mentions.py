"""Who is named in a post, and that they are. `telling` tells them of it."""

from __future__ import annotations

import re
from collections.abc import Iterable

from django.db.models import Q

from campaigns.conversation import rights
from campaigns.conversation.markdown import mentions_in
from campaigns.conversation.rights import Here
from campaigns.models import Mention, Mute, Post, User

NAME = re.compile(r"(?<![\w@.+/-])@([\w.+-]*\w)")
MOST = 10  # people one post names


def by_id(here: Here, text: str) -> str:
    """The text with the id of an account in the place of each name that is mentioned: of people who read along here
    as members or players. Any other name stands as it was typed, whether there is such an account or not."""
    names = list(dict.fromkeys(one.lower() for one in NAME.findall(text)))[:MOST]
    if not names:
        return text
    wanted = Q()
    for name in names:
        wanted |= Q(username__iexact=name)
    found = User.objects.filter(wanted, guest_of=None, is_active=True)[: 2 * MOST]
    known = {one.username.lower(): one.pk for one in found if rights.at(one, here.desk, here.fixture).writes}

    def put(match: re.Match[str]) -> str:
        pk = known.get(match[1].lower())
        return f"@{{{pk}}}" if pk else match[0]

    return NAME.sub(put, text)


def mentioned(post: Post) -> list[User]:
    """Keep who is mentioned in a post. Those who are to be told: named for the first time in it, who may read it, not
    its author, and without having muted the author or the conversation."""
    people = User.objects.in_bulk(mentions_in(post.body)[:MOST])
    post.mentions.exclude(user__in=people).delete()
    had = set(post.mentions.values_list("user", flat=True))
    new = [pk for pk in people if pk not in had]
    Mention.objects.bulk_create([Mention(post=post, user_id=pk) for pk in new], ignore_conflicts=True)
    return listening(post, [people[pk] for pk in new])


def listening(post: Post, people: Iterable[User]) -> list[User]:
    """Those of these people who may read a post and want to hear of it. Its author knows it."""
    found = [one for one in people if one.pk != post.author_id and one.is_active]
    if not found:
        return []
    quiet = Q(person=post.author_id) | Q(thread=post.thread_id)
    deaf = set(Mute.objects.filter(quiet, user__in=found).values_list("user", flat=True))
    thread = post.thread
    return [
        one
        for one in found
        if one.pk not in deaf
        and (here := rights.of_fixture(one, thread.campaign_id, thread.fixture)) is not None
        and rights.may_read(here, post)
    ]
