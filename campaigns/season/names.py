"""What is called how in sentences about a campaign. A name stands as it is, whatever else bears it as its key; but
vehicles of a platoon that bear the same one are numbered."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

import msgspec

from campaigns.season.kept_events import Gone
from campaigns.season.state import Fixture, Season, Status
from campaigns.season.time_zones import UTC
from campaigns.season.values import Rank
from campaigns.theatre import RESERVE
from rules import zones
from rules.contract import Message, ngettext, say
from rules.contract import gettext_noop as _
from rules.kit.catalogue import articles
from rules.kit.words import numbered as told_apart
from rules.messages import verbatim

LONGEST = 80  # a name in a battle
STATUSES: dict[Status, Message] = {
    "fit": say(_("fit")),
    "damaged": say(_("damaged")),
    "withdrawn": say(_("withdrew from its last battle")),
    "workshop": say(_("in the workshop")),
    "wrecked": say(_("wrecked")),
    "lost": say(_("lost")),
    "sold": say(_("sold")),
    "written off": say(_("written off")),
    "captured": say(_("captured")),
}


def place(season: Season, key: str) -> Message:
    """A sector by its name, or the reserve."""
    return say(_("the reserve")) if key == RESERVE else verbatim(sector(season, key))


def sector(season: Season, key: str) -> str:
    return season.opened.sectors.get(key) or key


def platoon(season: Season, key: str) -> Message:
    return verbatim(season.platoons[key].name)


def side(season: Season, key: str) -> Message:
    return verbatim(season.opened.sides.get(key) or key)


def pair(season: Season, platoons: Iterable[str]) -> str:
    """Who meet."""
    return " – ".join(season.platoons[key].name for key in platoons)


def vehicles(season: Season, ids: Iterable[str]) -> str:
    return ", ".join(vehicle(season, id) for id in ids)


def vehicle(season: Season, id: str) -> str:
    """What it is called among all that its platoon ever had: "Tiger 2", where two are called "Tiger"."""
    platoon = season.platoons.get(season.vehicles[id].platoon)
    alike = [one for one in (platoon.vehicles if platoon else ()) if one in season.vehicles]
    return told_apart({one: season.vehicles[one].name for one in (*alike, id)})[id]


def models(season: Season, words: Iterable[str]) -> str:
    """Models by their names, where reports name them by their keys."""
    named = {one.key: one.name for one in articles(season.rules, season.edition, season.house)}
    return ", ".join(named.get(word, word) for word in words)


def in_battle(season: Season, fielded: Mapping[str, str]) -> dict[str, str]:
    """What the vehicles are called in a battle, by the side of each: as in the campaign; with their side where another
    one has a vehicle called the same, "Tiger 2 (Axis)"."""
    called = {id: vehicle(season, id) for id in fielded}
    count = Counter(called.values())
    told = {id: name if count[name] == 1 else f"{name} ({_side(fielded[id])})" for id, name in called.items()}
    return {id: name if len(name) <= LONGEST else season.vehicles[id].name for id, name in told.items()}


def _side(key: str) -> str:
    return key.replace("_", " ").replace("-", " ").capitalize()


def moves(season: Season, gone: Iterable[Gone]) -> str:
    """Who goes where. Nobody makes room, or comes back, into the reserve: that has no name to be translated."""
    return ", ".join(f"{season.platoons[one.platoon].name} → {sector(season, one.place)}" for one in gone)


def taken(season: Season, held: dict[str, str]) -> str:
    """The sectors that change hands, each with whose it is now."""
    return ", ".join(f"{sector(season, key)} ({season.opened.sides.get(to) or to})" for key, to in held.items())


def totals(season: Season, scores: dict[str, int]) -> str:
    """What each side has, the most first."""
    ranked = sorted(scores.items(), key=lambda one: (-one[1], one[0]))
    return ", ".join(f"{season.opened.sides.get(key) or key} {points}" for key, points in ranked)


def vehicles_or_none(season: Season, ids: Iterable[str]) -> str:
    return vehicles(season, ids) or "–"


def leaders(season: Season, places: Iterable[Rank]) -> list[str]:
    """The platoons in the first place, which several can share."""
    return [season.platoons[place.platoon].name for place in places if place.rank == 1]


def platoons(season: Season, keys: Iterable[str]) -> Message:
    return verbatim(", ".join(season.platoons[key].name for key in keys) or "–")


# -- points, which not everybody may know ------------------------------------------------------------------------------


def for_points(full: str, short: str, points: int, **values: str) -> Message:
    """The short text where its reader may not know the points."""
    return say(full, points=in_points(points), **values) if is_known(points) else say(short, **values)


def in_points(n: int) -> Message:
    return ngettext("%(n)s point", "%(n)s points", n)


def is_known(points: object) -> bool:
    """`campaigns.season.visibility` leaves out what is not for everyone."""
    return points is not msgspec.UNSET


# -- moments -----------------------------------------------------------------------------------------------------------


# Of every language Django speaks: no catalogue of ours has them.
MONTHS = (
    *("January", "February", "March", "April", "May", "June"),
    *("July", "August", "September", "October", "November", "December"),
)


def moment(season: Season, at: str) -> Message:
    """A moment as the log writes it (`campaigns.season.values.Moment`, not blank), by the season's clocks:
    18 March 2027, 20:00 UTC."""
    clock = zones.local(at, season.zone)
    return say(
        _("%(day)d %(month)s %(year)s, %(time)s %(zone)s"),
        day=clock.day,
        month=say(MONTHS[clock.month - 1]),
        year=str(clock.year),
        time=f"{clock:%H:%M}",
        zone=zones.short(clock),
    )


def by_clocks(season: Season, text: str) -> Message:
    """The label of a moment, with the zone by whose clocks it is typed: Deadline (UTC)."""
    return say(_("%(what)s (%(zone)s)"), what=say(text), zone=season.zone.replace("_", " ") or UTC)


# -- fixtures and their battles ----------------------------------------------------------------------------------------


def fixtures(season: Season) -> Iterator[tuple[Fixture, Message]]:
    """Every fixture with what it is called: as its battle was titled, else by its round and who meets in it. Of those
    of a round between the same platoons the second has a 2 behind it, and so on: the first keeps its name."""
    for one, nth in numbered(season):
        yield one, fixture(one.title, one.round, [season.platoons[key].name for key in one.platoons], nth)


def of_fixture(season: Season, key: str) -> Message:
    """What one fixture is called, with its round: several may have the same title."""
    one, called = next(found for found in fixtures(season) if found[0].key == key)
    return (
        say(_("Round %(round)d: %(meeting)s"), round=one.round, meeting=called) if one.title and one.round else called
    )


def numbered(season: Season) -> Iterator[tuple[Fixture, int]]:
    """Every fixture with its number among those of its round between the same platoons, in the order they came."""
    times: Counter[tuple[int, frozenset[str]]] = Counter()
    for one in season.fixtures.values():
        alike = one.round, frozenset(one.platoons)
        times[alike] += 1
        yield one, times[alike]


def fixture(title: str, round: int, platoons: Sequence[str], nth: int = 1) -> Message:
    """What a fixture is called. `platoons` by name, as they were announced; `round` 0: before the first one; `nth` of
    those that would be called alike."""
    if title:
        return verbatim(title)
    first, *others = platoons
    called = say(_("%(one)s against %(other)s"), one=verbatim(first), other=verbatim(", ".join(others)))
    if round:
        called = say(_("Round %(round)d: %(meeting)s"), round=round, meeting=called)
    return called if nth < 2 else say(_("%(meeting)s (%(nth)d)"), meeting=called, nth=nth)
