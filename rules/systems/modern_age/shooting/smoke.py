"""Smoke in place of an attack (Willie Pete): until the Shooting Phase is over its target shoots worse, and is in
cover."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from rules.bounds import Key
from rules.contract import Choice, Command, Dice, Pick, say, verbatim
from rules.contract import gettext_noop as _
from rules.kit.chapters import Chapter
from rules.systems.modern_age.attack.sequence import follows, note_fired
from rules.systems.modern_age.cards.use import used
from rules.systems.modern_age.choices import instead_field, of_model, pick_field
from rules.systems.modern_age.effects import found
from rules.systems.modern_age.refusals import cards_of, refused
from rules.systems.modern_age.shot import After, KeyOrNone
from rules.systems.modern_age.state import Boost, Card, Decision, Event, Model, State
from rules.systems.modern_age.turns import advance

from .attack_roll import enemies, enemy_on_table, shooter_of
from .weapons import check_copies, copy_used, given_up

CHAPTER = Chapter[State, Event]("Smoke", "R7, R20")


class Smoke(Command, frozen=True, kw_only=True):
    """In place of an attack a card blinds the target until the Shooting Phase is over (Willie Pete)."""

    positional: ClassVar = ("unit", "target")
    unit: Key
    target: Key
    card: Key
    instead: KeyOrNone = ""


class SmokeLaid(Event, frozen=True, kw_only=True):
    """In place of an attack a card blinded the target until the Shooting Phase is over. `follows`: something may
    follow."""

    rules: ClassVar = ("R7", "R20")
    unit: str
    target: str
    card: str
    extra: bool = False
    follows: bool = False


@CHAPTER.decides
def smoke(state: State, command: Smoke, dice: Dice) -> Decision:
    """A card blinds an enemy in place of an attack."""
    yield from lay_smoke(state, shooter_of(state, command.unit), command)
    yield from advance(state)


def smoke_cards(state: State, model: Model) -> list[Card]:
    """The cards it can lay smoke with, face down or not; only for their owner's eyes."""
    cards = (card for card in model.cards.values() if not card.gone and found(card.effects, "smoke"))
    return [card for card in cards if not copy_used(state, model, card)]


def lay_smoke(state: State, model: Model, command: Smoke) -> Decision:
    card = model.cards.get(command.card)
    if card is None or card.gone or not found(card.effects, "smoke"):
        raise refused(
            "R7",
            say(_("%(unit)s has no card “%(card)s” to lay smoke with."), unit=model.name, card=command.card),
            say(_("Such cards: %(cards)s."), cards=cards_of(smoke_cards(state, model))),
            "card",
        )
    check_copies(state, model, card, "card")
    target = enemy_on_table(state, model, command.target)
    if not target.is_tank:
        text, remedy = _("Smoke blinds tanks, and %(target)s is none."), _("Aim it at a tank, or attack.")
        raise refused("R7", say(text, target=target.name), remedy, "target")
    gone = given_up(model, card, command.instead)
    yield used(model, card, gone)
    yield SmokeLaid(
        unit=model.id,
        target=target.id,
        card=card.id,
        extra=model.fired,
        follows=_follows(state, model, target, card),
    )


def _follows(state: State, model: Model, target: Model, card: Card) -> bool:
    """Only an Ammo card that comes back can follow smoke, because nothing was attacked."""
    spent = (f"{model.id}/{card.id}",)
    return follows(state, After(model.id, target.id, spent=spent, extra=model.fired, attack=False))


@CHAPTER.evolves
def smoke_laid(state: State, event: SmokeLaid) -> None:
    model = state.models[event.unit]
    state.acted = True
    state.models[event.target].boosts.append(Boost("smoke", event.unit, event.card))
    note_fired(model, event.extra)
    if event.follows:
        spent = (f"{event.unit}/{event.card}",)
        state.after = After(event.unit, event.target, spent=spent, extra=event.extra, attack=False)


CHAPTER.sentences({SmokeLaid: _("%(unit)s lays smoke on %(target)s.")})


def _readily(tank: Model) -> int:
    """Random players prefer to blind tanks that have still to fire, and tanks that are blinded already."""
    return 1000 + 5000 * (not tank.fired) + 10000 * any(boost.does == "smoke" for boost in tank.boosts)


def smoke_choices(state: State, model: Model) -> Iterator[Choice]:
    tanks = [target for target in enemies(state, model) if target.is_tank]
    for card in smoke_cards(state, model) if tanks else ():
        picks = tuple(Pick(tank.id, verbatim(tank.name), _readily(tank)) for tank in tanks)
        fields = pick_field("target", say(_("Target")), picks, required=True), *instead_field(model, card.id)
        label = say(_("%(unit)s blinds a tank: %(card)s"), unit=model.name, card=card.name)
        yield of_model(model, "Smoke", label, *fields, given={"card": card.id})
