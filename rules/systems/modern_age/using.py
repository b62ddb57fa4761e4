"""Cards turned up and cards used outside attacks: what each does, to whom, when and at what price (R5, R7)."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from rules.contract import Decision, Dice, Message, Refused, say
from rules.contract import gettext_noop as _

from . import commands as c
from . import events as e
from .effects import Effect
from .figures import active
from .movement import left_behind
from .refusals import in_play, refused
from .state import Card, Model, State
from .turns import advance

TURNS = ("movement", "shooting", "command")  # the phases of a turn, as against set-up

# -- turned up ---------------------------------------------------------------------------------------------------------


def turned_up(state: State, model: Model, card: Card, told: tuple[str, ...] = ()) -> Decision:
    """A face-down card is turned up; one that should have gone long ago goes at once (Camouflage Netting). `told`: the
    circumstances of the open attack that this says are so."""
    used = any(_counts_now(state, model, effect) for effect in card.effects)
    yield e.CardRevealed(unit=model.id, card=card.id, name=card.name, used=used, told=told)
    yield from left_behind(state, model)


def _counts_now(state: State, model: Model, effect: Effect) -> bool:
    """Is what the card does for the turn in which it is turned up in force, when that is now?"""
    match effect.trigger:
        case "shooting_start":
            return state.phase == "shooting" and not state.acted and state.shot is None
        case "reveal" if effect.stage == "after_shooting" or effect.does == "second_shot":
            return state.after is not None and state.after.shooter == model.id
        case "reveal":
            return state.phase in TURNS
    return False


# -- what can be used --------------------------------------------------------------------------------------------------


class Usable(msgspec.Struct, frozen=True):
    """A card that may be used now, face down or not, and what its use asks for.

    units: of these models the ones it reaches, at least `least`. criticals: of these critical cards one. pay: of these
    cards one to give up. phase: a phase to favour.
    """

    card: Card
    effect: Effect
    units: tuple[str, ...] = ()
    least: int = 0
    criticals: tuple[str, ...] = ()
    pay: tuple[str, ...] = ()
    phase: bool = False


def usable(state: State, model: Model) -> list[Usable]:
    """What the model's owner may use between attacks; for his eyes, since it tells what lies face down."""
    if not model.on_table or state.shot or state.after or state.resuming or state.phase not in TURNS:
        return []
    cards = [card for card in model.cards.values() if not card.gone]
    found = [_now(state, model, card, effect) for card in cards for effect in card.effects]
    return [one for one in found if one is not None]


def _now(state: State, model: Model, card: Card, effect: Effect) -> Usable | None:
    match effect.does:
        case "choose_phase" if not model.chosen and state.phase != "command":
            return Usable(card, effect, phase=True)
        case "cancel" if effect.cost == "card":
            criticals = [key for key, attached in model.criticals.items() if attached.wound.card in effect.names]
            pay = payable(model, card, effect)
            return Usable(card, effect, criticals=tuple(criticals), pay=pay) if criticals and pay else None
        case "grant" | "initiative" if effect.trigger == "use" and card.used != state.turn:
            return _for_the_turn(state, model, card, effect)
    return None


def _for_the_turn(state: State, model: Model, card: Card, effect: Effect) -> Usable | None:
    """What is used for the rest of the turn: speed before the model moves, initiative before it fires, and what reaches
    others as a phase starts."""
    if "named" in effect.aura:
        units = _reached(state, model, effect)
        starts = state.phase == (effect.phase if effect.phase != "any" else "movement") and not state.acted
        lonely = effect.phase == "shooting" and not units
        return (
            Usable(card, effect, units=units, least=int(effect.phase == "shooting")) if starts and not lonely else None
        )
    if effect.does == "grant":
        timely = state.phase == "movement" and not model.moved
    else:
        timely = state.phase in ("movement", "shooting") and not model.fired
    return Usable(card, effect) if timely else None


def _reached(state: State, model: Model, effect: Effect) -> tuple[str, ...]:
    """Whom the card can reach: before the shooting Stationary tanks (Platoon Coordinator), else friends besides the
    model itself (Forward Commander). Who is close enough is the table's to say."""
    friends = [friend for friend in state.models.values() if friend.side == model.side and friend.on_table]
    if effect.phase == "shooting":
        return tuple(friend.id for friend in friends if friend.is_tank and not friend.moves)
    return tuple(friend.id for friend in friends if friend is not model)


def payable(model: Model, card: Card, effect: Effect) -> tuple[str, ...]:
    """The cards one of which is given up for the use of this one: any other, or another upgrade; none where it asks
    for none."""
    if effect.cost not in ("card", "upgrade"):
        return ()
    others = [other for other in model.cards.values() if other is not card and not other.gone]
    return tuple(other.id for other in others if effect.cost == "card" or not other.crew)


def choosing(state: State) -> list[Model]:
    """Who has to choose the phase its card favours before anybody moves (Yuri Pavlovich Volkov, face up)."""
    if state.phase != "movement" or state.acted or state.resuming or state.result or state.depth != "shots":
        return []
    return [model for model in state.models.values() if model.on_table and not model.chosen and _favours(state, model)]


def _favours(state: State, model: Model) -> bool:
    effects = (effect for card in model.cards.values() for effect in active(state, model, card))
    return any(effect.does == "choose_phase" for effect in effects)


# -- using it ----------------------------------------------------------------------------------------------------------


def use(state: State, command: c.Use, dice: Dice) -> Decision:
    """A card is used, and turned up with it. Its price goes at once."""
    model = in_play(state, command.unit)
    found = usable(state, model)
    use = next((one for one in found if one.card.id == command.card), None)
    if use is None:
        raise refused(
            "R5",
            say(_("%(unit)s has no card “%(card)s” to be used now."), unit=model.name, card=command.card),
            say(_("To be used now: %(cards)s."), cards=", ".join(one.card.id for one in found) or "-"),
            "card",
        )
    _check_units(state, use, command.units)
    _check_pick(command.critical, use.criticals, "critical")
    _check_pick(command.pay, use.pay, "pay")
    _check_pick(command.phase, ("movement", "shooting") if use.phase else (), "phase")
    paid = model.cards[command.pay] if command.pay else use.card if use.effect.cost == "self" else None
    to_itself = () if not use.effect.aura or use.least else (model.id,)
    yield e.CardUsed(
        unit=model.id,
        card=use.card.id,
        name=use.card.name,
        discarded=paid.id if paid else "",
        discarded_name=paid.name if paid else "",
        units=(*to_itself, *command.units),
        phase=command.phase,
        critical=command.critical,
    )
    yield from advance(state)


def _check_units(state: State, use: Usable, units: Sequence[str]) -> None:
    for unit in units:
        if unit not in use.units:
            raise _units(say(_("%(card)s does not reach “%(unit)s”."), card=use.card.name, unit=unit), use)
    if len(set(units)) < len(units):
        raise _units(say(_("A model is named twice.")), use)
    if len(units) < use.least:
        raise _units(say(_("%(card)s is used for nobody."), card=use.card.name), use)


def _units(text: Message, use: Usable) -> Refused:
    return refused("R7", text, say(_("Name some of: %(units)s."), units=", ".join(use.units) or "-"), "units")


def _check_pick(said: str, allowed: Sequence[str], field: str) -> None:
    """One of what is allowed has to be said; nothing where nothing is asked for."""
    if said in allowed or (not said and not allowed):
        return
    if not allowed:
        raise refused("R7", say(_("This card asks for no “%(field)s”."), field=field), say(_("Leave it out.")), field)
    raise refused(
        "R7",
        say(_("“%(field)s” cannot be “%(said)s”."), field=field, said=said),
        say(_("It is one of: %(allowed)s."), allowed=", ".join(allowed)),
        field,
    )
