"""As it stood, and as we believed it: what was answered at any moment is answered for it for ever, byte for byte."""

from __future__ import annotations

import random
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime, timedelta

import msgspec
import pytest
from django.utils import timezone

from battles import clerk, log, viewer
from rules import player, system
from rules.adjudicate import Who
from rules.contract import Refused
from rules.reports import TALK, Amend
from rules.stream.revision.reports import Correct, Declare, Resolve, Revised, Undo
from tests.battles.duel import ALICE, BOB, CAROL, DAVE, Duel
from tests.length import AT_LENGTH
from tests.where import BOTH

pytestmark = [pytest.mark.django_db, BOTH]
VIEWERS: tuple[Who | None, ...] = (None, BOB, CAROL, DAVE, ALICE)
Answers = tuple[bytes, ...]


def answered(stream: str, until: int | None = None) -> Answers:
    """All that is to be seen of a battle, by everyone, encoded; `until` for what was to be seen then."""
    looks = [viewer.look(stream, who, until, offers=True) for who in VIEWERS]
    logs = [viewer.history(stream, who, until=until) for who in VIEWERS]
    return tuple(msgspec.json.encode(one) for one in (*looks, *logs))


class Diary:
    """What was answered at each moment. A minute passes with every note."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = datetime(2026, 5, 1, 18, tzinfo=UTC)
        self.notes: list[tuple[datetime, Answers]] = []
        monkeypatch.setattr(timezone, "now", lambda: self.now)

    def note(self, stream: str) -> None:
        self.notes.append((self.now + timedelta(seconds=30), answered(stream)))
        self.now += timedelta(minutes=1)

    def holds(self, stream: str) -> None:
        for moment, then in self.notes:
            position = viewer.position_at(stream, moment)
            for now, was in zip(answered(stream, position), then, strict=True):
                assert now == was, moment


# Up to which row one reads a time tells, which both databases are asked for; the rows come back alike from either.
in_memory = pytest.mark.only_on("sqlite")


@pytest.fixture
def diary(monkeypatch: pytest.MonkeyPatch) -> Diary:
    return Diary(monkeypatch)


@in_memory
def test_every_moment_of_a_battle_that_was_mended_again_and_again(diary: Diary) -> None:
    duel = Duel().fought()
    diary.note(duel.stream)
    moved = Correct(position=3, how="change", type="Move", data={"unit": "m1", "moves": 1}, reason="It had moved")
    steps: list[Callable[[], object]] = [
        lambda: duel.tell(BOB, moved),
        lambda: duel.tell(ALICE, moved),
        lambda: duel.tell(ALICE, Resolve(position=7, how="keep")),
        lambda: duel.tell(ALICE, Undo(position=duel.battle.corrected)),
        lambda: duel.tell(ALICE, Undo(position=duel.battle.redo)),
        lambda: duel.tell(CAROL, Declare(facts={"models.m1.damage": 2}, reason="The counters say so")),
        lambda: duel.tell(ALICE, Amend(winner="soviets", reason="Time")),
        duel.confirm,
        lambda: clerk.attend(duel.stream),
        lambda: duel.tell(ALICE, Amend(winner="", reason="There was time")),
        duel.confirm,
        lambda: clerk.attend(duel.stream),
    ]
    for step in steps:
        step()
        diary.note(duel.stream)
    assert len({answers for _moment, answers in diary.notes}) == len(diary.notes)
    diary.holds(duel.stream)


@in_memory
@pytest.mark.at_length
@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.soak) for seed in (1, 2, 3))])
def test_random_moments_of_random_battles(diary: Diary, seed: int) -> None:
    """A battle of the random player's, in which the organiser strikes and undoes at random."""
    choose = random.Random(seed).randrange
    table = player.play(system("modern_age"), choose, most=40)
    duel = Duel(table.entries[0].command)  # type: ignore[arg-type]
    for entry in table.entries[1 : 30 if AT_LENGTH else 12]:
        with suppress(Refused):  # after an undo not every report fits
            duel.tell(ALICE, entry.command)
        if choose(3) == 0:
            _mend(duel, choose)
        diary.note(duel.stream)
    assert any(isinstance(event, Revised) for event in duel.events())
    diary.holds(duel.stream)


def _mend(duel: Duel, choose: Callable[[int], int]) -> None:
    """Strike a report, and all that cannot stand without it; or take back a report, an undo or a correction."""
    for some in duel.reports()[1:][-1 - choose(3) :][:1]:
        undo = Undo(position=duel.battle.redo or duel.battle.corrected or some)
        with suppress(Refused):
            duel.tell(ALICE, undo if choose(2) else Correct(position=some, how="strike", reason="Never", rest="strike"))


def test_before_the_muster_there_was_no_battle(diary: Diary) -> None:
    duel = Duel()
    with pytest.raises(log.NoSuchStream):
        viewer.position_at(duel.stream, diary.now - timedelta(microseconds=1))
    assert viewer.position_at(duel.stream, diary.now) == 1
    begun, diary.now = diary.now, diary.now + timedelta(minutes=1)
    duel.moved()
    late = timedelta(microseconds=1)
    moments = (begun, begun + late, diary.now - late, diary.now, diary.now + late)
    assert [viewer.position_at(duel.stream, moment) for moment in moments] == [1, 1, 1, 4, 4]


def test_a_moment_needs_its_time_zone(diary: Diary) -> None:
    with pytest.raises(log.Unwritable):
        viewer.position_at(Duel().stream, datetime(2026, 5, 1))  # noqa: DTZ001 - it is what has to be refused


def test_what_was_struck_later_counted_then() -> None:
    duel = Duel.that_moved()
    duel.tell(BOB, Undo(position=3))
    then = viewer.history(duel.stream, None, until=4)
    assert [line.struck for line in then] == [0, 0, 0, 0]
    assert [line.struck for line in viewer.history(duel.stream, None)] == [0, 0, 5, 5, 0]


def test_what_the_sides_said_to_each_other_is_never_struck() -> None:
    duel = Duel.that_fought()
    asked = duel.tell(BOB, Undo(position=5)).position
    duel.tell(ALICE, Undo(position=5))
    lines = viewer.history(duel.stream, BOB)
    assert isinstance(lines[asked - 1].event, TALK)
    assert [line.struck for line in lines[4:]] == [14] * 8 + [0, 0]
