"""What cards give a model besides its turn to move: one more move or another height without a token, a token shed.

Two stages. "movement_end": when the Movement Phase is over, until the first report of the Shooting Phase.
"after_shooting": right after the model's own attack, while `state.after` is open for it.
"""

from __future__ import annotations

from rules.contract import Decision, Dice, Refused, Roll, say
from rules.contract import gettext_noop as _

from . import commands as c
from . import events as e
from .catalogue import types_with
from .editions import asks_for_hidden_cards
from .effects import Does, Effect, Facts
from .elevation import height, may_climb, other_height
from .face_down import might
from .figures import active, known_of, speed
from .movement import left_behind
from .refusals import cards_of, in_play, refused
from .state import Card, Model, State
from .turns import advance
from .using import payable, turned_up

MOVES: tuple[Does, ...] = ("free_move", "free_elevation", "shed_token")
Free = tuple[Card, Effect]


def stage(state: State, model: Model) -> str:
    """The stage at which the model stands now; "" for none. Laying smoke is no attack, and an attack on several is over
    after the last."""
    if state.result or state.resuming or state.shot:
        return ""
    if after := state.after:
        own = after.shooter == model.id and after.attack and not after.others
        return "after_shooting" if own else ""
    return "movement_end" if state.phase == "shooting" and not state.acted else ""


def usable(state: State, model: Model, stage: str) -> list[Free]:
    """What the model's owner may use at that stage, each card once a turn; for his eyes, since it tells what lies face
    down."""
    if not model.on_table:
        return []
    return [(card, effect) for card in _left(model) for effect in _effects(state, model, card, stage)]


def may_follow(state: State, model: Model) -> bool:
    """Is the owner to be asked after its attack? For a card face up that may be used, and for one face down that might
    be such a card: what everybody sees decides."""
    known = {card.id for card, _effect in usable(state, model, "after_shooting")}
    return model.on_table and any(
        card.id in known if card.face_up else _might_be(state, model, card)
        for card in _left(model)
        if state.after is None or card.id not in state.after.done
    )


def _might_be(state: State, model: Model, card: Card) -> bool:
    """Before 2018.3 the type of the card alone was looked at."""
    if asks_for_hidden_cards(state.edition):
        return might(state, model, card, lambda effect: _usable(state, model, card, effect, "after_shooting"))
    return any(
        _able(state, model, does) and card.kind in types_with(state.edition, model.nation, does, "", "after_shooting")
        for does in MOVES
    )


def _left(model: Model) -> list[Card]:
    return [card for card in model.cards.values() if not card.gone and card.id not in model.free_moves]


def _effects(state: State, model: Model, card: Card, stage: str) -> list[Effect]:
    effects = active(state, model, card) if card.face_up else card.effects
    return [effect for effect in effects if _usable(state, model, card, effect, stage)]


def _usable(state: State, model: Model, card: Card, effect: Effect, stage: str) -> bool:
    known = known_of(state, model)
    if state.after and not state.after.scored:
        known |= {"nothing_scored"}
    fitting = effect.does in MOVES and effect.stage == stage
    if not fitting or not effect.applies(Facts(tokens=model.moves, known=known)):
        return False
    return _able(state, model, effect.does) and (effect.cost in ("", "self") or bool(payable(model, card, effect)))


def _able(state: State, model: Model, does: Does) -> bool:
    """May it move at all, has it a height to change, a speed-1 token to shed?"""
    match does:
        case "free_elevation":
            return may_climb(state, model)
        case "shed_token":
            return model.moves == 1
    return speed(state, model) > 0


def free_move(state: State, command: c.FreeMove, dice: Dice) -> Decision:
    """A card gives its model a move without a token, another height, or its token back; a face-down card is turned up
    with it, and its price goes."""
    model = in_play(state, command.unit)
    at = stage(state, model)
    card, effect = _chosen(state, model, command, at)
    paid = _paid(model, card, effect, command.pay)
    roll = _roll(state, model, card, effect, command, dice, at)
    if not card.face_up:
        yield from turned_up(state, model, card)
    if effect.does == "shed_token":
        assert roll is not None
        yield e.TokenShed(unit=model.id, card=card.id, roll=roll, shed=roll.numbers[0] >= effect.on)
    else:
        yield e.FreelyMoved(
            unit=model.id,
            card=card.id,
            elevation=command.elevation,
            roll=roll,
            happened=roll is None or roll.numbers[0] >= effect.on,
            paid=paid.id if paid else "",
            paid_name=paid.name if paid else "",
        )
        yield from left_behind(state, model)
    if at == "movement_end":
        yield from advance(state)


def _chosen(state: State, model: Model, command: c.FreeMove, at: str) -> Free:
    found = usable(state, model, at) if at else []
    of_card = [(card, effect) for card, effect in found if card.id == command.card]
    if not of_card:
        raise refused(
            "R7",
            say(_("%(unit)s has no card “%(card)s” that lets it move now."), unit=model.name, card=command.card),
            say(
                _("Now: %(cards)s. Cards move it before the first shot, or right after its own."),
                cards=cards_of(card for card, _effect in found),
            ),
            "card",
        )
    for card, effect in of_card:
        if (effect.does == "free_elevation") == bool(command.elevation):
            _check_height(model, command)
            return card, effect
    if command.elevation:
        text, remedy = _("%(card)s does not change the elevation."), _("Leave “elevation” out.")
    else:
        text, remedy = _("%(card)s only changes the elevation."), _("Name the new one in “elevation”.")
    raise refused("R7", say(text, card=of_card[0][0].name), say(remedy), "elevation")


def _check_height(model: Model, command: c.FreeMove) -> None:
    if command.elevation and command.elevation == height(model):
        raise refused(
            "R16",
            say(_("%(unit)s flies at that elevation."), unit=model.name),
            say(_("Name the other one: %(elevation)s."), elevation=other_height(model)),
            "elevation",
        )


def _paid(model: Model, card: Card, effect: Effect, pay: str) -> Card | None:
    """The card that is given up: itself, or another of its owner's choice."""
    allowed = payable(model, card, effect)
    if pay in allowed:
        return model.cards[pay]
    if pay or allowed:
        raise _pay(card, pay, allowed)
    return card if effect.cost == "self" else None


def _pay(card: Card, pay: str, allowed: tuple[str, ...]) -> Refused:
    if not allowed:
        text, remedy = say(_("No other card is given up for %(card)s."), card=card.name), say(_("Leave “pay” out."))
    else:
        text = say(_("“%(pay)s” cannot be given up for %(card)s."), pay=pay, card=card.name)
        remedy = say(_("Give up one of: %(cards)s."), cards=", ".join(allowed))
    return refused("R7", text, remedy, "pay")


def _roll(
    state: State, model: Model, card: Card, effect: Effect, command: c.FreeMove, dice: Dice, at: str
) -> Roll | None:
    if effect.on:
        question = f"t{state.turn}/{at.replace('_', '-')}/{model.id}/{card.id}"
        return dice.roll(question, 1, reported=command.dice)
    if command.dice is not None:
        raise refused("R7", say(_("Nothing is rolled for %(card)s."), card=card.name), say(_("Leave it out.")), "dice")
    return None
