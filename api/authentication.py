"""Who calls: a token, looked up with its account in one statement, or a browser's session."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any
from uuid import UUID

from django.conf import settings
from django.db import connection
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from drf_spectacular import authentication as sessions
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from rest_framework import authentication
from rest_framework.authentication import BaseAuthentication, get_authorization_header
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.request import Request

from api import keys
from api.models import KEY_PREFIX, SEEN_WITHIN, Token, digest, used
from api.problems import Trouble
from campaigns import guests, role_queries, second_factor
from campaigns.models import User
from campaigns.role_queries import BattleFound

LONGEST_KEY = 200
READ = {
    "id",
    "username",
    "first_name",
    "last_name",
    "is_staff",
    "is_superuser",
    "is_active",
    "guest_of",
    "claimed_by_id",
}
FIELDS = [field.attname for field in User._meta.concrete_fields if field.attname in READ]  # in the model's own order
COLUMNS = ", ".join(f"u.{name}" for name in FIELDS)


def _account(more: str = "") -> str:
    return (
        f"SELECT {COLUMNS}, t.last_used IS NULL OR t.last_used < %s AS stale{more}"
        f" FROM {Token._meta.db_table} t JOIN {User._meta.db_table} u ON u.{User._meta.pk.column} = t.user_id"
        " WHERE t.digest = %s AND (t.expires_at IS NULL OR t.expires_at > %s)"
    )


ACCOUNT = _account()


@cache
def _with_battle(vendor: str) -> str:
    """The account, and what it is to a battle. `LIMIT` has a database write the account's id out once, and not again
    for each platoon that it is compared with."""
    more, joined = role_queries.beside("u.id", "u.person")
    account = _account(f", {role_queries.written('u.id', vendor)} AS person")
    return f"SELECT {COLUMNS}, u.stale,{more} FROM ({account} LIMIT 1) u{joined}"


class OfBattle:
    """A view of the battle whose `id` stands in its address. With a token it is asked in one statement who calls and
    what they are to the battle; other callers are looked up alone."""

    kwargs: dict[str, Any]
    caller: User | None = None  # whom the token was of
    found: BattleFound | None = None  # of the battle, as that account may know it


class TokenAuthentication(BaseAuthentication):
    """`Authorization: Token <key>`, or `Bearer <key>` (RFC 6750). Other schemes are left to the next authenticator."""

    keywords = frozenset((b"token", b"bearer"))

    def authenticate(self, request: Request) -> tuple[User, str] | None:
        words = get_authorization_header(request).split()
        if not words or words[0].lower() not in self.keywords:
            return None
        if len(words) != 2 or len(words[1]) > LONGEST_KEY:
            raise AuthenticationFailed(_("The header has to read “Authorization: Bearer” and the key."))
        kept = digest(words[1].decode("latin-1"))
        if words[1].startswith(KEY_PREFIX.encode()):
            user: User | None = keys.holder(kept)
        elif isinstance(view := request.parser_context["view"], OfBattle):
            user, view.found = holder_and_battle(kept, view.kwargs["id"])
            view.caller = user
        else:
            user = holder(kept)
        if user is None or not user.is_active:
            raise AuthenticationFailed(_("This token is not valid (any more)."))
        if user.guest_of is not None and not guests.is_at_the_table(user, request.path_info):
            return None  # elsewhere a guest is a visitor
        return user, kept

    def authenticate_header(self, request: Request) -> str:
        return "Token, Bearer"


def comes_in(kept: str) -> User | None:
    """Who comes in with the token or the key of this digest, while it holds. Two statements at most."""
    return holder(kept) or keys.holder(kept)


def holder(kept: str) -> User | None:
    """The account of a token's digest, in one SQL statement; rarely used fields are not read. Once an hour a second
    statement records that the token was used.
    """
    row = _found(ACCOUNT, kept)
    return _user(row, kept) if row else None


def holder_and_battle(kept: str, battle: UUID) -> tuple[User | None, BattleFound | None]:
    """The same account, and what is found of a battle for it, in one statement; no battle where there is none."""
    row = _found(_with_battle(connection.vendor), kept, role_queries.stored(battle))
    return (_user(row, kept), role_queries.battle_in(row[len(FIELDS) + 1 :])) if row else (None, None)


def _found(statement: str, kept: str, *more: Any) -> Any:
    now = timezone.now()
    stale, present = (connection.ops.adapt_datetimefield_value(moment) for moment in (now - SEEN_WITHIN, now))
    with connection.cursor() as cursor:
        cursor.execute(statement, [stale, kept, present, *more])
        return cursor.fetchone()


def _user(row: Sequence[Any], kept: str) -> User:
    if row[len(FIELDS)]:
        used(Token, kept, timezone.now())
    user = User.from_db(connection.alias, FIELDS, row[: len(FIELDS)])
    user.pk, user.guest_of = map(User._meta.pk.to_python, (user.pk, user.guest_of))  # SQLite returns ids as text
    return user


class SessionAuthentication(authentication.SessionAuthentication):
    """A browser's session, with its token against forged requests. Where SECOND_STEP=all, one that was opened by a
    password alone is refused, as pages do."""

    def authenticate(self, request: Request) -> tuple[User, None] | None:
        found = super().authenticate(request)
        if found is None or not isinstance(found[0], User):
            return None
        asked = second_factor.is_asked_of_all() and not found[0].guest_of
        if asked and not second_factor.was_given(request._request, found[0]):
            raise _without_second_step()
        return found[0], None

    def enforce_csrf(self, request: Request) -> None:
        """Asked of Django's request. Asked for a form, the framework's would parse any body as JSON, before it is
        looked at here what kind of body it is and how deep."""
        super().enforce_csrf(request._request)  # type: ignore[arg-type]  # which is what it hands on to Django


def second_step(request: Request) -> None:
    """Where SECOND_STEP asks it of whoever enters the office: of a session that was opened by a password alone, and of
    a token of an account that has none. A key of a club was made by somebody who was asked."""
    user, by_token = request.user, isinstance(request.auth, str)
    if not settings.SECOND_STEP or not isinstance(user, User) or user.of_club is not None:
        return
    if not (second_factor.is_on(user) if by_token else second_factor.was_given(request._request, user)):
        raise _without_second_step()


def _without_second_step() -> Trouble:
    return Trouble(
        "second-step",
        gettext("This site takes a second step, and this session was opened by a password alone."),
        remedy=gettext("Set it up on the page of your account."),
    )


class SessionScheme(sessions.SessionScheme):
    """How the schema describes a session."""

    target_class = "api.authentication.SessionAuthentication"


class TokenScheme(OpenApiAuthenticationExtension):
    """How the schema describes a token."""

    target_class = TokenAuthentication
    name = "token"

    def get_security_definition(self, auto_schema: object) -> dict[str, str]:
        return {
            "type": "http",
            "scheme": "bearer",
            "description": "“Bearer”, a space and the key from POST /api/v1/token/, or a club’s key. “Token”"
            " works too.",
        }
