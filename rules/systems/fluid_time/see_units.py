"""A vehicle's sheet: what its line of the catalogue says, and how it stands."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from rules.contract import Fact, Message, UnitView, say, verbatim
from rules.contract import gettext_noop as _

from .measures import measure
from .state import Figures, State, Vehicle
from .words import REASON_NAMES, called, distance, grants, listed, named

GONE: dict[str, Message] = {
    "burning": say(_("burning")),
    "exploded": say(_("exploded")),
    "abandoned": say(_("abandoned by its crew")),
    "left_table": say(_("has left the table")),
}


def unit_view(state: State, unit: Vehicle) -> UnitView:
    return UnitView(
        id=unit.id,
        side=unit.side,
        name=unit.name,
        model=unit.model,
        in_play=unit.in_play and not unit.captured,
        status=status(unit),
        facts=tuple(_facts(state, unit)),
    )


def status(unit: Vehicle) -> Message:
    """What has become of it, in a word or two."""
    if not unit.in_play:
        return GONE[unit.presence]
    if unit.captured:
        return say(_("captured"))
    parts = list(_hurts(unit))
    return listed(parts) if parts else say(_("fit"))


def _hurts(unit: Vehicle) -> Iterator[Message]:
    if unit.suppressed:
        yield say(_("suppressed"))
    if unit.gun_out:
        yield say(_("main gun disabled"))
    if unit.immobile:
        yield say(_("immobilised"))


def _facts(state: State, unit: Vehicle) -> Iterator[Fact]:
    yield Fact("platoon", say(_("Platoon")), called(unit.platoon))
    yield Fact("posture", say(_("Posture")), _posture(unit))
    yield Fact("nerve", say(_("Morale")), _nerve(unit))
    if unit.grants or unit.reach:
        yield Fact("grants", say(_("May still spend")), _grants(state, unit))
    yield Fact("mobility", say(_("Mobility")), _mobility(unit))
    yield Fact("gun", say(_("Gun")), _gun(unit))
    if unit.struck:
        yield Fact("struck", say(_("Struck in this turn")), True)
    yield Fact("morale", say(_("Morale modifier")), verbatim(f"{unit.morale:+d}"))
    yield from _card(unit.figures)


def _posture(unit: Vehicle) -> Message:
    """R13 to R16."""
    parts = [say(_("moving")) if unit.moving else say(_("stationary"))]
    if unit.overwatch:
        parts.append(say(_("on overwatch")))
    if unit.hull_down:
        parts.append(say(_("hull down")))
    return listed(parts)


def _nerve(unit: Vehicle) -> Message:
    """R23, R29, B3: what it tests for before it acts."""
    tests = listed(_test(unit, reason) for reason in unit.tests)
    if unit.suppressed and not unit.tests:
        return say(_("suppressed; its next test is at -1")) if unit.struck_again else say(_("suppressed"))
    if unit.suppressed:
        return say(_("suppressed; to test: %(tests)s"), tests=tests)
    return say(_("to test: %(tests)s"), tests=tests) if unit.tests else say(_("steady"))


def _test(unit: Vehicle, reason: str) -> Message:
    told = named(REASON_NAMES, reason)
    return say(_("%(reason)s at -1"), reason=told) if unit.struck_again or reason in unit.repeated else told


def _grants(state: State, unit: Vehicle) -> Message:
    left = grants(unit.grants) if unit.grants else say(_("nothing more"))
    if not unit.reach:
        return left
    text = _("%(left)s; %(reach)s of its move over open ground")
    return say(text, left=left, reach=distance(unit.reach, measure(state.options)))


def _mobility(unit: Vehicle) -> Message:
    if not unit.figures.move:
        return say(_("does not move"))
    return say(_("immobilised")) if unit.immobile else say(_("free"))


def _gun(unit: Vehicle) -> Message:
    if not unit.figures.armed:
        return say(_("none"))
    return say(_("disabled")) if unit.gun_out else say(_("working"))


@lru_cache(maxsize=256)  # a sheet is shown after every report, and this part of it never changes
def _card(figures: Figures) -> tuple[Fact, ...]:
    """A21: its line of the catalogue."""
    facts = [
        Fact("points", say(_("Points")), figures.points),
        Fact("size", say(_("Size, what hits it at best")), figures.size),
        Fact("armour", say(_("Armour")), figures.armour),
        Fact("move", say(_("Move")), figures.move),
    ]
    if figures.armed:
        shots = Fact("shots", say(_("Shots")), figures.shots)
        facts += [Fact("dice", say(_("Damage dice: short, medium, long")), _bands(figures.dice)), shots]
        if any(figures.modifiers):
            facts.append(Fact("modifiers", say(_("To hit: short, medium, long")), _bands(figures.modifiers, "+d")))
    if figures.soft:
        facts.append(Fact("soft", say(_("No armoured vehicle")), True))
    return tuple(facts)


def _bands(numbers: tuple[int, int, int], shape: str = "d") -> Message:
    return verbatim(" / ".join(format(number, shape) for number in numbers))
