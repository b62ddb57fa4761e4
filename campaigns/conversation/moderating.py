"""Telling the moderators of a post, and what they do: hide it, show it again, or leave it. All with a reason and a
trail."""

from __future__ import annotations

from django.db import transaction
from django.utils import timezone

from campaigns.conversation.posts import limit
from campaigns.conversation.rights import Here, may_read
from campaigns.conversation.telling import withdraw
from campaigns.models import ModerationAct, Post, PostReport
from campaigns.models.conversation import LONGEST_REASON
from rules.contract import Refused, say
from rules.contract import gettext_noop as _


def report(here: Here, post: Post, reason: str) -> PostReport:
    """Once for each who tells; told again, it is the same report."""
    if not here.writes or not may_read(here, post):
        raise _not_yours()
    limit(here.account, "acts")
    said = {"reason": _checked(reason), "thread": post.thread, "author": post.author, "said": post.body}
    return PostReport.objects.get_or_create(post=post, by=here.account, defaults=said)[0]


def hide(here: Here, post: Post, hidden: bool, reason: str) -> None:
    """Or show it again. What was reported of it is settled by that."""
    _check(here)
    text = _checked(reason)
    limit(here.account, "acts")
    if hidden == (post.hidden_at is not None):
        return
    post.hidden_at, post.hidden_why = (timezone.now(), text) if hidden else (None, "")
    with transaction.atomic():
        post.save(update_fields=["hidden_at", "hidden_why"])
        if hidden:
            withdraw(post)
        _settle(here, post, ModerationAct.What.HID if hidden else ModerationAct.What.SHOWED, text)


def leave(here: Here, post: Post, reason: str) -> None:
    """What was reported is no reason to hide it."""
    _check(here)
    text = _checked(reason)
    limit(here.account, "acts")
    with transaction.atomic():
        _settle(here, post, ModerationAct.What.LEFT, text)


def _settle(here: Here, post: Post, what: ModerationAct.What, reason: str) -> None:
    ModerationAct.objects.create(
        thread=post.thread, post=post.pk, author=post.author, by=here.account, what=what, reason=reason
    )
    PostReport.objects.filter(post=post, settled_at=None).update(settled_at=timezone.now())


def _check(here: Here) -> None:
    if not here.moderates:
        raise _not_yours()


def _not_yours() -> Refused:
    text = say(_("Organisers and umpires of the campaign moderate its conversations."))
    return Refused("talk", text, _("Report the post to them."), code="not-yours")


def _checked(reason: str) -> str:
    text = " ".join(reason.split())
    if not text or len(text) > LONGEST_REASON or "\0" in text:
        what = say(_("Give a reason, of %(n)s characters at most."), n=LONGEST_REASON)
        raise Refused("talk", what, _("Say in a sentence what is wrong with it."), field="reason", code="malformed")
    return text
