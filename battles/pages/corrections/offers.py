"""Corrections a battle's page offers: undo, redo, answers to a proposal, reports left to settle."""

from __future__ import annotations

from collections.abc import Sequence
from uuid import uuid4

import msgspec

from battles.forms.cards import Card
from battles.forms.control import Option
from battles.pages.corrections import ways
from battles.pages.corrections.context import Desk
from battles.pages.corrections.proposal import Asking, asking
from battles.pages.corrections.refill import items
from battles.pages.corrections.ways import Item
from battles.presenters.story import Fact, ReportStory
from rules import reports
from rules.contract import Refused
from rules.reports import TALK
from rules.stream.revision.authority import authority
from rules.stream.revision.reports import Reseed, Resolve, Revised, Undo

ANSWERS = ("Agree", "Decline")
RESEED = Reseed.__name__
CASES = frozenset(kind.__name__ for kind in reports.CASES)
SEATS = frozenset({reports.LendSeat.__name__, reports.TakeSeatBack.__name__})


class Taking(msgspec.Struct, frozen=True):
    """Undo, redo, or undo of a correction: `act`. `entries`: what is taken back, or what a redo restores. `reaches`: it
    may change more than this battle."""

    card: Card
    act: str
    asks: tuple[str, ...]
    entries: tuple[ReportStory, ...]
    reaches: bool


class Question(msgspec.Struct, frozen=True):
    """A proposal that is open. `cards`: the answers the viewer may give."""

    asking: Asking
    cards: tuple[Card, ...]


class Leftover(msgspec.Struct, frozen=True):
    """What a correction has left to settle: the first report of `n`, and the ways to settle it in one tap."""

    n: int
    item: Item
    ways: tuple[Option, ...]
    rests: tuple[Option, ...]
    asks: tuple[str, ...]
    report: str


class Offers(msgspec.Struct, frozen=True):
    """Empty for a viewer who may correct nothing. `cases`: to take the case of the battle, or to give it back. `seats`:
    to lend one's seat, or to take it back. `reseeds`: to commit to a new seed, where the battle has none that is
    secret."""

    takings: tuple[Taking, ...] = ()
    cases: tuple[Card, ...] = ()
    seats: tuple[Card, ...] = ()
    reseeds: tuple[Card, ...] = ()
    question: Question | None = None
    leftover: Leftover | None = None
    corrects: bool = False
    declares: bool = False
    amends: bool = False


def offers(desk: Desk, dealt: Sequence[Card]) -> Offers:
    """The corrections to offer. `dealt`: all cards, also of choices that correct the battle in one tap."""
    cards = [card for card in dealt if in_one_tap(card.choice.command)]
    undos = {card.choice.given["position"]: card for card in reversed(cards) if card.choice.command == "Undo"}
    undos.pop(_asked_back(desk), None)  # that is already asked, and answered above
    return Offers(
        takings=tuple(_taking(desk, card) for card in reversed(undos.values())),  # once, for who plays both sides
        cases=tuple(card for card in cards if card.choice.command in CASES),
        seats=tuple(card for card in cards if card.choice.command in SEATS),
        reseeds=tuple(card for card in cards if card.choice.command == RESEED and desk.battle.spent),
        question=_question(desk, tuple(card for card in cards if card.choice.command in ANSWERS)),
        leftover=_leftover(desk),
        corrects=desk.offered("Correct") is not None,
        declares=desk.offered("Declare") is not None,
        amends=desk.offered("Amend") is not None,
    )


def _asked_back(desk: Desk) -> int | None:
    """The report that an open proposal would take back."""
    proposal = desk.look.proposal
    return proposal.data.get("position") if proposal and proposal.type == Undo.__name__ else None


def in_one_tap(command: str) -> bool:
    return command in ("Undo", RESEED, *ANSWERS, *CASES, *SEATS)


def _taking(desk: Desk, card: Card) -> Taking:
    position = card.choice.given["position"]
    act = {desk.battle.redo: "redo", desk.battle.corrected: "correction"}.get(position, "undo")
    if act == "redo":
        taken = desk.story.taken.get(position, [])
        entries = desk.story.entries([report for report in taken if not _is_aside(report)] or taken, desk.who)
    elif act == "correction":
        entries = desk.story.entries(desk.story.at(position)[:1], desk.who)
    else:
        taken = [report for report in desk.story.since(position - 1) if not _is_aside(report)]
        entries = desk.story.entries(taken[::-1], desk.who)
    reaches = desk.reaches and (act == "correction" or desk.battle.outcome().over)
    return Taking(card, act, _asks(desk, Undo(position=position)), tuple(entries), reaches)


def _asks(desk: Desk, undo: Undo) -> tuple[str, ...]:
    """The sides that have to agree first, by name. A whole preview would say so too, and takes far longer."""
    try:
        return desk.asks if authority(desk.history, desk.battle, undo, desk.acting(undo)) is None else ()
    except Refused:
        return ()


def _is_aside(report: Sequence[Fact]) -> bool:
    """A revision, or what the sides only said to each other: undo never takes these back."""
    return all(isinstance(fact.event, (Revised, *TALK)) for fact, _row in report)


def _question(desk: Desk, cards: tuple[Card, ...]) -> Question | None:
    open_ = asking(desk)
    return Question(open_, cards) if open_ is not None else None


def _leftover(desk: Desk) -> Leftover | None:
    found = left_over(desk)
    if not found or desk.offered("Resolve") is None:
        return None
    first = found[0]
    one_tap = tuple(way for way in ways.ways(desk.history, first.left) if way.value != "replace")
    return Leftover(len(found), first, one_tap, ways.rests(""), desk.asks, str(uuid4()))


def left_over(desk: Desk) -> list[Item]:
    """The reports that people have to settle before the battle goes on, oldest first, as far as a preview reaches.

    Each is assumed to be kept, to see how far it reaches.
    """
    if not desk.battle.waiting:
        return []
    first = desk.battle.waiting[0]
    kept = desk.coming_here(Resolve(position=first, how="keep")).foreseen
    found = kept.items if kept is not None else ()  # it may be that it cannot even be kept
    noted = next((left for left in found if left.position == first), None)
    later = [left for left in found if left.position != first]
    past = desk.history.reports[first]
    noted = noted or ways.left_open(
        past, first, desk.names, "battle", lambda how: desk.coming_here(Resolve(position=first, how=how))
    )
    return items(desk, [noted, *later], None)
