"""The choices around an open attack: one function for each step that somebody may have to answer."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import msgspec

from rules.contract import Choice, Field, Message, Pick, say, verbatim
from rules.contract import gettext_noop as _

from .asks_criticals import CRITICAL_ASKS
from .asks_fire import told_field
from .asks_hidden import hidden
from .cancelling import most_cancelled
from .changes import open_change
from .defence import Again, defence_cards, ways
from .editions import asks_for_hidden_cards, bounds_cancels
from .figures import aim_of, lettered
from .offers import KEEP, ahead, step
from .pools import defence_dice, rerolls
from .rerolling import free_letters, ones_of
from .state import Change, Model, Shot, State
from .weapons import copy_used, substitutes, told_by_target


def _shot(state: State) -> Shot:
    assert state.shot is not None
    return state.shot


# -- the shooter's -----------------------------------------------------------------------------------------------------


def _reroll(state: State, model: Model) -> Iterator[Choice]:
    """By what costs nothing; none; and a choice more for each card that is spent to re-roll any dice."""
    shot = _shot(state)
    allowed, dice = rerolls(state, shot), lettered(shot.faces)
    free, ones = free_letters(shot, allowed), ones_of(allowed)
    fields = [
        _die_picks("stationary", say(_("Re-roll for being Stationary")), allowed.failed, dice, len(allowed.failed)),
        _die_picks("stabiliser", say(_("Re-roll by stabiliser")), free, dice, min(allowed.stabiliser, len(free))),
        _die_picks("cards", say(_("Re-roll by cards")), free, dice, min(allowed.cards, len(free))),
        _die_picks("ones", say(_("Re-roll by a card for what they show")), ones, dice, len(ones)),
    ]
    fields.append(_faces(min(len(dice), sum(field.most for field in fields))))
    shown = tuple(field for field in fields if field.most)
    text = _("%(unit)s: re-roll attack dice, or keep them") if shown else KEEPS
    yield step("Reroll", model, say(text, unit=model.name), *shown)
    if shown:
        faces = msgspec.structs.replace(_faces(len(dice)), ahead=True)
        yield step("Reroll", model, say(KEEPS, unit=model.name), *BY_ANY_SOURCE, faces)
    every = [letter for letter, _face in dice]
    for card in (model.cards[key] for key in allowed.spendable):
        if not copy_used(state, model, card):
            again = _die_picks("cards", say(_("Dice to re-roll")), every, dice, len(every))
            again = msgspec.structs.replace(again, least=1, required=True)
            label = say(_("%(unit)s: %(card)s is spent to re-roll attack dice"), unit=model.name, card=card.name)
            yield step(
                "Reroll", model, label, again, *_instead(model, card.id), _faces(len(every)), *BESIDES, spend=card.id
            )


def _instead(model: Model, card: str) -> Iterator[Field]:
    if gone := substitutes(model, model.cards[card]):
        picks = (Pick("", say(_("nothing"))), *(Pick(other.id, verbatim(other.name)) for other in gone))
        yield Field(name="instead", kind="pick", label=say(_("Discarded in its place")), picks=picks)


KEEPS = _("%(unit)s keeps its attack dice")
# Dice named for one source where another one allows them are understood (`rerolling.understood`).
BY_LETTER = {
    "stationary": say(_("Dice re-rolled for being Stationary, by letter")),
    "stabiliser": say(_("Dice re-rolled by a stabiliser, by letter")),
    "cards": say(_("Dice re-rolled by cards, by letter")),
    "ones": say(_("Dice re-rolled for what they show, by letter")),
}
BY_ANY_SOURCE = tuple(ahead(name, label) for name, label in BY_LETTER.items())
BESIDES = tuple(ahead(name, label) for name, label in BY_LETTER.items() if name != "cards")


def _die_picks(
    name: str,
    label: Message,
    letters: Sequence[str],
    dice: Sequence[tuple[str, int]],
    most: int,
    required: bool = False,
) -> Field:
    shows, faces = _("die %(die)s: %(face)s"), dict(dice)
    picks = tuple(Pick(letter, say(shows, die=letter, face=faces[letter])) for letter in letters)
    return Field(name=name, kind="picks", label=label, picks=picks, most=most)


def _faces(most: int) -> Field:
    return Field(name="dice", kind="dice", label=say(_("Faces of the re-rolled dice")), most=most)


CHANGES = {
    "split": say(_("Turn one critical into two hits")),
    "upgrade": say(_("Turn one hit into a critical")),
    "join": say(_("Turn two hits into a critical")),
    "strike_crew": say(_("Give up two hits for a crew card of the target")),
    "exposed": say(_("Turn a hit into a critical: the target carries extra ammunition")),
}


def _swap(state: State, model: Model) -> Iterator[Choice]:
    change = open_change(state, _shot(state))
    assert change is not None
    wanted = Field(name="swap", kind="flag", label=CHANGES[change.does], required=True)
    yield step("Swap", model, _by(state, model, change), wanted)


def _by(state: State, model: Model, change: Change) -> Message:
    bearer = state.models[_shot(state).target] if change.does == "exposed" else model
    if not change.by:
        return say(_("%(unit)s: the platoon's rule"), unit=model.name)
    return say(_("%(unit)s: %(card)s"), unit=model.name, card=bearer.cards[change.by].name)


# -- the target's ------------------------------------------------------------------------------------------------------


def _defend(state: State, model: Model) -> Iterator[Choice]:
    shot = _shot(state)
    pool = defence_dice(state, shot)
    fields = [
        Field(name="dice", kind="dice", label=say(_("Defence dice")), least=pool, most=pool),
        *_cancels(state, shot, pool),
    ]
    if words := told_by_target(state, aim_of(state, shot)):
        fields.append(told_field(words))
    if cards := defence_cards(model):
        picks = (Pick("", say(_("nothing"))), *(Pick(card.id, verbatim(card.name)) for card in cards))
        fields.append(Field(name="spend", kind="pick", label=say(_("Card spent before the roll")), picks=picks))
    fields.append(ahead("criticals", say(_("Critical cards drawn"))))
    if asks_for_hidden_cards(state.edition):
        fields.append(KEEP)
    yield step("Defend", model, say(_("%(unit)s defends"), unit=model.name), *fields)


def _cancels(state: State, shot: Shot, dice: int) -> Iterator[Field]:
    """Up to as many as can be; nothing where none can."""
    if most := most_cancelled(shot, dice):
        yield Field(
            name="target_cancels",
            kind="number",
            label=say(_("Criticals your sixes cancel")),
            help=say(_("As near as can be; left out, as many as possible.")),
            most=most,
        )
    elif bounds_cancels(state.edition):
        yield Field(name="target_cancels", kind="number", label=say(_("Criticals your sixes cancel")), ahead=True)


def _reroll_defence(state: State, model: Model) -> Iterator[Choice]:
    """One choice for each way; where every way costs a card, keeping the dice is one more."""
    found = ways(state, _shot(state))
    for way in found if any(way.card is None for way in found) else (Again(0), *found):
        yield _again(state, model, way)


def _again(state: State, model: Model, way: Again) -> Choice:
    dice = lettered(_shot(state).defence_faces)
    cancels = tuple(_cancels(state, _shot(state), len(dice)))
    again = _die_picks("again", say(_("Dice to re-roll")), [letter for letter, _face in dice], dice, way.most)
    faces = Field(name="dice", kind="dice", label=say(_("Faces of the re-rolled dice")), most=way.most)
    if way.card is None:
        text = _("%(unit)s: re-roll defence dice, or keep them") if way.most else _("%(unit)s keeps its defence dice")
        return step("RerollDefence", model, say(text, unit=model.name), *((again, faces) if way.most else ()), *cancels)
    again = msgspec.structs.replace(again, least=1, required=True)
    label = say(_("%(unit)s: re-roll defence dice by %(card)s"), unit=model.name, card=way.card.name)
    if way.pay == (way.card.id,):
        return step("RerollDefence", model, label, again, faces, *cancels, spend=way.card.id)
    cards = [model.cards[key] for key in way.pay]
    picks = tuple(Pick(card.id, verbatim(card.name or card.kind)) for card in cards)
    pay = Field(name="pay", kind="pick", label=say(_("Upgrade given up")), picks=picks, required=True)
    return step("RerollDefence", model, label, again, pay, faces, *cancels)


ASKS: dict[str, Callable[[State, Model], Iterator[Choice]]] = {
    "Reroll": _reroll,
    "Swap": _swap,
    "Defend": _defend,
    "RerollDefence": _reroll_defence,
    "KeepHidden": hidden,
    **CRITICAL_ASKS,
}
