"""What defence dice cancel (R32, A1)."""

from __future__ import annotations

from rules.contract import Decision, Dice, Refused, say
from rules.contract import gettext_noop as _

from . import events as e
from .answers import Answers
from .changes import results_of
from .editions import bounds_cancels
from .pools import cancels_on
from .refusals import refused
from .results import Results, cancel_by_shooter, cancel_by_target
from .state import Shot, State
from .tables import TARGET_CANCELS_ON

ALL_CRITICALS = 6  # what the target's owner wishes when he says nothing


def cancelled(state: State, shot: Shot) -> Results:
    """R32, A1: sixes take what the target's owner picks, the lower ones the shooter's pick."""
    sixes = sum(face >= TARGET_CANCELS_ON for face in shot.defence_faces)
    lower = sum(face >= cancels_on(state, shot) for face in shot.defence_faces) - sixes
    wish = ALL_CRITICALS if shot.target_cancels is None else shot.target_cancels
    left = results_of(shot)
    if state.options["target_cancels_first"]:
        return cancel_by_shooter(cancel_by_target(left, sixes, wish), lower, shot.shooter_cancels or 0)
    return cancel_by_target(cancel_by_shooter(left, lower, shot.shooter_cancels or 0), sixes, wish)


def must_cancel(state: State, shot: Shot) -> bool:
    return shot.defended and not shot.cancelled


def cancel(state: State, shot: Shot, answers: Answers, dice: Dice) -> Decision:
    left = cancelled(state, shot)
    yield e.HitsCancelled(
        unit=shot.target,
        attacker=shot.shooter,
        cancelled_hits=shot.hits - left.hits,
        cancelled_criticals=shot.criticals - left.criticals,
        hits=left.hits,
        criticals=left.criticals,
        forced=left.forced,
        worn=left.worn,
    )


def most_cancelled(shot: Shot, dice: int) -> int:
    """The most criticals that the sixes among so many dice can cancel."""
    return min(shot.criticals, dice)


def check_wish(state: State, shot: Shot, dice: int, wish: int | None) -> None:
    """Nobody wishes for more criticals than there are and than his dice could cancel."""
    most = most_cancelled(shot, dice)
    if wish is not None and wish > most and bounds_cancels(state.edition):
        raise _too_many(wish, most)


def _too_many(wish: int, most: int) -> Refused:
    return refused(
        "R32",
        say(_("%(wish)s criticals are to be cancelled where sixes can cancel %(most)s at most."), wish=wish, most=most),
        say(_("Name at most %(most)s, or leave it out: then sixes cancel as many as they can."), most=most),
        "target_cancels",
    )
