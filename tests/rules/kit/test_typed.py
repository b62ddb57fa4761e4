"""mypy refuses a rulebook that yields the event of another one, or is put together from the chapters of two."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]

TWO_RULEBOOKS = '''
from collections.abc import Generator
from typing import Any

from rules import contract
from rules.contract import Command, Dice, Mustered
from rules.kit.chapters import Chapter, Rulebook

class State(contract.State):
    step: int = 0

class Event(contract.Event, frozen=True, kw_only=True):
    """Of this rulebook."""

class Driven(Event, frozen=True, kw_only=True):
    length: int

class TheirState(contract.State):
    turn: int = 0

class TheirEvent(contract.Event, frozen=True, kw_only=True):
    """Of another rulebook."""

class Sailed(TheirEvent, frozen=True, kw_only=True):
    length: int

class Drive(Command, frozen=True, kw_only=True):
    length: int

class Turn(Command, frozen=True, kw_only=True):
    angle: int

MOVING = Chapter[State, Event]("Moving")
SAILING = Chapter[TheirState, TheirEvent]("Sailing")

@MOVING.decides
def drive(state: State, command: Drive, dice: Dice) -> Generator[Event, None, None]:
    yield Driven(length=command.length)
    yield Sailed(length=command.length)  # refused

@MOVING.decides  # refused
def turn(state: State, command: Turn, dice: Dice) -> Generator[TheirEvent, None, None]:
    yield Sailed(length=1)

@MOVING.evolves
def driven(state: State, event: Driven) -> None:
    state.step += 1

@MOVING.evolves  # refused
def sailed(state: TheirState, event: Driven) -> None:
    state.turn += 1

def start(mustered: Mustered) -> State:
    return State()

def start_theirs(mustered: Mustered) -> TheirState:
    return TheirState()

def book(rest: Any) -> None:
    Rulebook(
        chapters=(MOVING,), start=start, state=State, open_to=lambda state, side: state.step > 0, key="a", name="A",
        number="1", scenarios=(), condition=rest, catalogue=rest, muster=rest, see=rest, outcome=rest, draft=rest,
    )
    Rulebook(  # refused
        chapters=(MOVING, SAILING),
        start=start, state=State, open_to=lambda state, side: True, key="a", name="A",
        number="1", scenarios=(), condition=rest, catalogue=rest, muster=rest, see=rest, outcome=rest, draft=rest,
    )
    Rulebook(
        chapters=(MOVING,),
        start=start_theirs,  # refused
        state=State, open_to=lambda state, side: True, key="a", name="A",
        number="1", scenarios=(), condition=rest, catalogue=rest, muster=rest, see=rest, outcome=rest, draft=rest,
    )
'''


def test_mypy_refuses_what_is_another_rulebook_s(tmp_path: Path) -> None:
    source = tmp_path / "two_rulebooks.py"
    source.write_text(TWO_RULEBOOKS, encoding="utf-8")
    command = [sys.executable, "-m", "mypy", "--config-file=", "--cache-dir", os.devnull, str(source)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    found = {int(line) for line in re.findall(r"two_rulebooks\.py:(\d+): error:", done.stdout)}
    wanted = {n for n, line in enumerate(TWO_RULEBOOKS.splitlines(), 1) if line.endswith("# refused")}
    assert found == wanted, done.stdout + done.stderr
