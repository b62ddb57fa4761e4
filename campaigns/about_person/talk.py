"""Of a person in conversations: what they have said and shown, how they have reacted, whom they do not read."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.translation import gettext_noop as _

from battles.presenters.people import names_of
from campaigns.about_person.parts import File, Line, Part, Subject, rows
from campaigns.conversation import photos
from campaigns.conversation.markdown import as_typed, mentions_in
from campaigns.models import Mention, ModerationAct, Mute, Photo, Post, PostReport, Reaction

OF_THREAD = ("thread__campaign__name", "thread__fixture")
OF_POST = ("post__thread__campaign__name", "post__thread__fixture")


def _posts(about: Subject) -> Iterator[Line]:
    """With the names that they may know of those they mention, and the photos' files."""
    fields = ("id", *OF_THREAD, "body", "made_at", "edited_at", "hidden_at", "hidden_why")
    for one in rows(Post.objects.filter(author=about.user), *fields):
        names = names_of(map(str, mentions_in(one["body"])), about.eyes_id)
        shown = Photo.objects.filter(post=one["id"]).values_list("name", flat=True)
        yield one | {"body": as_typed(one["body"], names), "photos": [f"photos/{name}" for name in shown]}


def _files(about: Subject) -> Iterator[File]:
    for photo in Photo.objects.filter(post__author=about.user).order_by("pk").iterator():
        try:
            with photos.opened(photo) as file:
                yield f"photos/{photo.name}", file.read()
        except FileNotFoundError:  # the folder was not brought along
            continue


def _reactions(about: Subject) -> Iterator[Line]:
    yield from rows(Reaction.objects.filter(user=about.user), *OF_POST, "kind", role="reacted")
    yield from rows(Mention.objects.filter(user=about.user), *OF_POST, "post__made_at", role="mentioned")


def _muted(about: Subject) -> Iterator[Line]:
    """Whom and what they do not read. Who does not read them is nobody's business but those others'."""
    yield from rows(Mute.objects.filter(user=about.user), "person__username", *OF_THREAD)


def _moderated(about: Subject) -> Iterator[Line]:
    """Posts of others that they have reported; of theirs, why they were reported and not by whom; and what was done."""
    user, fields = about.user, (*OF_THREAD, "reason", "made_at", "settled_at")
    yield from rows(PostReport.objects.filter(by=user), *fields, role="reported")
    yield from rows(PostReport.objects.filter(author=user), *fields, "said", role="reported of you")
    acts = (*OF_THREAD, "what", "reason", "at")
    yield from rows(ModerationAct.objects.filter(by=user), *acts, role="did")
    yield from rows(ModerationAct.objects.filter(author=user), *acts, role="done to your post")


PARTS = (
    Part("posts", _("What you have said in conversations"), (Post, Photo), _posts, private=True, files=_files),
    Part("reactions", _("Your reactions, and where you are mentioned"), (Reaction, Mention), _reactions, private=True),
    Part("muted", _("Whom you do not read"), (Mute,), _muted, private=True),
    Part("moderated", _("Reported and moderated posts"), (PostReport, ModerationAct), _moderated, private=True),
)
