"""Where the steps of a unit lead on the board, for whoever taps squares (R7, R9 to R13)."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator

from rules.contract import Choice, Message, Way, ngettext, say
from rules.contract import gettext_noop as _

from .geometry import COMPASS, Square, name
from .lookup import unit_of
from .state import State
from .steps import IN_WORDS, LONGEST, Unable, kinds, stride
from .tables import NUMBER
from .terrain import Ground
from .towing import taken_along
from .walk import Mover, coordinated
from .words import COMPASS_NAMES, word_for

# Where a step lies on a pad: eighths of a circle, clockwise from where the hull points.
PAD = {"F": 0, "FR": 1, "R+": 1, "BR": 3, "B": 4, "BL": 5, "FL": 7, "R-": 7}


def ways(state: State, choice: Choice) -> Iterator[Way]:
    """Every first step of a move; the shortest way to each square within reach; and why it does not go on from there.

    Turns in place count as steps, so a way is as short as the round allows.
    """
    if choice.command != "Move":
        return
    unit = unit_of(state, choice.given["unit"])
    weapon = taken_along(state, unit, choice.given.get("tow", ""))
    begin = Mover(state, unit, Ground(state), coordinated(state, unit.side), weapon)
    found: dict[Square, Way] = {}
    barred: dict[Square, Way] = {}
    for way, at in _walked(begin):
        if len(way.steps) == 1:
            yield way
        (barred if way.barred else found).setdefault(at, way)
    first = {unit.at}
    for at, way in (*found.items(), *((at, way) for at, way in barred.items() if at not in found)):
        if at not in first and len(way.steps) > 1:
            yield way


def _walked(begin: Mover) -> Iterator[tuple[Way, Square]]:
    """Breadth first: what a unit can do is known by where it stands, where it points and its gear."""
    seen = {(begin.walk.square, begin.walk.heading, begin.walk.gear)}
    queue: deque[tuple[tuple[str, ...], Mover]] = deque([((), begin)])
    while queue:
        steps, mover = queue.popleft()
        for symbol in kinds(mover.unit.figures):
            way, after = _step(mover, steps, symbol)
            yield way, stride(mover.walk.square, mover.walk.heading, symbol).square
            if after is None or len(way.steps) == LONGEST:
                continue
            key = (after.walk.square, after.walk.heading, after.walk.gear)
            if key not in seen:
                seen.add(key)
                queue.append((way.steps, after))


def _step(mover: Mover, steps: tuple[str, ...], symbol: str) -> tuple[Way, Mover | None]:
    """One more step, and the unit after it; None if it cannot be made."""
    walk, told = mover.walk, (*steps, symbol)
    toward = (walk.heading + PAD[symbol]) % 8 * 45
    try:
        mover.look(symbol)
    except Unable as why:
        at = stride(walk.square, walk.heading, symbol).square
        square = name(at) if mover.ground.board.has(at) else ""
        text = _("%(step)s: %(why)s (%(rule)s)")
        label = say(text, step=say(IN_WORDS[symbol]), why=why.text, rule=f"{NUMBER} {why.rule}")
        return Way(told, square, toward, label, barred=True), None
    after = mover.branch()
    after.take(symbol)
    return Way(told, name(after.walk.square), toward, _label(mover, after)), after


def _label(begin: Mover, after: Mover) -> Message:
    walk = after.walk
    return ngettext(
        "%(square)s, facing %(facing)s, after %(n)d step",
        "%(square)s, facing %(facing)s, after %(n)d steps",
        walk.used - begin.unit.used,
        square=name(walk.square),
        facing=word_for(COMPASS_NAMES, COMPASS[walk.heading]),
    )
