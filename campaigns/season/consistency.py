"""Whether a season can stand as it is: after facts that people have set, or reports that were left as they were played.

Everything that looks at a season goes by its keys: one on which a look broke would lock everybody out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping

from campaigns.season.names import numbered
from campaigns.season.refusals import no
from campaigns.season.standings import service, standings
from campaigns.season.state import Platoon, Season
from rules.contract import Refused, say
from rules.contract import gettext_noop as _

LOOKS: tuple[Callable[[Season], object], ...] = (standings, service, lambda season: list(numbered(season)))


def check(season: Season) -> None:
    """`Refused` where something names what is not there, or cannot be looked at."""
    try:
        for key in _missing(season):
            raise _cannot_stand(key)
        for look in LOOKS:
            look(season)
    except Refused:
        raise
    except Exception as error:
        raise _cannot_stand(type(error).__name__) from error


def _missing(season: Season) -> Iterator[str]:
    """Keys that are named and not there, and what stands twice: rounds of a number, a vehicle in two platoons, or in
    two battles that are being fought.

    A vehicle that has fought may be gone: a battle counts all the same."""
    yield from (f"round {number}" for number in _twice(round.number for round in season.rounds))
    fought = (forces for one in season.fixtures.values() if one.is_fought for forces in one.sides.values())
    yield from _twice(vehicle for forces in fought for vehicle in forces.vehicles)
    for key, platoon in season.platoons.items():
        yield from _missing_of(season, key, platoon)
    for vehicle in season.vehicles.values():
        yield from _not_in(season.platoons, (vehicle.platoon,))
        yield from _not_in(season.fixtures, filter(None, (vehicle.last, vehicle.crew.since)))
    for fixture in season.fixtures.values():
        yield from _not_in(season.platoons, (*fixture.platoons, *(one.platoon for one in fixture.sides.values())))
    yield from _not_in(season.fixtures, season.battles.values())
    yield from _not_in(season.platoons, (*season.orders, *season.retreats))
    challenges = season.ladder.challenges if season.ladder is not None else ()
    yield from _not_in(season.platoons, (key for one in challenges for key in (one.challenger, one.challenged)))


def _missing_of(season: Season, key: str, platoon: Platoon) -> Iterator[str]:
    yield from _not_in(season.vehicles, (*platoon.vehicles, *platoon.fittings))
    yield from (id for id in platoon.vehicles if season.vehicles[id].platoon != key)
    yield from () if platoon.players else (key,)


def _twice(found: Iterable[object]) -> list[str]:
    return [str(one) for one, times in Counter(found).items() if times > 1]


def _not_in(there: Mapping[str, object], keys: Iterable[str]) -> Iterator[str]:
    for key in keys:
        if key not in there:
            yield key


def _cannot_stand(what: str) -> Refused:
    return no(
        say(_("The season cannot stand like that (%(what)s)."), what=what),
        _("Declare all that belongs together at once, or settle it otherwise."),
        "facts",
    )
