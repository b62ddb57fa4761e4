"""The end of a battle: who has won, and by which rule."""

from __future__ import annotations

from typing import ClassVar

from rules.contract import Message, say
from rules.contract import gettext_noop as _
from rules.kit.chapters import Chapter
from rules.systems.modern_age.state import Event, How, Result, State

CHAPTER = Chapter[State, Event]("The end of a battle", "R39 to R45")


class BattleDecided(Event, frozen=True, kw_only=True):
    """The battle is over: `winner` is a side, "" a draw; `how` says by which rule."""

    rules: ClassVar = ("R39", "R40", "R41", "R42", "R43", "R45", "A9", "A13", "A14")
    winner: str
    how: How


def decided_for(winner: str, how: How) -> BattleDecided:
    return BattleDecided(winner=winner, how=how)


@CHAPTER.evolves
def battle_decided(state: State, event: BattleDecided) -> None:
    state.result = Result(event.winner, event.how)


HOW: dict[str, Message] = {
    "last": say(_("The enemy has no tanks in play.")),
    "none_left": say(_("Neither side has tanks in play.")),
    "both_destroyed": say(_("Both T-64 tanks are destroyed.")),
    "abrams_lost": say(_("The lone tank is destroyed and a T-64 is left.")),
    "conceded": say(_("The enemy has conceded.")),
    "time": say(_("Time is up; destroyed points decide.")),
    "time_points": say(_("Time is up; victory points decide.")),
    "hill": say(_("Three victory points: the hill is held.")),
    "broken_through": say(_("With two victory points and more the lines are broken.")),
    "held": say(_("The Attacker has not broken through in time.")),
    "reported": say(_("The result was reported as such.")),
}


@CHAPTER.narrates
def tell_battle_decided(event: BattleDecided) -> Message:
    if event.winner:
        return say(_("The battle goes to %(side)s. %(how)s"), side=event.winner, how=HOW[event.how])
    return say(_("The battle is a draw. %(how)s"), how=HOW[event.how])
