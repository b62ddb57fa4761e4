"""Verify finds dice of a campaign that are not the seed's, however well the rows around them are chained."""

from __future__ import annotations

from datetime import UTC, datetime
from io import StringIO
from uuid import uuid4

import pytest
from django.core.management import CommandError, call_command

from battles import log
from campaigns import handler
from campaigns.season.decider import FACTS
from campaigns.season.kept_events import SeasonClosed
from campaigns.season.map.pockets import Surrounded
from campaigns.season.repair_plan import Work
from campaigns.season.season_end import CloseSeason
from campaigns.season.workshop import WorkshopWorked
from campaigns.verification import unfair
from rules.contract import Event, Roll
from rules.stream.dice import rolled
from tests.campaigns.conftest import Season

pytestmark = pytest.mark.django_db
QUESTION = "round 1/workshop/bears-1/weld"


@pytest.fixture
def opened(season: Season) -> Season:
    return season.begin()


def slip_in(stream: str, event: Event) -> int:
    """A row somebody wrote past the door, in order but for what it says; its position."""
    type_, version, data = FACTS.encode(event)
    entry = log.NewRow(
        type_, version, data, str(uuid4()), 0, seals=event.sealed, command_type="Repair", command_data="{}"
    )
    log.append(stream, log.head(stream).position, [entry], by="mallory", via="script", now=datetime.now(UTC))
    assert log.verify_stream(stream) is None
    return log.head(stream).position


def work(roll: Roll) -> WorkshopWorked:
    done = Work(vehicle="bears-1", status="workshop", condition={}, rolls=(roll,))
    return WorkshopWorked(platoon="bears", round=1, works=(done,))


def seed(stream: str) -> str:
    return handler.replay(stream)[0].opened.seed


def verify() -> None:
    call_command("verify", stdout=StringIO(), stderr=StringIO())


def test_the_workshops_dice_are_the_seeds(opened: Season) -> None:
    slip_in(opened.stream, work(rolled(seed(opened.stream), QUESTION, 1, 6)))
    assert unfair(opened.stream, "campaign") is None
    verify()


def test_a_die_that_did_not_fall_is_named(opened: Season) -> None:
    honest = rolled(seed(opened.stream), QUESTION, 1, 6)
    loaded = Roll(QUESTION, 6, (honest.numbers[0] % 6 + 1,), "leaguer")
    position = slip_in(opened.stream, work(loaded))
    fault = unfair(opened.stream, "campaign")
    assert fault is not None
    assert (fault.position, QUESTION in fault.reason) == (position, True)
    with pytest.raises(CommandError, match="does not hold"):
        verify()


@pytest.mark.parametrize("loaded", [False, True])
def test_the_dice_of_a_break_out_are_checked_too(opened: Season, loaded: bool) -> None:
    honest = rolled(seed(opened.stream), "round 1/breakout/bears-1", 1, 6)
    fell = Roll(honest.question, 6, (honest.numbers[0] % 6 + 1,), "leaguer") if loaded else honest
    event = Surrounded(platoon="bears", sector="elm", price="breakout", tried=("bears-1",), rolls=(fell,), needs=4)
    position = slip_in(opened.stream, event)
    fault = unfair(opened.stream, "campaign")
    assert (fault.position if fault else None) == (position if loaded else None)


def test_another_seed_disclosed_is_named(opened: Season) -> None:
    position = slip_in(opened.stream, SeasonClosed(seed="0" * 64))
    fault = unfair(opened.stream, "campaign")
    assert fault is not None
    assert fault.position == position


def test_the_seed_that_is_disclosed_is_the_one_it_opened_with(opened: Season) -> None:
    opened.report(opened.organiser, CloseSeason())
    assert unfair(opened.stream, "campaign") is None
    verify()


def test_after_the_seed_is_known_a_die_of_it_is_false(opened: Season) -> None:
    """One that nobody had asked for; the new seed gives it otherwise."""
    opened.report(opened.organiser, CloseSeason())
    season = handler.replay(opened.stream)[0]
    known, new = season.opened.seed, season.seeds[-1]
    welds = (f"round 1/workshop/bears-{n}/weld" for n in range(99))
    asked = next(question for question in welds if _falls(known, question) != _falls(new, question))
    slip_in(opened.stream, work(_falls(new, asked)))
    assert unfair(opened.stream, "campaign") is None
    position = slip_in(opened.stream, work(_falls(known, f"{asked}/again")))
    while (fault := unfair(opened.stream, "campaign")) is None:  # it may have fallen the same
        position = slip_in(opened.stream, work(_falls(known, f"{asked}/{position}")))
    assert fault.position == position


def _falls(seed: str, question: str) -> Roll:
    return rolled(seed, question, 1, 6)


def test_what_cannot_be_replayed_is_a_fault_and_no_crash(opened: Season) -> None:
    position = slip_in(opened.stream, WorkshopWorked(platoon="nobody", round=1, works=work(_any_roll()).works))
    fault = unfair(opened.stream, "campaign")
    assert fault is not None
    assert fault.position == position


def test_an_erased_seed_leaves_a_log_that_holds(opened: Season) -> None:
    assert log.erase(opened.stream, 1, "data.seed")
    assert unfair(opened.stream, "campaign") is None
    verify()


def test_battles_have_dice_of_their_own(opened: Season) -> None:
    assert unfair(opened.stream, "battle") is None


def _any_roll() -> Roll:
    return Roll(QUESTION, 6, (1,), "table")
