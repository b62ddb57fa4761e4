"""Telling people of a post: those whom it mentions."""

from __future__ import annotations

from django.urls import reverse

from campaigns.conversation.mentions import mentioned
from campaigns.conversation.rights import Here
from campaigns.models import Post
from campaigns.notices import mentions as notices
from campaigns.notices.in_battles import thread_of


def told(here: Here, post: Post) -> int:
    """Keep whom a post mentions and tell them, in the caller's transaction; how many are told. Nobody is told twice of
    one post, however often it is edited."""
    return notices.mentioned(
        key_of(post),
        mentioned(post),
        here.account,
        stream=str(here.desk.pk),
        link=reverse("conversation", args=[here.desk.pk, here.fixture]),
        title=here.desk.name,
        thread=thread_of(str(here.desk.pk), here.fixture),
        club=here.desk.club,
    )


def withdraw(post: Post) -> None:
    """It is hidden or deleted: what is not handed over yet is not sent."""
    notices.withdraw(key_of(post))


def key_of(post: Post) -> str:
    return f"post/{post.pk}"
