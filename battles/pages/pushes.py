"""What open pages show after a push: the battle's page without what is around it, once for each kind of reader.

When somebody reports, every open page asks for the battle at the same moment. All who only look are shown the same, in
their language: so it is rendered for one of them and kept for the others, for as long as the battle stands at that row.
Two kinds look: visitors without an account, and people who play no side of the battle and rule over none. Who may
report is given forms of their own, each with an id for its report, and is rendered for alone.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Lock
from uuid import UUID

from django.conf import settings
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils.translation import get_language

from battles import log
from battles.models import Seat
from rules.adjudicate import Who

LAYOUT = "push.html"  # instead of `base.html`
KEPT = 60  # seconds; names of people and of the battle stand in no log
_locks: dict[str, Lock] = {}
_users: Counter[str] = Counter()
_guard = Lock()


def answer(
    request: HttpRequest, stream: str, who: Who | None, render: Callable[[], tuple[HttpResponseBase, bool]]
) -> HttpResponseBase:
    """The page that `render` makes, or that it made for another reader of the same kind. `render` also says whether the
    page is for everybody who only looks."""
    kind = _kind(request, stream, who)
    if not kind:
        return render()[0]
    key = _key(request, stream, kind)
    with _alone(key):
        text = cache.get(key)
        if text is None:
            made, shared = render()
            if made.status_code != 200 or not shared or not isinstance(made, HttpResponse):
                return made
            text = made.content.decode()
            cache.set(key, text, KEPT)
    return HttpResponse(text)


def _kind(request: HttpRequest, stream: str, who: Who | None) -> str:
    """Which readers are shown the same; "" for one who is shown a page of their own."""
    if who is None:  # an account without a role is closed, or a guest's of another battle
        return "" if request.user.is_authenticated else "visitor"
    plays = any(who.id in players for _side, players in who.seats)
    if who.referee or plays or Seat.objects.filter(sheet=UUID(stream), player=who.id).exists():
        return ""
    return "account"


def _key(request: HttpRequest, stream: str, kind: str) -> str:
    head = log.head(stream)
    asked = "&".join(f"{name}={value}" for name, values in sorted(request.GET.lists()) for value in values)
    told = "\n".join((settings.RELEASE, stream, str(head.position), head.digest, kind, get_language() or "", asked))
    return f"push:{hashlib.sha256(told.encode()).hexdigest()}"


@contextmanager
def _alone(key: str) -> Iterator[None]:
    """One thread of this process at a time, so that those who ask together wait for one rendering."""
    with _guard:
        lock = _locks.setdefault(key, Lock())
        _users[key] += 1
    try:
        with lock:
            yield
    finally:
        with _guard:
            _users[key] -= 1
            if not _users[key]:
                del _users[key], _locks[key]
