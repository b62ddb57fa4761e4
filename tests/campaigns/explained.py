"""Explanations of a season held against its log and its state: each ends at reports, and tells what is so."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any

from campaigns import handler
from campaigns.presenters.live_facts import counting
from campaigns.season import Season, names, see_event
from campaigns.season.chapters import Cause
from campaigns.season.explain import Explanation, Fact, Step, explain, explain_every, facts
from campaigns.season.kept_events import BattleReported, Decided
from campaigns.season.standings import standings
from rules.contract import Event, Message
from rules.stream.decider import Value
from rules.stream.revision.reports import Retold

Line = Sequence[tuple[int, Event]]
COUNTS = "%(fixture)s counts %(points)d: %(parts)s."
COUNTS_NOT = "%(fixture)s does not count."
BYE = "It has a bye in round %(round)d, which scores %(points)d."
NO_BYE = "It meets somebody in round %(round)d after all: no bye."
BOOKED = "%(points)s %(what)s"
DECLARED = "Declared"
UNREASONED = (".order", ".result", ".supply")  # where the row itself may say all: an order that is void, a pairing


def every(campaign: str) -> set[str]:
    """Explains everything there is to a spectator and to each player, and finds nothing wrong. The kinds there were."""
    season, told, _rows = handler.replay(campaign)
    line = [(one.position, one.event) for one in counting(told)]
    players = sorted({platoon.player for platoon in season.platoons.values()})
    kinds: set[str] = set()
    every_one = explain_every(season, line)
    assert [one.fact for one in every_one] == facts(season)
    for found in every_one:
        about, _key, name = found.fact.of.split(".")
        kinds.add(f"{about}.{name}")
        examine(season, line, found, "")
    for reader in players:
        for of, fact in offered(season, reader).items():
            about, key, name = of.split(".")
            if name == "purse":  # all else is alike for everybody, but for orders that are not disclosed
                kinds.add(f"{about}.{name}")
                check(season, line, fact, reader)
                assert season.known_to(key, reader)
    return kinds


def shown(value: Value) -> str:
    return value.text() if isinstance(value, Message) else str(value)


def check(season: Season, line: Line, of: Fact, reader: str) -> Explanation:
    """Explains the fact, and finds nothing wrong with what is told. `line`: the rows that count, in their order."""
    found = explain(season, line, of.of, reader)
    assert found.fact == of
    examine(season, line, found, reader)
    return found


def examine(season: Season, line: Line, found: Explanation, reader: str) -> None:
    """Finds nothing wrong with what is told."""
    of = found.fact
    assert of.value == stands(season, of)
    assert found.steps, of.of
    rows = dict(line)
    places = {position: n for n, position in enumerate(rows)}
    for step in found.steps:
        assert step.event == see_event(season, rows[step.position], reader), of.of
    first, last = found.steps[0], found.steps[-1]
    for one, other in pairwise(found.steps):
        assert places[one.position] < places[other.position]
        assert one.after == other.before, of.of
    assert first.before is None, of.of
    assert last.after == of.value or (last.after is None and of.of.endswith(".supply")), of.of
    if is_bent(line):
        return
    if not of.of.endswith(UNREASONED):
        assert [step for step in found.steps if not step.reasons and step.before != step.after] == [], of.of
    adds_up(season, found)


def is_bent(line: Line) -> bool:
    """Whether people have left standing what could not be told again: a row may change anything then, and have no
    words for it."""
    return any(isinstance(event, Retold) and event.how in ("kept", "accepted", "played") for _position, event in line)


def stands(season: Season, of: Fact) -> Value:
    """The fact as the state has it; of the map, as it was told."""
    kind, key, name = of.of.split(".")
    match kind, name:
        case "platoons", "score":
            return next(one.score for one in standings(season) if one.platoon == key)
        case "platoons", "place":
            return next(one.rank for one in standings(season) if one.platoon == key)
        case "platoons", "purse":
            return season.platoons[key].purse
        case "platoons", "penalty":
            return season.platoons[key].penalty
        case "vehicles", "status":
            return names.STATUSES[season.vehicles[key].status]
        case "sides", "score":
            return season.scores.get(key, 0)
        case _:
            return of.value


def adds_up(season: Season, found: Explanation) -> None:
    """The reasons of a score and of a purse come to what they are reasons for."""
    if found.fact.of.endswith(".purse"):
        for step in found.steps:
            if type(step.event).__name__ != DECLARED:
                booked = [int(points) for points in told(step, BOOKED, "points")]
                assert sum(booked) == number(step.after) - number(step.before), step
    elif found.fact.of.startswith("platoons.") and found.fact.of.endswith(".score"):
        counted: dict[str, int] = {}
        for step in found.steps:
            namesakes = Counter[str]()
            for cause in step.reasons:
                counted |= dict(counts(season, step, cause, found.fact.about, namesakes))
        assert sum(counted.values()) - season.platoons[found.fact.about].penalty == found.fact.value


def counts(
    season: Season, step: Step, cause: Cause, platoon: str, namesakes: Counter[str]
) -> Iterator[tuple[str, int]]:
    """What a reason of a score is about, and what that counts from there on. `namesakes`: how many fixtures of a name
    the step has told of so far."""
    values = cause.text.values
    if cause.text.singular in (COUNTS, COUNTS_NOT):
        called = str(values["fixture"])
        yield fixture_of(season, step, called, platoon, namesakes[called]), number(values.get("points"))
        namesakes[called] += 1
    elif cause.text.singular in (BYE, NO_BYE):
        yield f"bye {values['round']}", number(values.get("points"))


def fixture_of(season: Season, step: Step, called: str, platoon: str, nth: int) -> str:
    """By its key where the event says it: several may be called alike, and are told in their order."""
    match step.event:
        case BattleReported():
            return season.battles[step.event.battle]
        case Decided():
            return step.event.fixture
    mine = [key for key, one in season.fixtures.items() if platoon in one.platoons]
    alike = [key for key in mine if str(names.of_fixture(season, key)) == called]
    return alike[nth % len(alike)]


def told(step: Step, sentence: str, value: str) -> list[Any]:
    return [cause.text.values[value] for cause in step.reasons if cause.text.singular == sentence]


def number(value: Any) -> int:
    assert value is None or isinstance(value, int)
    return value or 0


def offered(season: Season, reader: str) -> dict[str, Fact]:
    return {one.of: one for one in facts(season, reader)}
