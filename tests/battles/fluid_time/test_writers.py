"""Several people draw at the same moment: each has a card, and no card comes twice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.db import connection

from battles import log
from battles.reports import Conflict, Receipt, Report
from rules.adjudicate import Who
from rules.contract import Refused
from tests.battles.fluid_time.dealt import BOB, CAROL, OVER, Dealt, dealt

pytestmark = pytest.mark.django_db(transaction=True)
NOBODYS = (
    "germans/specials/move",
    "soviets/specials/free_action",
    "germans/specials/half_move",
    "soviets/specials/move",
)
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


def sent(battle: Dealt, who: Who, report: Report, after: int | None = None) -> Callable[[], Receipt]:
    return lambda: battle.send(report, who, after=after)


def test_each_of_those_who_draw_at_once_has_a_card_of_their_own() -> None:
    battle = dealt(*NOBODYS, OVER)
    answers = together(*(sent(battle, who, battle.report("draw"), 2) for who in (BOB, CAROL, BOB, CAROL)))
    assert [type(answer) for answer in answers] == [Receipt] * 4
    cards = [answer.answers[0].events[0].event.card for answer in answers if isinstance(answer, Receipt)]  # type: ignore[attr-defined]
    assert (sorted(cards), battle.drawn()) == (sorted(NOBODYS), list(NOBODYS))
    assert battle.deck().values[:4] == NOBODYS
    battle.verified()


def test_one_draw_that_is_sent_by_all_is_one_card() -> None:
    """A queue that gave it to several workers, one of which was killed and started anew."""
    battle = dealt(*NOBODYS, OVER)
    draw = battle.report("draw")
    answers = together(*(sent(battle, BOB, draw) for _time in range(4)))
    assert len({repr(answer.answers) for answer in answers if isinstance(answer, Receipt)}) == 1
    assert (len(answers), battle.drawn()) == (4, list(NOBODYS[:1]))
    assert Counter(row.command for row in log.read(battle.stream))[draw.id] == 2


def test_the_card_that_gives_somebody_an_impulse_is_the_last_that_is_drawn() -> None:
    battle = dealt("germans/panzers/free_action", "soviets/tankovy/move", OVER)
    answers = together(*(sent(battle, who, battle.report("draw"), 2) for who in (BOB, CAROL)))
    assert Counter(type(answer) for answer in answers) == {Receipt: 1, Conflict: 1}
    assert len(battle.drawn()) == 1


def test_a_deck_is_shuffled_once_by_two() -> None:
    battle = dealt(*NOBODYS, OVER, begun=False)
    answers = together(*(sent(battle, who, battle.report("shuffle"), 1) for who in (BOB, CAROL)))
    assert Counter(type(answer) for answer in answers) == {Receipt: 1, Conflict: 1}
    assert [roll.question for roll in battle.rolls()] == ["deck-1"]
