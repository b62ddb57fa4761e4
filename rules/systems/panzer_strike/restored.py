"""What one cycle of repairs brings back."""

from __future__ import annotations

from .state import Miniature, Mobility, State


def restored(state: State, unit: Miniature) -> Mobility:
    """R53, R56, B7: the mobility after one cycle: by option 7 an immobilised vehicle is semi-immobilised first."""
    if unit.mobility == "immobilised" and state.options["semi_immobilised"]:
        return "semi"
    return "mobile"
