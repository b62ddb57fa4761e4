"""What the floors above say of campaigns on the pages of this one: they register it here, as this floor knows none of
them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

import msgspec

from campaigns.models import Campaign
from campaigns.roles import Person


class Belonging(msgspec.Struct, frozen=True):
    """What a campaign is part of, in the reader's language, and the address of that."""

    text: str
    address: str


class Heading(msgspec.Struct, frozen=True):
    """What the front page has beside campaigns: a name, a few words, and where it leads."""

    name: str
    text: str
    address: str


# Each for one campaign and one reader: a query or two.
PART_OF: list[Callable[[Campaign, Person], Iterable[Belonging]]] = []
# Each for one vehicle, by its campaign and its id there, and one reader: a query or two.
CAREER_OF: list[Callable[[Campaign, str, Person], Iterable[Belonging]]] = []
# Each for one reader: a few queries, for any number.
ON_FRONT_PAGE: list[Callable[[Person], Iterable[Heading]]] = []


def part_of(campaign: Campaign, reader: Person) -> list[Belonging]:
    return [one for told in PART_OF for one in told(campaign, reader)]


def career_of(campaign: Campaign, vehicle: str, reader: Person) -> list[Belonging]:
    return [one for told in CAREER_OF for one in told(campaign, vehicle, reader)]


def on_front_page(reader: Person) -> list[Heading]:
    return list(_headings(reader))


def _headings(reader: Person) -> Iterator[Heading]:
    for told in ON_FRONT_PAGE:
        yield from told(reader)
