"""What a shot needs to hit, and how many dice the gun rolls for a hit (R18, R20, A4, A14, A15, A16, A19)."""

from __future__ import annotations

from typing import Literal, NamedTuple, Protocol

from rules.contract import gettext_noop as _

from . import editions, tables
from .lookup import refused
from .state import State, Vehicle

PASSING = ("enters", "leaves")
Facing = Literal["", "front", "flank", "rear"]
Band = Literal["", "short", "medium", "long", "beyond"]
Concealment = Literal["", "light", "heavy"]
Modifiers = tuple[tuple[str, int], ...]


class Plain(NamedTuple):
    """A shot at a known range, with nothing that hides its target."""

    range: Band
    trigger: str
    distance: int | None = None
    facing: Facing = ""
    concealment: Concealment = ""
    hull_down: bool = False


class Told(Protocol):
    """A shot as it was reported. trigger: what overwatch answers with it ("enters", "leaves", "return"), "" for a
    declared one."""

    @property
    def range(self) -> Band: ...
    @property
    def distance(self) -> int | None: ...
    @property
    def facing(self) -> Facing: ...
    @property
    def concealment(self) -> Concealment: ...
    @property
    def hull_down(self) -> bool: ...
    @property
    def trigger(self) -> str: ...


def need(state: State, unit: Vehicle, target: Vehicle, told: Told) -> tuple[int, Modifiers]:
    """R18: what a die may show at most, and the modifiers that make it up, by name. A14: nothing hits below 1, and
    nothing beyond the reach of the gun, where the need is 0."""
    band = band_of(state, unit, told)
    if band == "beyond":
        return 0, ()
    found = modifiers(state, unit, target, told, band)
    return target.figures.size + sum(value for _name, value in found), found


def band_of(state: State, unit: Vehicle, told: Told) -> str:
    """The range band by its name or by the distance: "short", "medium" or "long"; "beyond" if the gun does not reach so
    far."""
    name = told.range if told.distance is None else _band_at(state, told.distance)
    return name if gun_dice(unit, name) else "beyond"


def _band_at(state: State, distance: int) -> str:
    """The exact limit of a band belongs to it."""
    reach = {name: tables.measured(state.options, most) for name, most in tables.BANDS.items()}
    return next((name for name, most in reach.items() if distance <= most), "beyond")


def modifiers(state: State, unit: Vehicle, target: Vehicle, told: Told, band: str) -> Modifiers:
    """R18, by the markers at this moment (A4): the modifiers that count, in the order of the rulebook."""
    concealed = tables.CONCEALMENT[told.concealment]
    found = (
        ("target_moving", -tables.TARGET_MOVING * counts_as_moving(target, is_passing(told))),
        ("light_concealment" if concealed == 1 else "heavy_concealment", -concealed),
        ("hull_down", -tables.HULL_DOWN * (told.hull_down and is_in_front(state, told.facing))),
        _moved(unit),
        ("range", unit.figures.modifiers[_place(band)]),
    )
    return tuple((name, value) for name, value in found if value)


def is_passing(told: Told) -> bool:
    """R15: whether the shot is at a vehicle that enters or leaves the view."""
    return told.trigger in PASSING


def counts_as_moving(target: Vehicle, passing: bool) -> bool:
    """R13; A19: a target shot at as it enters or leaves the view counts as moving, even if it has halted since. A17: an
    immobilised vehicle has stopped at once."""
    return target.moving or (passing and not target.immobile)


def may_be_hull_down(state: State, target: Vehicle, passing: bool) -> bool:
    """R16; B7, A19: a target that counts as moving is not hull down, even if it stands behind a crest by now. By option
    a vehicle that has stopped there is hull down, moving or not; but not if it was shot at as it entered the view."""
    if tables.chosen(state.options, "hull_down_moving"):
        return target.hull_down and (not passing or target.immobile)
    return target.hull_down and not counts_as_moving(target, passing)


def is_in_front(state: State, facing: str) -> bool:
    """R16: whether a shot with this facing may come from in front of a line across the target's front: never with a
    rear hit, with a flank hit if the option says so."""
    if facing == "rear" and editions.hull_down_has_a_front(state.edition):
        return False
    return facing in ("", "front") or bool(tables.chosen(state.options, "hull_down_flank"))


def gun_dice(unit: Vehicle, band: str) -> int:
    """R20: the dice of the gun in this band; 0 if it does not reach so far."""
    return 0 if band == "beyond" else unit.figures.dice[_place(band)]


def flank_dice(facing: str) -> int:
    """R20, A16: one more die for a flank or rear hit."""
    return tables.FLANK_DIE * (facing in ("flank", "rear"))


def check_range(told: Told) -> None:
    """A report gives either the band or the distance."""
    if told.range and told.distance is not None:
        raise refused(
            "R18", "distance", _("The range band and the distance are both told."), _("Leave one of them out.")
        )
    if not told.range and told.distance is None:
        raise refused(
            "R18",
            "range",
            _("The report does not give the range."),
            _("Tell “short”, “medium”, “long” or “beyond”, or the distance."),
        )


def _moved(unit: Vehicle) -> tuple[str, int]:
    """A15: the Russian modifier replaces the other one."""
    if unit.russian:
        return "russian_moved", -tables.RUSSIAN_MOVED * unit.moving
    return "shooter_moved", -tables.SHOOTER_MOVED * unit.moving


def _place(band: str) -> int:
    return tuple(tables.BANDS).index(band)
