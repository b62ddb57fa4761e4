"""The height a helicopter flies at (R16, A5, B3)."""

from __future__ import annotations

from rules.contract import gettext_noop as _
from rules.contract import say

from .events import Elevation
from .figures import locked, wounds_of
from .refusals import refused
from .state import Model, State


def height(model: Model) -> Elevation:
    """A helicopter flies low until it is said to fly high; "" for a tank."""
    return "" if model.is_tank else model.elevation or "low"


def other_height(model: Model) -> Elevation:
    return "low" if height(model) == "high" else "high"


def may_climb(state: State, model: Model) -> bool:
    """May it change its height? A tank has none, and Damaged Mobility keeps a helicopter where it is."""
    return not model.is_tank and not locked(wounds_of(state, model), "elevation")


def flown_at(state: State, model: Model, wanted: Elevation) -> Elevation:
    """The height it flies at from now on, when its report names `wanted` ("" to keep its own). Refused where it may
    not change it."""
    if not wanted:
        return height(model)
    _only_helicopters(model)
    if not may_climb(state, model):
        raise refused(
            "R16",
            say(_("%(unit)s may not change its elevation: a critical card forbids it."), unit=model.name),
            say(_("Leave “elevation” out.")),
            "elevation",
        )
    return wanted


def deployed_at(model: Model, wanted: Elevation) -> Elevation:
    """B3: the height at deployment is the owner's choice; low when nothing is said."""
    if wanted:
        _only_helicopters(model)
    return wanted or height(model)


def _only_helicopters(model: Model) -> None:
    if model.is_tank:
        raise refused(
            "R16",
            say(_("%(unit)s is a tank and has no elevation."), unit=model.name),
            say(_("Leave “elevation” out: it is for helicopters.")),
            "elevation",
        )
