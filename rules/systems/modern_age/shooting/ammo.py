"""A spent Ammo card that comes back after the attack (Clever Loader, David Mason; R7)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import ClassVar

from rules.bounds import DiceFaces, Key
from rules.contract import Choice, Dice, Field, Message, Roll, say
from rules.contract import gettext_noop as _
from rules.kit.chapters import Chapter
from rules.luck import CARDS, Throw, successes
from rules.systems.modern_age.attack.sequence import attacked_again, check_follow_up, follow_up, go_on
from rules.systems.modern_age.catalogue import types_with
from rules.systems.modern_age.choices import step
from rules.systems.modern_age.editions import asks_for_hidden_cards
from rules.systems.modern_age.effects import Does, Effect, Facts
from rules.systems.modern_age.face_down import might_have
from rules.systems.modern_age.figures import active, known_of
from rules.systems.modern_age.refusals import refused
from rules.systems.modern_age.shot import After
from rules.systems.modern_age.state import Card, Decision, Event, FollowUp, Model, State
from rules.systems.modern_age.words import faces

CHAPTER = Chapter[State, Event]("Ammo cards that come back", "R7")


class Refund(FollowUp, frozen=True, kw_only=True):
    """A spent Ammo card comes back to its model, by the die of a card if that asks for one (David Mason)."""

    positional: ClassVar = ("unit", "card")
    rolls: ClassVar = ("dice",)
    unit: Key
    card: Key  # the card that brings it back
    dice: DiceFaces | None = None


class CardRefunded(Event, frozen=True, kw_only=True):
    """A spent Ammo card is back on its model, face up; or (not `back`) the die of `by` did not bring it back."""

    rules: ClassVar = ("R7",)
    unit: str
    card: str
    by: str
    back: bool
    roll: Roll | None = None


def spent_ammo(state: State) -> Card | None:
    """The Ammo card that was spent for the attack and has not come back."""
    after = state.after
    if after is None:
        return None
    shooter = state.models[after.shooter]
    keys = [key.partition("/") for key in after.spent]
    cards = (shooter.cards.get(card) for unit, _slash, card in keys if unit == shooter.id)
    return next((card for card in cards if card and card.kind == "Ammo" and card.gone), None)


def refunds(state: State) -> list[tuple[Card, Effect]]:
    """The cards face up that may bring it back (Clever Loader, David Mason)."""
    after = state.after
    if after is None or spent_ammo(state) is None:
        return []
    shooter = state.models[after.shooter]
    facts = _as_left(state, shooter, after)
    return [
        (card, effect)
        for card in shooter.cards.values()
        if card.face_up and card.id not in after.done
        for effect in active(state, shooter, card)
        if effect.does == "refund" and effect.applies(facts)
    ]


def _as_left(state: State, shooter: Model, after: After) -> Facts:
    """The facts for a card on the shooter after its attack."""
    known = known_of(state, shooter) | ({"nothing_scored"} if after.attack and not after.scored else set())
    return Facts(tokens=shooter.moves, known=frozenset(known))


@follow_up
def comes_back(state: State) -> bool:
    return bool(refunds(state)) or hidden_after(state, "refund")


# -- face down ---------------------------------------------------------------------------------------------------------


def hidden_after(state: State, does: Does) -> bool:
    """Whether the shooter has a face-down card that might do this. Before 2018.3 only its type decided."""
    after = state.after
    if after is None or (does == "refund" and spent_ammo(state) is None):
        return False
    shooter: Model = state.models[after.shooter]
    if asks_for_hidden_cards(state.edition):
        facts = _as_left(state, shooter, after)
        return might_have(state, shooter, lambda effect: effect.does == does and effect.applies(facts))
    types = types_with(state.edition, shooter.nation, does)
    return any(not card.face_up and not card.gone and card.kind in types for card in shooter.cards.values())


# -- the report --------------------------------------------------------------------------------------------------------


@CHAPTER.decides
def refund(state: State, command: Refund, dice: Dice) -> Decision:
    """The Ammo card is back on its model, by a die if the card asks for one."""
    after, model = check_follow_up(state, command.unit)
    found = {card.id: effect for card, effect in refunds(state)}
    ammo = spent_ammo(state)
    if command.card not in found or ammo is None:
        raise refused(
            "R7",
            say(_("“%(card)s” brings no Ammo card back now."), card=command.card),
            say(_("Cards face up that do: %(cards)s."), cards=", ".join(found) or "-"),
            "card",
        )
    on = found[command.card].on
    if not on and command.dice is not None:
        raise refused("R7", _("Nothing is rolled for it."), _("Leave it out."), "dice")
    act = "final-fury/" if after.extra else "again/" if attacked_again(state) else ""
    question = f"t{state.turn}/{act}refund/{model.id}/{ammo.id}"
    roll = dice.roll(question, 1, reported=command.dice, near=(on,)) if on else None
    yield CardRefunded(
        unit=model.id, card=ammo.id, by=command.card, back=roll is None or roll.numbers[0] >= on, roll=roll
    )
    yield from go_on(state)


@CHAPTER.throws
def luck_of_refund(state: State, event: CardRefunded) -> Iterable[Throw]:
    on = next((effect.on for card, effect in refunds(state) if card.id == event.by), 0)
    if on:
        yield from successes(CARDS, event.unit, event.roll, lambda die: die >= on)


@CHAPTER.evolves
def card_refunded(state: State, event: CardRefunded) -> None:
    """A card that is back is as if it had never been lost. In any case the card that was to bring it back has done its
    part."""
    model = state.models[event.unit]
    card = model.cards[event.card]
    if event.back:
        card.gone = False
        lost = len(model.lost_cards) - 1 - model.lost_cards[::-1].index(card.name or card.id)
        del model.lost_cards[lost]
    if state.after:
        state.after.done = (*state.after.done, event.by)


@CHAPTER.narrates
def tell_card_refunded(event: CardRefunded) -> Message:
    if not event.back:
        dice = faces(event.roll) if event.roll else "-"
        return say(_("%(unit)s does not get its Ammo card back (%(dice)s)."), unit=event.unit, dice=dice)
    return say(_("%(unit)s has its Ammo card back."), unit=event.unit)


def refund_choices(state: State, model: Model) -> Iterator[Choice]:
    for card, effect in refunds(state):
        die = Field(name="dice", kind="dice", label=say(_("Die")), least=1, most=1)
        label = say(_("%(unit)s: %(card)s brings the Ammo card back"), unit=model.name, card=card.name)
        yield step("Refund", model, label, *((die,) if effect.on else ()), card=card.id)
