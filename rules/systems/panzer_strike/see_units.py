"""A unit's sheet: what its card says, and how it stands."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from rules.contract import Fact, Message, UnitView, say, verbatim
from rules.contract import gettext_noop as _
from rules.messages import listed

from .crews import first_timer
from .state import Aim, Figures, Miniature, State
from .words import COMPASS_NAMES, DRIVE_NAMES, GEAR_NAMES, MOBILITY_NAMES, bearing, plural


def unit_view(state: State, unit: Miniature) -> UnitView:
    return UnitView(
        id=unit.id,
        side=unit.side,
        name=unit.name,
        model=unit.model,
        in_play=unit.active and not unit.lost,
        status=status(state, unit),
        facts=tuple(_facts(state, unit)),
    )


def status(state: State, unit: Miniature) -> Message:
    """What has become of it, in a word or two."""
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


def _facts(state: State, unit: Miniature) -> Iterator[Fact]:
    yield Fact("square", say(_("Square")), verbatim(unit.square) if unit.square else say(_("off the board")))
    if unit.on_board:
        yield Fact("facing", say(_("Facing")), COMPASS_NAMES[unit.facing])
        if unit.figures.turreted:
            yield Fact("gun", say(_("Gun")), bearing(unit.gun))
    yield Fact("mobility", say(_("Mobility")), MOBILITY_NAMES[unit.mobility])
    yield Fact("crew", say(_("Crew")), say(_("injured")) if unit.injured else say(_("fit")))
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
    told = plural(_("%(n)d step"), _("%(n)d steps"), unit.used)
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
        worked = plural(_("%(n)d round of work done"), _("%(n)d rounds of work done"), unit.worked)
        told = say(_("%(patient)s, %(worked)s"), patient=_name(state, unit.patient), worked=worked)
        yield Fact("patient", say(_("Is repairing")), told)
    for other in state.units.values():
        if other.patient == unit.id:
            yield Fact(f"repaired_by-{other.id}", say(_("Is repaired by")), verbatim(other.name))
        if other.tows == unit.id:
            yield Fact(f"towed_by-{other.id}", say(_("In tow of")), verbatim(other.name))
    if unit.tows:
        told = say(_("%(weapon)s, since round %(round)s"), weapon=_name(state, unit.tows), round=unit.hooked)
        yield Fact("tows", say(_("Has in tow")), told)


def _name(state: State, id: str) -> str:
    return state.units[id].name if id in state.units else id


def _aim(state: State, aim: Aim) -> Message:
    what: str | Message = _name(state, aim.target)
    if aim.wall:
        what = say(_("the wall on %(square)s"), square=aim.wall)
    text = _("%(what)s, range %(range)s") if aim.how == "direct" else _("%(what)s, parabolic, range %(range)s")
    told = say(text, what=what, range=aim.range)
    if aim.cover:
        told = say(_("%(told)s, partly covered"), told=told)
    return say(_("%(told)s: fired"), told=told) if aim.fired else told


# -- its line of the unit chart ----------------------------------------------------------------------------------------


@lru_cache(maxsize=256)  # a sheet is shown after every report, and this part of it never changes
def _card(figures: Figures) -> tuple[Fact, ...]:
    """R4, B20."""
    facts = [
        Fact("effectiveness", say(_("Effectiveness")), figures.effectiveness),
        Fact("drive", say(_("Drive")), _drive(figures)),
        Fact("armour", say(_("Armour")), _armour(figures)),
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


def _armour(figures: Figures) -> Message:
    return say(
        _("front %(front)s, side %(side)s, rear %(rear)s, top %(top)s, tracks %(tracks)s"),
        front=figures.front,
        side=figures.side,
        rear=figures.rear,
        top=figures.top,
        tracks=figures.tracks,
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
