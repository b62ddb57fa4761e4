"""What cannot follow an attack just made: what is declared to follow has to be something play can go on from."""

from __future__ import annotations

from rules.contract import Message, Refused, say
from rules.contract import gettext_noop as _

from .after import attacked_again, follows
from .possible_attack import check_others, check_spent
from .refusals import impossible
from .state import After, State


def check_after(state: State) -> None:
    """`Refused` about `facts.after`. After the end of a battle it may lie about unfinished."""
    after = state.after
    if after is None:
        return
    for name in (after.shooter, after.target):
        if name not in state.models:
            raise _no(
                say(_("There is no model “%(unit)s”."), unit=name),
                say(_("Models: %(units)s."), units=", ".join(state.models)),
            )
    check_others(state, "after", after.others)
    check_spent(state, "after", after.spent)
    if not state.result:
        _check_time(state, after)


def _check_time(state: State, after: After) -> None:
    """It follows an attack of this Shooting Phase at once, and something may follow."""
    if state.phase != "shooting" or state.resuming or state.depth != "shots":
        raise _no(
            say(_("What follows an attack is for the Shooting Phase.")),
            say(_("Declare the phase “shooting”, or that nothing follows.")),
        )
    shooter = state.models[after.shooter]
    if not (shooter.extra_fired if after.extra else shooter.fired):
        raise _no(
            say(_("%(unit)s has not shot."), unit=shooter.id),
            say(_("Declare that it has, or that nothing follows.")),
        )
    if state.shot:
        if state.shot.shooter != after.shooter or not (after.others or attacked_again(state)):
            raise _no(
                say(_("Another attack is being resolved.")),
                say(_("Declare that nothing follows, or no attack.")),
            )
    elif not follows(state, after):
        raise _no(
            say(_("Nothing can follow that attack.")),
            say(_("Declare that nothing does.")),
        )


def _no(text: Message, remedy: Message) -> Refused:
    return impossible("after", text, remedy)
