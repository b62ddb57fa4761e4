"""Forgetting what somebody has said: part of forgetting a person (`campaigns.erasure`)."""

from __future__ import annotations

from django.db.models import Q

from campaigns.conversation import posts
from campaigns.models import Mention, ModerationAct, Mute, Post, PostReport, Reaction, User


def forget_talk(user: User) -> None:
    """Take away their posts with photos, reactions, mentions, mutes and reports, and what was reported of them. Of what
    they did as a moderator the trail keeps what was done, without whose it was."""
    posts.erase(Post.objects.filter(author=user))
    for model in (Reaction, Mention):
        model._default_manager.filter(user=user).delete()
    Mute.objects.filter(Q(user=user) | Q(person=user)).delete()
    PostReport.objects.filter(Q(by=user) | Q(author=user)).delete()
    ModerationAct.objects.filter(author=user).update(author=None, reason="")
    ModerationAct.objects.filter(by=user).update(by=None, reason="")
