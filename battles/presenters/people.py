"""Names for the account ids in the log, read when they are shown."""

from __future__ import annotations

from collections.abc import Iterable
from uuid import UUID

from django.contrib.auth import get_user_model
from django.utils.translation import gettext as _

from rules.adjudicate import CLERK


def names_of(ids: Iterable[str], perhaps: Iterable[str] = ()) -> dict[str, str]:
    """Names for each id of a log row or seat; of those in `perhaps` only if there is such an account.

    One query, none if there are no ids.
    """
    wanted = set(ids)
    keys = {one: key for one in wanted.union(perhaps) if (key := _key(one))}
    shown = ("username", "first_name", "guest_of", "claimed_by__username")
    accounts = get_user_model().objects.select_related("claimed_by").only(*shown).filter(pk__in=keys.values())
    known = {str(account.pk): account.shown for account in accounts} if keys else {}
    found = {one: known.get(str(keys.get(one)), _("someone who has left")) for one in wanted}
    found |= {one: known[str(key)] for one, key in keys.items() if one not in wanted and str(key) in known}
    return found | ({CLERK: _("the clerk")} if CLERK in wanted else {})


def _key(text: str) -> UUID | None:
    try:
        return UUID(text)
    except ValueError:
        return None
