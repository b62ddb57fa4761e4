"""The standings while a season is folded: only what has changed since is counted again. They are those of `standings`,
for whoever asks after every row."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from campaigns.season.standings.places import BREAKERS, breakers_of, count, parted, place_of
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
        self._more: list[tuple[str, int, Showing]] = []  # what is to be added: whose, of which round
        self._rules = (-1, -1)  # how often they were amended, and the round that they hold for
        self.follow()

    def follow(self, those: Collection[str] | None = None) -> None:
        """Count what has changed since. `those`: the fixtures that alone may count otherwise, where that is known and
        nobody's byes or penalty have changed; there are hundreds to look at, after each of thousands of rows."""
        season = self._season
        changed = season.platoons.keys() - self._places
        for key in changed:
            self._showings[key] = {}
        for key in season.fixtures if those is None else those:
            changed.update(self._moved(season.fixtures[key]))
        if those is None:
            byes = {(round.number, key) for round in season.rounds for key in round.byes}
            changed.update(key for _round, key in byes ^ self._byes)
            self._byes = byes
            changed.update(key for key, one in self._places.items() if one.penalty != season.platoons[key].penalty)
        rules = (len(season.amended), season.turn)
        if rules != self._rules:
            if self._rules[0] != rules[0]:
                self._scorings = {}
                changed.update(season.platoons)
            self._breakers = breakers_of(season)
        self.version += bool(changed) or bool(self._more) or rules != self._rules
        self._rules = rules
        self._count(changed)

    def _count(self, anew: Collection[str]) -> None:
        """Those platoons `anew`, and what others have done more."""
        season, scorings = self._season, self._scorings
        for key in anew:
            self._places[key] = place_of(season, key, [*self._showings[key].values()], scorings)
        for key, round, showing in self._more:
            if key not in anew:
                count(season, self._places[key], round, showing, scorings)
        for key in {*anew, *(one for one, _round, _showing in self._more)}:
            self._wins[key] = self._places[key].won
            self._met[key] = [showing for _round, showing in self._showings[key].values()]
        self._more = []

    def score(self, key: str) -> int:
        return self._places[key].score

    def rank(self, key: str) -> int:
        """By as few tie-breakers of as few platoons as it takes: this is asked after hundreds of rows."""
        mine = self._places[key]
        score, places = mine.score, self._places.values()
        rank = 1 + len([one for one in places if one.score > score])
        level = [one for one in places if one.score == score]
        for breaker in self._breakers:
            if len(level) == 1:
                break
            of = BREAKERS[breaker].of
            figures = [of(self._tables, level, one) for one in level]
            own = of(self._tables, level, mine)
            rank += len([figure for figure in figures if figure > own])
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

    def _moved(self, fixture: Fixture) -> Iterable[str]:
        """The platoons to be counted anew, as it counts otherwise than it did; what it counts for the first time is
        only more."""
        was = self._fixtures.get(fixture.key)
        if was is not None and was[0] is fixture.reported and was[1] is fixture.decided and was[2] == fixture.round:
            return ()
        before = was[3] if was is not None else ()
        for showing in before:
            del self._showings[showing.platoon][fixture.key]
        now = showings_of(fixture)
        self._fixtures[fixture.key] = (fixture.reported, fixture.decided, fixture.round, now)
        for showing in now:
            self._showings[showing.platoon][fixture.key] = (fixture.round, showing)
        if before:
            return [showing.platoon for showing in (*before, *now)]
        self._more += [(showing.platoon, fixture.round, showing) for showing in now]
        return ()
