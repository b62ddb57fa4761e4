"""Which rulings of The Modern Age a report has met; see `tests.rules.rulings`.

A card, a critical card, a grade or a platoon's rule is met where one of its effects counts: one name for each effect,
for each is a ruling of its own. Rulings of one mission name it as a muster does, so that the curious player looks for
them there. What nobody fills in at random is not named: answers to steps that may not come (fields told `ahead`, and
with them dice re-rolled under another source than the one named and cards of the house deck drawn at the table), and
what older editions rule otherwise, for battles are drafted in the newest.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from rules.contract import Command, Event
from rules.systems.modern_age import SYSTEM
from rules.systems.modern_age.state import State
from rules.systems.modern_age.turns import PhaseBegan
from tests.rules.modern_age.rulings import (
    attacks,
    cards,
    criticals,
    defences,
    ends,
    moves,
    set_up,
    turns,
)
from tests.rules.modern_age.rulings.sources import Ruling

RULINGS: dict[type[Event], Ruling] = {
    **set_up.RULINGS,
    **moves.RULINGS,
    **attacks.RULINGS,
    **defences.RULINGS,
    **criticals.RULINGS,
    **cards.RULINGS,
    **turns.RULINGS,
    **ends.RULINGS,
}
REPORTED = ends.REPORTED  # the house's events that the rulebook folds


def met(before: State, after: State, command: Command, events: Sequence[Event]) -> Iterator[str]:
    """The rulings of a report, each as often as it was met. `before` is a copy: the events are folded into it, so that
    each is looked at in the state it was ruled in."""
    if not before.report:
        yield from set_up.mustered(before)
    began = False
    for event in events:
        if ruling := RULINGS.get(type(event)):
            yield from ruling(before, event, command, events)
        ordered = cards.orders(before) if cards.may_change_the_order(before, event) else {}
        if isinstance(event, (*SYSTEM.events, *REPORTED)):
            SYSTEM.evolve(before, event)
        yield from _then(before, event, ordered)
        if began and isinstance(event, PhaseBegan):
            yield "R10 a phase in which nobody can act is passed over"
        began = isinstance(event, PhaseBegan)


def _then(state: State, event: Event, ordered: dict[str, int]) -> Iterable[str]:
    """What shows once the event is folded."""
    yield from cards.reordered(state, ordered)
    yield from attacks.not_changed_again(state, event)
    yield from turns.points_level(state, event)
