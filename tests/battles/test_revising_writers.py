"""Several people mend one battle at the same moment: each revision in the log once, and nobody's by mistake."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from threading import Barrier

import pytest
from django.db import connection

from battles import handler, log
from battles.reports import Conflict, Receipt, Report
from rules.adjudicate import Who
from rules.contract import Refused
from rules.stream.revision.reports import Agree, Correct, Declared, Decline, Declined, Revised, Undo
from tests.battles.duel import ALICE, BOB, CAROL, SHOT, Duel, report

pytestmark = pytest.mark.django_db(transaction=True)
Told = Receipt | Refused | Conflict


def together(*work: Callable[[], Receipt]) -> list[Told]:
    """What each is answered, all started at once, each on a connection of its own."""
    barrier = Barrier(len(work))

    def run(one: Callable[[], Receipt]) -> Told:
        try:
            barrier.wait(timeout=30)
            return one()
        except (Refused, Conflict) as no:
            return no
        finally:
            connection.close()

    with ThreadPoolExecutor(len(work)) as pool:
        return list(pool.map(run, work))


def sent(duel: Duel, who: Who, one: Report, after: int | None = None) -> Callable[[], Receipt]:
    return lambda: handler.execute(duel.stream, [one], who, "api", after=after)


def shot() -> Duel:
    duel = Duel().moved()
    duel.tell(BOB, SHOT)
    return duel


def two_who_undo_the_same_report_undo_it_once(duel: Duel) -> None:
    answers = together(*(sent(duel, who, report(Undo(position=5)), after=5) for who in (BOB, ALICE)))
    assert Counter(type(answer) for answer in answers) == {Receipt: 1, Conflict: 1}
    assert [type(event) for event in duel.events()].count(Revised) == 1
    assert duel.live() == [1, 2, 3, 4, 6]
    duel.check()


def not_saying_what_they_have_seen_the_second_is_refused(duel: Duel) -> None:
    answers = together(*(sent(duel, who, report(Undo(position=5))) for who in (BOB, ALICE)))
    assert Counter(type(answer) for answer in answers) == {Receipt: 1, Refused: 1}
    assert duel.live() == [1, 2, 3, 4, 6]


def an_undo_sent_six_times_is_in_the_log_once(duel: Duel) -> None:
    undo = report(Undo(position=5))
    answers = together(*(sent(duel, BOB, undo, after=5) for _time in range(6)))
    assert len({repr(answer.answers) for answer in answers if isinstance(answer, Receipt)}) == 1
    assert all(isinstance(answer, Receipt) for answer in answers)
    assert len(log.read(duel.stream)) == 6
    duel.check()


def of_two_corrections_at_once_one_hears_of_the_other(duel: Duel) -> None:
    other = {"unit": "m1", "target": "t64", "dice": [1, 1, 1, 1]}
    change = Correct(position=5, how="change", data=other, reason="All ones")
    strike = Correct(position=5, how="strike", reason="It never fired")
    answers = together(*(sent(duel, ALICE, report(one), after=5) for one in (change, strike)))
    assert Counter(type(answer) for answer in answers) == {Receipt: 1, Conflict: 1}
    duel.check()


def agreed_and_withdrawn_at_once_it_is_one_of_the_two(duel: Duel) -> None:
    asked = duel.tell(CAROL, Undo(position=5)).position
    answers = together(
        sent(duel, BOB, report(Agree(position=asked))), sent(duel, CAROL, report(Decline(position=asked)))
    )
    assert Counter(type(answer) for answer in answers) == {Receipt: 1, Refused: 1}
    kinds = [type(event) for event in duel.events()]
    assert (Revised in kinds) != (Declined in kinds)
    assert Declared not in kinds
    duel.check()


RACES = (
    two_who_undo_the_same_report_undo_it_once,
    not_saying_what_they_have_seen_the_second_is_refused,
    an_undo_sent_six_times_is_in_the_log_once,
    of_two_corrections_at_once_one_hears_of_the_other,
    agreed_and_withdrawn_at_once_it_is_one_of_the_two,
)


def test_who_comes_second_hears_of_the_first() -> None:
    """Each in a battle of its own; the database is emptied once after all of them."""
    for race in RACES:
        race(shot())


def test_undone_and_redone_by_many_the_log_stays_one_story() -> None:
    duel = shot()

    def toggle() -> Receipt:
        for _turn in range(8):
            battle = handler.state(duel.stream)
            with suppress(Refused, Conflict):
                sent(duel, ALICE, report(Undo(position=battle.redo or battle.last)), after=battle.head[0])()
        return sent(duel, ALICE, report(Undo(position=handler.state(duel.stream).last)))()

    together(*[toggle] * 4)
    positions = [row.position for row in log.read(duel.stream)]
    assert positions == list(range(1, len(positions) + 1))
    assert len(positions) > 8
    assert log.verify_stream(duel.stream) is None
    duel.check()
