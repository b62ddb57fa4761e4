"""Cards spent against a critical card: it is cancelled, replaced by a new draw, or taken over by a friend (R33, R5,
R7)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import ClassVar

import msgspec

from rules.bounds import Key
from rules.contract import Choice, Dice, Field, Message, Pick, Refused, ngettext, say
from rules.contract import gettext_noop as _
from rules.kit.chapters import Chapter
from rules.systems.modern_age.attack.answers import Answers, DrawnCards
from rules.systems.modern_age.attack.sequence import Step, check_reply, plug, resolve, suffering
from rules.systems.modern_age.cards.hidden import Moment, Sought, hidden_step, keep_choice, kept_at
from rules.systems.modern_age.choices import card_picks, step
from rules.systems.modern_age.damage import damage, hurt
from rules.systems.modern_age.editions import asks_for_hidden_cards
from rules.systems.modern_age.effects import Effect
from rules.systems.modern_age.figures import has, may_have
from rules.systems.modern_age.refusals import refused
from rules.systems.modern_age.shot import KeyOrNone, Shot, asked_anew
from rules.systems.modern_age.state import Card, Decision, Event, Model, Reply, State, lose, open_shot

from .deck import effects_of
from .draws import THEN_DRAWN

CHAPTER = Chapter[State, Event]("Cards against criticals", "R33, R5, R7")


class Spend(Reply, frozen=True, kw_only=True):
    """The owner spends a card against the critical just drawn, or ("") none.

    pay: the card that is given up, if the one named asks for another (Komissar). taker: the friendly tank close by
    whose card takes the critical over (Altruistic Commander); then `card` is that tank's. criticals: the card drawn
    next (Protected Ammo).
    """

    positional: ClassVar = ("unit", "card")
    unit: Key
    card: KeyOrNone = ""
    pay: KeyOrNone = ""
    taker: KeyOrNone = ""
    criticals: DrawnCards = ()


class CardSpent(Event, frozen=True, kw_only=True):
    """A card was spent against the critical just drawn, or none was (""). `undone`: damage taken back.

    paid: the card given up for it, if not the card itself. redraw: another critical card is drawn for it.
    """

    version: ClassVar = 2
    rules: ClassVar = ("R33", "R5", "R7")
    unit: str
    card: str
    name: str
    against: str
    undone: int = 0
    paid: str = ""
    paid_name: str = ""
    redraw: bool = False


class CriticalTaken(Event, frozen=True, kw_only=True):
    """A friendly tank took over the critical with its damage and effect, and its card was discarded for it."""

    rules: ClassVar = ("R33", "R7")
    unit: str
    taker: str
    card: str
    name: str
    against: str
    damage: int


def may_spend(state: State, shot: Shot) -> bool:
    """Whether the owner has a card to spend against the critical. A face-down card that might be one is asked for
    separately (`cards.hidden`); before 2018.3 it was asked for here."""
    if not shot.open or shot.open[0].answered:
        return False
    if asks_for_hidden_cards(state.edition):
        cards = [*spendable(state, shot), *(card for _friend, card in takers(state, shot))]
        return any(card.face_up for card in cards)
    model, critical = suffering(state, shot), shot.open[0]
    if may_have(state, model, "cancel", critical.card):
        return True
    return not critical.bearer and (
        may_have(state, model, "redraw", critical.card) or any(may_have(state, x, "take_over") for x in friends(state))
    )


def spendable(state: State, shot: Shot) -> list[Card]:
    """The model's cards that help against the critical, hidden ones too; only for their owner's eyes."""
    if not shot.open:
        return []
    model, critical = suffering(state, shot), shot.open[0]
    helping = [card for card in model.cards.values() if not card.gone and _helps(card, critical.card, critical.bearer)]
    return [card for card in helping if cards_to_pay(model, card) or not asks_for_another(card)]


def _helps(card: Card, critical: str, taken: str) -> bool:
    """A critical that was taken over stays where it is: it may be cancelled, but it is not drawn anew."""
    return has(card, "cancel", critical) or (not taken and has(card, "redraw", critical))


def asks_for_another(card: Card) -> bool:
    """Whether another card is given up in its place (Komissar)."""
    return any(effect.does == "cancel" and effect.cost == "card" for effect in card.effects)


def cards_to_pay(model: Model, card: Card) -> list[Card]:
    """The cards of its model that may be given up for a card that asks for another one."""
    return [other for other in model.cards.values() if not other.gone and other is not card]


def friends(state: State) -> list[Model]:
    """The tanks that might take over a critical of the target, if it is a tank. The table knows which are close."""
    if state.shot is None or not state.models[state.shot.target].is_tank:
        return []
    target = state.models[state.shot.target]
    return [x for x in state.models.values() if x.side == target.side and x is not target and x.is_tank and x.on_table]


def takers(state: State, shot: Shot) -> list[tuple[Model, Card]]:
    """The friends' cards that take the critical over, hidden ones too; only for their owner's eyes. It is taken over
    once."""
    if not shot.open or shot.open[0].bearer:
        return []
    return [(x, card) for x in friends(state) for card in x.cards.values() if not card.gone and has(card, "take_over")]


def spend(state: State, shot: Shot, answers: Answers, dice: Dice) -> Decision:
    """A spent card cancels the critical's effect; a critical that only does damage loses the damage (RULES.md)."""
    said = answers.take_reply(Spend)
    if said.taker:
        yield _taken_over(state, shot, said)
        return
    model, critical = suffering(state, shot), shot.open[0]
    card = _chosen(spendable(state, shot), said.card, "card") if said.card else None
    paid = _paid(model, card, said.pay)
    if card is None:
        yield CardSpent(unit=model.id, card="", name="", against=critical.card)
        return
    redraw = not has(card, "cancel", critical.card)
    yield CardSpent(
        unit=model.id,
        card=card.id,
        name=card.name,
        against=critical.card,
        undone=critical.damage if redraw or not effects_of(state, shot) else 0,
        paid=paid.id if paid else "",
        paid_name=paid.name if paid else "",
        redraw=redraw,
    )


def _paid(model: Model, card: Card | None, pay: str) -> Card | None:
    if card is not None and asks_for_another(card):
        return _chosen(cards_to_pay(model, card), pay, "pay")
    if pay:
        raise refused("R33", _("No other card has to be given up for this."), _("Leave “pay” out."), field="pay")
    return None


def _taken_over(state: State, shot: Shot, said: Spend) -> CriticalTaken:
    """A friendly tank close by suffers the critical in the target's place, with damage and effect, and discards its
    card."""
    if said.pay:
        raise _not_spendable(said.pay, (), "pay")
    able = takers(state, shot)
    cards = [card for friend, card in able if friend.id == said.taker]
    if not cards:
        raise refused(
            "R33",
            say(_("“%(unit)s” has no card to take this critical over."), unit=said.taker),
            say(_("Such cards: %(cards)s."), cards=", ".join(f"{x.id} {card.id}" for x, card in able) or "-"),
            "taker",
        )
    card, critical = _chosen(cards, said.card, "card"), shot.open[0]
    return CriticalTaken(
        unit=shot.target,
        taker=said.taker,
        card=card.id,
        name=card.name,
        against=critical.card,
        damage=critical.damage,
    )


def _chosen(cards: Iterable[Card], chosen: str, field: str) -> Card:
    cards = list(cards)
    card = next((card for card in cards if card.id == chosen), None)
    if card is None:
        raise _not_spendable(chosen, [card.id for card in cards], field)
    return card


def _not_spendable(chosen: str, able: Iterable[str], field: str) -> Refused:
    return refused(
        "R33",
        say(_("“%(card)s” cannot be spent against this critical."), card=chosen),
        say(_("Spend one of: %(cards)s; or none."), cards=", ".join(able) or "-"),
        field,
    )


@CHAPTER.decides
def spends(state: State, command: Spend, dice: Dice) -> Decision:
    check_reply(state, command)
    yield from resolve(state, Answers(reply=command, drawn=command.criticals), dice)


@CHAPTER.evolves
def card_spent(state: State, event: CardSpent) -> None:
    shot, model = open_shot(state), state.models[event.unit]
    critical = shot.open[0]
    critical.answered = True
    if not event.card:
        return
    critical.cancelled = True
    if event.paid:
        model.cards[event.card].face_up = True
        lose(model, event.paid, event.paid_name)
    else:
        lose(model, event.card, event.name)
    if critical.bearer:
        hurt(state, model, -event.undone, shot.shooter)
    else:
        damage(state, model, -event.undone, shot.shooter)
    critical.damage -= event.undone
    if event.redraw:
        state.discards.append(shot.open.pop(0).card)
        shot.draws += 1
        asked_anew(shot, "critical")


@CHAPTER.narrates
def tell_card_spent(event: CardSpent) -> Message:
    if not event.card:
        return say(_("%(unit)s spends nothing against %(card)s."), unit=event.unit, card=event.against)
    text = _("%(unit)s spends %(card)s against %(against)s.")
    if event.paid:
        text = _("%(unit)s uses %(card)s against %(against)s and gives up %(paid)s.")
    elif event.redraw:
        text = _("%(unit)s spends %(card)s and draws another critical card in place of %(against)s.")
    return say(text, unit=event.unit, card=event.name, against=event.against, paid=event.paid_name)


@CHAPTER.evolves
def critical_taken(state: State, event: CriticalTaken) -> None:
    """The friend suffers the critical now, and may have a card of its own to cancel it."""
    shot, taker = open_shot(state), state.models[event.taker]
    lose(taker, event.card, event.name)
    damage(state, state.models[event.unit], -event.damage, shot.shooter)
    hurt(state, taker, event.damage, shot.shooter)
    shot.open[0].bearer, shot.open[0].answered = event.taker, False
    asked_anew(shot, "critical")


@CHAPTER.narrates
def tell_critical_taken(event: CriticalTaken) -> Message:
    return ngettext(
        "%(taker)s takes %(against)s over from %(unit)s and gives up %(card)s: %(n)d damage.",
        "%(taker)s takes %(against)s over from %(unit)s and gives up %(card)s: %(n)d damage.",
        event.damage,
        taker=event.taker,
        unit=event.unit,
        against=event.against,
        card=event.name,
    )


# -- what may be reported ----------------------------------------------------------------------------------------------


def spend_choices(state: State, model: Model) -> Iterator[Choice]:
    """A card of the model's own, or none; one more choice for each card that asks for another, and for each
    friend's."""
    shot = open_shot(state)
    able = spendable(state, shot)
    plain = (Pick("", say(_("nothing"))), *card_picks(card for card in able if not asks_for_another(card)))
    label = say(_("%(unit)s: spend a card against %(card)s?"), unit=model.name, card=shot.open[0].card)
    yield step("Spend", model, label, Field(name="card", kind="pick", label=say(_("Card")), picks=plain), THEN_DRAWN)
    yield from _at_a_price(state, model)


def hidden_spend_choices(state: State, model: Model) -> Iterator[Choice]:
    """A choice for each card that can be spent; none for spending none."""
    shot = open_shot(state)
    for card in spendable(state, shot):
        if not asks_for_another(card):
            label = say(_("%(unit)s: %(card)s against %(against)s"), unit=model.name, **_against(card, shot))
            yield step("Spend", model, label, THEN_DRAWN, card=card.id)
    yield from _at_a_price(state, model)


def _at_a_price(state: State, model: Model) -> Iterator[Choice]:
    """A choice for each card that asks for another, and each friend's."""
    shot = open_shot(state)
    for card in filter(asks_for_another, spendable(state, shot)):
        others = tuple(card_picks(cards_to_pay(model, card)))
        pay = Field(name="pay", kind="pick", label=say(_("Card that is given up")), picks=others, required=True)
        label = say(_("%(unit)s: %(card)s against %(against)s"), unit=model.name, **_against(card, shot))
        yield step("Spend", model, label, pay, THEN_DRAWN, card=card.id)
    for friend, card in takers(state, shot):
        label = say(
            _("%(unit)s, within close range, takes %(against)s over: %(card)s"),
            unit=friend.name,
            **_against(card, shot),
        )
        yield step("Spend", model, label, THEN_DRAWN, card=card.id, taker=friend.id)


def _against(card: Card, shot: Shot) -> dict[str, str | int | Message]:
    return {"card": card.name or card.kind, "against": shot.open[0].card}


plug(
    Step(
        "spend",
        "Spend",
        "bearer",
        say(_("Spend a card against a critical or not")),
        may_spend,
        lambda state, answers: answers.is_reply(Spend),
        spend,
        spend_choices,
    )
)


# -- a face-down card is turned up by being spent ----------------------------------------------------------------------


def _against_a_critical(state: State, shot: Shot) -> Sought:
    """R33: the critical drawn is cancelled, replaced by a new draw, or taken over by a friend."""
    if not shot.open or shot.open[0].answered:
        return
    model, critical = suffering(state, shot), shot.open[0]
    several = sum(not card.gone for card in model.cards.values()) > 1

    def wanted(effect: Effect) -> bool:
        if critical.card not in effect.names:
            return False
        cancels = effect.does == "cancel" and (effect.cost != "card" or several)
        return cancels or (effect.does == "redraw" and not critical.bearer)

    yield model, wanted
    for friend in () if critical.bearer else friends(state):
        yield friend, lambda effect: effect.does == "take_over"


CRITICAL = Moment("critical", "bearer", _against_a_critical)


def spend_hidden(state: State, shot: Shot, answers: Answers, dice: Dice) -> Decision:
    """The card is spent, and turned up with that; or no card is spent."""
    if not answers.is_reply(Spend):
        answers.kept = False
        yield kept_at(state, shot, CRITICAL)
        return
    assert isinstance(answers.reply, Spend)
    if not answers.reply.card:
        raise refused(
            "R33",
            _("No card is named."),
            _("Name the card that is spent, or say that all cards stay face down."),
            "card",
        )
    yield from spend(state, shot, answers, dice)


def _spent_or_kept(state: State, model: Model) -> Iterator[Choice]:
    yield from hidden_spend_choices(state, model)
    yield keep_choice(model)


plug(
    msgspec.structs.replace(
        hidden_step(CRITICAL, lambda answers: answers.is_reply(Spend)),
        take=spend_hidden,
        choices=_spent_or_kept,
        also="Spend",
    )
)
