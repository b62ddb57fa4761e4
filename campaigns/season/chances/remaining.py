"""The fixtures that are left, and how each may end. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from typing import Literal

import msgspec

from campaigns.season.pairing_methods import times_met
from campaigns.season.pairings import usual_method
from campaigns.season.standings import Showing, is_of_ladder, showings_of
from campaigns.season.state import Fixture, Season
from campaigns.season.values import Result, Scoring

Schedule = Literal["announced", "everyone", "twice"]
TIMES: dict[Schedule, int] = {"announced": 0, "everyone": 1, "twice": 2}
OTHER: dict[Result, Result] = {"won": "lost", "drawn": "drawn", "lost": "won"}
RESULTS: tuple[Result, ...] = ("won", "drawn", "lost")
EQUAL = (1.0, 1.0, 1.0)
MOST_SEEN = 60  # battles of a result, the newest: what their sides have scored is what such a result may bring


class Case(msgspec.Struct, frozen=True):
    """How a fixture may end: `result` of who is at home, and all that both may have done in it then. `chance`: how
    likely it is, in proportion."""

    result: Result
    home: tuple[Showing, ...]
    away: tuple[Showing, ...]
    chance: float = 1.0


class Game(msgspec.Struct, frozen=True):
    """A fixture that is left. `key` "" of one that is not announced yet."""

    key: str
    home: str
    away: str
    scoring: Scoring
    cases: tuple[Case, ...]
    of_ladder: bool = False

    @property
    def platoons(self) -> tuple[str, str]:
        return self.home, self.away


Odds = dict[tuple[str, str], tuple[float, float, float]]  # home wins, a draw, away wins, by home and away
Seen = dict[Result, list[tuple[Showing, Showing]]]


def usual_schedule(season: Season) -> Schedule:
    """What is known of the rounds to come: of everyone once or twice all, of other methods what is announced."""
    key = usual_method(season).key
    if season.opened.theatre is not None or season.ladder is not None or any(one.seeds for one in season.rounds):
        return "announced"
    if key == "everyone" and not any(n > 1 for n in times_met(season).values()):
        return "everyone"
    return "twice" if key == "twice" else "announced"


def remaining(season: Season, schedule: Schedule) -> list[tuple[str, str, str, int]]:
    """Key, home, away and round of every fixture that is left: those that are announced, or mustered beside the rounds,
    and those that `schedule` has still to come; none once the season is closed."""
    if season.closed is not None:
        return []
    found = []
    for fixture in season.fixtures.values():
        if fixture.is_open and len(fixture.platoons) == 2 and not _is_void(season, fixture):
            found.append((fixture.key, *fixture.platoons[:2], fixture.round))
    return [*found, *_to_come(season, TIMES[schedule])]


def _is_void(season: Season, fixture: Fixture) -> bool:
    """Of a platoon that has left, where such fixtures do not count."""
    gone = [key for key in fixture.platoons if season.platoons[key].dropped]
    return not set(fixture.platoons) <= season.platoons.keys() or (
        bool(gone) and (len(gone) == 2 or season.terms.get("dropped") == "void")
    )


def _to_come(season: Season, times: int) -> Iterator[tuple[str, str, str, int]]:
    there = [key for key, one in season.platoons.items() if not one.dropped]
    met, sides = times_met(season), len(season.opened.sides) == 2
    for one, other in combinations(there, 2) if times else ():
        if sides and season.platoons[one].side == season.platoons[other].side:
            continue
        for _time in range(times - met[frozenset((one, other))]):
            yield "", one, other, season.turn


def games(season: Season, schedule: Schedule, odds: Odds | None = None, *, drawn: bool = False) -> list[Game]:
    """Every fixture that is left, with its cases: one a result, with all that was ever done in such a battle of this
    season, or (`drawn`) one for each such battle, to be drawn from. `odds`: where they are not equal."""
    seen, found = _seen(season), []
    made: dict[object, tuple[Case, ...]] = {}  # alike fixtures share their cases: there are hundreds
    for key, home, away, round in remaining(season, schedule):
        chances = (odds or {}).get((home, away), EQUAL)
        results = _possible(season, home, away)
        if (results, chances) not in made:
            of = dict(zip(RESULTS, chances, strict=True))
            made[results, chances] = tuple(
                case for result in results for case in _cases(seen, result, of[result], drawn)
            )
        fixture = season.fixtures.get(key)
        of_ladder = fixture is not None and is_of_ladder(season, fixture)
        scoring = season.settings(round).scoring
        found.append(Game(key, home, away, scoring, made[results, chances], of_ladder))
    return found


def _possible(season: Season, home: str, away: str) -> tuple[Result, ...]:
    """The results it can have; of who has left the other one wins."""
    if season.platoons[home].dropped:
        return ("lost",)
    return ("won",) if season.platoons[away].dropped else ("won", "drawn", "lost")


def _seen(season: Season) -> Seen:
    """The battles of this season, each from both sides, by result."""
    found: Seen = {"won": [], "drawn": [], "lost": []}
    for fixture in season.fixtures.values():
        showings = showings_of(fixture) if fixture.reported is not None else ()
        if len(showings) == 2:
            for one, other in (showings, showings[::-1]):
                if other.result == OTHER[one.result]:
                    found[one.result].append((one, other))
    return {result: pairs[-MOST_SEEN:] for result, pairs in found.items()}


def _cases(seen: Seen, result: Result, chance: float, drawn: bool) -> Iterator[Case]:
    """What was never seen brings nothing but its result."""
    bare = Showing(platoon="", result=result), Showing(platoon="", result=OTHER[result])
    pairs = Counter((_bare(one), _bare(other)) for one, other in seen[result]) or Counter([bare])
    if drawn:
        for (one, other), n in pairs.items():
            yield Case(result, (one,), (other,), chance * n / pairs.total())
    else:
        yield Case(result, tuple({one for one, _ in pairs}), tuple({other for _, other in pairs}), chance)


def _bare(showing: Showing) -> Showing:
    """Whoever it was."""
    return msgspec.structs.replace(showing, platoon="", met=())
