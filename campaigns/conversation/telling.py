"""Telling people of a post: those whom it mentions, and the players of the fixture it is about."""

from __future__ import annotations

import msgspec
from django.urls import reverse

from campaigns.conversation.mentions import listening, mentioned
from campaigns.conversation.rights import Here
from campaigns.models import Fixture, Post, Standing, User
from campaigns.models.people import accounts_of
from campaigns.notices import mentions as notices
from campaigns.notices.in_battles import thread_of
from campaigns.roles import seats_of

_keys = msgspec.json.Decoder(list[str])


def told(here: Here, post: Post, *, new: bool) -> None:
    """Keep whom a post mentions and tell them, in the caller's transaction, and of a new one the players, too. Nobody
    is told twice of one post, however often it is edited."""
    said = notices.Said(
        key_of(post),
        here.account,
        stream=str(here.desk.pk),
        link=reverse("conversation", args=[here.desk.pk, here.fixture]),
        title=here.desk.name,
        thread=thread_of(str(here.desk.pk), here.fixture),
        club=here.desk.club,
    )
    named = mentioned(post)
    key, by, *_rest = said
    notices.mentioned(
        key, named, by, stream=said.stream, link=said.link, title=said.title, thread=said.thread, club=said.club
    )
    if new:
        notices.written([one for one in listening(post, players(here)) if one not in named], said)


def players(here: Here) -> list[User]:
    """Who plays in the fixture: the players of both platoons, and who sits in for them."""
    row = Fixture.objects.get(campaign=here.desk.pk, fixture=here.fixture)
    platoons = Standing.objects.filter(campaign=here.desk.pk, platoon__in=_keys.decode(row.platoons))
    people = [one for text in platoons.values_list("players", flat=True) for one in _keys.decode(text)]
    people += [one for sitting in dict(seats_of(row.seats)).values() for one in sitting]
    return accounts_of(people)


def withdraw(post: Post) -> None:
    """It is hidden or deleted: what is not handed over yet is not sent."""
    notices.withdraw(key_of(post))


def key_of(post: Post) -> str:
    return f"post/{post.pk}"
