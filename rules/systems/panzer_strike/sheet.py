"""The battle as people see it: the board, the standing, and every unit's sheet. Nothing is hidden in this rulebook."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Literal

from rules.contract import Arc, Counter, Fact, Grid, Message, Square, UnitView, View, ngettext, pgettext, say, verbatim
from rules.contract import gettext_noop as _
from rules.kit.outcomes import Verdict
from rules.kit.words import icon_of, name_in, phase_told, view_of
from rules.messages import listed

from . import geometry, tables
from .damage import first_timer
from .sight import points_exactly
from .state import Aim, Figures, Miniature, State
from .turns import open_shots
from .victory import HOW, is_hurt, last_round, objectives_lost, points, verdict
from .walk import coordinated
from .words import (
    COMPASS_NAMES,
    DRIVE_NAMES,
    GEAR_NAMES,
    MOBILITY_NAMES,
    PHASE_NAMES,
    TERRAIN_NAMES,
    called_side,
    direction,
)


def see(state: State, side: str) -> View:
    """The same for everybody; `side` is a side's key, "" for a spectator."""
    over = verdict(state)
    return View(
        round=rounds_played(state),
        phase=phase_told(state, over, PHASE_NAMES),
        facts=tuple(_facts(state, over)),
        units=tuple(unit_view(state, unit) for unit in state.units.values()),
        pending=None if over else _pending(state),
        waiting_for=() if over else _waiting_for(state),
        grid=grid(state),
    )


def turn(state: State) -> tuple[int, tuple[str, ...]]:
    """The round, and whom it waits for: what a view of the battle says, without the rest of it."""
    return rounds_played(state), () if verdict(state) else _waiting_for(state)


def rounds_played(state: State) -> int:
    """The round being played; in a battle that ended by rounds, the last one."""
    return min(state.round, last_round(state))


def _facts(state: State, over: Verdict | None) -> Iterator[Fact]:
    if state.side and state.depth == "shots":
        made = len(coordinated(state, state.side))
        yield Fact("turn", say(_("Turn of")), called_side(state.side))
        told = say(_("%(made)s of %(limit)s"), made=made, limit=state.limit)
        yield Fact("coordinated", say(_("Coordinated movements")), told)
    if state.first:
        yield Fact("first", say(_("Goes first")), called_side(state.first))
    yield Fact("rounds", say(_("Rounds in all")), last_round(state))
    holder = over.winner if over else ""
    for side in state.sides:
        yield Fact(f"points-{side}", say(_("Points of %(side)s"), side=side), points(state, side, holder))
    if state.scenario == tables.BASIC:
        for side in state.sides:
            label = say(_("Enemy anti-aircraft guns destroyed, for %(side)s"), side=side)
            yield Fact(f"objectives-{side}", label, objectives_lost(state, state.other(side)))
    if over:
        yield Fact("winner", say(_("Winner")), called_side(over.winner) if over.winner else say(_("nobody")))
        yield Fact("how", say(_("Decided")), HOW[over.how])


def _pending(state: State) -> Message | None:
    """What everybody waits for, in words."""
    if state.depth != "shots":
        return None
    match state.phase:
        case "deployment":
            n = len(_unplaced(state))
            return ngettext("%(n)d unit is still to be deployed.", "%(n)d units are still to be deployed.", n)
        case "first":
            return say(_("Who goes first is rolled for."))
        case "round":
            return say(_("Which round comes next is not known."))
        case "placing":
            n = len(_unplaced(state))
            return ngettext("Where %(n)d unit stands now is not known.", "Where %(n)d units stand now is not known.", n)
        case "firing" if aimed := open_shots(state, state.side):  # wasted shots are not waited for (A22)
            n = len(aimed)
            return ngettext("%(n)d announced shot is to be fired.", "%(n)d announced shots are to be fired.", n)
    return None


def _unplaced(state: State) -> list[str]:
    """The sides with active units that are not on the board."""
    return [unit.side for unit in state.units.values() if unit.active and not unit.on_board]


def _waiting_for(state: State) -> tuple[str, ...]:
    """The sides that have to report next; all of them if any may."""
    if state.depth != "shots":
        return state.sides
    if state.phase in ("deployment", "placing") and (waits := _unplaced(state)):
        return tuple(side for side in state.sides if side in waits)
    return (state.side,) if state.phase in ("movement", "firing") and state.side else state.sides


def unit_view(state: State, unit: Miniature) -> UnitView:
    return view_of(
        unit,
        unit.active and not unit.lost,
        status(state, unit),
        _unit_facts(state, unit),
        icon=icon_of(unit.figures.role, turret=unit.figures.turreted, moves=unit.figures.is_vehicle),
        hurt=is_hurt(unit),
        acted=_has_acted(state, unit),
    )


def _has_acted(state: State, unit: Miniature) -> bool:
    """In the phase of its side that is being told."""
    if unit.side != state.side:
        return False
    if state.phase == "firing":
        return unit.aim is not None and unit.aim.fired
    return state.phase == "movement" and unit.used > 0


def status(state: State, unit: Miniature) -> Message:
    """What has become of the unit, in a word or two."""
    if unit.life == "destroyed":
        return say(_("destroyed"))
    if unit.life == "left":
        return say(_("has left the board"))
    if unit.lost:
        return say(_("lost"))
    parts = [say(_("crew injured"))] if unit.injured else []
    if unit.mobility != "mobile":
        parts.append(MOBILITY_NAMES[unit.mobility])
    return listed(parts) if parts else say(_("fit"))


def _unit_facts(state: State, unit: Miniature) -> Iterator[Fact]:
    yield Fact("square", say(_("Square")), verbatim(unit.square) if unit.square else say(_("off the board")))
    if unit.on_board:
        yield Fact("facing", say(_("Facing")), COMPASS_NAMES[unit.facing])
        if unit.figures.turreted:
            yield Fact("gun", say(pgettext("where it points", "Gun")), direction(unit.gun))
    yield Fact("mobility", say(_("Mobility")), MOBILITY_NAMES[unit.mobility])
    yield Fact("crew", say(_("Crew")), say(_("injured")) if unit.injured else say(pgettext("a crew", "fit")))
    yield from _learned(unit)
    yield Fact("used", say(_("Steps this turn")), _steps(unit))
    if unit.change is not None:
        yield Fact("change", say(_("Speed die")), verbatim(f"{unit.change:+d}" if unit.change else "0"))
    yield from _work(state, unit)
    if unit.aim:
        yield Fact("aim", say(_("Announced shot")), _aim(state, unit.aim))
    yield from _card(unit.figures)
    for mark, label in _marks(unit):
        yield Fact(mark, label, True)


def _learned(unit: Miniature) -> Iterator[Fact]:
    """House: what a seasoned crew does better, as far as its unit has any use for it."""
    if unit.gunnery and unit.figures.accuracy:
        yield Fact("gunnery", say(_("Accuracy dice (crew)")), verbatim(f"+{unit.gunnery}"))
    if unit.haste and unit.figures.is_vehicle:
        told = say(_("timer starts at %(timer)s"), timer=first_timer(unit))
        yield Fact("haste", say(_("Own repairs (crew)")), told)


def _steps(unit: Miniature) -> Message:
    told = ngettext("%(n)d step", "%(n)d steps", unit.used)
    if unit.gear and unit.used:
        told = say(_("%(steps)s %(gear)s"), steps=told, gear=GEAR_NAMES[unit.gear])
    return say(_("%(steps)s, through a wall"), steps=told) if unit.halted else told


def _work(state: State, unit: Miniature) -> Iterator[Fact]:
    """Repairs and towing."""
    if unit.timer:
        yield Fact("timer", say(_("Timer of repairs")), unit.timer)
    if unit.fires_from > state.round:
        yield Fact("fires_from", say(_("Fires again from round")), unit.fires_from)
    if unit.patient:
        worked = ngettext("%(n)d round of work done", "%(n)d rounds of work done", unit.worked)
        told = say(_("%(patient)s, %(worked)s"), patient=name_in(state.units, unit.patient), worked=worked)
        yield Fact("patient", say(_("Is repairing")), told)
    for other in state.units.values():
        if other.patient == unit.id:
            yield Fact(f"repaired_by-{other.id}", say(_("Is repaired by")), verbatim(other.name))
        if other.tows == unit.id:
            yield Fact(f"towed_by-{other.id}", say(_("In tow of")), verbatim(other.name))
    if unit.tows:
        told = say(_("%(weapon)s, since round %(round)s"), weapon=name_in(state.units, unit.tows), round=unit.hooked)
        yield Fact("tows", say(_("Has in tow")), told)


def _aim(state: State, aim: Aim) -> Message:
    what: str | Message = name_in(state.units, aim.target)
    if aim.wall:
        what = say(_("the wall on %(square)s"), square=aim.wall)
    text = _("%(what)s, range %(range)s") if aim.how == "direct" else _("%(what)s, parabolic, range %(range)s")
    told = say(text, what=what, range=aim.range)
    if aim.cover:
        told = say(_("%(told)s, partly covered"), told=told)
    return say(_("%(told)s: fired"), told=told) if aim.fired else told


@lru_cache(maxsize=256)  # the sheet is shown after every report, and this part of it never changes
def _card(figures: Figures) -> tuple[Fact, ...]:
    """R4, B20."""
    armour = say(
        _("front %(front)s, side %(side)s, rear %(rear)s, top %(top)s, tracks %(tracks)s"),
        front=figures.front,
        side=figures.side,
        rear=figures.rear,
        top=figures.top,
        tracks=figures.tracks,
    )
    facts = [
        Fact("effectiveness", say(_("Effectiveness")), figures.effectiveness),
        Fact("drive", say(_("Drive")), _drive(figures)),
        Fact("armour", say(_("Armour")), armour),
    ]
    if figures.accuracy:
        facts.append(Fact("weapon", say(_("Weapon")), _weapon(figures)))
        if figures.parabolic:
            least, most = figures.parabolic
            facts.append(Fact("parabolic", say(_("Parabolic range")), verbatim(f"{least}-{most}")))
    return tuple(facts)


def _drive(figures: Figures) -> Message:
    drive = DRIVE_NAMES.get(figures.drive, verbatim(figures.drive))
    if not figures.is_vehicle:
        return say(_("%(drive)s, %(mass)s t"), drive=drive, mass=figures.mass)
    return say(
        _("%(drive)s, %(mass)s t, speed %(speed)s, reverse %(reverse)s"),
        drive=drive,
        mass=figures.mass,
        speed=figures.speed,
        reverse=figures.reverse,
    )


def _weapon(figures: Figures) -> Message:
    text = _("howitzer (HE), penetration %(penetration)s, die %(die)s, accuracy %(accuracy)s, range %(range)s")
    if not figures.howitzer:
        text = _("gun (AP), penetration %(penetration)s, die %(die)s, accuracy %(accuracy)s, range %(range)s")
    return say(
        text,
        penetration=figures.penetration,
        die=figures.die,
        accuracy=figures.accuracy,
        range=figures.range,
    )


def _marks(unit: Miniature) -> Iterator[tuple[str, Message]]:
    if unit.commands:
        yield "command_tank", say(_("Command tank"))
    if unit.objective:
        yield "objective", say(_("Anti-aircraft gun to be guarded"))
    if unit.figures.proximity:
        yield "proximity", say(_("Fires at adjacent squares"))
    if unit.figures.all_round:
        yield "all_round", say(_("Fires all round"))
    if unit.figures.recovery:
        yield "recovery", say(_("Recovery vehicle"))
    if unit.dozer:
        yield "dozer", say(_("Dozer blade"))
    if unit.figures.is_vehicle and not unit.radio:
        yield "no_radio", say(_("No radio"))


ZONES = {
    "A": _("Deployment zone of %(side)s"),
    "B": _("Zone for the anti-aircraft guns of %(side)s"),
}


def grid(state: State) -> Grid:
    """Rows from the north; walls as they are now, zones while units are deployed."""
    board = state.board
    return Grid(
        columns=tuple(geometry.name((x, 0))[:-1] for x in range(board.columns)),
        rows=tuple(str(y + 1) for y in reversed(range(board.rows))),
        squares=tuple(_squares(state)),
        counters=tuple(_counters(state)),
    )


def _squares(state: State) -> Iterator[Square]:
    board, standing = state.board, set(state.walls)
    taken = set()
    for at, terrain in board.terrain.items():
        if terrain != "wall" or geometry.name(at) in standing:
            taken.add(at)
            yield Square(at[0], board.rows - 1 - at[1], terrain, TERRAIN_NAMES[terrain])
    if state.phase == "deployment":
        for at, label in _zones(state).items():
            if at not in taken:
                yield Square(at[0], board.rows - 1 - at[1], "zone", label)


def _zones(state: State) -> dict[geometry.Square, Message]:
    """Where each side deploys, square by square. If zones overlap, the first counts."""
    found: dict[geometry.Square, Message] = {}
    for zone in state.board.zones:
        label = say(ZONES[zone.kind], side=state.sides[zone.side])
        for y in range(zone.south, zone.north + 1):
            for x in range(zone.west, zone.east + 1):
                found.setdefault((x, y), label)
    return dict(sorted(found.items()))


def _counters(state: State) -> Iterator[Counter]:
    for unit in state.units.values():
        if unit.on_board:
            yield _counter(state, unit)
    for wreck in state.wrecks.values():
        if at := geometry.named(wreck.square):
            label = say(_("wreck of %(mass)s t"), mass=wreck.mass)
            yield Counter(wreck.id, "", at[0], state.board.rows - 1 - at[1], label, state="out")


def _counter(state: State, unit: Miniature) -> Counter:
    column, y = unit.at
    drawn: Literal["active", "hurt", "out"] = "out"
    if unit.active:
        drawn = "hurt" if is_hurt(unit) else "active"
    return Counter(
        unit=unit.id,
        side=unit.side,
        column=column,
        row=state.board.rows - 1 - y,
        label=verbatim(unit.name),
        facing=unit.heading * 45,
        gun=unit.gun if unit.figures.accuracy else None,
        state=drawn,
        arc=_arc(state, unit),
    )


def _arc(state: State, unit: Miniature) -> Arc | None:
    """R17, R18: where its gun reaches. With free turrets (option 3) it points at one target, and no arc is drawn."""
    if not unit.active or not unit.figures.accuracy:
        return None
    if unit.figures.all_round:
        return Arc(360, unit.figures.range * state.options["ruler"])
    return None if points_exactly(state, unit) else Arc(90, unit.figures.range * state.options["ruler"])
