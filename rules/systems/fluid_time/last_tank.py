"""The last tank of a platoon (R23, A8)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from rules.contract import gettext_noop as _
from rules.contract import say
from rules.kit.chapters import Chapter

from . import editions
from .lookup import impossible
from .state import Decision, Event, State, Vehicle

CHAPTER = Chapter[State, Event]("The last tank of a platoon", "R23")


class LastOfPlatoon(Event, frozen=True, kw_only=True):
    """The vehicle is the last of its platoon in play, and will test its morale for it (R23, A8)."""

    rules: ClassVar = ("R23", "A8")
    unit: str


def mark_last(state: State, of: Iterable[Vehicle]) -> Decision:
    """A8: marks the last vehicles of these platoons that are not marked yet; in edition 1, of any platoon."""
    platoons = {(unit.side, unit.platoon) for unit in of}
    for unit in list(state.units.values()):
        told = (unit.side, unit.platoon) in platoons or not editions.last_is_told_as_it_acts(state.edition)
        if told and not unit.lasting and is_last(state, unit):
            yield LastOfPlatoon(unit=unit.id)


def mark_again(state: State) -> Decision:
    """A8: by option the last of a platoon tests each time it activates."""
    if not state.options["last_tank_every_activation"]:
        return
    for unit in state.acting():
        if is_last(state, unit) and "last_tank" not in unit.tests:
            yield LastOfPlatoon(unit=unit.id)


def is_last(state: State, unit: Vehicle) -> bool:
    """Whether no other vehicle of its platoon is in play. A platoon of one has no last tank (A8)."""
    platoon = state.of_platoon(unit.side, unit.platoon)
    return unit.in_play and len(platoon) > 1 and sum(one.in_play for one in platoon) == 1


@CHAPTER.evolves
def last_of_platoon(state: State, event: LastOfPlatoon) -> None:
    unit = state.units[event.unit]
    unit.lasting = True
    unit.tests = (*(reason for reason in unit.tests if reason != "last_tank"), "last_tank")


CHAPTER.sentences({LastOfPlatoon: _("%(unit)s is the last of its platoon.")})


@CHAPTER.forbids
def impossible_lasts(state: State) -> None:
    for unit in state.units.values():
        if "last_tank" in unit.tests and not unit.lasting:
            text = _("%(unit)s has not been told that it is the last of its platoon.")
            remedy = _("Declare that it has, or it without this test.")
            raise impossible(f"units.{unit.id}.lasting", say(text, unit=unit.id), say(remedy))
