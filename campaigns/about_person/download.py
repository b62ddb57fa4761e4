"""Hands it out: to whom gives their password, some times an hour, as it is made."""

from __future__ import annotations

from django.http import StreamingHttpResponse
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from campaigns import login_throttle
from campaigns.about_person import archive
from campaigns.about_person.parts import Subject
from campaigns.models import User

MOST = 5  # an hour: it looks through the whole log


def too_often(user: User) -> login_throttle.Trouble | None:
    """Count one more that `user` takes; what to say if these were too many."""
    if not login_throttle.too_often("all about a person", str(user.pk), MOST):
        return None
    return 429, _("You have taken it several times by now. Come back in an hour.")


def sent(about: Subject) -> StreamingHttpResponse:
    """The ZIP, made as it is sent."""
    name = archive.name(timezone.localdate())
    headers = {"Content-Disposition": f'attachment; filename="{name}"', "X-Accel-Buffering": "no"}
    return StreamingHttpResponse(
        archive.pieces(about, get_language() or about.user.spoken), content_type=archive.TYPE, headers=headers
    )
