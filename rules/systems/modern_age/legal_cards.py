"""What may be done with cards outside attacks: turned up, used, or moved by. A side is offered its own cards only."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from rules.contract import Choice, Field, Message, Pick, say, verbatim
from rules.contract import gettext_noop as _

from .elevation import other_height
from .free_moves import Free, stage, usable
from .offers import mine, of_model
from .state import Card, Model, State
from .using import Usable, choosing, payable
from .using import usable as usable_cards
from .words import ELEVATION_NAMES


def reveals(state: State, side: str) -> Iterator[Choice]:
    """R5: a face-down card may be turned up at any time."""
    for model in mine(state.models.values(), side):
        hidden = [card for card in model.cards.values() if not card.face_up and not card.gone]
        if model.in_play and hidden:
            field = _pick("card", say(_("Card")), [(card.id, _named(card)) for card in hidden])
            yield of_model(model, "Reveal", say(_("%(unit)s: turn a card face up"), unit=model.name), field)


# -- cards that are used -----------------------------------------------------------------------------------------------


def uses(state: State, side: str) -> Iterator[Choice]:
    """Cards to be used now; the choice that has to come before anybody moves is urgent."""
    waiting = choosing(state)
    for model in mine(state.models.values(), side):
        for one in usable_cards(state, model):
            yield _use(state, model, one, urgent=one.phase and one.card.face_up and model in waiting)


def _use(state: State, model: Model, one: Usable, urgent: bool) -> Choice:
    label = say(_("%(unit)s uses %(card)s"), unit=model.name, card=_named(one.card))
    return Choice(
        command="Use",
        label=label,
        side=model.side,
        given={"unit": model.id, "card": one.card.id},
        fields=tuple(_asked(state, model, one)),
        urgent=urgent,
    )


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
        yield _pick("phase", say(_("The phase it favours")), PHASES.items())
    if one.criticals:
        removed = [(key, verbatim(model.criticals[key].wound.card)) for key in one.criticals]
        yield _pick("critical", say(_("Critical card to remove")), removed)
    yield from _price(model, one.pay)


PHASES = {"movement": say(_("Movement Phase")), "shooting": say(_("Shooting Phase"))}
REACH = {
    True: say(_("Stationary tanks within close range of an enemy tank.")),
    False: say(_("Friends within close range of it; it has to be within close range of an enemy tank.")),
}


# -- moves without a token ---------------------------------------------------------------------------------------------


def free_moves(state: State, side: str) -> Iterator[Choice]:
    """What cards let their models do before the first shot, and right after the model's own."""
    for model in mine(state.models.values(), side):
        if at := stage(state, model):
            for free in usable(state, model, at):
                yield _free(model, free)


def _free(model: Model, free: Free) -> Choice:
    card, effect = free
    given: dict[str, Any] = {"card": card.id}
    text = LABELS[effect.does]
    if effect.does == "free_elevation":
        given["elevation"] = other_height(model)
    fields = list(_price(model, payable(model, card, effect)))
    if effect.on:
        fields.append(Field(name="dice", kind="dice", label=say(_("Die")), least=1, most=1))
    height = ELEVATION_NAMES[other_height(model)]
    label = say(text, unit=model.name, card=_named(card), elevation=height)
    return of_model(model, "FreeMove", label, *fields, given=given)


LABELS = {
    "free_move": _("%(unit)s: %(card)s, one more move"),
    "free_elevation": _("%(unit)s: %(card)s, elevation %(elevation)s"),
    "shed_token": _("%(unit)s: %(card)s, roll to lose the speed token"),
}


# -- what they are made of ---------------------------------------------------------------------------------------------


def _price(model: Model, pay: Iterable[str]) -> Iterator[Field]:
    if cards := [(key, _named(model.cards[key])) for key in pay]:
        yield _pick("pay", say(_("Card given up for it")), cards)


def _pick(name: str, label: Message, values: Iterable[tuple[str, Message]]) -> Field:
    picks = tuple(Pick(value, text) for value, text in values)
    return Field(name=name, kind="pick", label=label, picks=picks, required=True)


def _named(card: Card) -> Message:
    return verbatim(card.name or card.kind)
