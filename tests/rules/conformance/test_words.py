"""Everything a person reads can be written, in any language; every report has its schema and its line of script."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec
from hypothesis import example, given
from hypothesis import strategies as st

from rules import visibility
from rules.contract import Message, RuleSystem, View
from rules.record import codecs
from rules.reports import COMMANDS, EVENTS
from rules.stream import script
from rules.stream.samples import sample
from tests.rules.conformance.games import Game, games, whole_games
from tests.rules.conformance.goldens import recorded

PLACE = re.compile(r"%\((\w+)\)s")


@given(game=whole_games())
def test_every_event_is_narrated(system: RuleSystem, game: Game) -> None:
    for entry in game.played(system).entries:
        for event in entry.events:
            check_message(visibility.narrate(system, event))


@example(seed=101)  # a list of one name, and that is empty
@given(seed=st.integers(0, 2**32 - 1))
def test_events_nobody_has_seen_yet_are_narrated(system: RuleSystem, seed: int) -> None:
    """Of any content their schema allows: the log may hold what a later edition never writes."""
    for kind in (*EVENTS, *system.events):
        check_message(visibility.narrate(system, _sampled(kind, seed, fewest=1)))


@given(game=games())
def test_all_that_is_shown_can_be_written(system: RuleSystem, game: Game) -> None:
    table = game.played(system)
    for side in ("", *table.mustered.sides):
        view = visibility.see(table.battle, side)
        assert msgspec.convert(msgspec.to_builtins(view), View) == view
        assert [unit.id for unit in view.units] == [unit.id for unit in table.mustered.units]
        assert set(view.waiting_for) <= set(table.mustered.sides)
        for message in _messages(view):
            check_message(message)
        for choice in visibility.legal(table.battle, side):
            for message in _messages(msgspec.structs.replace(choice, of_one=None)):
                check_message(message)
            if choice.of_one is not None:  # its unit is filled in as it is picked
                check_message(msgspec.structs.replace(choice.of_one, values=choice.of_one.values | {"unit": "x"}))
    for message in _messages(table.battle.outcome()):
        check_message(message)


def test_every_report_has_its_schema(system: RuleSystem) -> None:
    schemas = codecs(system)[1].schema()
    for kind in (*COMMANDS, *system.commands):
        schema = schemas[kind.__name__]
        assert msgspec.json.encode(schema)
        properties = schema["$defs"][kind.__name__]["properties"]
        assert list(properties) == [info.encode_name for info in msgspec.structs.fields(kind)]
        assert set(kind.positional) <= set(properties)
        assert kind.opens in ("", *(other.__name__ for other in system.commands))
        assert set(kind.sealed) <= set(properties)
        assert (kind.__doc__ or "").strip(), f"{kind.__name__} has no sentence for people"


def test_names_are_one_of_a_kind(system: RuleSystem) -> None:
    """A rulebook's reports and events do not hide those every battle has, nor one another in a script."""
    for kinds in ((*COMMANDS, *system.commands), (*EVENTS, *system.events)):
        assert len({kind.__name__ for kind in kinds}) == len(kinds)
    verbs = {script.verb(kind) for kind in (*COMMANDS, *system.commands)}
    assert len(verbs) == len(COMMANDS) + len(system.commands)


@given(game=games())
def test_a_battle_s_script_reads_back(system: RuleSystem, game: Game) -> None:
    told = [(entry.side, entry.command) for entry in game.played(system).entries]
    read = [(line.side, line.command) for line in script.parse(script.write(told), codecs(system)[1])]
    assert read == told


@given(seed=st.integers(0, 2**32 - 1))
def test_any_report_s_line_reads_back(system: RuleSystem, seed: int) -> None:
    for kind in (*COMMANDS, *system.commands):
        command = _sampled(kind, seed)
        line = script.write_line("blue", command)
        (read,) = script.parse(line, codecs(system)[1])
        assert (read.number, read.side, read.command) == (1, "blue", command), line


def test_recorded_battles_narrate(system: RuleSystem) -> None:
    from tests.rules.recordings import loads

    for path in recorded(system):
        for entry in loads(path.read_text(encoding="utf-8")):
            for event in entry.events:
                check_message(visibility.narrate(system, event))


def check_message(message: Message) -> None:
    """It can be written for any number and in any language, and leaves no placeholder open."""
    assert isinstance(message, Message)
    numbers: tuple[int | None, ...] = (0, 1, 2, 5, message.n or 0) if message.plural else (None,)
    for n in numbers:
        text = msgspec.structs.replace(message, n=n).text()
        assert text.strip(), message
        assert not PLACE.search(text), text
        foreign = message.text(lambda said: f"⟦{said}⟧", lambda one, many, n: f"⟦{many}⟧")
        assert foreign.startswith("⟦"), foreign
    known = {*message.values, *(["n"] if message.plural else [])}
    for text in (message.singular, message.plural):
        assert set(PLACE.findall(text)) <= known, message
    for value in message.values.values():
        assert isinstance(value, str | int | Message), message
        if isinstance(value, Message):
            check_message(value)


def _sampled(kind: type[Any], seed: int, fewest: int = 0) -> Any:
    return msgspec.convert(sample(kind, Random(seed).randrange, fewest=fewest), kind)


def _messages(value: Any) -> Iterator[Message]:
    """Every message in a structure, the outermost ones."""
    if isinstance(value, Message):
        yield value
    elif isinstance(value, msgspec.Struct):
        for name in value.__struct_fields__:
            yield from _messages(getattr(value, name))
    elif isinstance(value, dict):
        for item in value.values():
            yield from _messages(item)
    elif isinstance(value, list | tuple):
        for item in value:
            yield from _messages(item)
