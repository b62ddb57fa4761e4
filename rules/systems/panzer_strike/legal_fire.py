"""What may be announced and fired now: `announcing` and `shooting` turned round."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache

from rules.contract import Choice, Field, Message, Pick, say
from rules.contract import gettext_noop as _

from . import parabolic, sight
from .announcing import barred, enemies, stands
from .board import TERRAIN
from .geometry import Square, name, named
from .hits import die_of
from .naming import placed
from .offers import at_targets, dice_field, of_unit, pick_field, unit_pick, word_picks
from .shooting import may_aim
from .state import Miniature, State, Wreck
from .tables import PENETRATION_MAY


def fire_choices(state: State, side: str) -> Iterator[Choice]:
    """Of the side whose Firing Phase it is: before the first die what may be announced, and always what was. Units that
    have announced nothing come first: all of them do before one fires (R16)."""
    board = _Board(state)
    there = ((unit, stands(state, unit)) for unit in state.of_side(side) if unit.on_board)
    for unit, announced in sorted(there, key=lambda one: one[1]):
        if announced:
            yield of_unit(unit, "Fire", _the_shot(state, unit), *_dice(state, unit))
        if not state.volley and barred(state, unit) is None:
            yield from _direct(state, unit, board)
            yield from _at_walls(state, unit, board)
            yield from parabolic.choices(state, unit)


class _Board:
    """What stands on the board, read once for all shots."""

    def __init__(self, state: State) -> None:
        self.obstacles = sight.obstacles(state)
        self.walls = [square for wall in state.walls if (square := named(wall)) is not None]
        self.covers = {piece.id: (square, _cover_pick(piece)) for piece, square in sight.pieces(state)}


# -- what may be announced ---------------------------------------------------------------------------------------------


def _direct(state: State, unit: Miniature, board: _Board) -> Iterator[Choice]:
    """A choice for all enemies in the arc that the board allows and that the same pieces may hide (R21), others for
    what the ruler shows at the table. Those the board allows come first."""
    at = unit.at
    groups: dict[tuple[bool, tuple[str, ...]], list[tuple[Miniature, int]]] = {}
    for target in enemies(state, unit):
        there = target.at
        if not sight.too_close(unit, there) and sight.in_arc(state, unit, there):
            found = sight.direct_range(state, unit, there, board.obstacles)
            covers = tuple(id for id, (square, _pick) in board.covers.items() if sight.may_hide(at, there, square))
            groups.setdefault((not found, covers), []).append((target, found))
    for (by_ruler, covers), targets in sorted(groups.items(), key=lambda group: group[0][0]):
        fields = (_cover(board.covers[id][1] for id in covers), _ruler(unit.figures.range, required=by_ruler))
        one, several = _BY_RULER if by_ruler else _BY_BOARD
        yield at_targets(unit, targets, one, several, *fields)


_BY_BOARD = _("%(unit)s fires at %(target)s, range %(range)s"), _("%(unit)s fires at one of %(n)s enemies")
_BY_RULER = (
    _("%(unit)s fires at %(target)s, as the ruler shows"),
    _("%(unit)s fires at one of %(n)s enemies, as the ruler shows"),
)


def _at_walls(state: State, unit: Miniature, board: _Board) -> Iterator[Choice]:
    """R65: a choice for all walls in the arc that the board allows and that the same pieces may hide (R21), others for
    those it does not allow. Where nothing stands before them that is one each."""
    at = unit.at
    groups: dict[tuple[bool, tuple[str, ...]], list[Square]] = {}
    for wall in board.walls:
        if not sight.too_close(unit, wall) and sight.in_arc(state, unit, wall):
            clear = sight.direct_range(state, unit, wall, board.obstacles) > 0
            covers = tuple(id for id, (square, _pick) in board.covers.items() if sight.may_hide(at, wall, square))
            groups.setdefault((not clear, covers), []).append(wall)
    for (by_ruler, covers), walls in sorted(groups.items(), key=lambda group: group[0][0]):
        text = _("%(unit)s fires at a wall, as the ruler shows") if by_ruler else _("%(unit)s fires at a wall")
        cover = _cover(board.covers[id][1] for id in covers)
        fields = (_wall(walls), cover, _ruler(unit.figures.range, required=by_ruler))
        yield of_unit(unit, "Announce", say(text, unit=placed(unit)), *fields)


def _wall(walls: Iterable[Square]) -> Field:
    return pick_field("wall", say(_("Wall")), word_picks(map(name, walls)))


def _cover_pick(piece: Miniature | Wreck) -> Pick:
    """With its square, which tells it from others of its name."""
    if isinstance(piece, Miniature):
        return unit_pick(piece)
    return Pick(piece.id, say(_("a wreck on %(square)s"), square=piece.square))


def _cover(picks: Iterable[Pick]) -> Field:
    """R21."""
    return pick_field("cover", say(_("More than half of it is hidden by")), (_TERRAIN, *picks), required=False)


_TERRAIN = Pick(TERRAIN, say(_("a building or other terrain")))


@cache
def _ruler(most: int, required: bool) -> Field:
    help_ = say(_("What the ruler shows at the table, where the line is clear; it counts before the board."))
    label = say(_("Ruler"))
    return Field(name="ruler", kind="number", label=label, help=help_, least=1, most=most, required=required)


# -- what was announced ------------------------------------------------------------------------------------------------


def _dice(state: State, unit: Miniature) -> Iterator[Field]:
    """The dice a shot may come to, in their order."""
    aim = unit.aim
    assert aim is not None
    box, parabolic_ = state.dice, aim.how == "parabolic"
    drifts = parabolic_ and bool(state.options["missed_shots"])
    if may_aim(state, unit, aim):
        yield pick_field("die", say(_("Hit die")), HIT_DICE, required=False)
    if parabolic_ and aim.reporter:
        yield dice_field("radio", say(_("Radio die")), 1, box.radio)
    pair = box.accuracy[unit.figures.accuracy]
    yield dice_field("accuracy", say(_("Accuracy dice")), 2, sorted({*pair[0], *pair[1]}), _which_first(*pair))
    if drifts:
        yield dice_field("miss", say(_("Miss dice")), 2, (*box.miss[0], *box.miss[1]))
    victims = [state.units[id] for id in (aim.target, aim.cover) if id in state.units]
    if drifts or victims:
        yield dice_field("hit", say(_("Hit die")), 1, box.hit_may[die_of(aim, "white")], say(_("Area and symbols.")))
    if victims:
        yield dice_field("penetration", say(_("Penetration die")), 1, PENETRATION_MAY)


def _the_shot(state: State, unit: Miniature) -> Message:
    """By its target: of many shots that were announced the one meant is found."""
    assert unit.aim is not None
    if unit.aim.wall:
        return say(_("%(unit)s fires at the wall on %(square)s: the dice"), unit=placed(unit), square=unit.aim.wall)
    target = placed(state.units[unit.aim.target])
    return say(_("%(unit)s fires at %(target)s: the dice"), unit=placed(unit), target=target)


def _which_first(first: tuple[int, ...], second: tuple[int, ...]) -> Message | None:
    """Of a pair of two kinds each die is reported in its place."""
    if first == second:
        return None
    text = _("First the die with %(first)s, then that with %(second)s.")
    return say(text, first=" ".join(map(str, first)), second=" ".join(map(str, second)))


HIT_DICE = (
    Pick("white", say(_("white"))),
    Pick("orange", say(_("orange, at the tracks or wheels"))),
    Pick("green", say(_("green, above them"))),
)
