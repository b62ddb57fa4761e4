"""The moments of an attack at which its owner is asked whether a face-down card is turned up (R5: "at any time").

A moment is open when one of the face-down cards of the model whose moment it is might answer now, going by what
everybody sees (`face_down`): so neither the question nor its absence tells what a card is. Where a card face up is
asked about at the same moment, that question does for both: whoever has to answer may turn cards up before.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import msgspec

from .cancelling import cancelled
from .changes import CHANGES, results_of, stage_of
from .crews import crew_aboard
from .editions import asks_for_hidden_cards
from .effects import ASKS, Effect, Facts, any_of, total
from .face_down import Wanted, might_have, most
from .figures import aim_of, capacity, effects_on, facts_of, is_doomed, may_shoot, wounds_of
from .order import actors
from .pools import defence_dice, unclamped_defence
from .results import can_change
from .spending import friends
from .state import Card, Model, Shot, State
from .wounds import suffering

Sought = Iterator[tuple[Model, Wanted]]
NOW = ("", "reveal", "shot")  # a card turned up now works by these triggers
PRESENT = frozenset({"shooter_in_cover", "target_near_enemy"})  # circumstances whose presence a card hangs on


class Moment(msgspec.Struct, frozen=True):
    """One moment of an attack: whose it is, and which effects on whose cards would answer at it."""

    key: str
    of: str  # "shooter", "target", or "bearer" of the critical card being resolved
    sought: Callable[[State, Shot], Sought]


def is_open(state: State, shot: Shot, moment: Moment) -> bool:
    """Is its owner to be asked at this moment?"""
    if not asks_for_hidden_cards(state.edition) or moment.key in shot.kept:
        return False
    return any(might_have(state, model, wanted) for model, wanted in moment.sought(state, shot))


def answering(state: State, shot: Shot, moment: Moment) -> list[tuple[Model, Card]]:
    """The face-down cards that do answer; for their owner's eyes."""
    return [
        (model, card)
        for model, wanted in moment.sought(state, shot)
        for card in model.cards.values()
        if not card.face_up and not card.gone and any(wanted(effect) for effect in card.effects)
    ]


def told_by_turning_up(state: State, shot: Shot, moment: Moment, card: Card) -> tuple[str, ...]:
    """The circumstances a card hangs on that its owner says are so by turning it up at its moment (Knife Fighter)."""
    found = [
        effect
        for model, wanted in moment.sought(state, shot)
        if card in model.cards.values()
        for effect in card.effects
        if wanted(effect)
    ]
    words = {ASKS[word] for effect in found for word in effect.when if word in ASKS}
    return tuple(sorted(words & PRESENT - {*shot.told}))


def _supposed(state: State, shot: Shot, bearer: Model) -> Facts:
    """The attack as a card turned up now would read it: what only the table could show, its owner would say."""
    facts = facts_of(state, aim_of(state, shot), bearer)
    return msgspec.structs.replace(facts, told=facts.told | PRESENT)


def _works(effect: Effect, facts: Facts) -> bool:
    return not effect.aura and effect.trigger in NOW and effect.applies(facts)


# -- before the defence roll -------------------------------------------------------------------------------------------


def _after_the_attack_roll(state: State, shot: Shot) -> Sought:
    """R26, R8: attack dice rolled again, and results changed before the defence."""
    if stage_of(shot) != "rolled":
        return
    shooter, left = state.models[shot.shooter], results_of(shot)
    facts = _supposed(state, shot, shooter)
    again = not shot.rerolled and any(face < shot.critical_on for face in shot.faces)
    again = again and not any_of(wounds_of(state, shooter), "no_rerolls")

    def wanted(effect: Effect) -> bool:
        if not _works(effect, facts):
            return False
        if effect.does == "reroll_attack":
            return again and (not effect.faces or any(face in effect.faces for face in shot.faces))
        return effect.does in CHANGES and effect.stage == "rolled" and can_change(left, effect.does)

    yield shooter, wanted


def _before_no_defence(state: State, shot: Shot) -> Sought:
    """R28: where there is nothing to roll a card may add a die. Where there is, the roll itself is asked for."""
    if shot.defended or shot.weapon == "area" or defence_dice(state, shot) or not (shot.hits or shot.criticals):
        return
    target = state.models[shot.target]
    facts = _supposed(state, shot, target)
    spared = any_of(effects_on(state, target, tuple(shot.spent)), "ignore_close", facts)

    def dice(effect: Effect) -> int:
        if not _works(effect, facts):
            return 0
        if effect.does == "ignore_close":
            return int(shot.close and not spared)
        return effect.delta if effect.does == "defence" else 0

    more = sum(most(state, target, card, dice) for card in target.cards.values())
    if unclamped_defence(state, shot) + more > 0:
        yield target, lambda effect: dice(effect) > 0


# -- between the defence roll and the damage ---------------------------------------------------------------------------


def _after_the_defence_roll(state: State, shot: Shot) -> Sought:
    """R8: defence dice rolled again, where anything is left to be cancelled."""
    if not shot.defended or shot.cancelled or shot.defence_rerolled or not shot.defence_faces:
        return
    left, target = cancelled(state, shot), state.models[shot.target]
    if not left.hits and not left.criticals:
        return
    facts = _supposed(state, shot, target)
    upgrades = any(not (card.gone or card.crew) for card in target.cards.values())

    def wanted(effect: Effect) -> bool:
        payable = effect.cost != "upgrade" or upgrades
        return effect.does == "reroll_defence" and payable and _works(effect, facts)

    yield target, wanted


def _uncancelled(state: State, shot: Shot) -> Sought:
    """A19: results changed after the cancelling, and several critical cards drawn for the first critical."""
    if stage_of(shot) != "uncancelled":
        return
    shooter, left = state.models[shot.shooter], results_of(shot)
    facts = _supposed(state, shot, shooter)
    victims = len(crew_aboard(state.models[shot.target])) > shot.crew_toll

    def wanted(effect: Effect) -> bool:
        if not _works(effect, facts):
            return False
        if effect.does == "extra_draws":
            return left.criticals > 0
        possible = victims or effect.does != "strike_crew"
        fitting = effect.does in CHANGES and effect.stage == "uncancelled"
        return fitting and possible and can_change(left, effect.does)

    yield shooter, wanted


# -- critical cards ----------------------------------------------------------------------------------------------------


def _before_a_draw(state: State, shot: Shot) -> Sought:
    """R33: a second card for the critical. Who draws at the table is asked for the card anyway."""
    if shot.draws and not shot.turned and state.options["critical_deck"] == "house":
        target = state.models[shot.target]
        facts = _supposed(state, shot, target)
        yield target, lambda effect: effect.does == "second_draw" and _works(effect, facts)


def _against_a_critical(state: State, shot: Shot) -> Sought:
    """R33: the critical drawn is cancelled, drawn anew, or taken over by a friend."""
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


# -- after the damage --------------------------------------------------------------------------------------------------


def _after_damage(state: State, shot: Shot) -> Sought:
    """Damage for damage (Robert Folk), once an attack."""
    target = state.models[shot.target]
    if shot.damaged and shot.damage > 0 and not shot.returned and target.on_table:
        yield target, lambda effect: effect.does == "return_fire"


def _before_others_fire(state: State, shot: Shot) -> Sought:
    """The target is marked for others of the side that are still to fire (Laurent Dyre)."""
    shooter, target = state.models[shot.shooter], state.models[shot.target]
    others = (m for m in state.models.values() if m.side == shooter.side and m is not shooter and m.on_table)
    to_fire = any(not model.fired and may_shoot(state, model) for model in others)
    marked = any_of(effects_on(state, shooter), "mark")
    if shot.damaged and to_fire and not marked and target.on_table and target.side != shooter.side:
        yield shooter, lambda effect: effect.does == "mark"


ATTACKED = Moment("attacked", "shooter", _after_the_attack_roll)
UNDEFENDED = Moment("undefended", "target", _before_no_defence)
DEFENDED = Moment("defended", "target", _after_the_defence_roll)
UNCANCELLED = Moment("uncancelled", "shooter", _uncancelled)
DRAWING = Moment("drawing", "target", _before_a_draw)
CRITICAL = Moment("critical", "bearer", _against_a_critical)
DAMAGED = Moment("damaged", "target", _after_damage)
FIRED = Moment("fired", "shooter", _before_others_fire)
BEFORE_DAMAGE = (ATTACKED, UNDEFENDED, DEFENDED, UNCANCELLED)
DESTROYED = "destroyed"  # of no attack: see `savable`


# -- before tanks are destroyed ----------------------------------------------------------------------------------------


def savable(state: State) -> list[Model]:
    """R38.1: when everybody has shot, the doomed models whose owners are asked for a card that adds to their capacity
    before they are destroyed."""
    over = state.phase == "shooting" and not (state.shot or state.after or state.result or state.resuming)
    if not over or state.depth != "shots" or not asks_for_hidden_cards(state.edition) or actors(state):
        return []
    return [model for model in state.models.values() if model.on_table and not model.kept and _may_last(state, model)]


def saving(model: Model) -> list[Card]:
    """Its face-down cards that add to its capacity; for their owner's eyes."""
    hidden = (card for card in model.cards.values() if not card.face_up and not card.gone)
    return [card for card in hidden if total(card.effects, "capacity", Facts()) > 0]


def _may_last(state: State, model: Model) -> bool:
    """Is it doomed, and might what lies face down save it?"""
    if not is_doomed(state, model):
        return False
    more = sum(most(state, model, card, _capacity) for card in model.cards.values())
    return model.damage < capacity(state, model) + more


def _capacity(effect: Effect) -> int:
    return effect.delta if effect.does == "capacity" and effect.trigger in NOW and not effect.aura else 0
