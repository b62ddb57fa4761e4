"""What the floors above say of campaigns on the pages of this one: they register it here, as this floor knows none of
them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from uuid import UUID

import msgspec

from campaigns.models import Campaign
from campaigns.roles import Person
from campaigns.season import Fixture, Season


class Belonging(msgspec.Struct, frozen=True):
    """What a campaign is part of, in the reader's language, and the address of that."""

    text: str
    address: str


class Heading(msgspec.Struct, frozen=True):
    """What the front page has beside campaigns: a name, a few words, and where it leads."""

    name: str
    text: str
    address: str


class Change(msgspec.Struct, frozen=True):
    """What somebody's standing is and would be. `address`: of their page, "" for none; `gain`: with its sign."""

    name: str
    address: str
    now: str
    then: str
    gain: str


class Case(msgspec.Struct, frozen=True):
    """A result that a fixture may have, in words, and what it would change."""

    text: str
    changes: tuple[Change, ...]


class Outlook(msgspec.Struct, frozen=True):
    """What each result of a fixture would change beside the campaign: where, and the address of that."""

    text: str
    address: str
    cases: tuple[Case, ...]


# Each for one campaign and one reader: a query or two.
PART_OF: list[Callable[[Campaign, Person], Iterable[Belonging]]] = []
# Each for one saved scenario of a campaign, by its key, and one reader: what follows from it there.
SCENARIO_IN: list[Callable[[Campaign, UUID, Person], Iterable[Belonging]]] = []
# Each for one vehicle, by its campaign and its id there, and one reader: a query or two.
CAREER_OF: list[Callable[[Campaign, str, Person], Iterable[Belonging]]] = []
# Each for one open fixture of a campaign and one reader.
OUTLOOKS: list[Callable[[Campaign, Season, Fixture, Person], Iterable[Outlook]]] = []
# Each for one reader: a few queries, for any number.
ON_FRONT_PAGE: list[Callable[[Person], Iterable[Heading]]] = []


def part_of(campaign: Campaign, reader: Person) -> list[Belonging]:
    return [one for told in PART_OF for one in told(campaign, reader)]


def scenario_in(campaign: Campaign, scenario: UUID, reader: Person) -> list[Belonging]:
    return [one for told in SCENARIO_IN for one in told(campaign, scenario, reader)]


def career_of(campaign: Campaign, vehicle: str, reader: Person) -> list[Belonging]:
    return [one for told in CAREER_OF for one in told(campaign, vehicle, reader)]


def outlooks(campaign: Campaign, season: Season, fixture: Fixture, reader: Person) -> list[Outlook]:
    """None once the fixture has a result."""
    if not fixture.is_open:
        return []
    return [one for told in OUTLOOKS for one in told(campaign, season, fixture, reader)]


def on_front_page(reader: Person) -> list[Heading]:
    return [one for told in ON_FRONT_PAGE for one in told(reader)]
