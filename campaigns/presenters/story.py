"""A campaign's log in words, as one reader may know it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec
from django.utils.translation import gettext as _
from msgspec.structs import replace

from battles.log import Row
from battles.naming import side_name
from battles.presenters.story import way
from battles.reports import Ruled
from battles.sentences import fault_in_words, words
from campaigns.presenters.life import ends_of
from campaigns.season import Season, names, narrate, see_event
from campaigns.season.map.disclosure import marches
from campaigns.season.mendable import NEVER
from campaigns.theatre import RESERVE
from rules.kit.person_corrections import ASIDE

Fact = tuple[Ruled, Row]
PAGE = 15


class StoryLine(msgspec.Struct, frozen=True):
    """A fact in words: its position, who reported it when and how, its sentence, and its battle ("" for none).
    `marches`: how each order went, if orders were disclosed. `report`: where the report begins that can be corrected,
    0 for none; `ends`: the row that its report ends with, where the reader may look back to it."""

    position: int
    at: str
    by: str
    via: str
    text: str
    battle: str
    marches: tuple[str, ...] = ()
    report: int = 0
    ends: int = 0


def entries(season: Season, facts: Sequence[Fact], reader: str, people: dict[str, str]) -> list[StoryLine]:
    """The facts as `reader` ("" for a spectator) may read them; `people` are the names of those who reported."""
    names = names_in(season)
    return [_line(season, fact, row, reader, people[row.by], names) for fact, row in facts]


def _line(season: Season, fact: Ruled, row: Row, reader: str, by: str, names: dict[str, str]) -> StoryLine:
    event = see_event(season, fact.event, reader)
    return StoryLine(
        position=fact.position,
        at=row.at,
        by=by,
        via=way(row.via),
        text=words(narrate(season, event), names),
        battle=str(getattr(event, "battle", "")),
        marches=tuple(words(one, names) for one in marches(season, event)),
        report=fact.position - row.ordinal if _is_correctable(fact, row) else 0,
    )


def looking_back(entries: Iterable[StoryLine], rows: Sequence[Row]) -> list[StoryLine]:
    """The same, each with the row that its report ends with. `rows` are all of the log's so far."""
    ends = ends_of(rows)
    return [replace(one, ends=ends[one.position]) for one in entries]


def _is_correctable(fact: Ruled, row: Row) -> bool:
    """Whether this is no opening, nothing that mends another report, and nothing that has been told outside."""
    return fact.position > 1 and type(fact.event) not in ASIDE and row.command_type not in NEVER


def names_in(season: Season) -> dict[str, str]:
    """Names for the ids in a campaign's sentences and refusals: sides of a battle that is not mustered yet, sectors,
    scenarios, sides, battles, platoons, vehicles.

    If an id is in several of these, the last one counts."""
    sectors = {RESERVE: _("the reserve")} | {key: name for key, name in season.opened.sectors.items() if name}
    scenarios = {one.key: one.name for one in season.rules.scenarios}
    of_battles = {side: side_name(side) for one in season.rules.scenarios for side in one.sides}
    platoons = {one.key: one.name for one in season.platoons.values()}
    vehicles = {one.id: one.name for one in season.vehicles.values()}
    return of_battles | sectors | scenarios | season.opened.sides | battles_in(season) | platoons | vehicles


def battles_in(season: Season) -> dict[str, str]:
    """The names of fixtures and of their battles, also those called off, by id."""
    return {
        id: name
        for one, called in names.fixtures(season)
        for name in (words(called),)
        for id in (one.key, one.battle, *one.called_off)
        if id
    }


def own_cards(season: Season, reader: str) -> dict[str, tuple[str, ...]]:
    """The cards of each vehicle, as far as the reader may know them: those of their own platoons, and of platoons
    whose case they have taken."""
    return {
        vehicle: cards
        for platoon in season.platoons.values()
        if season.known_to(platoon.key, reader)
        for vehicle, cards in platoon.fittings.items()
        if cards
    }


def names_in_refusals(season: Season, reader: str) -> dict[str, str]:
    """As `names_in`, but with names of cards hidden, so that no refusal tells `reader` what others' vehicles carry."""
    return hidden_from(season, reader) | names_in(season)


def hidden_from(season: Season, reader: str) -> dict[str, str]:
    """Replacements for the cards that `reader` may not know, by key and name. Names that everybody reads elsewhere
    are kept."""
    carried = {
        card
        for platoon in season.platoons.values()
        if not season.known_to(platoon.key, reader)
        for cards in platoon.fittings.values()
        for card in cards
    }
    called = {one.key: one.name for one in season.rules.catalogue(season.edition)} if carried else {}
    hidden = {word for card in carried for word in (card, called.get(card, card))}
    return dict.fromkeys(hidden.difference(names_in(season).values()), _("(hidden card)"))


def passed(waivers: dict[str, str], names: dict[str, str]) -> tuple[tuple[str, str], ...]:
    """The faults that were let pass, in words, each with its reason."""
    return tuple((fault_in_words(fault, names), reason) for fault, reason in waivers.items())


def since(facts: Iterable[Fact], position: int) -> list[Fact]:
    return [fact for fact in facts if fact[0].position > position]
