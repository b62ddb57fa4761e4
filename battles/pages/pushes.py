"""What open pages show after a push: the battle's page without what is around it, once for each kind of reader.

When somebody reports, every open page asks for the battle at the same moment. All who only look are shown the same, in
their language: so it is rendered for one of them and kept for the others, for as long as the battle stands at that row.
Two kinds look: visitors without an account, and people who play no side of the battle and rule over none. Who may
report is given forms of their own, each with an id for its report, and is rendered for alone. Where people are told
apart by who looks (`battles.presenters.people`), only those share a page who read the same names.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from threading import Lock
from typing import NamedTuple
from uuid import UUID

from django.conf import settings
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase

from battles import log
from battles.models import Seat
from battles.presenters.people import Told, names_of
from battles.tape import as_read
from rules.adjudicate import Who

LAYOUT = "push.html"  # instead of `base.html`
KEPT = 60  # seconds; names of people and of the battle stand in no log
_locks: dict[str, Lock] = {}
_users: Counter[str] = Counter()
_guard = Lock()


class Page(NamedTuple):
    """A page that was made. `shared`: it is for everybody who only looks; `people`: whom it names."""

    made: HttpResponseBase
    shared: bool = False
    people: Told = Told({})


class _Of(NamedTuple):
    """Kept in place of a page: whom it names, where not all who look read the same names."""

    people: frozenset[str]


def answer(request: HttpRequest, stream: str, who: Who | None, render: Callable[[], Page]) -> HttpResponseBase:
    """The page that `render` makes, or that it made for another reader of the same kind."""
    kind = _kind(request, stream, who)
    if not kind:
        return render().made
    key, reader = _key(request, stream, kind), who.id if who else ""
    with _alone(key):
        kept = cache.get(key)
        if isinstance(kept, _Of):
            kept = cache.get(_named(key, kept.people, reader))
        if kept is None:
            page = render()
            if page.made.status_code != 200 or not page.shared or not isinstance(page.made, HttpResponse):
                return page.made
            kept = page.made.content.decode()
            _keep(key, kept, page.people, reader)
    return HttpResponse(kept)


def _keep(key: str, text: str, people: Told, reader: str) -> None:
    if people.differs and reader:  # all without an account read the same
        among = frozenset(people.names)
        cache.set(key, _Of(among), KEPT)
        key = _named(key, among, reader)
    cache.set(key, text, KEPT)


def _named(key: str, people: Collection[str], reader: str) -> str:
    """The key of the page with these people as a reader knows them. One query or two."""
    told = sorted(names_of(people, reader).items())
    return f"{key}:{hashlib.sha256(repr(told).encode()).hexdigest()}"


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
    told = "\n".join((settings.RELEASE, stream, str(head.position), head.digest, kind, as_read(), asked))
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
