"""Names for the account ids in the log, read when they are shown.

Whoever shows names to somebody asks `names_of`, with their reader: a floor above may have a person shown otherwise to
who does not know them. `own_names_of` is for what has no reader outside: mail to players, scripts, the office.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Any, NamedTuple
from uuid import UUID

from django.contrib.auth import get_user_model
from django.db import connection
from django.db.models import Exists, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from battles.not_found import uuid_in
from battles.written import Written
from rules.adjudicate import CLERK


class Veil(NamedTuple):
    """How people are shown to readers who do not know them. A reader is an account by its id, "" for nobody's.

    `covers`: whether some of these people are shown otherwise to anybody, as a condition within a query that every page
    asks. `names`: what those of them are called whom the reader does not know, from their own names; asked where it
    covers some, by one query for any number.
    """

    covers: Callable[[Collection[str]], Exists]
    names: Callable[[Mapping[str, str], str], Mapping[str, str]]


class Told(NamedTuple):
    """Names by id. `differs`: another reader may be told others."""

    names: dict[str, str]
    differs: bool = False


HOLD = 3600  # seconds for which who has an answer already may read somebody's former name in it
# The floor above registers its own here.
VEILS: list[Veil] = []
# Who has reported and is no account: each names those it knows of these ids for a reader (None: whoever it is).
OTHERS: list[Callable[[Collection[UUID], str | None], Mapping[UUID, str]]] = []


def reader_of(user: Any) -> str:
    """The reader that somebody is who looks at a page or asks the API: their account."""
    return str(user.pk) if user.is_authenticated else ""


def names_of(ids: Iterable[str], reader: str, perhaps: Iterable[str] = ()) -> dict[str, str]:
    """Names for each id of a log row or seat, as `reader` may know them; of those in `perhaps` only if there is such an
    account.

    One query, none if there are no ids; one more for each veil that covers some of them.
    """
    return told_to(reader, ids, perhaps).names


def names_hold() -> str:
    """A part of the tag of an answer that names people and follows from a log. No log says that somebody is called
    otherwise now, or is a minor; so every hour the answer is made anew, and no query asks for it in between."""
    return str(int(timezone.now().timestamp()) // HOLD)


def own_names_of(ids: Iterable[str], perhaps: Iterable[str] = ()) -> dict[str, str]:
    """The same as everybody's own account has it. One query."""
    return _told(None, ids, perhaps).names


def told_to(reader: str, ids: Iterable[str], perhaps: Iterable[str] = ()) -> Told:
    """As `names_of`, and whether it would be the same for others."""
    return _told(reader, ids, perhaps)


def _told(reader: str | None, ids: Iterable[str], perhaps: Iterable[str]) -> Told:
    wanted = set(ids)
    keys = {one: key for one in wanted.union(perhaps) if (key := uuid_in(one))}
    accounts = _accounts(keys.values(), reader) if keys else []
    veils = _covering(accounts) if reader is not None else []
    known = {str(one.pk): one.shown for one in accounts} | _veiled(accounts, reader or "", veils)
    strange = {keys[one] for one in wanted if one in keys and str(keys[one]) not in known}
    for others in OTHERS if strange else ():
        known |= {str(key): name for key, name in others(strange, reader).items()}
    found = {one: known.get(str(keys.get(one)), _("someone who has left")) for one in wanted}
    found |= {one: known[str(key)] for one, key in keys.items() if one not in wanted and str(key) in known}
    return Told(found | ({CLERK: _("the clerk")} if CLERK in wanted else {}), bool(veils))


def _accounts(keys: Collection[UUID], reader: str | None) -> list[Any]:
    """The accounts, with no more of them than their names need; each says of each veil whether it covers any of all of
    them (`veils`)."""
    model, many = get_user_model(), len(SHOWN)
    found = []
    for row in (_OWN if reader is None else _VEILED).rows([*keys]):
        one: Any = model.from_db(connection.alias, SHOWN, row[:many])
        if one.claimed_by_id:
            one.claimed_by = model.from_db(connection.alias, ("username", "id"), (row[many], one.claimed_by_id))
        one.veils = row[many + 1 :]
        found.append(one)
    return found


SHOWN = ("username", "first_name", "id", "guest_of", "claimed_by_id")  # in the model's own order


def _own(keys: Sequence[UUID]) -> QuerySet[Any, Any]:
    found: QuerySet[Any] = get_user_model().objects.filter(pk__in=keys)
    return found.values_list(*SHOWN, "claimed_by__username")


def _veiled_too(keys: Sequence[UUID]) -> QuerySet[Any, Any]:
    people = [str(key) for key in keys]
    veils = {f"veil_{n}": veil.covers(people) for n, veil in enumerate(VEILS)}
    found: QuerySet[Any] = get_user_model().objects.filter(pk__in=keys).annotate(**veils)
    return found.values_list(*SHOWN, "claimed_by__username", *veils)


_OWN, _VEILED = Written(_own), Written(_veiled_too)


def _covering(accounts: Sequence[Any]) -> list[Veil]:
    """The veils that cover some of them. Of a guest whose seat was claimed, who they are stands in no log, so that the
    query for accounts could not ask it."""
    claimed = any(one.claimed_by_id for one in accounts)
    covered = accounts[0].veils if accounts else ()
    return [veil for n, veil in enumerate(VEILS) if claimed or (n < len(covered) and covered[n])]


def _veiled(accounts: Iterable[Any], reader: str, veils: Sequence[Veil]) -> dict[str, str]:
    """What those are called instead whom the reader does not know."""
    if not veils:
        return {}
    people = {str(one.pk): str(one.claimed_by_id or one.pk) for one in accounts if str(one.pk) != reader}
    own = {people[str(one.pk)]: one.shown for one in accounts if str(one.pk) in people}
    called: dict[str, str] = {}
    for veil in veils if own else ():  # each begins with what those before it have left of a name
        called |= veil.names(own | called, reader)
    return {id: called[person] for id, person in people.items() if person in called}
