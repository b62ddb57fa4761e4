"""Cards used outside attacks: what each does, to whom, when and at what price (R5, R7)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Annotated, ClassVar, Literal

import msgspec

from rules.bounds import Key
from rules.contract import Choice, Command, Dice, Field, Message, Pick, Refused, say, verbatim
from rules.contract import gettext_noop as _
from rules.kit.chapters import Chapter
from rules.systems.modern_age.choices import mine
from rules.systems.modern_age.effects import Effect
from rules.systems.modern_age.figures import has, is_doomed
from rules.systems.modern_age.order import choosing, savable
from rules.systems.modern_age.refusals import in_play, names_of, refused
from rules.systems.modern_age.shot import KeyOrNone
from rules.systems.modern_age.state import TURN, AnyTime, Boost, Card, Decision, Event, Model, State, lose
from rules.systems.modern_age.turns import advance

from .reveal import named_card, required_pick

CHAPTER = Chapter[State, Event]("Cards used", "R5, R7")


class Use(Command, frozen=True, kw_only=True):
    """A card is used outside the steps of an attack; a face-down one is turned up with it.

    units: the models that a card names (Platoon Coordinator, Forward Commander). phase: the phase that a card favours
    this turn (Volkov). pay, critical: the card that is given up, and the critical card that this removes (Komissar).
    """

    positional: ClassVar = ("unit", "card")
    unit: Key
    card: Key
    units: Annotated[tuple[Key, ...], msgspec.Meta(max_length=60)] = ()
    phase: Literal["", "movement", "shooting"] = ""
    pay: KeyOrNone = ""
    critical: KeyOrNone = ""


class CardUsed(Event, frozen=True, kw_only=True):
    """A card was turned up and used; `discarded` is the card (by id) that was given up for it, "" for none.

    units: the models it reaches; phase: the phase it favours; critical: the critical card it removed.
    """

    rules: ClassVar = ("R5", "R7")
    unit: str
    card: str
    name: str
    discarded: str = ""
    discarded_name: str = ""
    units: tuple[str, ...] = ()
    phase: Literal["", "movement", "shooting"] = ""
    critical: str = ""


def used(model: Model, card: Card, gone: Card | None = None) -> CardUsed:
    """A card is used, and turned up with that; `gone` is discarded for it."""
    return CardUsed(
        unit=model.id,
        card=card.id,
        name=card.name,
        discarded=gone.id if gone else "",
        discarded_name=gone.name if gone else "",
    )


# -- what can be used --------------------------------------------------------------------------------------------------


class Usable(msgspec.Struct, frozen=True):
    """A card that may be used now, face down or not, and what a report of its use has to say.

    units: the models it may reach, at least `least` of them. criticals: one of these critical cards. pay: one of these
    cards is given up. phase: a phase to favour.
    """

    card: Card
    effect: Effect
    units: tuple[str, ...] = ()
    least: int = 0
    criticals: tuple[str, ...] = ()
    pay: tuple[str, ...] = ()
    phase: bool = False


def usable(state: State, model: Model) -> list[Usable]:
    """What the model's owner may use between attacks; only for the owner's eyes, because it tells what lies face
    down."""
    if not model.on_table or state.shot or state.after or state.resuming or state.phase not in TURN:
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
    """Cards that work for the rest of the turn: on speed before the model moves, on initiative before it fires, and on
    other models as a phase starts."""
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
    """The models that the card can reach: before the shooting Stationary tanks (Platoon Coordinator), otherwise other
    friends (Forward Commander). The table knows who is close enough."""
    friends = [friend for friend in state.models.values() if friend.side == model.side and friend.on_table]
    if effect.phase == "shooting":
        return tuple(friend.id for friend in friends if friend.is_tank and not friend.moves)
    return tuple(friend.id for friend in friends if friend is not model)


def payable(model: Model, card: Card, effect: Effect) -> tuple[str, ...]:
    """The cards one of which is given up for the use of this one: any other card, or another upgrade; none if it asks
    for none."""
    if effect.cost not in ("card", "upgrade"):
        return ()
    others = [other for other in model.cards.values() if other is not card and not other.gone]
    return tuple(other.id for other in others if effect.cost == "card" or not other.crew)


# -- the report --------------------------------------------------------------------------------------------------------


@CHAPTER.before_each
def phase_chosen_first(state: State, command: Command) -> None:
    if not isinstance(command, AnyTime | Use) and (waiting := choosing(state)):
        raise refused(
            "R7",
            say(_("The phase a card favours is chosen before anybody moves: %(units)s."), units=names_of(waiting)),
            _("Say which card, and for which phase."),
        )


@CHAPTER.decides
def use(state: State, command: Use, dice: Dice) -> Decision:
    """A card is used, and turned up with that. Its price is paid at once."""
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
    yield CardUsed(
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
    """One of the allowed values has to be given; none if nothing is asked for."""
    if said in allowed or (not said and not allowed):
        return
    if not allowed:
        raise refused("R7", say(_("This card asks for no “%(field)s”."), field=field), _("Leave it out."), field)
    raise refused(
        "R7",
        say(_("“%(field)s” cannot be “%(said)s”."), field=field, said=said),
        say(_("It is one of: %(allowed)s."), allowed=", ".join(allowed)),
        field,
    )


@CHAPTER.evolves
def card_used(state: State, event: CardUsed) -> None:
    """Its effects are in force this turn, for its model and for those it names; its price is paid."""
    model = state.models[event.unit]
    card = model.cards[event.card]
    card.face_up, card.used = True, state.turn
    if event.discarded:
        stood = not is_doomed(state, model)
        lose(model, event.discarded, event.discarded_name)
        if stood and is_doomed(state, model):  # the card had added to its capacity: nobody's work
            model.doomed = ("", state.report)
    if event.phase:
        model.chosen = event.phase
    if event.critical:
        state.discards.append(model.criticals.pop(event.critical).wound.card)
        model.failed = "" if model.failed == event.critical else model.failed
    if state.shot:
        state.shot.spent.append(f"{event.unit}/{event.card}")
    for unit in event.units:
        state.models[unit].boosts.append(Boost("initiative", event.unit, event.card))


@CHAPTER.narrates
def tell_card_used(event: CardUsed) -> Message:
    text = _("%(unit)s uses %(card)s.")
    if event.critical:
        text = _("%(unit)s uses %(card)s, gives up %(paid)s and is rid of a critical card.")
    elif event.discarded and event.discarded != event.card:
        text = _("%(unit)s uses %(card)s and gives up %(paid)s.")
    elif event.units:
        text = _("%(unit)s uses %(card)s for %(units)s.")
    elif event.phase:
        text = FAVOURED[event.phase]
    units = ", ".join(event.units)
    return say(text, unit=event.unit, card=event.name, paid=event.discarded_name, units=units)


FAVOURED = {
    "movement": _("%(unit)s uses %(card)s for the Movement Phase."),
    "shooting": _("%(unit)s uses %(card)s for the Shooting Phase."),
}


# -- what may be reported ----------------------------------------------------------------------------------------------


@CHAPTER.offers
def uses(state: State, side: str) -> Iterator[Choice]:
    """Cards to be used now; the choice that has to come before anybody moves is urgent."""
    waiting = choosing(state)
    for model in mine(state.models.values(), side):
        for one in usable(state, model):
            if savable(state):
                return
            yield _use(state, model, one, urgent=one.phase and one.card.face_up and model in waiting)


def _use(state: State, model: Model, one: Usable, urgent: bool) -> Choice:
    label = say(_("%(unit)s uses %(card)s"), unit=model.name, card=named_card(one.card))
    return Choice(
        command="Use",
        label=label,
        side=model.side,
        given={"unit": model.id, "card": one.card.id},
        fields=tuple(_asked(state, model, one)),
        urgent=urgent,
        readily=_readily(state, model, one),
    )


def _readily(state: State, model: Model, one: Usable) -> int:
    """Random players rather use what reaches others, and give up what adds to a tank's capacity once it needs that."""
    adds = [key for key in one.pay if has(model.cards[key], "capacity")]
    if one.pay and len(adds) == len(one.pay):
        return 9000 if model.damage >= model.capacity else 50
    return 3000 if one.units or (one.criticals and state.phase == "command") else 1000


def _asked(state: State, model: Model, one: Usable) -> Iterator[Field]:
    if one.units:
        yield Field(
            name="units",
            kind="picks",
            label=say(_("Models it reaches")),
            help=REACH[one.effect.phase == "shooting"],
            picks=tuple(Pick(unit, verbatim(state.models[unit].name)) for unit in one.units),
            least=one.least,
            most=len(one.units),
            required=one.least > 0,
        )
    if one.phase:
        yield required_pick("phase", say(_("The phase it favours")), PHASE_PICKS.items())
    if one.criticals:
        removed = [(key, verbatim(model.criticals[key].wound.card)) for key in one.criticals]
        yield required_pick("critical", say(_("Critical card to remove")), removed)
    yield from price_field(model, one.pay)


PHASE_PICKS = {"movement": say(_("Movement Phase")), "shooting": say(_("Shooting Phase"))}
REACH = {
    True: say(_("Stationary tanks within close range of an enemy tank.")),
    False: say(_("Friends within close range of it; it has to be within close range of an enemy tank.")),
}


def price_field(model: Model, pay: Iterable[str]) -> Iterator[Field]:
    if cards := [(key, named_card(model.cards[key])) for key in pay]:
        yield required_pick("pay", say(_("Card given up for it")), cards)
