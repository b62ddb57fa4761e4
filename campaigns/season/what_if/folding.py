"""A season's reports decided again with a scenario's changes, with the dice they had.

No die falls: a question that nobody has answered is listed. What was announced stays announced, so that the battles
that were played are still about the same. A report that cannot be decided again stands as it was played, and is listed.
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec
from msgspec.structs import replace

from campaigns.season import fixture_keys
from campaigns.season.battle_reports import ReportBattle
from campaigns.season.decider import SeasonDecider
from campaigns.season.house_rules import Amend
from campaigns.season.kept_events import Decided, Opened
from campaigns.season.mendable import SeasonHistory
from campaigns.season.mending import SeasonMending
from campaigns.season.musters import MusterBattle
from campaigns.season.pairings import Pair, Paired
from campaigns.season.results import Adjudicate, Concede, WalkOver
from campaigns.season.rounds import OpenRound, RoundOpened
from campaigns.season.state import Season
from campaigns.season.terms import BEFORE
from campaigns.season.what_if.changes import Scenario, TurnedResult, WithoutBattle, WithoutPlayer
from rules.adjudicate import CLERK, Who
from rules.contract import Command, Event, Outcome, Refused, Unfallen
from rules.stream.dice import FallenDice
from rules.stream.dice_replay import unanswered
from rules.stream.history import Past
from rules.stream.revision.branch import Mender
from rules.stream.revision.contract import MendedHistory, Retelling
from rules.stream.revision.rebase import Item, Rebase

NOBODY: Mender[Season, Who | None] = Mender(Who(CLERK, referee=True), "referee", FallenDice())
ANNOUNCE = frozenset(kind.__name__ for kind in (OpenRound, Pair))
DECIDE = frozenset(kind.__name__ for kind in (Adjudicate, Concede, WalkOver))
WHY = "what if"


class Folded(msgspec.Struct, frozen=True):
    """The season as it would be, and the reports that stand as they were played though they could not be decided again
    (`Item.kind`: illegal, orphaned; unanswered: a die was asked for that never fell)."""

    season: Season
    items: tuple[Item, ...] = ()


class Changed:
    """What a scenario does to single reports. `outcomes`: of battles that were decided again, by battle."""

    def __init__(self, season: Season, scenario: Scenario, outcomes: Mapping[str, Outcome]) -> None:
        self.scenario, self.battles, self.outcomes = scenario, season.battles, outcomes
        self.gone = {one.platoon for one in scenario.of(WithoutPlayer)}
        self.without = {one.fixture for one in scenario.of(WithoutBattle)} | {
            key for key, one in season.fixtures.items() if not self.gone.isdisjoint(one.platoons)
        }
        turned = {one.fixture: one.winner for one in scenario.of(TurnedResult) if one.fixture not in self.without}
        self.counted: dict[str, str] = {}  # the side that wins, by battle
        self.ruled: dict[str, str] = {}  # the platoon that wins, by fixture, where no battle says so
        self.open: dict[str, str] = {}  # the same, of those that nothing decides yet
        for key, winner in turned.items():
            fixture = season.fixtures[key]
            if fixture.decided is not None:
                self.ruled[key] = winner
            elif fixture.reported is not None:
                sides = (side for side, forces in fixture.sides.items() if forces.platoon == winner)
                self.counted[fixture.battle] = next(sides, "")
            else:
                self.open[key] = winner

    def command(self, command: Command) -> Command:
        match command:
            case ReportBattle():
                outcome = self.outcomes.get(command.battle, command.outcome)
                winner = self.counted.get(command.battle, outcome.winner)
                return replace(command, outcome=replace(outcome, winner=winner))
            case Amend():
                terms = {name: value for name, value in command.terms.items() if name not in self.scenario.terms}
                scoring = command.scoring if self.scenario.scoring is None else None
                breakers = command.breakers if self.scenario.breakers is None else None
                return replace(command, terms=terms, scoring=scoring, breakers=breakers)
        return command

    def falls(self, past: Past) -> bool:
        """Whether a report is about a fixture that was never played, or rules on one that is ruled on otherwise."""
        of = {*map(self._fixture, past.events)}
        if past.type not in ANNOUNCE and len(of) == 1 and not of.isdisjoint(self.without):
            return True
        if past.type in (MusterBattle.__name__, ReportBattle.__name__):
            return not of.isdisjoint(self.without)
        return past.type in DECIDE and not of.isdisjoint(self.ruled)

    def _fixture(self, event: Event) -> str:
        battle = getattr(event, "battle", "")
        found = str(getattr(event, "fixture", "") or "")
        return found or (self.battles.get(battle, "") if isinstance(battle, str) else "")

    def announced(self, past: Past) -> list[str]:
        """The fixtures announced by a report that do not count."""
        told = [one for event in past.events if isinstance(event, RoundOpened | Paired) for one in event.fixtures]
        also = [key for event in past.events if (key := getattr(event, "fixture", "")) and isinstance(key, str)]
        return [key for key in dict.fromkeys((*(one.key for one in told), *also)) if key in self.without]


class ScenarioMending(SeasonMending):
    """As a season is mended, but for what a scenario changes, and for pairings: those stand as they were announced,
    but for those that a correction has left to settle, which stand or wait as they do in the season itself."""

    def __init__(self, changed: Changed) -> None:
        self.changed = changed

    def ruled_on(self, old: Season, command: Command, past: Past) -> Command:
        return self.changed.command(super().ruled_on(old, command, past))

    def retelling(self, past: Past, old: Season, now: Season) -> Retelling:
        if self.changed.falls(past):
            return "voided"
        if past.type in ANNOUNCE and not past.is_open:
            return "verbatim"
        if past.type == Amend.__name__:
            return "attempted"
        return super().retelling(past, old, now)


class ScenarioDecider(SeasonDecider):
    def __init__(self, changed: Changed) -> None:
        self.mending = ScenarioMending(changed)


class Folding:
    """One season folded with one scenario."""

    def __init__(self, history: SeasonHistory, scenario: Scenario, outcomes: Mapping[str, Outcome]) -> None:
        first, *self.later = history.live_reports()
        self.now = history.state()
        self.changed = Changed(self.now, scenario, outcomes)
        of_scenario = MendedHistory(ScenarioDecider(self.changed), history.rows)
        opened = first.events[0]
        assert isinstance(opened, Opened)
        begins = _opened(opened, scenario)
        head = history.rows[0].position, history.rows[0].digest
        known = fixture_keys.published(self.now)

        def begin() -> Season:
            season = of_scenario.decider.start(begins, *head)
            season.published = known
            return season

        self.told = Rebase(of_scenario, NOBODY, begin, history.head)
        self.told.follow(self.later)
        self.items: list[Item] = []
        self._void: set[str] = set()

    def folded(self) -> Folded:
        for past in self.later:
            self._before(past)
            self.told.again([past], {}, "")
            self._after(past)
        for fixture, winner in self.changed.open.items():
            self._rule(fixture, winner)
        season = self.told.state
        _man(season, self.now)
        season.published = self.now.published | fixture_keys.worth_keeping(season, season.published)
        _take_out(season, self.changed.gone)
        return Folded(season, (*(one for one in self.told.items if not self._waits(one)), *self.items))

    def _waits(self, item: Item) -> bool:
        """Whether it stands so in the season itself, until somebody settles it there."""
        return self.told.history.reports[item.position].is_open

    def _before(self, past: Past) -> None:
        """What is decided otherwise is so before a round that closes would decide it."""
        for event in past.events:
            if isinstance(event, Decided) and event.fixture in self.changed.ruled and past.type not in DECIDE:
                self._rule(event.fixture, self.changed.ruled[event.fixture])

    def _after(self, past: Past) -> None:
        for event in past.events:
            if isinstance(event, Decided) and event.fixture in self.changed.ruled and past.type in DECIDE:
                self._rule(event.fixture, self.changed.ruled[event.fixture])
        for fixture in self.changed.announced(past):
            if fixture not in self._void and fixture in self.told.state.fixtures:
                self._void.add(fixture)
                self._new(Adjudicate(fixture=fixture, void=True, reason=WHY))

    def _rule(self, fixture: str, winner: str) -> None:
        if fixture in self.told.state.fixtures:
            self._new(Adjudicate(fixture=fixture, winner=winner, reason=WHY))

    def _new(self, command: Adjudicate) -> None:
        """What it lacks a die for, or cannot be, is listed."""
        try:
            with self.told.whole():
                self.told.new(command)
        except Refused as no:
            self.items.append(Item(0, type(command).__name__, "illegal", no.rule, no.text, no.remedy))
        except Unfallen as die:
            asks = unanswered(die)
            self.items.append(Item(0, type(command).__name__, "unanswered", asks.rule, asks.text, asks.remedy))


def fold(history: SeasonHistory, scenario: Scenario, outcomes: Mapping[str, Outcome] | None = None) -> Folded:
    """The season of a history with a scenario's changes; see `check`. `outcomes`: how battles end that were decided
    again, by battle. Nothing of `history` is changed."""
    return Folding(history, scenario, outcomes or {}).folded()


def _opened(opened: Opened, scenario: Scenario) -> Opened:
    terms = {**(opened.terms or BEFORE), **scenario.terms} if scenario.terms else opened.terms
    scoring = opened.scoring if scenario.scoring is None else scenario.scoring
    breakers = opened.breakers if scenario.breakers is None else scenario.breakers
    return replace(opened, terms=terms, scoring=scoring, breakers=breakers)


def _man(season: Season, now: Season) -> None:
    """Who was mustered for a battle nobody knows of one that is told again; here they were the same."""
    for key, fixture in season.fixtures.items():
        was = now.fixtures.get(key)
        if was is not None and was.battle == fixture.battle:
            fixture.manned = was.manned
    season.manned = now.manned


def _take_out(season: Season, gone: set[str]) -> None:
    """Platoons without a place; of what they did nothing counts already."""
    for key in gone:
        season.platoons.pop(key, None)
    if gone and season.ladder is not None:
        season.ladder.climbs = [one for one in season.ladder.climbs if gone.isdisjoint((one.key, one.over))]
