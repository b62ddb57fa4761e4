"""The checks of `manage.py verify` on each stream; a restored backup goes through the same. Leaguer's dice are checked
against the battle's seed, by anyone once it is disclosed."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _

from battles import handler, log
from battles.replay import plain
from battles.reports import Ruled
from rules.contract import Roll
from rules.reports import Settled
from rules.stream import decks, dice, new_seeds
from rules.stream.revision.contract import MendedDecider, MendedHistory
from rules.stream.revision.kept_rows import first_wrong
from rules.stream.revision.reports import Reseeded

Replay = Callable[[str], tuple[Any, list[Ruled], list[log.Row]]]


def unfair(stream: str, kind: str) -> log.Fault | None:
    """The first row of a battle, struck ones too, whose dice are not those of the seed that its muster commits to."""
    if kind != handler.BATTLE.name or log.head(stream).position == 0:
        return None
    try:
        battle, told, rows = handler.recorded(stream)
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
    return first_loaded(stream, seed, told, rows) or first_stacked(stream, rolls)


def first_loaded(stream: str, seed: str, told: Sequence[Ruled], rows: Sequence[log.Row]) -> log.Fault | None:
    """The first roll that Leaguer made and its seeds do not give, or the first new seed that is not as committed to.
    `seed` is the first. Where one was erased the dice after it cannot be checked."""
    seeds = [seed]
    reports: list[tuple[str, list[tuple[int, Roll]]]] = []
    for fact, row in zip(told, rows, strict=True):
        if row.ordinal == 0:
            reports.append(("", []))
        rolls = reports[-1][1]
        rolls += [(fact.position, roll) for roll in dice.rolls_of(fact.event)]
        if isinstance(fact.event, Reseeded) and fact.event.seed not in seeds:
            if not fact.event.seed:
                break
            if fault := _unfounded(fact.event, seeds):
                return log.Fault(stream, fact.position, fault)
            seeds.append(fact.event.seed)
            reports.append((fact.event.seed, []))
    false = new_seeds.first_false([seed], reports)
    if false is None:
        return None
    position, roll, given = false
    if roll.sealed:
        reason = _("the seed seals or orders the deck “%(deck)s” otherwise.") % {"deck": roll.question}
        return log.Fault(stream, position, reason)
    said = {"given": list(given.values), "question": roll.question, "found": list(roll.values)}
    return log.Fault(stream, position, _("the seed gives %(given)s for “%(question)s”, not %(found)s.") % said)


def _unfounded(event: Reseeded, seeds: Sequence[str]) -> str:
    """What is wrong with a new seed that follows `seeds`, "" for nothing."""
    if dice.commitment(event.seed) != event.commitment:
        return _("its new seed is not the one it is committed to.")
    if event.disclosed != (seeds[-1] if len(seeds) > 1 else ""):
        return _("the seed it discloses is not the one that stood before it.")
    return ""


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


def wrongly_kept(
    decider: MendedDecider[Any, Any, Any, Any], replay: Replay, of: str, stream: str, kind: str
) -> log.Fault | None:
    """The first correction of a campaign or a league that keeps rows which, decided again, come out otherwise. `of`:
    the kind of stream that is checked."""
    if kind != of or log.head(stream).position == 0:
        return None
    try:
        _state, told, rows = replay(stream)
        position = first_wrong(MendedHistory(decider, plain(told, rows)))
    except Exception as error:  # whatever stops the replay is reported, not raised
        return log.Fault(stream, log.head(stream).position, _("this release cannot replay it: %s.") % repr(error))
    return log.Fault(stream, position, _("it keeps rows that come out otherwise.")) if position else None


# In this order; the first fault found is named. A check takes the stream's id and kind.
CHECKS: list[Callable[[str, str], log.Fault | None]] = [
    lambda stream, kind: log.verify_stream(stream),
    unfair,
]


def first_fault(stream: str, kind: str) -> log.Fault | None:
    return next((fault for check in CHECKS if (fault := check(stream, kind))), None)
