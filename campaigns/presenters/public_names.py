"""What strangers read of a person: minors by their first name, unless a parent's consent is noted.

What else people have chosen, an alias or to be hidden, is for the floor above, which begins with these names. Who knows
somebody reads the name of the account (`battles.presenters.people`), as the office does.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from uuid import UUID

from django.db.models import Count, Exists, Max, Q
from django.utils.translation import gettext as _

from battles.models import Seat
from battles.presenters.people import Veil
from campaigns.models import Appointment, Club, Fixture, Minor, Standing, User
from campaigns.models.people import accounts
from campaigns.models.sheets import commanded_by
from rules.adjudicate import CLERK


def public_name(user: User) -> str:
    """What strangers read: of a minor the first name, or initials where the account has none; else as `User.shown`.

    No query where the account was read with `minor` and `claimed_by__minor`.
    """
    account = user.claimed_by or user
    minor: Minor | None = getattr(account, "minor", None)
    if minor is None or not minor.first_name_only:
        return user.shown
    return account.first_name or initials(account.get_username())


def public_names(ids: Iterable[str]) -> dict[str, str]:
    """As `battles.presenters.people.names_of`, as strangers read them. One query, none if there are no ids."""
    wanted = set(ids)
    people = wanted - {CLERK}
    found = accounts(people).select_related("minor", "claimed_by__minor") if people else ()
    known = {str(account.pk): public_name(account) for account in found}
    named = {one: known.get(one, _("someone who has left")) for one in people}
    return named | ({CLERK: _("the clerk")} if CLERK in wanted else {})


def initials(name: str) -> str:
    """The first letters of a name's words: “B. M.” of “Bob Miller”."""
    return " ".join(f"{word[0].upper()}." for word in name.split() if word) or "–"


def version() -> str:
    """What changes whenever strangers read somebody by another name: as a minor is marked, comes of age, or a parent
    consents. One query."""
    found = Minor.shown_by_first_name().aggregate(many=Count("pk"), newest=Max("changed_at"))
    return f"{found['many']}/{found['newest'].timestamp()}" if found["newest"] else ""


def covers(people: Collection[str]) -> Exists:
    """Whether one of these people is called by their first name by who does not know them."""
    return Exists(Minor.shown_by_first_name().filter(pk__in=[UUID(one) for one in people]))


def names(own: Mapping[str, str], reader: str) -> dict[str, str]:
    """What those of these people are called whom the reader does not know. One query, and a few more for who has an
    account where there are any.

    A reader knows the people of their clubs, those who command a platoon or hold an office in a campaign in which they
    do so too, and whom they have met in a battle.
    """
    found = Minor.shown_by_first_name().filter(pk__in=[UUID(one) for one in own]).select_related("user")
    minors = {str(minor.pk): minor.user for minor in found}
    known = _known(minors, reader) if reader and minors else set[str]()
    return {key: user.first_name or initials(user.get_username()) for key, user in minors.items() if key not in known}


def _known(people: Iterable[str], reader: str) -> set[str]:
    keys = set(people)
    if User.objects.filter(pk=reader, is_superuser=True).exists():
        return keys
    clubs = Club.objects.filter(Q(organisers=reader) | Q(members=reader)).values("pk")
    mates = User.objects.filter(Q(clubs__in=clubs) | Q(organises__in=clubs), pk__in=keys)
    known = {reader} | {str(pk) for pk in mates.values_list("pk", flat=True)}
    served = Appointment.objects.filter(person=reader).order_by().values("campaign")
    sat_in = Fixture.objects.exclude(substitutes="").filter(substitutes__contains=f'"{reader}"').order_by()
    here = Q(campaign__in=commanded_by(reader, "campaign").union(served, sat_in.values("campaign")))
    texts = [*Standing.objects.filter(here).values_list("players", flat=True)] if keys - known else []
    known |= {key for key in keys if any(f'"{key}"' in text for text in texts)}
    known |= set(Appointment.objects.filter(here, person__in=keys).values_list("person", flat=True))
    met = Seat.objects.filter(player=reader).values("sheet")
    return known | set(Seat.objects.filter(player__in=keys, sheet__in=met).values_list("player", flat=True))


VEIL = Veil(covers, names)
