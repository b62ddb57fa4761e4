"""The Command Deck at the table: shuffled, drawn from, over (R1 to R3, A22, B19)."""

from __future__ import annotations

from collections import Counter

from rules.contract import Decision, Dice, Message, Roll, say
from rules.contract import gettext_noop as _

from . import commands as c
from . import deck, impulses, tables
from . import events as e
from .lookup import require_phase
from .refusals import refused
from .state import State
from .words import card_name, listed, spelled


def shuffle(state: State, command: c.Shuffle, dice: Dice) -> Decision:
    """R1: a turn begins. A deck that people have declared to be given up in the middle is disclosed first."""
    require_phase(state, "shuffle", "R1")
    if state.seal:
        yield from _disclosed(state, dice)
    cards = deck.next_pack(state)
    order = dice.shuffle(f"deck-{state.shuffles + 1}", cards) if state.by_leaguer else None
    yield e.DeckShuffled(turn=state.turn + 1, cards=cards, order=order)


def draw(state: State, command: c.Draw, dice: Dice) -> Decision:
    """R2: the top card, and whose Impulse it is."""
    require_phase(state, "gap", "R2")
    _check_nobody_announced(state)
    left = deck.left(state)
    roll = _roll(state, command, left, dice)
    card = left[roll.numbers[0] - 1] if roll else command.card
    yield e.CardDrawn(card=card, left=len(left) - 1, roll=roll)
    side, platoon, kind = deck.parts(card)
    if card == tables.TURN_OVER:
        yield from _turn_over(state, dice)
    elif kind not in tables.SUPPORT:
        yield from impulses.begin(state, side, card, platoon)
        yield from impulses.proceed(state)


def _roll(state: State, command: c.Draw, left: tuple[str, ...], dice: Dice) -> Roll | None:
    """A22: which of the cards left it is, where Leaguer draws; None where the players do, and have reported one that is
    left."""
    if state.by_leaguer:
        if command.card:
            raise refused(
                "R1",
                "card",
                say(_("Leaguer draws the cards of this battle.")),
                say(_("Leave the card out.")),
            )
        return dice.roll(f"{deck.question(state)}/{len(state.dealt) + 1}", 1, faces=len(left), field="")
    if command.card not in left:
        raise refused(
            "R2",
            "card",
            say(_("No card “%(card)s” is left in the deck."), card=_named(state, command.card))
            if command.card
            else say(_("Which card was drawn has not been told.")),
            say(
                _("Tell one that is left: %(cards)s."),
                cards=listed(_left(card, n) for card, n in Counter(left).items()),
            ),
        )
    return None


def _named(state: State, card: str) -> Message | str:
    """A card of this battle by its name; another as it was typed."""
    return card_name(card) if card in state.deck else card


def _left(card: str, number: int) -> Message:
    """A card that is left, with what is written for it and how often it is there: “3 × Turn Over (turn_over)”."""
    return say(_("%(number)s × %(kind)s"), number=number, kind=spelled(card_name(card), card))


def _turn_over(state: State, dice: Dice) -> Decision:
    """R3: every card goes back, or stays out (B19); the order there was is disclosed."""
    yield e.TurnEnded(turn=state.turn, out=deck.staying_out(state))
    if state.by_leaguer:
        yield from _disclosed(state, dice)


def _disclosed(state: State, dice: Dice) -> Decision:
    """The order of the deck that was sealed; nothing of one whose cards people have declared to be others since."""
    order = dice.disclose(deck.question(state), state.pack)
    if order.sealed == state.seal:
        yield e.DeckDisclosed(turn=state.turn, order=order)


def _check_nobody_announced(state: State) -> None:
    """B17: a commander who has announced acts before the next card."""
    if state.queue:
        raise refused(
            "B17",
            "",
            say(_("The commander of %(side)s has announced his Free Action."), side=state.queue[0]),
            say(_("Report that he plays it first.")),
        )


def turns_to_declare(state: State) -> tuple[int, int]:
    """The first and the last turn that can come next. None that was begun comes again: its dice have fallen."""
    return state.turn + 1, max(state.turn + 1, tables.LAST_TURN)


def declare_turn(state: State, command: c.DeclareTurn, dice: Dice) -> Decision:
    """Which turn comes next, after turns that were not reported. A deck that was given up as they began is disclosed
    while it is known of which turn it was."""
    require_phase(state, "turn", "R3")
    least, most = turns_to_declare(state)
    if not least <= command.turn <= most:
        raise refused(
            "R3",
            "turn",
            say(_("Turn %(turn)s cannot come next."), turn=command.turn),
            say(_("Say a turn from %(least)s to %(most)s."), least=least, most=most),
        )
    if state.seal:
        yield from _disclosed(state, dice)
    yield e.TurnDeclared(turn=command.turn)
