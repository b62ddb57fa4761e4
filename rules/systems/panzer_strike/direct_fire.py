"""Direct fire: how far away the target is, what is in the way, and what hides part of it (R17, R18, R21, R65)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache

from msgspec.structs import replace

from rules.contract import Choice, Field, Message, Pick, Refused, say
from rules.contract import gettext_noop as _
from rules.kit.offers import drawing
from rules.messages import listed

from . import sight
from .board import TERRAIN
from .geometry import Square, name, named
from .likelihood import SELDOM, of_shot, of_target
from .lookup import refused, standing_at
from .offers import at_targets, of_unit, pick_field, unit_pick, word_picks
from .sight import Reading
from .state import Miniature, State, Wreck
from .words import called, placed


def check_direction(state: State, unit: Miniature, square: Square, field: str) -> None:
    """R17, R18: the target is not too close, and it is in the arc. Only the board says so."""
    if sight.too_close(unit, square):
        raise refused(
            "R17",
            field,
            say(_("%(square)s is beside %(unit)s, too close for its weapon."), square=name(square), unit=unit.called),
            _("Only weapons with the mark of immediate proximity fire at squares beside them."),
        )
    if sight.in_arc(state, unit, square):
        return
    if sight.points_exactly(state, unit):
        raise refused(
            "R14",
            field,
            say(_("The gun of %(unit)s does not point at %(square)s."), unit=unit.called, square=name(square)),
            _("Choose what it points at; turrets are turned in the Movement Phase."),
        )
    raise refused(
        "R18",
        field,
        say(_("%(square)s is outside the arc of %(unit)s."), square=name(square), unit=unit.called),
        _("Choose what lies within 45 degrees of its gun, the squares exactly on that line not."),
    )


def direct_reading(state: State, unit: Miniature, square: Square, ruler: int | None, field: str) -> Reading:
    """R17: by the ruler at the table if one was laid, otherwise by the board."""
    board = sight.direct_range(state, unit, square, sight.obstacles(state))
    if ruler is not None:
        if ruler > unit.figures.range:
            raise _too_far(unit, ruler, "ruler")
        return Reading(ruler, "ruler", board)
    if board:
        return Reading(board, "board", board)
    blocking = sight.between(state, unit.at, square)
    if blocking is None:
        raise _too_far(unit, sight.range_to(state, unit, square), field)
    raise refused(
        sight.rule_of(state, blocking),
        field,
        say(
            _("%(blocking)s stands between %(unit)s and %(square)s."),
            blocking=_what_blocks(state, blocking),
            unit=unit.called,
            square=name(square),
        ),
        _("If the ruler at the table shows a clear line, report its range."),
    )


def _too_far(unit: Miniature, range_: int, field: str) -> Refused:
    return refused(
        "R17",
        field,
        say(_("At range %(range)s it is too far for %(unit)s."), range=range_, unit=unit.called),
        say(_("Its weapon reaches to range %(most)s."), most=unit.figures.range),
    )


def _what_blocks(state: State, square: Square) -> Message:
    """What blocks a line, in words."""
    piece = standing_at(state, square)
    if isinstance(piece, Miniature):
        return say(_("%(unit)s on %(square)s"), unit=piece.called, square=name(square))
    if piece is not None:
        return say(_("A wreck on %(square)s"), square=name(square))
    if name(square) in state.broken:
        return say(_("What is left of the wall on %(square)s in this turn"), square=name(square))
    names = {"wall": _("A wall on %(square)s"), "high": _("A high barricade on %(square)s")}
    terrain = state.board.terrain.get(square, "building")
    return say(names.get(terrain, _("A building on %(square)s")), square=name(square))


def check_cover(state: State, unit: Miniature, target: Square, cover: str) -> None:
    """R21: what hides part of the target stands between the two. It may be an ally, an enemy or a wreck."""
    if cover in ("", TERRAIN):
        return
    there = sight.covers(state, unit, target)
    if cover not in [piece.id for piece in there]:
        raise refused(
            "R21",
            "cover",
            say(_("“%(cover)s” hides nothing of this target."), cover=called(state, cover)),
            say(_("What may: %(there)s."), there=listed(_as_cover(state, [TERRAIN, *(piece.id for piece in there)]))),
        )


def _as_cover(state: State, ids: Iterable[str]) -> Iterator[Message]:
    """What may be named as cover, and how a report calls each."""
    for id in ids:
        what = say(_("a building or other terrain")) if id == TERRAIN else called(state, id)
        yield say(_("%(name)s (%(written)s)"), name=what, written=id)


def enemies(state: State, unit: Miniature) -> list[Miniature]:
    """The active enemies on the board."""
    return [one for one in state.of_side(state.other(unit.side)) if one.on_board]


class Board:
    """What stands on the board, read once for all shots."""

    def __init__(self, state: State) -> None:
        self.obstacles = sight.obstacles(state)
        self.walls = [square for wall in state.walls if (square := named(wall)) is not None]
        self.covers = {piece.id: (square, _cover_pick(state, piece)) for piece, square in sight.pieces(state)}


def shots_at_units(state: State, unit: Miniature, board: Board) -> Iterator[Choice]:
    """One choice for all enemies in the arc that the board allows and that the same pieces may hide (R21); others for
    enemies that only the ruler at the table can show to be reachable. Those that the board allows come first."""
    at = unit.at
    groups: dict[tuple[bool, tuple[str, ...]], list[tuple[Miniature, int]]] = {}
    for target in enemies(state, unit):
        there = target.at
        if not sight.too_close(unit, there) and sight.in_arc(state, unit, there):
            found = sight.direct_range(state, unit, there, board.obstacles)
            covers = tuple(id for id, (square, _pick) in board.covers.items() if sight.may_hide(at, there, square))
            groups.setdefault((not found, covers), []).append((target, found))
    for (by_ruler, covers), targets in sorted(groups.items(), key=lambda group: group[0][0]):
        cover = _cover(board.covers[id][1] for id in covers)
        ruler = _ruler(unit.figures.range, unit.figures.accuracy, required=by_ruler)
        one, several = _BY_RULER if by_ruler else _BY_BOARD
        weights = {target.id: of_target(state, target) for target, _found in targets}
        readily = of_shot(state, unit, not by_ruler)
        yield at_targets(unit, targets, one, several, cover, ruler, readily=readily, weights=weights)


_BY_BOARD = _("%(unit)s fires at %(target)s, range %(range)s"), _("%(unit)s fires at one of %(n)s enemies")
_BY_RULER = (
    _("%(unit)s fires at %(target)s, as the ruler shows"),
    _("%(unit)s fires at one of %(n)s enemies, as the ruler shows"),
)


def shots_at_walls(state: State, unit: Miniature, board: Board) -> Iterator[Choice]:
    """R65: one choice for all walls in the arc that the board allows and that the same pieces may hide (R21); others
    for walls that the board does not allow. If nothing stands before the walls, that is one choice of each kind."""
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
        wall_field = pick_field("wall", say(_("Wall")), word_picks(map(name, walls)))
        fields = (wall_field, cover, _ruler(unit.figures.range, unit.figures.accuracy, required=by_ruler))
        readily = of_shot(state, unit, not by_ruler) // 2
        yield of_unit(unit, "Announce", say(text, unit=placed(unit)), *fields, readily=readily)


def _cover_pick(state: State, piece: Miniature | Wreck) -> Pick:
    """With its square, which tells it from others of the same name."""
    if isinstance(piece, Miniature):
        return replace(unit_pick(piece), readily=of_target(state, piece))
    return Pick(piece.id, say(_("a wreck on %(square)s"), square=piece.square))


def _cover(picks: Iterable[Pick]) -> Field:
    """R21."""
    field = pick_field("cover", say(_("More than half of it is hidden by")), (_TERRAIN, *picks), required=False)
    return replace(field, drawing=COVER)


COVER = drawing(
    __package__,
    "cover",
    _("When it is more than half hidden"),
    _("Look from the firer's square: the target is in sight, but something in front of it hides the larger part."),
)
RULER = drawing(
    __package__,
    "ruler",
    _("How the ruler is laid"),
    _("Lay it from the middle of the firer's square to the nearest point of the target's, and read the section."),
)


_TERRAIN = Pick(TERRAIN, say(_("a building or other terrain")), readily=SELDOM)


@cache
def _ruler(most: int, accuracy: int, required: bool) -> Field:
    help_ = say(_("What the ruler shows at the table, where the line is clear; it counts before the board."))
    label = say(_("Ruler"))
    return Field(
        name="ruler",
        kind="number",
        label=label,
        help=help_,
        least=1,
        most=most,
        required=required,
        near=(accuracy, most),
        readily=SELDOM,
        drawing=RULER,
    )
