"""What becomes of a recorded battle: its log, and at each step what everyone may report, see and read."""

from __future__ import annotations

from typing import Any

import msgspec

from tests.corpus import product
from tests.corpus.parts import Parts
from tests.corpus.product import Game

PRIME = 7919  # which reports of the battle are tried at a step


class Seen(msgspec.Struct):
    """What one telling of a battle came to. `steps`: of each aspect and reader, the number of a part."""

    record: list[str]
    steps: list[dict[str, int]]
    parts: list[msgspec.Raw]
    stopped: str = ""  # why it could not be told to its end


class Battle(msgspec.Struct):
    """A battle of the corpus: its record (see `tests.rules.recordings`), and what came of it when it was recorded."""

    name: str
    told: list[str]
    seen: Seen | None = None


def watched(told: list[str]) -> Seen:
    game, parts = Game("\n".join(told)), Parts()
    steps = [step(game, parts, 0)]
    stopped = ""
    for number in range(1, len(game.entries)):
        try:
            game.tell(number)
        except Exception as error:
            stopped = f"report {number}, {told_type(game, number)}: {type(error).__name__}: {error}"
            break
        steps.append(step(game, parts, number))
        if number == len(game.entries) // 2:
            steps[-1] |= looked_into(game, parts)
    steps[-1] |= looked_into(game, parts)
    return Seen(game.record().splitlines(), steps, parts.texts, stopped)


def told_type(game: Game, number: int) -> str:
    return type(game.entries[number].command).__name__


def step(game: Game, parts: Parts, number: int) -> dict[str, int]:
    """What stands after a report."""
    found = {}
    for reader in game.readers:
        name = reader or "spectator"
        found[f"choices/{name}"] = parts.many(game.choices(reader))
        found[f"sheet/{name}"] = parts.many(game.sheet(reader))
        found[f"told/{name}"] = parts.many(game.told(reader))
    count = len(game.entries)
    some = 1 + number * PRIME % (count - 1) if count > 1 else 0
    for side in dict.fromkeys((game.entries[some].side, game.readers[number % len(game.readers)])):
        found[f"tried/{some}/{side}"] = parts.one(game.tried(some, side))
    return found


def looked_into(game: Game, parts: Parts) -> dict[str, int]:
    """What is looked at now and then: what may be declared, how it would be mended, why it is so, the outcome."""
    found = {"facts": parts.one(game.facts()), "outcome": parts.one(game.outcome())}
    for reader in game.readers:
        found[f"mends/{reader or 'organiser'}"] = parts.many(game.mends(reader))
    found["why"] = parts.one(game.explained(game.readers[0]))
    if positions := game.reports():
        late, early = positions[-1 - len(positions) // 5], positions[len(positions) // 2]
        found["undone"] = parts.one(game.undone(late))
        found["struck"] = parts.one(game.struck(early))
        found["foreseen/undo"] = parts.one(game.foreseen(late, game.readers[1], undo=True))
        found["foreseen/strike"] = parts.one(game.foreseen(early, game.readers[0], undo=False))
        found["foreseen/strike/referee"] = parts.one(game.foreseen(early, "", undo=False))
    return found


def recorded(name: str, told: str) -> Battle:
    lines = told.splitlines()
    return Battle(name, lines, watched(lines))


def played(system: str, seed: int, longest: int) -> Battle:
    """A random battle: three of four by the newest edition, the others by each of the older ones in turn."""
    return recorded(f"{system}/random-{seed}", random(system, seed, longest))


def random(system: str, seed: int, longest: int) -> str:
    editions = product.editions(system)
    edition = editions[-1] if seed % 4 or len(editions) == 1 else editions[seed // 4 % (len(editions) - 1)]
    return product.random_battle(system, seed, edition, longest)


def as_json(battle: Battle) -> bytes:
    return msgspec.json.encode(battle)


def read(line: bytes) -> Battle:
    return msgspec.json.decode(line, type=Battle)


def aspects(seen: Seen) -> dict[str, Any]:
    """Every aspect of every step by its name, "12/choices/axis": a number of a part."""
    return {f"{place}/{name}": part for place, step in enumerate(seen.steps) for name, part in step.items()}
