"""Battles of five against five in the middle of the fight, of every rulebook: played at random, told to the log."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import cache, cached_property
from typing import Any, overload
from uuid import UUID, uuid5

import msgspec

import rules
from battles import handler
from battles.reports import Report
from campaigns.models import User
from rules import player, visibility
from rules.adjudicate import Who
from rules.battle import Battle
from rules.contract import Choice, Muster
from rules.record import RecordedReport, Table
from rules.stream import codec

SIZE = [5, 5]
LONGEST = 160  # reports of one battle
NAMESPACE = UUID(int=20)
REFEREE = Who("midway", referee=True)
# Where to begin to look for a battle of this rulebook: those before are none of five against five, or end too soon.
BEGIN = {"fluid_time": 896, "modern_age": 974, "panzer_strike": 278, "tanks": 336}
OPEN = {"fluid_time": 2362}  # the same for one in which a question is open

Found = Callable[[Battle, Sequence[Choice]], bool]


class _Offered(Sequence[Choice]):
    """What both sides may report, looked for when somebody asks: it takes as long as the playing."""

    def __init__(self, battle: Battle) -> None:
        self._battle = battle

    @cached_property
    def _found(self) -> list[Choice]:
        return [one for side in self._battle.muster.sides for one in visibility.legal(self._battle, side)]

    @overload
    def __getitem__(self, at: int) -> Choice: ...

    @overload
    def __getitem__(self, at: slice) -> Sequence[Choice]: ...

    def __getitem__(self, at: int | slice) -> Choice | Sequence[Choice]:
        return self._found[at]

    def __len__(self) -> int:
        return len(self._found)


def of_units(choices: Sequence[Choice]) -> set[str]:
    """The units that have choices of their own."""
    return {choice.given["unit"] for choice in choices if isinstance(choice.given.get("unit"), str)}


def in_play(battle: Battle) -> int:
    return sum(unit.in_play for unit in battle.rules.see(battle.play, "").units)


def is_midway(battle: Battle, choices: Sequence[Choice]) -> bool:
    """From the second round on, seven of ten are in play, and one side has to decide for several units."""
    fought = battle.depth == "shots" and not battle.outcome().over and battle.rules.see(battle.play, "").round >= 2
    if not fought or in_play(battle) < 7:
        return False
    many = max((len(of_units([one for one in choices if one.side == side])) for side in battle.muster.sides), default=0)
    return not any(one.urgent for one in choices) and many >= 3


def has_a_question(battle: Battle, choices: Sequence[Choice]) -> bool:
    """Everyone waits for an answer."""
    return (
        not battle.outcome().over
        and battle.depth == "shots"
        and any(one.urgent for one in choices)
        and in_play(battle) >= 7
    )


def is_over(battle: Battle, _choices: Sequence[Choice]) -> bool:
    return battle.outcome().over


@cache
def found(key: str, wanted: Found, begin: int = 0) -> Table:
    """The first battle that comes to what is `wanted`, and no further. It is only read."""
    system = rules.all_systems()[key]
    for seed in range(begin or BEGIN.get(key, 0), 100_000):
        if sorted(Counter(unit.side for unit in system.draft(random.Random(seed).randrange).units).values()) != SIZE:
            continue
        for table in _moments(seed, key):
            if wanted(table.battle, _Offered(table.battle)):
                return table
    raise AssertionError(f"no battle of {key} comes to it")


def _moments(seed: int, key: str) -> Iterator[Table]:
    chance = random.Random(seed)
    table = Table.open(rules.all_systems()[key].draft(chance.randrange))
    while len(table.entries) < LONGEST and not table.battle.outcome().over:
        player.advance(table, chance.randrange)
        yield table


def told(table: Table, *players: User, nth: int = 0) -> str:
    """The battle in the log, with these people to play its sides in order; its stream. `nth`: of several alike."""
    first, *rest = table.entries
    assert isinstance(first.command, Muster)
    people = zip(first.command.sides.items(), players, strict=True)
    sides = {key: msgspec.structs.replace(side, players=(str(user.pk),)) for (key, side), user in people}
    muster = msgspec.structs.replace(first.command, sides=sides, campaign="")
    stream = str(uuid5(NAMESPACE, f"{muster.system}/{len(rest)}/{muster.seed}" + f"/{nth}" * bool(nth)))
    handler.open_battle(stream, _report(stream, 0, RecordedReport("", muster, ())), REFEREE, "script")
    reports = [_report(stream, n, entry) for n, entry in enumerate(rest, 1)]
    for n in range(0, len(reports), 50):
        handler.execute(stream, reports[n : n + 50], REFEREE, "script")
    return stream


def tell(stream: str, *reports: tuple[str, dict[str, Any]]) -> None:
    """More reports, by the referee: the type and what is said."""
    told = [
        Report(str(uuid5(NAMESPACE, f"{stream}/more/{n}")), kind, codec.encode(said))
        for n, (kind, said) in enumerate(reports)
    ]
    handler.execute(stream, told, REFEREE, "script")


def _report(stream: str, n: int, entry: RecordedReport) -> Report:
    return Report(str(uuid5(NAMESPACE, f"{stream}/{n}")), type(entry.command).__name__, codec.encode(entry.command))
