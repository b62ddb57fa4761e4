"""Who asks: the session of a browser and its account, as Django keeps them.

Read before every page. Django takes ten times as long to write these two queries as a database to answer them, so one
is written here and the other once (`battles.written`).
"""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.contrib.auth.backends import ModelBackend
from django.contrib.sessions.backends import db
from django.contrib.sessions.models import Session
from django.db import connections, router
from django.utils import timezone

from campaigns.models import User
from campaigns.models.people import ACCOUNTS

_TABLE = Session._meta.db_table
_SESSION = f"SELECT session_data FROM {_TABLE} WHERE session_key = %s AND expire_date > %s"


class SessionStore(db.SessionStore):
    """A session in the database."""

    def _get_session_from_db(self) -> Session | None:
        connection = connections[router.db_for_read(Session)]
        now = connection.ops.adapt_datetimefield_value(timezone.now())
        with connection.cursor() as cursor:
            cursor.execute(_SESSION, [self.session_key, now])
            row = cursor.fetchone()
        if row is None:
            self._session_key = None
            return None
        return Session(session_key=str(self.session_key), session_data=row[0])


class Accounts(ModelBackend):
    """Logs in by a name and a password."""

    def get_user(self, user_id: Any) -> User | None:
        found = ACCOUNTS.objects(User, [UUID(str(user_id))])
        return found[0] if found and self.user_can_authenticate(found[0]) else None
