"""Were Leaguer's dice the ones its seed gives? Part of `manage.py verify`, and open to anyone once the seed is out."""

from __future__ import annotations

from collections.abc import Iterable

from django.utils.translation import gettext as _

from battles import door, log
from rules import dice
from rules.contract import Roll
from rules.reports import Settled


def unfair(stream: str, kind: str) -> log.Fault | None:
    """The first row of a battle, struck ones too, whose dice are not those of the seed that its muster commits to."""
    if kind != door.BATTLE.name or log.head(stream).position == 0:
        return None
    try:
        battle, told, _rows = door.replay(stream)
    except Exception as error:  # rows written past the door can break a fold in any way; it has to be said, not thrown
        return log.Fault(stream, log.head(stream).position, _("this release cannot replay it: %s.") % repr(error))
    seed = battle.muster.seed
    if not seed:  # erased on request: the dice can no longer be checked, the digests still can
        return None
    if dice.commitment(seed) != battle.muster.commitment:
        return log.Fault(stream, 1, _("its seed is not the one it is committed to."))
    for fact in told:
        if isinstance(fact.event, Settled) and fact.event.seed != seed:
            return log.Fault(stream, fact.position, _("the seed it discloses is not the one of its muster."))
    return first_loaded(stream, seed, ((fact.position, roll) for fact in told for roll in dice.rolls_of(fact.event)))


def first_loaded(stream: str, seed: str, rolls: Iterable[tuple[int, Roll]]) -> log.Fault | None:
    """The first of the rolls, each with the position of its row, that is Leaguer's and not what the seed gives."""
    for position, roll in rolls:
        if roll.by == "leaguer" and not dice.holds(seed, roll):
            given = dice.given(seed, roll).values
            return log.Fault(
                stream,
                position,
                _("the seed gives %(given)s for “%(question)s”, not %(found)s.")
                % {"given": list(given), "question": roll.question, "found": list(roll.values)},
            )
    return None
