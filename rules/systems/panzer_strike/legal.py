"""What may be reported now, and the facts and dice each report needs: `decide` turned round."""

from __future__ import annotations

from collections.abc import Sequence

from rules.contract import Choice, say
from rules.contract import gettext_noop as _

from .legal_fire import fire_choices
from .legal_moves import movement_choices
from .legal_turns import firing_ends, movement_ends, repair_choices, setup_choices
from .outcome import verdict
from .state import State


def legal(state: State, side: str) -> Sequence[Choice]:
    """The choices of `side`; none for anybody else, and none once the battle is over."""
    if side not in state.sides or verdict(state):
        return ()
    choices = [*setup_choices(state, side)]
    if state.phase == "movement" and state.side == side:
        choices += [*movement_choices(state, side), movement_ends(side)]
    if state.phase == "firing" and state.side == side:
        choices += [*fire_choices(state, side), *repair_choices(state, side), *firing_ends(state, side)]
    return (*choices, Choice(command="Concede", label=say(_("Concede")), side=side, given={"side": side}))
