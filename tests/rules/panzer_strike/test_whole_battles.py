"""Whole battles between random forces under random options, with everything that has to hold looked at after every
report.

A few always run; many, some of them with as many points as the rulebook recommends, are for `make soak`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random

import pytest

from rules import visibility
from rules.contract import Choice, Event, Muster, Mustered, Refused
from rules.player import Unplayable, advance, complete, with_table_dice
from rules.record import Table
from rules.systems.panzer_strike import SYSTEM, tables
from rules.systems.panzer_strike.boards import HOUSE
from rules.systems.panzer_strike.catalogue import ANTI_AIRCRAFT, UNIT, articles, figures_of
from rules.systems.panzer_strike.draft import draft
from rules.systems.panzer_strike.draft_forces import Choose
from rules.systems.panzer_strike.fire import AccuracyRolled
from rules.systems.panzer_strike.geometry import named
from rules.systems.panzer_strike.hits import PenetrationRolled
from rules.systems.panzer_strike.lookup import is_open
from rules.systems.panzer_strike.movement import Moved
from rules.systems.panzer_strike.state import Miniature, State, Wreck
from rules.systems.panzer_strike.turns import TurnBegan
from rules.systems.panzer_strike.withdrawal import BoardLeft
from tests.length import AT_LENGTH, many
from tests.rules.panzer_strike.table import muster

FEW, MANY, LARGE = 4 if AT_LENGTH else 1, many(1000), many(60)
LONGEST = 1000  # reports; hardly any battle comes to more
EAGERLY = ("Recover", "Fire", "Announce", "Hook", "StartRepair", "DeclareRound")  # told oftener than by mere chance
OUTCOMES = {"none", "destroyed", "injured", "semi", "immobilised", "delayed", "reset"}
ON_THE_BOARD = ("first", "movement", "firing")  # phases in which everybody stands somewhere


@pytest.mark.at_length
@pytest.mark.parametrize("scenario", [tables.BASIC, tables.OPEN_BATTLE])
def test_whole_battles(scenario: str) -> None:
    for seed in range(FEW):
        assert check_battle(drafted(scenario, seed), seed).battle.settled


@pytest.mark.soak
def test_many_whole_battles_show_all_that_can_happen() -> None:
    seen = Seen()
    for seed in range(MANY):
        seen.battle(check_battle(drafted(tables.SCENARIOS[seed % 2].key, seed), seed))
    assert seen.kinds >= set(SYSTEM.events)
    assert seen.outcomes == OUTCOMES
    assert seen.options >= {(option.name, on) for option in SYSTEM.options if option.type == "flag" for on in (0, 1)}
    assert seen.cut_off <= MANY // 100


@pytest.mark.soak
def test_battles_of_the_recommended_size() -> None:
    seen = Seen()
    for seed in range(LARGE):
        seen.battle(check_battle(large(seed), seed))
    assert seen.outcomes == OUTCOMES


# -- what is played ----------------------------------------------------------------------------------------------------


def drafted(scenario: str, seed: int) -> Muster:
    """Random forces for this scenario: it is what a draft picks first."""
    choose = Random(f"forces {scenario} {seed}").randrange
    pinned = [0 if scenario == tables.BASIC else 1]
    return draft(lambda n: pinned.pop() if pinned else choose(n))


def large(seed: int) -> Muster:
    """R3: 60 to 220 points a side (R67: 100) of any units, on a board of the house, every option on or off."""
    chance = Random(f"large {seed}")
    basic = seed % 3 == 0
    most = tables.BASIC_POINTS if basic else chance.randint(100, 220)
    units = {
        f"{side}-{number}": (model, side)
        for side in ("allies", "axis")
        for number, model in enumerate(_models(chance, most, basic), 1)
    }
    flags = {option.name: chance.random() < 0.5 for option in SYSTEM.options if option.type == "flag"}
    return muster(
        chance.choice(["northern", "central"] if basic else sorted(HOUSE)),
        units,
        scenario=tables.BASIC if basic else tables.OPEN_BATTLE,
        rounds=12,
        **flags,
    )


def _models(chance: Random, most: int, basic: bool) -> Iterator[str]:
    """Units until the points are spent; the basic scenario's three guns besides."""
    known = [article for article in articles(SYSTEM.edition) if article.kind == UNIT]
    guns = [one.name for one in known if figures_of(SYSTEM.edition, one.name).role == ANTI_AIRCRAFT]
    if basic:
        yield from chance.choices(guns, k=tables.BASIC_SPAA)
    while affordable := [one for one in known if one.points <= most and not (basic and one.name in guns)]:
        article = chance.choice(affordable)
        most -= article.points
        yield article.name


def check_battle(forces: Muster, seed: int) -> Table:
    """A battle of these forces, played to its settlement or for as long as any should last."""
    choose = Random(f"battle {seed}").randrange
    table = Table.open(forces)
    watch = Watch()
    while not table.battle.settled and len(table.entries) <= LONGEST:
        play_on(table, choose)
        watch.report(table)
    return table


def play_on(table: Table, choose: Choose) -> None:
    """One report more: as the random player has it, but as often as not what makes a battle eventful, if it can be."""
    eager = [] if table.battle.agreed or choose(2) else _eager_choices(table)
    if not eager:
        advance(table, choose)
        return
    choice = eager[choose(len(eager))]
    command = complete(table, choice, choose)
    if not choose(3):
        command = with_table_dice(table, choice, command, choose)
    try:
        table.report(choice.side, command)
    except Refused as refused:
        raise Unplayable(f"a choice offered is refused: {command!r}: {refused}", table) from refused


def _eager_choices(table: Table) -> list[Choice]:
    """A recovery takes turns in which neither vehicle moves or fires: where there is one, phases end early."""
    offers = [choice for side in table.mustered.sides for choice in visibility.legal(table.battle, side)]
    recovering = any(unit.patient and unit.side == table.battle.play.side for unit in table.battle.play.units.values())
    wanted = ("EndMovement", "EndTurn") if recovering else EAGERLY
    kind = next((kind for kind in wanted if any(choice.command == kind for choice in offers)), "")
    return [choice for choice in offers if choice.command == kind]


class Seen:
    """What has happened in battles: kinds of events, what came of hits, options on and off."""

    def __init__(self) -> None:
        self.kinds: set[type[Event]] = set()
        self.outcomes: set[str] = set()
        self.options: set[tuple[str, object]] = set()
        self.cut_off = 0

    def battle(self, table: Table) -> None:
        self.cut_off += not table.battle.settled
        for entry in table.entries:
            for event in entry.events:
                self.kinds.add(type(event))
                match event:
                    case PenetrationRolled():
                        self.outcomes.add(event.outcome)
                    case Mustered():
                        self.options |= set(event.options.items())


# -- what has to hold --------------------------------------------------------------------------------------------------


class Watch:
    """What has to hold of a battle, report after report."""

    def __init__(self) -> None:
        self.fired: Counter[str] = Counter()  # by unit, this turn

    def report(self, table: Table) -> None:
        state = table.battle.play
        assert isinstance(state, State)
        for event in table.entries[-1].events:
            self.happened(state, event)
        SYSTEM.possible(state)
        look(state)
        seen = SYSTEM.see(state, "")  # nothing is hidden; what may be reported is asked of both sides to play on
        assert {unit.id for unit in seen.units} == set(state.units)
        outcome = SYSTEM.outcome(state)
        assert {unit.id for unit in outcome.units} == set(state.units)
        assert outcome.winner in ("", *state.sides)
        assert all(points >= 0 for points in outcome.points.values())

    def happened(self, state: State, event: Event) -> None:
        match event:
            case TurnBegan():
                self.fired.clear()
            case Moved():
                unit = state.units[event.unit]
                assert unit.used <= most_steps(state, unit), f"{unit.id} is too fast: {event}"
                assert not (event.gear and unit.mobility == "semi" and unit.figures.drive == "T"), event
                check_limit(state, unit.side)
            case BoardLeft():
                check_limit(state, state.units[event.unit].side)
            case AccuracyRolled():
                unit = state.units[event.unit]
                self.fired[unit.id] += 1
                assert self.fired[unit.id] == 1, f"{unit.id} fires twice: {event}"
                assert unit.figures.accuracy, event
                assert not unit.halted, event
                assert not (unit.stirred and not unit.figures.is_vehicle), event
                assert 1 <= event.needed <= 9, event


def most_steps(state: State, unit: Miniature) -> int:
    """R9 to R12, R34, R47, R49, counted once more."""
    figures = unit.figures
    if not figures.is_vehicle:
        return 2 if figures.mass < 5 else 1
    speed = {"forward": figures.speed, "reverse": figures.reverse}.get(
        unit.gear, max(figures.speed, figures.reverse)
    ) + (unit.change or 0)
    halvings = [unit.mobility == "semi", bool(unit.tows) and figures.mass < 4 * state.units[unit.tows].figures.mass]
    for _halved in filter(None, halvings):
        speed = -(-speed // 2)
    return max(1, speed)


def check_limit(state: State, side: str) -> None:
    """R6, R7: no more vehicles with two steps than may have."""
    fast = [one.id for one in state.units.values() if one.side == side and one.used > 1 and one.figures.is_vehicle]
    assert len(fast) <= state.limit, f"coordinated movements of {fast}, {state.limit} allowed"


def look(state: State) -> None:
    """How everything stands on the board."""
    pieces: list[Miniature | Wreck] = [*state.units.values(), *state.wrecks.values()]
    there = Counter(piece.square for piece in pieces if piece.square)
    assert not [square for square, count in there.items() if count > 1], there
    for name in there:
        square = named(name)
        assert square is not None
        assert state.board.has(square), f"{name} is off the board"
        terrain = state.board.terrain.get(square)
        assert terrain is None or (terrain == "wall" and name not in state.walls), f"{name} is on a {terrain}"
        assert not is_open(state, square)
    for unit in state.units.values():
        assert 0 <= unit.timer <= 5
        assert not unit.timer or (unit.mobility != "mobile" and unit.figures.is_vehicle), unit
        assert unit.life != "left" or not unit.on_board, unit
        if state.depth == "shots" and state.phase in ON_THE_BOARD:
            assert not unit.active or unit.on_board, f"{unit.id} stands nowhere"
        if state.phase != "firing" and unit.side == state.side:
            assert unit.aim is None, f"{unit.id} aims in the {state.phase} phase"
        if unit.aim is not None and unit.side == state.side and not state.volley:
            assert not unit.aim.fired, unit
