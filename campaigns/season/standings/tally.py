"""The standings while a season is folded: only what has changed since is counted again. They are those of `standings`,
for whoever asks after every row."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable
from operator import itemgetter

from campaigns.season.standings.byes import late_bye
from campaigns.season.standings.course import Course, form
from campaigns.season.standings.places import count, figure_of, order_of, place_of, ranked
from campaigns.season.standings.results import Place, Showing, Tables, showings_of
from campaigns.season.standings.rungs import rungs
from campaigns.season.standings.tables import alive_in
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
        self._alive: dict[str, int] = {}
        self._scores: dict[str, int] = {}
        # What tie-breakers look up.
        self._rungs: list[str] = []
        self._tables = Tables((), self._met, self._wins, season.opened.seed, self._alive, self._scores, self._rungs)
        self.order: tuple[str, ...] = ()
        self._byes: set[tuple[int, str]] = set()
        self._more: list[tuple[str, int, Showing]] = []  # what is to be added: whose, of which round
        self._rules = (-1, -1, False)  # how often they were amended, the round they hold for, whether by a ladder
        self.follow()

    def follow(self, those: Collection[str] | None = None, whose: Collection[str] = ()) -> None:
        """Count what has changed since. `those`: the fixtures that alone may count otherwise, where that is known and
        nobody's byes have changed; there are hundreds to look at, after each of thousands of rows. `whose`: the
        platoons whose penalty alone may be another then."""
        season = self._season
        changed = season.platoons.keys() - self._places
        for key in changed:
            self._showings[key] = {}
        for key in season.fixtures if those is None else those:
            changed.update(self._moved(season.fixtures[key]))
        for key in whose:
            self.version += self._penalised(key)
        if those is None:
            byes = {(round.number, key) for round in season.rounds for key in round.byes}
            byes |= {(-late_bye(season, key), key) for key, one in season.platoons.items() if one.joined}
            changed.update(key for _round, key in byes ^ self._byes)
            self._byes = byes
            changed.update(key for key, one in self._places.items() if one.penalty != season.platoons[key].penalty)
        rules = (len(season.amended), season.turn, season.ladder is not None)
        if rules != self._rules:
            if self._rules[0] != rules[0]:
                self._scorings = {}
                changed.update(season.platoons)
            self.order = order_of(season)
        told = bool(changed) or bool(self._more) or rules != self._rules
        self._rules = rules
        self._count(changed)
        if "alive" in self.order and (alive := alive_in(season)) != self._alive:
            self._alive.update(alive)
            told = True
        if "rung" in self.order and (now := rungs(season)) != self._rungs:
            self._rungs[:] = now
            told = True
        self.version += told

    def _penalised(self, key: str) -> bool:
        """Whether its penalty is another than it was."""
        place, now = self._places[key], self._season.platoons[key].penalty
        was, place.penalty = place.penalty, now
        place.score += was - now
        self._scores[key] = place.score
        return was != now

    def _count(self, anew: Collection[str]) -> None:
        """Those platoons `anew`, and what others have done more."""
        season, scorings = self._season, self._scorings
        for key in anew:
            self._places[key] = place_of(season, key, [*self._showings[key].values()], scorings)
        for key, round, showing in self._more:
            if key not in anew:
                count(season, self._places[key], round, showing, scorings)
        for key in {*anew, *(one for one, _round, _showing in self._more)}:
            self._wins[key], self._scores[key] = self._places[key].won, self._places[key].score
            self._met[key] = [showing for _round, showing in self._showings[key].values()]
        self._more = []

    def score(self, key: str) -> int:
        return self._places[key].score

    def rank(self, key: str) -> int:
        """By as few tie-breakers of as few platoons as it takes: this is asked after hundreds of rows."""
        mine, rank, level = self._places[key], 1, [*self._places.values()]
        for breaker in self.order:
            if len(level) == 1:
                break
            figures = [figure_of(self._tables, level, one, breaker) for one in level]
            own = mine.score if breaker == "score" else mine.ties[breaker]
            rank += sum(figure > own for figure in figures)
            level = [one for one, figure in zip(level, figures, strict=True) if figure == own]
        return rank

    def places(self) -> list[Place]:
        """All platoons, best first, as `standings` has them; each is the same one the next time."""
        group = [self._places[key] for key in sorted(self._places)]
        for one in group:
            one.ties = {}
        return ranked(self._tables, group, self.order)

    def shown(self, fixture: str) -> tuple[Showing, ...]:
        """What the standings make of a fixture."""
        return self._fixtures[fixture][3]

    def course(self, key: str, was: int) -> Course:
        """Where a platoon comes from; `was` as in `Course`."""
        mine = [
            (round, self._season.fixtures[fixture].number, showing)
            for fixture, (round, showing) in self._showings[key].items()
        ]
        return Course(was, form([showing for _round, _number, showing in sorted(mine, key=itemgetter(0, 1))]))

    def showings(self, key: str) -> dict[str, Showing]:
        """What counts of a platoon, by fixture."""
        return {fixture: showing for fixture, (_round, showing) in self._showings[key].items()}

    def of_met(self, of: Callable[[Tables, str], int], key: str) -> dict[str, tuple[int, int]]:
        """How often a platoon met whom, and what each time brings it."""
        return {other: (times, of(self._tables, other)) for other, times in Counter(self._places[key].met).items()}

    def level(self, key: str) -> list[Place]:
        """Who is level by what comes first in the order (the score), itself among them: best first, with rank and what
        each tie-breaker made of it."""
        return self._ranked(self._first()[key])

    def ahead(self, key: str, most: int) -> tuple[int, list[Place]]:
        """How many have more of what comes first in the order, and the last so many of them, best first."""
        first = self._first()
        figures = [figure for figure in first.values() if figure > first[key]]
        found: list[Place] = []
        for figure in sorted({*figures}):
            if len(found) < most:
                found = [*self._ranked(figure), *found]
        return len(figures), found[-most:]

    def _first(self) -> dict[str, int]:
        """The figure of each platoon that is looked at first."""
        group = [*self._places.values()]
        return {one.platoon: figure_of(self._tables, group, one, self.order[0]) for one in group}

    def _ranked(self, figure: int) -> list[Place]:
        """All that have this figure first, in order."""
        first = self._first()
        group = sorted((self._places[key] for key, own in first.items() if own == figure), key=lambda one: one.platoon)
        for one in group:
            one.ties = {} if self.order[0] == "score" else {self.order[0]: figure}
        return ranked(self._tables, group, self.order[1:], sum(other > figure for other in first.values()))

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
