"""How a battle that is over would come to be counted: all ways in which its aftermath may go, none by the seed. Pure.

Dice that have fallen stay. Where others would have to fall, each face is gone through in turn, and ways that come to
the same are one. So a preview can tell what hangs on them without a look at them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from copy import copy, deepcopy
from itertools import product

import msgspec

from rules import adjudicate, battle
from rules.adjudicate import CLERK, Who
from rules.battle import Battle
from rules.contract import Command, Event, Outcome, Refused, Roll, Shown, Unfallen
from rules.reports import Confirm
from rules.stream.codec import encode
from rules.stream.dice import FallenDice
from rules.stream.revision.reports import Retold

MOST_WAYS = 64
MOST_FACES = 216  # three dice of six; of more only what each face shows on all of them
THE_CLERK = Who(CLERK, referee=True)


class Hanging(msgspec.Struct, frozen=True):
    """Dice that would have to fall: the named question, and how many of how many faces."""

    question: str
    count: int
    faces: int


class Way(msgspec.Struct, frozen=True):
    """One way in which it may end, by the dice that would have shown so."""

    outcome: Outcome
    dice: tuple[Roll, ...] = ()


class Endings(msgspec.Struct, frozen=True):
    """`ways`: no two with the same outcome. `hangs`: the dice that they hang on. `whole`: there are no others; else
    these are some of many."""

    ways: tuple[Way, ...]
    hangs: tuple[Hanging, ...] = ()
    whole: bool = True

    @property
    def certain(self) -> bool:
        return self.whole and len(self.ways) == 1


class _World(msgspec.Struct):
    """A battle on its way: what the clerk has still to report of the steps that he is at."""

    state: Battle
    steps: tuple[Command, ...] = ()
    dice: dict[str, Roll] = {}

    @property
    def key(self) -> tuple[str, ...]:
        later = self.state.rules.aftermath(self.state.play)
        return encode(self.state.outcome()), *map(encode, self.steps), *map(encode, later)


def endings(now: Battle, fallen: Mapping[str, Roll], most: int = MOST_WAYS) -> Endings | None:
    """From a battle as it stands, if all its sides confirmed that. None while it is not over, or is left unsettled.

    `now` is left as it is. `fallen`: the dice that Leaguer has rolled in it ever, by question. `Refused` where its
    rulebook breaks on what was declared.
    """
    if now.waiting or not now.outcome().over:
        return None
    first = _World(_fork(now))
    for command in _confirmations(first.state):
        _tell(first.state, list(adjudicate.decide(first.state, command, THE_CLERK, FallenDice(fallen))))
    if first.state.settled:
        first.state.settled = False  # its aftermath is over; whatever has opened again is gone through
    ways: dict[str, Way] = {}
    hangs: dict[str, Hanging] = {}
    whole, open_ = True, [first]
    while open_:
        world = open_.pop()
        world.steps = world.steps or tuple(world.state.rules.aftermath(world.state.play))
        if not world.steps:
            outcome = world.state.outcome()
            ways.setdefault(encode(outcome), Way(outcome, tuple(world.dice.values())))
            continue
        try:
            _go_on(world, fallen)
            open_.append(world)
        except Unfallen as die:
            hangs.setdefault(die.question, Hanging(die.question, die.count, die.faces))
            found, all_ = _branched(world, die, fallen)
            known = {one.key for one in open_}
            found = {key: one for key, one in found.items() if key not in known}
            room = max(most - len(ways) - len(open_), 1)
            whole = whole and all_ and len(found) <= room
            open_ += list(found.values())[:room]
    return Endings(tuple(ways.values()), tuple(hangs.values()), whole)


def _go_on(world: _World, fallen: Mapping[str, Roll]) -> None:
    """Tell the next step; `Unfallen` leaves the world as it was."""
    trial = _fork(world.state)
    step, *later = world.steps
    for event in adjudicate.decide(trial, step, THE_CLERK, FallenDice({**fallen, **world.dice})):
        _tell(trial, [event])
    world.state, world.steps = trial, tuple(later)


def _branched(world: _World, die: Unfallen, fallen: Mapping[str, Roll]) -> tuple[dict[tuple[str, ...], _World], bool]:
    """The worlds after the step that has asked for these dice, one of each kind, and whether that is all of them."""
    faces, whole = faces_of(die)
    found: dict[tuple[str, ...], _World] = {}
    for values in faces:
        roll = Roll(die.question, die.faces, values, "leaguer", die.shows)
        one = _World(world.state, world.steps, {**world.dice, die.question: roll})
        try:
            _go_on(one, fallen)
        except Unfallen:  # the step asks for more
            one = _World(world.state, world.steps, one.dice)
            found[die.question, *map(str, values)] = one
            continue
        except Refused:
            continue
        found.setdefault(one.key, one)
    return found, whole


def faces_of(die: Unfallen) -> tuple[Iterator[tuple[Shown, ...]], bool]:
    """What these dice may show, and whether that is all of it: of many dice only what each face shows on all."""
    shows = die.shows or ((*range(1, die.faces + 1),),) * die.count
    if die.faces**die.count <= MOST_FACES:
        return product(*shows), True
    return iter([tuple(one[face] for one in shows) for face in range(die.faces)]), False


def _confirmations(state: Battle) -> list[Confirm]:
    position, digest = state.fought
    sides = [side for side in state.muster.sides if side not in state.confirmed]
    return [Confirm(side=side, position=position, digest=digest, by_default=True) for side in sides]


def _fork(state: Battle) -> Battle:
    """A battle of its own: what is fixed in it is shared."""
    found = copy(state)
    found.play, found.confirmed = deepcopy(state.play), dict(state.confirmed)
    return found


def _tell(state: Battle, events: list[Event]) -> None:
    for event in events:
        assert not isinstance(event, Retold)
        at = state.head[0] + 1
        battle.evolve(state, event, at, "", at)
