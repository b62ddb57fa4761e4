"""In which browsers somebody is logged in: noted at the login, seen again once an hour, ended by their owner, or after
90 days.

The note's id and the session's key stand in the session itself, so that a page costs no query for it. A session gets
another key as its owner sets a new password; the note follows.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import timedelta
from typing import Any

from django.contrib.auth import SESSION_KEY
from django.contrib.auth.models import AbstractBaseUser
from django.contrib.auth.signals import user_logged_in
from django.contrib.sessions.models import Session
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from campaigns import login_throttle, security_mail
from campaigns.models import BrowserLogin, User
from campaigns.passwords import OnNewPassword
from campaigns.push.devices import label

View = Callable[[HttpRequest], HttpResponse]
NOTED = "noted"  # in the session: the id of its note, the key it had then, and when it was last seen
NEW_PLACE = "new-place"  # in the session, between the password and its second step
HOUR = 3_600  # seconds
LONGEST = timedelta(days=90)  # after which a browser's owner gives their password again, however often they come
now = time.time


def note(sender: object, request: HttpRequest | None, user: AbstractBaseUser, **_signal: Any) -> None:
    """Somebody has logged in. Guests are there for one battle, and are not listed."""
    if request is None or not isinstance(user, User) or user.guest_of:
        return
    if request.session.session_key is None:
        request.session.save()
    dead = BrowserLogin.objects.filter(user=user).exclude(session__in=_alive().values("session_key"))
    dead.delete()
    if request.session.get(NEW_PLACE, login_throttle.is_new_place(request)):
        security_mail.tell(user, "new-place", browser=label(request))
    request.session.pop(NEW_PLACE, None)
    _write(request, user)


def _write(request: HttpRequest, user: User) -> None:
    key = request.session.session_key or ""
    made = BrowserLogin.objects.create(user=user, session=key, label=label(request)[:80])
    request.session[NOTED] = [str(made.pk), key, int(now())]


def keep(get_response: View) -> View:
    """Middleware: what is noted of a browser follows its session."""

    def respond(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        if request.session.accessed and (noted := request.session.get(NOTED)):
            id, key, seen = noted
            if key != request.session.session_key or now() - seen > HOUR:
                _seen(request, id)
        return response

    return respond


def _seen(request: HttpRequest, id: str) -> None:
    user, key = request.user, request.session.session_key
    if not isinstance(user, User) or key is None:
        return
    mine = BrowserLogin.objects.filter(pk=id, user=user)
    if mine.filter(made_at__lt=timezone.now() - LONGEST).delete()[0]:
        request.session.flush()
    elif mine.update(session=key, seen_at=timezone.now()):
        request.session[NOTED] = [id, key, int(now())]
    else:  # a new password has ended all of them but this one
        _write(request, user)


def of(user: User) -> QuerySet[BrowserLogin]:
    """The browsers in which they are logged in now, the last one seen first."""
    return BrowserLogin.objects.filter(user=user, session__in=_alive().values("session_key"))


def this(request: HttpRequest) -> str:
    """The id of the browser that asks. One that logged in before this release is noted now."""
    if NOTED not in request.session and isinstance(request.user, User):
        _write(request, request.user)
    id: str = request.session[NOTED][0]
    return id


def end(some: QuerySet[BrowserLogin]) -> int:
    """Log them out; how many that are."""
    keys = list(some.values_list("session", flat=True))
    Session.objects.filter(session_key__in=keys).delete()
    return some.model._default_manager.filter(session__in=keys).delete()[0]


def end_all(user: User | None) -> int:
    """Log somebody out everywhere, also where a login was not noted; with None everybody. How many browsers."""
    keys = [
        one.session_key
        for one in _alive().iterator()
        if user is None or one.get_decoded().get(SESSION_KEY) == str(user.pk)
    ]
    notes = BrowserLogin.objects.all() if user is None else BrowserLogin.objects.filter(user=user)
    notes.delete()
    return Session.objects.filter(session_key__in=keys).delete()[0]


def _alive() -> QuerySet[Session]:
    return Session.objects.filter(expire_date__gt=timezone.now())


class EndedByPassword(OnNewPassword):
    """A new password logs out every browser. Django refuses their sessions anyhow; the
    one in which it was set stays, and notes itself anew."""

    def password_changed(self, password: str, user: AbstractBaseUser | None = None) -> None:
        if isinstance(user, User):
            BrowserLogin.objects.filter(user=user).delete()


def listen() -> None:
    user_logged_in.connect(note, dispatch_uid="campaigns.logins")
