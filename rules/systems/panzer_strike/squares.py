"""What stands where (R1, R65): one piece on a square, none on terrain, and walls only where the board has them."""

from __future__ import annotations

from rules.contract import Message, say
from rules.contract import gettext_noop as _
from rules.kit.chapters import Chapter

from .geometry import name, named
from .lookup import impossible
from .state import Event, State
from .words import TERRAIN_NAMES, called

CHAPTER = Chapter[State, Event]("The board", "R1, R65")


@CHAPTER.forbids
def check_squares(state: State) -> None:
    """Raises `Refused` about `facts.walls`, `facts.broken` and the squares of units and wrecks."""
    _check_walls(state)
    taken: dict[str, str] = {}
    for wreck in state.wrecks.values():
        if not wreck.square:
            raise impossible(
                f"wrecks.{wreck.id}.square",
                say(_("A wreck of %(mass)s t lies on the board."), mass=wreck.mass),
                _("Declare its square."),
            )
    pieces = [(f"wrecks.{wreck.id}.square", wreck.id, wreck.square) for wreck in state.wrecks.values()]
    pieces += [(f"units.{unit.id}.square", unit.id, unit.square) for unit in state.units.values() if unit.square]
    for fact, piece, square in pieces:
        if fault := _fault(state, square):
            raise impossible(fact, *fault)
        if square in taken:
            raise impossible(
                fact,
                say(
                    _("%(one)s and %(other)s cannot both be on %(square)s."),
                    one=called(state, taken[square]),
                    other=called(state, piece),
                    square=square,
                ),
                _("One piece stands on a square: declare another one."),
            )
        taken[square] = piece


def _fault(state: State, text: str) -> tuple[Message, Message] | None:
    """Why nothing can stand on a square: text and remedy."""
    square, board = named(text), state.board
    if square is None or not board.has(square):
        last = name((board.columns - 1, board.rows - 1))
        return (
            say(_("The board has no square %(square)s."), square=text),
            say(_("It goes from a1 to %(last)s."), last=last),
        )
    terrain = board.terrain.get(square)
    if terrain is None or (terrain == "wall" and text not in state.walls):
        return None
    if terrain == "wall":
        return (
            say(_("A wall stands on %(square)s."), square=text),
            say(_("Declare another square, or that the wall has fallen.")),
        )
    return (
        say(_("%(square)s is terrain: %(terrain)s."), square=text, terrain=TERRAIN_NAMES[terrain]),
        say(_("Declare a square without terrain.")),
    )


def _check_walls(state: State) -> None:
    """Each wall of the board stands or has fallen."""
    known = {name(square) for square in state.board.of("wall")}
    for fact, walls in (("walls", state.walls), ("broken", state.broken)):
        for number, wall in enumerate(walls):
            if wall not in known or wall in walls[:number]:
                raise impossible(
                    fact,
                    say(_("“%(square)s” is no wall of this board, or named twice."), square=wall),
                    say(_("Walls: %(walls)s."), walls=", ".join(sorted(known)) or "-"),
                )
    for wall in state.broken:
        if wall in state.walls:
            raise impossible(
                "broken",
                say(_("The wall on %(square)s stands, and has not fallen."), square=wall),
                _("Name it in one of both facts only."),
            )
