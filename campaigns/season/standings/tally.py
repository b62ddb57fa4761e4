"""The standings while a season is folded: only what has changed since is counted again. They are those of `standings`,
for whoever asks after every row."""

from __future__ import annotations

from collections.abc import Iterator

from campaigns.season.standings.places import breakers_of, figure_of, parted, place_of
from campaigns.season.standings.results import Place, Showing, Tables, showings_of
from campaigns.season.state import Fixture, Season
from campaigns.season.values import Scoring

Counted = tuple[object, object, int, tuple[Showing, ...]]  # what a fixture counts by, its round, what it counts


class Tally:
    """Of one season, which goes on: `follow` it after each row. `version` is another one where anything has changed."""

    def __init__(self, season: Season) -> None:
        self.version = 0
        self._season = season
        self._places: dict[str, Place] = {}
        self._fixtures: dict[str, Counted] = {}
        self._showings: dict[str, dict[str, tuple[int, Showing]]] = {}  # by platoon and fixture, each with its round
        self._scorings: dict[int, Scoring] = {}
        self._met: dict[str, list[Showing]] = {}
        self._wins: dict[str, int] = {}
        self._tables = Tables((), self._met, self._wins, season.opened.seed)  # what tie-breakers look up
        self._breakers: tuple[str, ...] = ()
        self._byes: set[tuple[int, str]] = set()
        self._rules = (-1, -1)  # how often they were amended, and the round that they hold for
        self.follow()

    def follow(self) -> None:
        """Count what has changed since."""
        season, fixtures = self._season, self._fixtures
        changed = season.platoons.keys() - self._places
        for key in changed:
            self._showings[key] = {}
        for key, fixture in season.fixtures.items():  # there are hundreds, after each of thousands of rows
            was = fixtures.get(key)
            if (
                was is None
                or was[0] is not fixture.reported
                or was[1] is not fixture.decided
                or was[2] != fixture.round
            ):
                changed.update(self._recounted(fixture))
        byes = {(round.number, key) for round in season.rounds for key in round.byes}
        changed.update(key for _round, key in byes ^ self._byes)
        rules = (len(season.amended), season.turn)
        if rules != self._rules:
            if self._rules[0] != rules[0]:
                self._scorings = {}
                changed.update(season.platoons)
            self._breakers = breakers_of(season)
        changed.update(key for key, one in self._places.items() if one.penalty != season.platoons[key].penalty)
        for key in changed:
            place = place_of(season, key, [*self._showings[key].values()], self._scorings)
            self._places[key], self._wins[key] = place, place.won
            self._met[key] = [showing for _round, showing in self._showings[key].values()]
        self.version += bool(changed) or rules != self._rules
        self._byes, self._rules = byes, rules

    def score(self, key: str) -> int:
        return self._places[key].score

    def rank(self, key: str) -> int:
        """By as few tie-breakers of as few platoons as it takes: this is asked after hundreds of rows."""
        mine = self._places[key]
        rank = 1 + sum(one.score > mine.score for one in self._places.values())
        level = [one for one in self._places.values() if one.score == mine.score]
        for breaker in self._breakers:
            if len(level) == 1:
                break
            figures = [figure_of(self._tables, level, one, breaker) for one in level]
            own = mine.ties[breaker]
            rank += sum(figure > own for figure in figures)
            level = [one for one, figure in zip(level, figures, strict=True) if figure == own]
        return rank

    def level(self, key: str) -> list[Place]:
        """Who has the same score, itself among them: best first, with rank and what each tie-breaker made of it."""
        return self._ranked(self.score(key))

    def ahead(self, key: str, most: int) -> tuple[int, list[Place]]:
        """How many have a higher score, and the last so many of them, best first."""
        scores = [one.score for one in self._places.values() if one.score > self.score(key)]
        found: list[Place] = []
        for score in sorted({*scores}):
            if len(found) < most:
                found = [*self._ranked(score), *found]
        return len(scores), found[-most:]

    def _ranked(self, score: int) -> list[Place]:
        """All that have this score, in order."""
        rank = 1 + sum(one.score > score for one in self._places.values())
        group = sorted((one for one in self._places.values() if one.score == score), key=lambda one: one.platoon)
        for one in group:
            one.ties = {}
        found: list[Place] = []
        for equals in parted(self._tables, group, self._breakers):
            for one in equals:
                one.rank = rank + len(found)
            found += equals
        return found

    def _recounted(self, fixture: Fixture) -> Iterator[str]:
        """The platoons for which a fixture counts otherwise than it did."""
        was = self._fixtures.get(fixture.key)
        for showing in was[3] if was is not None else ():
            del self._showings[showing.platoon][fixture.key]
            yield showing.platoon
        now = showings_of(fixture)
        self._fixtures[fixture.key] = (fixture.reported, fixture.decided, fixture.round, now)
        for showing in now:
            self._showings[showing.platoon][fixture.key] = (fixture.round, showing)
            yield showing.platoon
