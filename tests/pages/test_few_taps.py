"""What a move, a slip and the end of a battle cost on a phone, in every rulebook: taps, as they are counted on it, and
the time until a ruling is drawn."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from uuid import uuid4

import pytest
from pytest_django.live_server_helper import LiveServer

import rules
from battles import handler, log
from battles.reports import Report
from rules.battle import Battle
from rules.contract import Choice
from rules.stream.codec import encode
from tests.browsing import Tabs
from tests.budgets import MOST, Budget
from tests.cast import Cast
from tests.length import AT_LENGTH
from tests.pages import midway
from tests.pages.shots import ALICE
from tests.pages.tapping import Tapper
from tests.pages.test_by_taps import PHONE_390

pytestmark = [pytest.mark.page, pytest.mark.django_db(transaction=True)]
KEYS = sorted(rules.all_systems())
SOON = MOST["ruling after its answer, milliseconds"]
RULINGS = 7 if AT_LENGTH else 3  # of which the least is taken
# Notes when an answer has been read, and how long after that the ruling takes the focus, drawn.
CLOCK = """
    window.taken = []
    const text = Response.prototype.text
    let arrived = 0
    Response.prototype.text = async function () {
        const found = await text.call(this)
        arrived = performance.now()
        return found
    }
    document.addEventListener('focusin', event => {
        if (event.target.id !== 'ruling') return
        const since = arrived
        requestAnimationFrame(() => setTimeout(() => taken.push(performance.now() - since)))
    })
"""
MOVES = ("Move", "Drive")  # as rulebooks call it


def may_move(battle: Battle, choices: Sequence[Choice]) -> bool:
    """From the second round on, and nothing comes before a move."""
    fought = battle.depth == "shots" and not battle.outcome().over and not any(one.urgent for one in choices)
    later = battle.rules.see(battle.play, "").round >= 2
    return fought and later and any(one.command in MOVES and "unit" in one.given for one in choices)


class Thumb(Tapper):
    """Fills in only what has to be told."""

    fills, ticks = 0, 0

    def moves(self, unit: str) -> None:
        """Its counter, how and how far, and the report."""
        self.open_unit(f'a.token[href*="unit={unit}#"]')
        self._fill(next(form for form in self.see()["forms"] if form["type"] in MOVES and not form["batch"]))
        self.page.locator("#ruling").wait_for()

    def press(self, name: str) -> None:
        self.tap(f"button:text-is('{name}') >> visible=true >> nth=0")

    def soon(self) -> float:
        """Milliseconds from the answer to a submission until its ruling is drawn: the least of several, because other
        tests have the same cores beside it. More of them are taken while all were disturbed."""
        while len(taken := self.page.evaluate("taken")) < RULINGS or (min(taken) > SOON and len(taken) < 5 * RULINGS):
            for name, then in (("Redo", "Undo"), ("Undo", "Redo")):
                self.press(name)
                self.page.get_by_role("button", name=then, exact=True).first.wait_for()
        return float(min(taken))

    def taken(self) -> int:
        taps, self.taps = self.taps, 0
        return taps


@pytest.mark.at_length
@pytest.mark.parametrize(
    "key", [key if key == "panzer_strike" else pytest.param(key, marks=pytest.mark.soak) for key in KEYS]
)
def test_a_move_its_undo_and_the_end(cast: Cast, tabs: Tabs, live_server: LiveServer, key: str, budget: Budget) -> None:
    stream = midway.told(midway.found(key, may_move), cast.bob, cast.carol)
    state, players = handler.state(stream), (cast.bob, cast.carol)
    user, side, unit = next(
        (user, side, one.given["unit"])
        for user, side in zip(players, state.muster.sides, strict=True)
        for one in state.rules.legal(state.play, side)
        if one.command in MOVES and "unit" in one.given
    )
    page = tabs.open(user, live_server.url, size=PHONE_390, script=True, touch=True)
    page.goto(f"{live_server.url}/battles/{stream}/")
    thumb = Thumb(page, Random(1))

    page.evaluate(CLOCK)
    thumb.moves(unit)
    budget(key, "move, taps", thumb.taken())
    moved = [row.command_type for row in log.read(stream)[state.head[0] :] if not row.ordinal]
    assert len(moved) == 1
    assert moved[0] in MOVES

    thumb.press("Undo")
    page.get_by_role("button", name="Redo", exact=True).wait_for()
    budget(key, "undo, taps", thumb.taken())
    assert handler.state(stream).last == state.last
    budget(key, "ruling after its answer, milliseconds", thumb.soon())

    thumb.taken()
    conceded = Report(str(uuid4()), "Concede", encode({"side": side}))
    handler.execute(stream, [conceded], ALICE, "script")
    page.reload()
    thumb.confirm()
    budget(key, "confirm, taps", thumb.taken())
    assert handler.state(stream).confirmed.keys() == {side}
    assert thumb.faults == []
