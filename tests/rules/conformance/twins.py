"""Two battles told alike that differ in cards lying face down: to whoever does not see them they must be one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from random import Random

import msgspec

from rules import visibility
from rules.contract import Mustered, Refused, RuleSystem
from rules.record import RecordedReport, Table
from tests.rules.conformance.games import Game


def twins(
    system: RuleSystem, entries: Sequence[RecordedReport], chance: Random
) -> Iterator[tuple[Table, Table, list[str]]]:
    """For each side with hidden cards: the battle as mustered, its twin, and those who do not see the cards."""
    mustered = entries[0].events[0]
    assert isinstance(mustered, Mustered)
    for owner in mustered.sides:
        if (other := dealt_otherwise(system, entries[0], owner, chance)) is not None:
            yield Table(entries[:1]), Table([other]), [side for side in ("", *mustered.sides) if side != owner]


def dealt_otherwise(system: RuleSystem, entry: RecordedReport, owner: str, chance: Random) -> RecordedReport | None:
    """The muster with other names on `owner`'s face-down cards, of the same kinds; None when that changes nothing."""
    mustered = entry.events[0]
    assert isinstance(mustered, Mustered)
    names = names_by_kind(system)
    secrets = {
        key: chance.choice(names.get(kind, [mustered.secrets[key]])) if side == owner else mustered.secrets[key]
        for key, (side, kind) in face_down(mustered).items()
    }
    if secrets == mustered.secrets:
        return None
    return RecordedReport(entry.side, entry.command, (msgspec.structs.replace(mustered, secrets=secrets),))


@cache
def names_by_kind(system: RuleSystem) -> dict[str, list[str]]:
    """The names that lie face down in sixty drafted battles, by the kind the table sees."""
    found: dict[str, set[str]] = {}
    for seed in range(60):
        mustered = Game(seed, 0).played(system).mustered
        for key, (_side, kind) in face_down(mustered).items():
            found.setdefault(kind, set()).add(mustered.secrets[key])
    return {kind: sorted(names) for kind, names in found.items()}


def face_down(mustered: Mustered) -> dict[str, tuple[str, str]]:
    """Side and kind of every hidden card, by its place."""
    places = {
        f"{unit.id}/{fitting.id}": (unit.side, fitting.kind) for unit in mustered.units for fitting in unit.fittings
    }
    return {key: places[key] for key in mustered.secrets}


def same_events(table: Table, twin: Table, entry: RecordedReport, viewers: Sequence[str]) -> bool:
    """Tell both the report; False when a viewer was shown what sets them apart.

    What is destroyed scores what it was worth, cards and all: from there on its price is known.
    """
    stood = _destroyed(table)
    table.report(entry.side, entry.command)
    try:
        twin.report(entry.side, entry.command)
    except Refused:
        return False
    if _destroyed(table) != stood and table.battle.outcome().points != twin.battle.outcome().points:
        return False
    here, there = table.entries[-1].events, twin.entries[-1].events
    return all(
        [visibility.see_event(table.battle, event, viewer) for event in here]
        == [visibility.see_event(twin.battle, event, viewer) for event in there]
        for viewer in viewers
    )


def _destroyed(table: Table) -> list[str]:
    return [unit.id for unit in table.battle.outcome().units if unit.fate in ("wrecked", "lost")]
