"""manage.py reread: what it says of recorded battles, with which exit status, and that it writes nothing."""

from __future__ import annotations

import dataclasses
import io
import json
import tracemalloc
from collections.abc import Sequence
from types import MappingProxyType
from typing import Any
from uuid import uuid4

import msgspec
import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext

import rules
from battles import handler, log
from battles.reports import Report
from campaigns.demo import load
from campaigns.demo.load import AMBUSH, CAMPAIGN
from rules.adjudicate import Who
from rules.contract import Command, Decision, Dice
from rules.record import RecordedReport, codecs
from rules.stream import codec
from rules.systems.modern_age import SYSTEM
from rules.systems.modern_age.defence.defend import DefenceRolled
from rules.systems.modern_age.deployment import Deploy
from rules.systems.modern_age.missions.victory import Concede
from rules.systems.modern_age.movement import Move, Stay
from rules.systems.modern_age.shooting.attack_roll import AttackRolled
from rules.systems.modern_age.shooting.fire import Fire
from tests.battles.logs import NOW, tamper, written
from tests.cast import PASSWORD
from tests.rules.modern_age import musters, record
from tests.where import BOTH

pytestmark = pytest.mark.django_db
ALICE = Who("alice", referee=True)


def ask(*words: str) -> tuple[int, str, str]:
    """Exit status, what it says, and what it complains of."""
    out, err = io.StringIO(), io.StringIO()
    try:
        call_command("reread", *words, stdout=out, stderr=err)
    except CommandError as error:
        return error.returncode, out.getvalue(), str(error)
    return 0, out.getvalue(), err.getvalue()


def fought(*, title: str = "At the ford") -> str:
    """A turn of Alpha 66 and a concession, told at the door."""
    stream = str(uuid4())
    muster = msgspec.structs.replace(musters.alpha_66(critical_deck="house"), title=title)
    handler.open_battle(stream, _report(muster), ALICE, "script")
    commands = (
        Deploy(unit="t64-1"),
        Deploy(unit="t64-2"),
        Deploy(unit="alpha"),
        Move(unit="t64-1", moves=1),
        Stay(unit="t64-2"),
        Move(unit="alpha", moves=1),
        Fire(unit="alpha", target="t64-1", dice=(4, 5, 5, 4, 4), defence=(1, 2, 5)),
        Fire(unit="t64-1", target="alpha", dice=(1, 2, 4, 2, 5), defence=(4, 4, 2, 1, 3)),
        Fire(unit="t64-2", target="alpha", dice=(1, 1, 1, 1, 1), defence=(1, 1, 1, 1)),
        Concede(side="soviets"),
    )
    handler.execute(stream, [_report(command) for command in commands], ALICE, "script")
    return stream


def _report(command: Command) -> Report:
    return Report(str(uuid4()), type(command).__name__, codec.encode(command))


def on_record(entries: Sequence[RecordedReport]) -> str:
    """A recorded battle, in the log as it stands on record."""
    stream = str(uuid4())
    log.open_stream(stream, handler.BATTLE.name)
    events, commands = codecs(SYSTEM)
    rows = []
    for entry in entries:
        id_, (type_, data) = str(uuid4()), commands.encode(entry.command)
        for ordinal, event in enumerate(entry.events):
            kind, version, text = events.encode(event)
            told: dict[str, Any] = {}
            if ordinal == 0:
                told = {"command_type": type_, "command_data": data, "command_seals": entry.command.sealed}
            fields: dict[str, Any] = {"type": kind, "version": version, "data": text, "seals": event.sealed}
            rows.append(log.NewRow(**fields, command=id_, ordinal=ordinal, **told))
    log.append(stream, 0, rows, by="clerk", via="script", now=NOW)
    return stream


# ---------------------------------------------------------------------------------------------------- nothing differs


def test_a_release_decides_its_battles_as_it_did() -> None:
    fought(), fought()
    written()  # a stream that is no battle
    assert ask() == (0, "2 battles decided again: 0 differ, 0 skipped.\n", "")


def test_the_demo_with_its_campaign_and_a_recorded_battle_of_a_hundred_rows() -> None:
    load.load(PASSWORD)
    battle = on_record(record.played("2018.2/alpha_66"))
    assert ask()[0] == 0
    assert ask(battle, str(AMBUSH)) == (0, "2 battles decided again: 0 differ, 0 skipped.\n", "")
    assert ask(str(CAMPAIGN)) == (0, "9 battles decided again: 0 differ, 0 skipped.\n", "")


def test_an_empty_log() -> None:
    assert ask() == (0, "0 battles decided again: 0 differ, 0 skipped.\n", "")


# ---------------------------------------------------------------------------------------------------- something does


def test_a_house_rule_shows_in_words_what_it_would_change() -> None:
    battle, other = fought(), fought()
    status, said, complaint = ask("--option", "turn_limit=1", battle)
    assert status == 1
    assert "1 battle would be decided otherwise" in complaint
    assert f"Battle {battle}, At the ford (TANKS: The Modern Age, {SYSTEM.edition})" in said
    assert "now: The battle is " in said
    assert "Concede: no longer legal. The battle is over. Left out." in said
    assert "outcome, Winner: Americans → " in said
    assert other not in said
    assert "2 differ" in ask("--option", "turn_limit=1")[1]


def test_a_program_is_told_in_json() -> None:
    battle = fought()
    status, said, _complaint = ask("--option", "turn_limit=1", "--json")
    assert status == 1
    found, total = map(json.loads, said.splitlines())
    assert total == {"read": 1, "differ": 1, "skipped": 0}
    assert (found["battle"], found["broken"], found["beyond"]) == (battle, None, 0)
    (change,) = found["changes"]
    assert change["report"] == "Fire"
    assert change["after"][-1]["type"] == "BattleDecided"
    assert len(change["now"]) == len(change["after"]) == len(change["before"]) + 1
    assert [item["report"] for item in found["items"]] == ["Concede"]
    assert "outcome.winner" in {line["of"] for line in found["outcome"]}


def release(monkeypatch: pytest.MonkeyPatch, **changes: Any) -> None:
    """From here on the rulebook is another."""
    system = dataclasses.replace(SYSTEM, **changes)
    monkeypatch.setattr(rules, "all_systems", lambda: MappingProxyType({system.key: system}))


def test_a_broken_release_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    battle = fought()

    def decide(state: Any, command: Command, dice: Dice) -> Decision:
        for event in SYSTEM.decide(state, command, dice):
            if isinstance(event, DefenceRolled):
                event = msgspec.structs.replace(event, cancelled_hits=0)
            yield event

    release(monkeypatch, decide=decide)
    status, said, _complaint = ask()
    assert status == 1
    row = next(row.position for row in log.read(battle) if row.command_type == "Fire")
    assert f"row {row}, Fire" in said


def test_a_difference_the_sentences_do_not_say_is_told_by_field(monkeypatch: pytest.MonkeyPatch) -> None:
    fought()

    def decide(state: Any, command: Command, dice: Dice) -> Decision:
        for event in SYSTEM.decide(state, command, dice):
            if isinstance(event, AttackRolled):
                event = msgspec.structs.replace(event, enemy_close=True)
            yield event

    release(monkeypatch, decide=decide)
    assert "enemy_close: false → true" in ask()[1]


def test_a_release_that_fails_is_named_and_the_others_are_read(monkeypatch: pytest.MonkeyPatch) -> None:
    fought(), fought()

    def decide(state: Any, command: Command, dice: Dice) -> Decision:
        if isinstance(command, Deploy):
            raise KeyError("fog")
        yield from SYSTEM.decide(state, command, dice)

    release(monkeypatch, decide=decide)
    status, said, _complaint = ask()
    assert status == 1
    assert said.count("row 2, Deploy: this release fails at it: KeyError: 'fog'") == 2
    assert said.count("10 reports could not be decided again") == 2
    assert ask("--json")[1].count('"error":"KeyError: \'fog\'"') == 2


def test_a_battle_that_cannot_be_replayed_differs() -> None:
    good, bad = fought(), fought()
    tamper("UPDATE log_row SET type = 'Forgotten' WHERE stream = %s AND position = 3", bad)
    status, said, _complaint = ask()
    assert status == 1
    assert f"Battle {bad}: this release cannot replay it: UnknownEvent" in said
    assert good not in said
    assert json.loads(ask("--json")[1].splitlines()[0])["battle"] == bad


def test_a_rulebook_that_is_gone_decides_nothing_as_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    battle = fought()
    monkeypatch.setattr(rules, "all_systems", lambda: MappingProxyType({}))
    status, said, _complaint = ask()
    assert (status, battle in said) == (1, True)
    assert "There is no rule system “modern_age”" in said
    assert ask(battle)[0] == 2


# ---------------------------------------------------------------------------------------------------- what is asked for


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--edition", "1066"), "2018.1"),
        (("--option", "fog=yes"), "turn_limit"),
        (("--option", "turn_limit=many"), "0 to 99"),
        (("--option", "turn_limit"), "NAME=VALUE"),
        (("--option", "=6"), "NAME=VALUE"),
        (("--option", "turn_limit=1", "--option", "turn_limit=2"), "twice"),
        ((str(uuid4()),), "no stream"),
        (("7",), "is no id"),
    ],
)
@pytest.mark.parametrize("battles", [0, 1])
def test_what_is_not_there_is_refused_naming_what_is(words: tuple[str, ...], told: str, battles: int) -> None:
    streams = [fought() for _ in range(battles)]
    status, said, complaint = ask(*words, *streams)
    assert (status, said) == (2, "")
    assert told in complaint


def test_battles_of_a_rulebook_without_the_option_are_skipped(monkeypatch: pytest.MonkeyPatch) -> None:
    """Asked for by its id such a battle is refused instead."""
    mine, other = fought(), fought()
    bare = dataclasses.replace(SYSTEM, key="bare_age", options=())
    systems = MappingProxyType({"bare_age": bare, SYSTEM.key: SYSTEM})
    monkeypatch.setattr(rules, "all_systems", lambda: systems)
    tamper(
        "UPDATE log_row SET data = replace(data, 'modern_age', 'bare_age') WHERE stream = %s AND position = 1", other
    )
    status, said, _complaint = ask("--option", "turn_limit=6")
    assert status == 0
    assert f"Battle {other} is skipped. There is no option “turn_limit”." in said
    assert "1 battle decided again: 0 differ, 1 skipped." in said
    assert ask("--option", "turn_limit=6", mine)[0] == 0
    status, _said, complaint = ask("--option", "turn_limit=6", mine, other)
    assert status == 2
    assert complaint.startswith(f"{other}: There is no option “turn_limit”.")


# ---------------------------------------------------------------------------------------------------- size


@BOTH
def test_nothing_is_written_and_a_battle_costs_the_same_however_many_there_are() -> None:
    battle = fought()
    before = log.read(battle)

    def queries() -> list[str]:
        with CaptureQueriesContext(connection) as asked:
            ask("--option", "turn_limit=1")
        return [query["sql"] for query in asked]

    one = queries()
    fought(), fought()
    three = queries()
    assert all(sql.lstrip("( ").startswith("SELECT") for sql in three)
    assert len(three) - len(one) == 2 * (len(one) - 2)  # two of them find the streams
    assert log.read(battle) == before


@BOTH
def test_a_long_log_is_read_battle_by_battle() -> None:
    """0.4 megabytes; all that was read of eight battles, kept, would be 0.8."""
    entries = record.played("2018.2/alpha_66")
    on_record(entries)
    ask()  # what is read once and kept: tables, codecs
    for _ in range(7):
        on_record(entries)
    tracemalloc.start()
    assert ask()[0] == 0
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert most < 600_000
