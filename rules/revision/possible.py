"""Can a battle be in the state that people have set?"""

from __future__ import annotations

from rules import visibility
from rules.battle import Battle
from rules.contract import Refused, say
from rules.contract import gettext_noop as _


def check_possible(battle: Battle) -> None:
    """`Refused` when the rulebook knows that no battle can stand so, or cannot go on from there.

    Whatever can be typed in can be declared, and every look at a battle goes through the rulebook: a state it breaks
    on would lock everyone out. So it is asked here, before anything is written, and any failure is a refusal;
    its `__cause__` is what the rulebook broke on, for the floors above to log.
    """
    try:
        battle.rules.possible(battle.play)
        battle.outcome()
        battle.rules.aftermath(battle.play)
        battle.rules.between_rounds(battle.play)
        for side in ("", *battle.muster.sides):
            visibility.see(battle, side)
            visibility.legal(battle, side)
    except Refused:
        raise
    except Exception as error:
        raise Refused(
            "declared",
            say(_("These rules cannot go on from such a state (%(error)s)."), error=type(error).__name__),
            say(_("Declare all that belongs together at once, or less of it.")),
            field="facts",
        ) from error
