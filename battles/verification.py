"""The checks of `manage.py verify` on each stream; a restored backup goes through the same. Leaguer's dice are checked
against the battle's seed, by anyone once it is disclosed."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping

from django.utils.translation import gettext as _

from battles import handler, log
from rules.contract import Roll
from rules.reports import Settled
from rules.stream import decks, dice


def unfair(stream: str, kind: str) -> log.Fault | None:
    """The first row of a battle, struck ones too, whose dice are not those of the seed that its muster commits to."""
    if kind != handler.BATTLE.name or log.head(stream).position == 0:
        return None
    try:
        battle, told, _rows = handler.replay(stream)
    except Exception as error:  # rows written past the handler can break a fold in any way; report it, do not raise
        return log.Fault(stream, log.head(stream).position, _("this release cannot replay it: %s.") % repr(error))
    rolls = [(fact.position, roll) for fact in told for roll in dice.rolls_of(fact.event)]
    seed = battle.muster.seed
    if not seed:  # erased on request: dice can no longer be checked; digests and disclosed decks can
        return first_stacked(stream, rolls)
    if dice.commitment(seed) != battle.muster.commitment:
        return log.Fault(stream, 1, _("its seed is not the one it is committed to."))
    for fact in told:
        if isinstance(fact.event, Settled) and fact.event.seed != seed:
            return log.Fault(stream, fact.position, _("the seed it discloses is not the one of its muster."))
    return first_loaded(stream, seed, rolls) or first_stacked(stream, rolls)


def first_loaded(stream: str, seed: str, rolls: Iterable[tuple[int, Roll]]) -> log.Fault | None:
    """The first of the rolls, each with the position of its row, that Leaguer made and the seed does not give."""
    for position, roll in rolls:
        if roll.sealed and not dice.holds(seed, roll):
            reason = _("the seed seals or orders the deck “%(deck)s” otherwise.") % {"deck": roll.question}
            return log.Fault(stream, position, reason)
        if roll.by == "leaguer" and not dice.holds(seed, roll):
            given = dice.given(seed, roll).values
            return log.Fault(
                stream,
                position,
                _("the seed gives %(given)s for “%(question)s”, not %(found)s.")
                % {"given": list(given), "question": roll.question, "found": list(roll.values)},
            )
    return None


def first_stacked(stream: str, rolls: Iterable[tuple[int, Roll]]) -> log.Fault | None:
    """The first disclosed deck that differs from what was sealed and drawn in earlier rolls. Needs no seed."""
    seals: dict[tuple[object, ...], str] = {}
    drawn: dict[str, list[Roll]] = {}
    for position, roll in rolls:
        if not roll.sealed:
            drawn.setdefault(roll.question, []).append(roll)
        elif roll.values or roll.salt:
            if reason := _stacked(roll, seals.get((roll.question, roll.shows), ""), drawn):
                return log.Fault(stream, position, reason)
        elif seals.setdefault((roll.question, roll.shows), roll.sealed) != roll.sealed:
            return log.Fault(stream, position, _("the deck “%(deck)s” was sealed otherwise.") % {"deck": roll.question})
    return None


def _stacked(deck: Roll, sealed: str, drawn: Mapping[str, Collection[Roll]]) -> str:
    """What is wrong with a disclosed deck, "" for nothing. `sealed`: its commitment, "" if it was never sealed."""
    if not sealed:
        return _("the deck “%(deck)s” it discloses was never sealed.") % {"deck": deck.question}
    if deck.sealed != sealed or not decks.matches(deck):
        return _("the order of “%(deck)s” it discloses is not the one that was sealed.") % {"deck": deck.question}
    if number := decks.drawn_otherwise(deck, drawn):
        said = {"number": number, "deck": deck.question}
        return _("card %(number)s of “%(deck)s” was drawn otherwise than the order it discloses.") % said
    return ""


# In this order; the first fault found is named. A check takes the stream's id and kind.
CHECKS: list[Callable[[str, str], log.Fault | None]] = [
    lambda stream, kind: log.verify_stream(stream),
    unfair,
]


def first_fault(stream: str, kind: str) -> log.Fault | None:
    return next((fault for check in CHECKS if (fault := check(stream, kind))), None)
