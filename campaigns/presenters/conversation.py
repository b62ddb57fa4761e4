"""A conversation as one reader may know it; pages and API show the same."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

import msgspec
from django.db.models import Q
from django.urls import reverse
from django.utils.safestring import SafeString

from battles.presenters.people import names_of, reader_of
from campaigns.conversation import markdown
from campaigns.conversation.posts import may_edit
from campaigns.conversation.rights import Here, may_read
from campaigns.models import ModerationAct, Mute, Post, PostReport, Reaction

PAGE = 20
SIGNS = {
    Reaction.Kind.GOOD: "👍",
    Reaction.Kind.FUNNY: "😄",
    Reaction.Kind.WOW: "😮",
    Reaction.Kind.SHOT: "🎯",
    Reaction.Kind.RESPECT: "🫡",
}


class ReactionTold(msgspec.Struct, frozen=True):
    kind: str
    sign: str
    label: str
    count: int
    mine: bool


class PhotoTold(msgspec.Struct, frozen=True):
    address: str
    width: int
    height: int


class PostTold(msgspec.Struct, frozen=True):
    """`shown`: its text may be read; without it there is neither text nor photo nor reaction. `hidden`: a moderator has
    hidden it, and `why`. `muted`: the reader does not want to read this author. `edits`: the reader may edit it now."""

    id: str
    author: str
    name: str
    at: datetime
    edited: datetime | None
    shown: bool
    hidden: bool
    why: str
    muted: bool
    mine: bool
    edits: bool
    typed: str
    html: SafeString
    photos: tuple[PhotoTold, ...]
    reactions: tuple[ReactionTold, ...]


class ThreadTold(msgspec.Struct, frozen=True):
    """`earlier`: the post before which the page before ends, None where this is the first."""

    here: Here
    posts: Sequence[PostTold]
    earlier: Post | None = None


class ReportTold(msgspec.Struct, frozen=True):
    by: str
    reason: str
    at: datetime


class ActTold(msgspec.Struct, frozen=True):
    by: str
    what: str
    reason: str
    at: datetime


def newest(here: Here, before: tuple[datetime, UUID] | None = None, limit: int = PAGE) -> ThreadTold:
    """The newest posts, or those before a place, in the order in which they were written. Five queries."""
    if here.thread is None or not here.reads:
        return ThreadTold(here, ())
    found = here.thread.posts.all()
    if before is not None:
        at, id = before
        found = found.filter(Q(made_at__lt=at) | Q(made_at=at, pk__lt=id))
    rows = list(found.prefetch_related("photos", "reactions").order_by("-made_at", "-pk")[: limit + 1])
    shown = rows[:limit][::-1]
    return ThreadTold(here, told(here, shown), shown[0] if len(rows) > limit else None)


def told(here: Here, posts: Sequence[Post]) -> list[PostTold]:
    """These posts, read with what hangs on them. Two queries, with those of names three or four."""
    people = {str(one.author_id) for one in posts}
    people |= {str(id) for one in posts for id in markdown.mentions_in(one.body)}
    names = names_of(people, reader_of(here.user))
    muted: set[UUID] = set()
    if here.user.is_authenticated and posts:
        muted = {pk for (pk,) in Mute.objects.filter(user=here.account).exclude(person=None).values_list("person")}
    return [_post(here, one, names, muted) for one in posts]


def _post(here: Here, post: Post, names: dict[str, str], muted: set[UUID]) -> PostTold:
    shown = may_read(here, post)
    return PostTold(
        id=str(post.pk),
        author=str(post.author_id),
        name=names[str(post.author_id)],
        at=post.made_at,
        edited=post.edited_at,
        shown=shown,
        hidden=post.hidden_at is not None,
        why=post.hidden_why,
        muted=post.author_id in muted,
        mine=post.author_id == here.user.pk,
        edits=may_edit(here, post),
        typed=markdown.as_typed(post.body, names) if shown else "",
        html=markdown.html(post.body, names) if shown else SafeString(""),
        photos=tuple(PhotoTold(reverse("photo", args=[one.name]), one.width, one.height) for one in post.photos.all())
        if shown
        else (),
        reactions=_reactions(here, post) if shown else (),
    )


def _reactions(here: Here, post: Post) -> tuple[ReactionTold, ...]:
    """Each of the few kinds, in their order."""
    given = list(post.reactions.all())
    counts = Counter(one.kind for one in given)
    mine = {one.kind for one in given if one.user_id == here.user.pk}
    return tuple(
        ReactionTold(kind, sign, str(Reaction.Kind(kind).label), counts[kind], kind in mine)
        for kind, sign in SIGNS.items()
    )


def reports_of(here: Here, post: Post) -> tuple[list[ReportTold], list[ActTold]]:
    """What a moderator reads of a post: open reports of it, and what was done. None of it for anybody else."""
    if not here.moderates:
        return [], []
    reports = list(PostReport.objects.filter(post=post, settled_at=None))
    acts = list(ModerationAct.objects.filter(post=post.pk))
    people = {str(by) for by in (*(one.by_id for one in reports), *(one.by_id for one in acts)) if by}
    names = names_of(people, reader_of(here.user)) | {"None": "–"}
    return (
        [ReportTold(names[str(one.by_id)], one.reason, one.made_at) for one in reports],
        [ActTold(names[str(one.by_id)], str(ModerationAct.What(one.what).label), one.reason, one.at) for one in acts],
    )
