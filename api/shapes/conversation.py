"""Shapes for conversations about fixtures and their battles."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from api.shapes.kinds import Id, People, Time

Text = Annotated[str, msgspec.Meta(max_length=4000, pattern=r"^[^\x00]*$")]
Reason = Annotated[str, msgspec.Meta(min_length=1, max_length=200, pattern=r"^[^\x00]*$")]
Reacted = Literal["good", "funny", "wow", "shot", "respect"]


class PostPhoto(msgspec.Struct):
    """A JPEG, for who may read the post."""

    url: str
    width: int
    height: int


class PostReaction(msgspec.Struct):
    """How often it was given; `mine`: you have, too."""

    kind: Reacted
    count: int
    mine: bool


class Post(msgspec.Struct):
    """`body` is markdown with names for those it mentions, `html` what it comes to. `hidden`: a moderator has hidden it
    for the reason in `why`; without `body`, it is hidden from you. `muted`: you do not want to read its author."""

    id: Id
    author: Id
    made_at: Time
    edited_at: Time | None
    hidden: bool
    why: str
    muted: bool
    mine: bool
    body: str
    html: str
    photos: list[PostPhoto]
    reactions: list[PostReaction]


class Posts(msgspec.Struct):
    """The newest posts, in the order in which they were written; `next` leads to those before them. `writes`: you may
    answer; `moderates`: you may hide a post; `muted`: you do not want to hear of this conversation."""

    posts: list[Post]
    writes: bool
    moderates: bool
    muted: bool
    people: People
    next: str | None


class SaySomething(msgspec.Struct, forbid_unknown_fields=True):
    """`id`: a UUID of yours, so that a post sent twice stands once. `@name` mentions somebody."""

    body: Text
    id: Annotated[str, msgspec.Meta(pattern=r"^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$")] | None = None


class EditPost(msgspec.Struct, forbid_unknown_fields=True):
    """The new text."""

    body: Text


class React(msgspec.Struct, forbid_unknown_fields=True):
    """Give a reaction, or take it back where `on` is false."""

    kind: Reacted
    on: bool = True


class ReportPost(msgspec.Struct, forbid_unknown_fields=True):
    """What is wrong with it, for the moderators."""

    reason: Reason


class HidePost(msgspec.Struct, forbid_unknown_fields=True):
    """Hide it, or show it again, for a reason that everybody reads."""

    hidden: bool
    reason: Reason
