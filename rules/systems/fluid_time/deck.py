"""The Command Deck at the table: it is shuffled, sealed and drawn from (R1, R2, R5, R6, A22, B19)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import ClassVar

from rules import contract
from rules.contract import Choice, Command, Dice, Message, Pick, Roll, ngettext, say
from rules.contract import gettext_noop as _
from rules.kit.chapters import Chapter

from . import cards, impulses, tables
from .cards import PLAYED, deck_question, left, next_pack, parts
from .lookup import impossible, refused, require_phase
from .offers import of_nobody, pick_field
from .state import AirOrArtillery, Card, Decision, Event, State
from .turns import disclosed, turn_over
from .victory import verdict
from .words import card_name, listed, spelled

CHAPTER = Chapter[State, Event]("The Command Deck", "R1, R2, R5, R6")


class Shuffle(Command, frozen=True, kw_only=True):
    """The Command Deck is shuffled and lies face down; a turn begins (R1)."""


class Draw(Command, frozen=True, kw_only=True):
    """The top card is turned over (R2). card: the card, if the players draw; left out, Leaguer draws."""

    positional: ClassVar = ("card",)
    card: Card = ""


class DeckShuffled(Event, frozen=True, kw_only=True):
    """A turn begins; the deck of `cards` lies face down. order: Leaguer's, sealed (`Roll.sealed`); None if the players
    shuffle."""

    rules: ClassVar = ("R1", "R3", "B19")
    turn: int
    cards: tuple[str, ...]
    order: Roll | None = None


class CardDrawn(Event, frozen=True, kw_only=True):
    """`left` cards lie face down after it. roll: which of the cards that were left it is, if Leaguer draws."""

    rules: ClassVar = ("R2", "R5", "A22")
    card: str
    left: int
    roll: Roll | None = None


@CHAPTER.decides
def shuffle(state: State, command: Shuffle, dice: Dice) -> Decision:
    """R1: a turn begins. If people have declared that the last deck was given up before its end, its order is disclosed
    first."""
    require_phase(state, "shuffle", "R1")
    if state.seal:
        yield from disclosed(state, dice)
    cards = next_pack(state)
    order = dice.shuffle(f"deck-{state.shuffles + 1}", cards) if state.by_leaguer else None
    yield DeckShuffled(turn=state.turn + 1, cards=cards, order=order)


@CHAPTER.decides
def draw(state: State, command: Draw, dice: Dice) -> Decision:
    """R2: the top card, and whose Impulse it begins."""
    require_phase(state, "gap", "R2")
    _check_nobody_announced(state)
    left = cards.left(state)
    roll = _roll(state, command, left, dice)
    card = left[roll.numbers[0] - 1] if roll else command.card
    yield CardDrawn(card=card, left=len(left) - 1, roll=roll)
    side, platoon, kind = parts(card)
    if card == tables.TURN_OVER:
        yield from turn_over(state, dice)
    elif kind not in tables.SUPPORT:
        yield from impulses.begin(state, side, card, platoon)
        yield from impulses.proceed(state)


def _roll(state: State, command: Draw, left: tuple[str, ...], dice: Dice) -> Roll | None:
    """A22: Leaguer's draw from the cards that are left. None if the players draw; the card they report has to be one of
    those left."""
    if state.by_leaguer:
        if command.card:
            raise refused("R1", "card", _("Leaguer draws the cards of this battle."), _("Leave the card out."))
        return dice.roll(f"{deck_question(state)}/{len(state.dealt) + 1}", 1, faces=len(left), field="")
    if command.card not in left:
        raise refused(
            "R2",
            "card",
            say(_("No card “%(card)s” is left in the deck."), card=_named(state, command.card))
            if command.card
            else say(_("The report does not say which card was drawn.")),
            say(
                _("Tell one that is left: %(cards)s."),
                cards=listed(_left(card, n) for card, n in Counter(left).items()),
            ),
        )
    return None


def _named(state: State, card: str) -> Message | str:
    """The name of a card of this battle; any other card as it was typed."""
    return card_name(card) if card in state.deck else card


def _left(card: str, number: int) -> Message:
    """A card that is left, with how often it is there and how a report writes it: “3 × Turn Over (turn_over)”."""
    return say(_("%(number)s × %(kind)s"), number=number, kind=spelled(card_name(card), card))


def _check_nobody_announced(state: State) -> None:
    """B17: a commander who has announced acts before the next card is drawn."""
    if state.queue:
        raise refused(
            "B17",
            "",
            say(_("The commander of %(side)s has announced a Free Action."), side=state.queue[0]),
            _("Report first that the card is played."),
        )


@CHAPTER.evolves
def deck_shuffled(state: State, event: DeckShuffled) -> None:
    state.phase, state.turn, state.impulses = "gap", event.turn, 0
    state.drawn, state.commanders, state.queue, state.held = (), (), (), ()
    state.pack, state.dealt = event.cards, ()
    if event.order is not None:
        state.shuffles += 1
    state.seal = event.order.sealed if event.order else ""


@CHAPTER.evolves
def card_drawn(state: State, event: CardDrawn) -> None:
    """Overwatch may answer only what has happened since the last card."""
    state.impulses += 1
    state.drawn += (event.card,)
    if event.roll is not None:
        state.dealt += (event.card,)
    state.moved, state.fired = (), []
    side, _slash, kind = event.card.rpartition("/")
    if kind in tables.SUPPORT:
        state.phase, state.strike = "support", AirOrArtillery(card=event.card, side=side)


@CHAPTER.after_each
def note_quiet(state: State, event: contract.Event) -> None:
    state.quiet = type(event) is DeckShuffled


@CHAPTER.narrates
def tell_deck_shuffled(event: DeckShuffled) -> Message:
    n = len(event.cards)
    if event.order is None:
        return ngettext(
            "Turn %(turn)s: the Command Deck of %(n)d card is shuffled.",
            "Turn %(turn)s: the Command Deck of %(n)d cards is shuffled.",
            n,
            turn=event.turn,
        )
    return ngettext(
        "Turn %(turn)s: Leaguer shuffles the Command Deck of %(n)d card and seals its order.",
        "Turn %(turn)s: Leaguer shuffles the Command Deck of %(n)d cards and seals its order.",
        n,
        turn=event.turn,
    )


@CHAPTER.narrates
def tell_card_drawn(event: CardDrawn) -> Message:
    card = card_name(event.card)
    return ngettext(
        "Drawn: %(card)s. %(n)d card is left.", "Drawn: %(card)s. %(n)d cards are left.", event.left, card=card
    )


@CHAPTER.offers
def choices(state: State, side: str) -> Iterator[Choice]:
    """R1, R2: the shuffle, or the next card if no commander has announced."""
    if state.phase == "shuffle":
        text = _("Leaguer shuffles the deck: a turn begins") if state.by_leaguer else _("We have shuffled the deck")
        yield of_nobody(side, "Shuffle", say(text))
    elif state.phase == "gap" and not state.queue:
        yield _draw_choice(state, side)


def _draw_choice(state: State, side: str) -> Choice:
    if state.by_leaguer:
        return of_nobody(side, "Draw", say(_("Leaguer draws the next card")))
    text = _("%(card)s (%(number)s left)")
    picks = [Pick(one, say(text, card=card_name(one), number=n)) for one, n in Counter(left(state)).items()]
    return of_nobody(side, "Draw", say(_("The next card is drawn")), pick_field("card", say(_("Card")), picks))


# -- decks that no battle can have -------------------------------------------------------------------------------------


@CHAPTER.forbids
def impossible_decks(state: State) -> None:
    """R1 to R5, A22, B19: a deck consists of the cards of its muster; it is shuffled and drawn from."""
    _check_cards(state)
    if not verdict(state):
        _check_quiet(state)
        _check_deck(state)


def _check_cards(state: State) -> None:
    """Every card that is named is in the muster's deck, and is not named more often than it is there."""
    for fact in ("pack", "drawn", "out"):
        if not _within(getattr(state, fact), state.deck):
            raise impossible(
                fact,
                _("The deck of this battle has no such card, or not so many."),
                say(_("Its cards: %(cards)s."), cards=listed(map(card_name, dict.fromkeys(state.deck)))),
            )
    if not _within(state.dealt, state.pack):
        raise impossible("dealt", _("Not all of these cards have been shuffled."), _("Name cards of “pack” alone."))


def _check_quiet(state: State) -> None:
    """Nothing is reported between the shuffle and the first card or commander."""
    if state.quiet and (state.phase != "gap" or state.drawn or state.commanders):
        raise impossible(
            "quiet",
            _("Something has been reported in this turn."),
            _("Declare that it has, or the phase “gap” without cards drawn and commanders invoked."),
        )


def _check_deck(state: State) -> None:
    """There is no deck to draw from once the battle is over."""
    for fact in ("drawn", "out"):
        if tables.TURN_OVER in getattr(state, fact):
            raise impossible(
                fact, _("A Turn Over card ends the turn, and goes back into the deck."), _("Leave it out.")
            )
    if state.out and state.options["full_deck_reshuffle"]:
        raise impossible("out", _("In this battle every card goes back as a turn ends."), _("Declare none."))
    _check_dealer(state)
    if state.phase in PLAYED:
        _check_lying(state)


def _check_dealer(state: State) -> None:
    """Of the players' deck Leaguer knows only what was reported, and it has sealed nothing."""
    if not state.by_leaguer:
        for fact in ("dealt", "shuffles", "seal"):
            if getattr(state, fact):
                raise impossible(
                    fact,
                    _("The players shuffle and draw the cards of this battle."),
                    _("Declare nothing here; the cards drawn are “drawn”."),
                )
    elif state.seal and not (state.shuffles and state.pack):
        raise impossible(
            "seal",
            _("No cards have been shuffled that could have been sealed."),
            _("Declare it empty, or the cards in “pack” and how often Leaguer has shuffled."),
        )
    elif state.shuffles < state.ended + (state.phase in PLAYED):
        raise impossible(
            "shuffles",
            _("Leaguer has shuffled a deck for every turn."),
            say(_("Declare at least %(least)s."), least=state.ended + (state.phase in PLAYED)),
        )


def _check_lying(state: State) -> None:
    """In the middle of a turn there is a deck to draw from, and a Turn Over card is still in it."""
    if not state.by_leaguer:
        if not _within(state.drawn, next_pack(state)):
            raise impossible(
                "drawn",
                _("Cards that stay out of the deck cannot be drawn."),
                _("Declare other cards, or fewer that are “out”."),
            )
        return
    if not state.seal:
        raise impossible(
            "phase",
            _("Leaguer has shuffled no deck that could be drawn from."),
            _("Declare the phase “shuffle”: a turn begins with that."),
        )
    if not _within(state.pack, next_pack(state)):
        raise impossible(
            "out",
            _("Some of these cards were shuffled, and lie in the deck."),
            _("Leave them out, or declare another “pack”."),
        )
    if tables.TURN_OVER not in state.pack:
        raise impossible("pack", _("No Turn Over card was shuffled."), _("Name them all."))
    if state.dealt != state.drawn:
        raise impossible(
            "drawn",
            _("Leaguer draws the cards of this battle, and has drawn others."),
            say(_("He has drawn, in this order: %(cards)s."), cards=listed(map(card_name, state.dealt))),
        )


def _within(cards: Sequence[str], others: Sequence[str]) -> bool:
    return not Counter(cards) - Counter(others)


CHAPTER.throws_for_nobody(DeckShuffled, CardDrawn)
