"""What is told of a person: the parts, each with the tables that it tells of, and what is left out."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import msgspec
from django.contrib.auth.models import AnonymousUser
from django.db.models import Model, Q, QuerySet

from campaigns.models import User
from campaigns.roles import Person, claimed_by

Line = dict[str, Any]
File = tuple[str, bytes]  # its name in the ZIP, and what is in it
AT_ONCE = 200


class Subject(msgspec.Struct, frozen=True):
    """Whom it is about: `ids` are theirs in the logs, the account's and of the guests whose seats it has claimed.

    `officer`: who takes it for them, None where they take it themselves. An officer takes what is in campaigns, battles
    and leagues that they may read, and of those what a spectator may: so nobody gets another's secrets by the other.
    """

    user: User
    ids: tuple[str, ...]
    officer: User | None = None

    @property
    def own(self) -> bool:
        return self.officer is None

    @property
    def reader(self) -> User:
        """Who decides which campaigns, battles and leagues may be read at all."""
        return self.officer or self.user

    @property
    def eyes(self) -> Person:
        """With whose eyes those are read."""
        return self.user if self.own else AnonymousUser()

    @property
    def eyes_id(self) -> str:
        """As the logs know them; "" for a spectator."""
        return str(self.user.pk) if self.own else ""


def subject(user: User, officer: User | None = None) -> Subject:
    guests = claimed_by(str(user.pk)).order_by("pk").values_list("pk", flat=True)
    return Subject(user, (str(user.pk), *map(str, guests)), officer)


class Part(msgspec.Struct, frozen=True):
    """One file of it. `tables`: the models that it tells of. `private`: what no officer takes of somebody else.
    `files`: what belongs to it and is no text, as photos."""

    key: str
    title: str
    tables: tuple[type[Model], ...]
    lines: Callable[[Subject], Iterator[Line]]
    private: bool = False
    files: Callable[[Subject], Iterator[File]] = lambda _about: iter(())


PARTS: list[Part] = []
# What is left out, with the reason; and which tables that is, by their labels.
LEFT_OUT: list[tuple[str, tuple[str, ...]]] = []


def parts_for(about: Subject) -> list[Part]:
    return [one for one in PARTS if about.own or not one.private]


def rows(found: QuerySet[Any, Any], *fields: str, **more: Any) -> Iterator[Line]:
    """These fields of each row, and what is the same for all of them; a bounded number of rows at a time."""
    for row in found.order_by("pk").values(*fields).iterator(chunk_size=AT_ONCE):
        yield {name.replace("__", "_"): value for name, value in row.items()} | more


def holds(field: str, ids: tuple[str, ...]) -> Q:
    """Whether a text column that keeps people's ids, in quotes, holds one of these."""
    wanted = Q()
    for one in ids:
        wanted |= Q(**{f"{field}__contains": f'"{one}"'})
    return wanted
