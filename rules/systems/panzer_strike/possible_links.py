"""What one unit cannot be to another in any battle: tows, recoveries, announced shots, contacts, service records."""

from __future__ import annotations

from rules.contract import Message, Refused, say
from rules.contract import gettext_noop as _

from .board import TERRAIN
from .geometry import adjacent, name
from .naming import as_reported, called
from .refusals import impossible
from .state import Aim, Miniature, State


def check_links(state: State, unit: Miniature) -> None:
    """`Refused` about `facts.units.<id>`."""
    _check_tow(state, unit)
    _check_patient(state, unit)
    if unit.aim is not None:
        _check_aim(state, unit, unit.aim)
    for id in unit.beside:
        if not unit.figures.recovery or not _is_other_vehicle(state, unit, id):
            raise _no(
                unit,
                "beside",
                say(_("%(unit)s cannot stand ready to repair “%(other)s”."), unit=unit.called, other=called(state, id)),
                say(_("Recovery vehicles repair other vehicles of their side; empty for none.")),
            )
    for id in unit.sees:
        if id not in state.units or state.units[id].side == unit.side:
            raise _no(
                unit,
                "sees",
                say(_("“%(other)s” is no enemy of %(unit)s."), other=called(state, id), unit=unit.called),
                say(_("Enemies: %(units)s."), units=_ids(state, enemies_of=unit.side)),
            )
    for feat in unit.feats:
        if feat.of and feat.of not in state.units:
            raise _no(
                unit,
                "feats",
                say(_("There is no unit “%(unit)s”."), unit=feat.of),
                say(_("Units: %(units)s."), units=as_reported(state.units.values())),
            )


def _check_tow(state: State, unit: Miniature) -> None:
    """R48, R49: an active vehicle, and an own fixed weapon beside it that nobody else has in tow."""
    if not unit.tows:
        if unit.hooked:
            raise _no(
                unit,
                "hooked",
                say(_("%(unit)s has nothing in tow."), unit=unit.called),
                say(_("Declare 0, or what it has in tow.")),
            )
        return
    weapon = state.units.get(unit.tows)
    if (
        not (unit.figures.is_vehicle and unit.active)
        or weapon is None
        or weapon.side != unit.side
        or weapon.figures.is_vehicle
        or not weapon.active
    ):
        raise _no(
            unit,
            "tows",
            say(_("%(unit)s cannot have “%(other)s” in tow."), unit=unit.called, other=called(state, unit.tows)),
            say(_("Active vehicles tow active fixed weapons of their side; empty for none.")),
        )
    if any(other.tows == unit.tows and other is not unit for other in state.units.values()):
        raise _no(
            unit,
            "tows",
            say(_("Another vehicle has %(weapon)s in tow, too."), weapon=weapon.called),
            say(_("Declare that of one of them only.")),
        )
    if not (unit.on_board and weapon.on_board and adjacent(unit.at, weapon.at)):
        raise _no(
            unit,
            "tows",
            say(_("%(weapon)s does not stand beside %(unit)s."), weapon=weapon.called, unit=unit.called),
            say(_("Declare squares beside one another, or nothing in tow.")),
        )
    if not unit.hooked:
        raise _no(
            unit,
            "hooked",
            say(_("%(unit)s has taken %(weapon)s in tow in some round."), unit=unit.called, weapon=weapon.called),
            say(_("Declare in which.")),
        )


def _check_patient(state: State, unit: Miniature) -> None:
    """R62: a recovery vehicle, and another vehicle of its side."""
    if not unit.patient:
        return
    if not unit.figures.recovery or not _is_other_vehicle(state, unit, unit.patient):
        raise _no(
            unit,
            "patient",
            say(
                _("%(unit)s cannot be at the repair of “%(other)s”."),
                unit=unit.called,
                other=called(state, unit.patient),
            ),
            say(_("Recovery vehicles repair other vehicles of their side; empty for none.")),
        )


def _is_other_vehicle(state: State, unit: Miniature, id: str) -> bool:
    other = state.units.get(id)
    return other is not None and other is not unit and other.side == unit.side and other.figures.is_vehicle


# -- announced shots ---------------------------------------------------------------------------------------------------


def _check_aim(state: State, unit: Miniature, aim: Aim) -> None:
    """R16: of this unit's weapon, at one enemy or one wall; announced in its side's Firing Phase."""
    if state.phase == "movement" and state.side == unit.side and state.depth == "shots":
        raise _no(
            unit,
            "aim",
            say(_("Shots are announced in the Firing Phase.")),
            say(_("Declare none, or the phase “firing”.")),
        )
    if not unit.figures.accuracy:
        raise _no(
            unit, "aim", say(_("%(unit)s has no weapon."), unit=unit.called), say(_("Declare none: leave it blank."))
        )
    _check_aimed_at(state, unit, aim)
    _check_range(unit, aim)
    _check_means(state, unit, aim)


def _check_aimed_at(state: State, unit: Miniature, aim: Aim) -> None:
    target = state.units.get(aim.target)
    if bool(aim.wall) == bool(aim.target) or (aim.target and (target is None or target.side == unit.side)):
        raise _no(
            unit,
            "aim",
            say(_("%(unit)s fires at one enemy, or at one wall."), unit=unit.called),
            say(_("Name one of the enemies as target: %(units)s."), units=_ids(state, enemies_of=unit.side)),
        )
    walls = [name(square) for square in state.board.of("wall")]
    if aim.wall and aim.wall not in walls:
        raise _no(
            unit,
            "aim",
            say(_("“%(square)s” is no wall of this board."), square=aim.wall),
            say(_("Walls: %(walls)s."), walls=", ".join(sorted(walls)) or "-"),
        )


def _check_range(unit: Miniature, aim: Aim) -> None:
    """R17, R38, R65."""
    least, most = 1, unit.figures.range
    if aim.how == "parabolic":
        if unit.figures.parabolic is None or aim.wall:
            raise _no(
                unit,
                "aim",
                say(_("%(unit)s does not fire that by a high trajectory."), unit=unit.called),
                say(_("Declare it “direct”.")),
            )
        least, most = unit.figures.parabolic
    if not least <= aim.range <= most:
        raise _no(
            unit,
            "aim",
            say(_("The weapon of %(unit)s does not fire at range %(range)s."), unit=unit.called, range=aim.range),
            say(_("Declare a range from %(least)s to %(most)s."), least=least, most=most),
        )


def _check_means(state: State, unit: Miniature, aim: Aim) -> None:
    """R21, R43: what covers a target of direct fire, who reports one of parabolic fire."""
    known = ("", TERRAIN, *(id for id in (*state.units, *state.wrecks) if id not in (unit.id, aim.target)))
    if aim.cover not in (known if aim.how == "direct" else ("",)):
        raise _no(
            unit,
            "aim",
            say(_("“%(cover)s” is no cover from that shot."), cover=called(state, aim.cover)),
            say(_("Direct shots: “terrain”, a unit or a wreck between; empty for none.")),
        )
    reporter = state.units.get(aim.reporter)
    own = reporter is not None and reporter.side == unit.side and reporter is not unit
    if bool(aim.reporter) != bool(aim.contact) or (aim.reporter and not (own and aim.how == "parabolic")):
        raise _no(
            unit,
            "aim",
            say(_("“%(reporter)s” does not report the target of that shot."), reporter=called(state, aim.reporter)),
            say(_("Parabolic shots: another vehicle of its side, and its contact; both empty for none.")),
        )


def _ids(state: State, enemies_of: str) -> str:
    return as_reported(unit for unit in state.units.values() if unit.side != enemies_of)


def _no(unit: Miniature, fact: str, text: Message, remedy: Message) -> Refused:
    return impossible(f"units.{unit.id}.{fact}", text, remedy)
