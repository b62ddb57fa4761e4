"""A model's current figures: cards face up, platoon rule, auras and critical cards applied to the printed ones."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import msgspec

from .catalogue import done_by_auras, types_with
from .effects import ASKS, Does, Effect, Facts, any_of, found, total
from .grades import SKILLS
from .shot import Shot, Weapon
from .state import Card, Model, State
from .tables import FAST_SPEED, FORWARD_FIRING, TANK_SPEED

# -- what is in force --------------------------------------------------------------------------------------------------


def effects_on(state: State, model: Model, spent: Sequence[str] = ()) -> list[Effect]:
    """Everything in force for a model: its cards, its crew's skills, its platoon's rule, its friends' cards, its
    critical cards.

    `spent` are the cards ("unit/card") used in the attack in question.
    """
    found = [
        effect
        for card in model.cards.values()
        for effect in card.effects
        if not effect.aura and _in_force(state, model, card, effect, spent)
    ]
    for skill in model.skills:
        found += SKILLS[skill]
    found += state.platoons[model.side]
    found += auras_on(state, model)
    found += wounds_of(state, model)
    return found


def effects_of(state: State, model: Model, does: Does, spent: Sequence[str] = ()) -> list[Effect]:
    """Those of `effects_on` that do this, in their order and a fraction of the time: mostly there are none, and whether
    an effect is in force is only asked of those."""
    found = [
        effect
        for card in model.cards.values()
        for effect in card.effects
        if effect.does == does and not effect.aura and _in_force(state, model, card, effect, spent)
    ]
    for skill in model.skills:
        found += [effect for effect in SKILLS[skill] if effect.does == does]
    found += [effect for effect in state.platoons[model.side] if effect.does == does]
    if does in done_by_auras(state.edition):
        found += [effect for effect in auras_on(state, model) if effect.does == does]
    if model.criticals:
        found += [effect for effect in wounds_of(state, model) if effect.does == does]
    return found


def active(state: State, model: Model, card: Card, spent: Sequence[str] = ()) -> list[Effect]:
    """The effects of a card that are in force now by their triggers."""
    return [effect for effect in card.effects if _in_force(state, model, card, effect, spent)]


def _in_force(state: State, model: Model, card: Card, effect: Effect, spent: Sequence[str]) -> bool:
    """Whether this effect of the card is in force now by its trigger. A card that is discarded with its use works until
    then."""
    match effect.trigger:
        case "":
            return card.face_up and not card.gone
        case "reveal" | "shooting_start":
            return card.face_up and not card.gone and card.used == state.turn
        case "use":
            return card.used == state.turn
        case "shot":
            return f"{model.id}/{card.id}" in spent


def auras_on(state: State, model: Model) -> list[Effect]:
    """What cards of the model's platoon do to it: to models of its name, to every tank, to models that their owner
    named."""
    return [effect for friend, card, effect in auras_of(state, model.side) if _reaches(effect, friend, card, model)]


Aura = tuple[Model, Card, Effect]


def auras_of(state: State, side: str) -> list[Aura]:
    """The effects of a side's cards on others that are in force, each with its model and card."""
    return [
        (friend, card, effect)
        for friend in state.models.values()
        if friend.side == side
        for card in friend.cards.values()
        for effect in card.effects
        if effect.aura and _aura_holds(state, friend, card, effect)
    ]


def _aura_holds(state: State, friend: Model, card: Card, effect: Effect) -> bool:
    shows = card.face_up or card.used == state.turn
    return shows and friend.on_table and _in_force(state, friend, card, effect, ())


def _reaches(effect: Effect, source: Model, card: Card, model: Model) -> bool:
    if "named" in effect.aura:
        return any((boost.unit, boost.card) == (source.id, card.id) for boost in model.boosts)
    return model.model in effect.aura or ("platoon" in effect.aura and model.is_tank)


def wounds_of(state: State, model: Model) -> Iterator[Effect]:
    """The effects of its critical cards: the upper ones for tanks, the lower ones for helicopters (R33)."""
    for attached in model.criticals.values():
        if entry := state.deck.get(attached.wound.effect):
            yield from (effect for effect in entry.effects if effect.only in ("", model.kind))


def has(card: Card, does: Does, name: str = "") -> bool:
    """Whether the card, face up or not, has such an effect (naming `name`, if given)."""
    return any(effect.does == does and (not name or name in effect.names) for effect in card.effects)


def substitutes(model: Model, card: Card | None) -> list[Card]:
    """The cards that may be discarded in place of a spent Ammo card (Resourceful Gunner)."""
    if card is None or card.kind != "Ammo" or not any(effect.cost == "self" for effect in card.effects):
        return []
    return [other for other in model.cards.values() if not other.gone and found(other.effects, "substitute")]


def may_have(state: State, model: Model, does: Does, name: str = "") -> bool:
    """Whether the model has a face-up card with such an effect, or a face-down card of a type in which its country has
    one. What everybody can see decides, so that the question tells nobody what a hidden card is.

    `name` is the critical card that the effect must name.
    """
    types = types_with(state.edition, model.nation, does, name)
    cards = [card for card in model.cards.values() if not card.gone]
    return any(has(card, does, name) if card.face_up else card.kind in types for card in cards)


# -- an attack as its figures need it ----------------------------------------------------------------------------------


class Aim(msgspec.Struct, frozen=True):
    """Who shoots at whom and how: what is reported of an attack before its dice.

    spent: cards used in it, "unit/card", of both sides. first: the shooter's first attack of the turn.
    """

    shooter: Model
    target: Model
    cover: bool = False
    close: bool = False
    side_shot: bool = False
    enemy_close: bool = False
    told: frozenset[str] = frozenset()
    weapon: Weapon = "gun"
    spent: tuple[str, ...] = ()
    first: bool = True


def aim_of(state: State, shot: Shot) -> Aim:
    return Aim(
        shooter=state.models[shot.shooter],
        target=state.models[shot.target],
        cover=shot.cover,
        close=shot.close,
        side_shot=shot.side_shot,
        enemy_close=shot.enemy_close,
        told=frozenset(shot.told),
        weapon=shot.weapon,
        spent=tuple(shot.spent),
        first=not shot.extra and not state.models[shot.shooter].fired,
    )


def facts_of(state: State, aim: Aim, bearer: Model) -> Facts:
    """The facts of the attack for a card on `bearer` (its shooter or its target)."""
    return Facts(
        close=aim.close,
        cover=aim.cover or smoked(state, aim.target),
        side_shot=from_the_side(state, aim),
        enemy_close=aim.enemy_close,
        tokens=bearer.moves,
        told=aim.told,
        known=known_of(state, bearer) | frozenset(_known_of_aim(state, aim)),
    )


def facts_alone(state: State, bearer: Model) -> Facts:
    """The facts for a card on `bearer` outside an attack."""
    return Facts(tokens=bearer.moves, known=known_of(state, bearer))


def known_of(state: State, bearer: Model) -> frozenset[str]:
    known = {
        "three_crew": sum(card.crew and not card.gone for card in bearer.cards.values()) >= 3,
        "own_destroyed": own_destroyed(state, bearer.side) > 0,
        "has_repairable_critical": any(attached.wound.repairable for attached in bearer.criticals.values()),
    }
    return frozenset(word for word, holds in known.items() if holds)


def _known_of_aim(state: State, aim: Aim) -> Iterator[str]:
    shooter, target = aim.shooter, aim.target
    known = {
        "missiles": aim.weapon == "missiles",
        "final_fury": is_doomed(state, shooter),
        "attacker_is_tank": shooter.is_tank,
        "target_is_helicopter": not target.is_tank,
        "target_damaged": target.damage > 0,
        "target_slower": target.initiative < shooter.initiative,
        "target_is_armoured_tank": target.is_tank and target.defence >= 2,
        "first_attack": aim.first,
    }
    return (word for word, holds in known.items() if holds)


def own_destroyed(state: State, side: str) -> int:
    """The tanks a side has lost: wrecks and removed ones."""
    lost = ("destroyed", "removed")
    return sum(model.fate in lost and model.side == side and model.is_tank for model in state.models.values())


def smoked(state: State, model: Model) -> bool:
    return any(boost.does == "smoke" for boost in model.boosts)


def from_the_side(state: State, aim: Aim) -> bool:
    return aim.side_shot or bool(effects_of(state, aim.shooter, "always_side", aim.spent))


def circumstances(effects: Iterable[Effect]) -> list[str]:
    """What the table has to report for these effects, in alphabetical order."""
    return sorted({ASKS[word] for effect in effects for word in effect.when if word in ASKS})


# -- figures of a model ------------------------------------------------------------------------------------------------


def keyword(state: State, model: Model, word: str) -> bool:
    """Whether the model has this special rule, printed or granted, and not taken away."""
    if any(word in effect.names for effect in effects_of(state, model, "remove")):
        return False
    return word in model.keywords or any(word in effect.names for effect in effects_of(state, model, "grant"))


def keywords(state: State, model: Model, effects: Sequence[Effect]) -> list[str]:
    """Its current special rules, the printed ones first. `effects` are those in force for it (`effects_on`)."""
    granted = [name for effect in found(effects, "grant") for name in effect.names]
    removed = {name for effect in found(effects, "remove") for name in effect.names}
    words = dict.fromkeys((*model.keywords, *(word for word in granted if word != "Missiles")))
    kept = [word for word in words if "(" in word or word not in removed]
    if "Missiles" in granted and (dice := _missiles(model, effects, facts_alone(state, model))) > model.missiles:
        kept = [word for word in kept if not word.startswith("Missiles")] + [f"Missiles ({dice})"]
    return kept


def missiles(state: State, model: Model, facts: Facts, spent: Sequence[str] = ()) -> int:
    """The X of its Missiles (R34), printed or by a card; 0 without."""
    return _missiles(model, effects_of(state, model, "grant", spent), facts)


def _missiles(model: Model, effects: Iterable[Effect], facts: Facts) -> int:
    granted = found(effects, "grant", facts)
    return max([model.missiles, *(effect.delta for effect in granted if "Missiles" in effect.names)])


def capacity(state: State, model: Model, effects: Sequence[Effect] | None = None) -> int:
    """The damage at which it is destroyed (R36, R38). `effects`: those in force for it, where they are known."""
    changing = effects_of(state, model, "capacity") if effects is None else effects
    return model.capacity + total(changing, "capacity", Facts())


def is_doomed(state: State, model: Model) -> bool:
    return model.damage >= capacity(state, model)


def initiative(state: State, model: Model, phase: str, effects: Sequence[Effect] | None = None) -> int:
    """The printed initiative and the cards for this phase ("movement", "shooting"); Shell Shocked counts as 0 (A22).

    `effects`: those in force for it, where they are known.
    """
    effects = effects_on(state, model) if effects is None else effects
    if any_of(effects, "set_initiative"):
        return next(effect.delta for effect in effects if effect.does == "set_initiative")
    counting = [effect for effect in found(effects, "initiative") if effect.phase in ("any", phase)]
    if counting:
        facts = facts_alone(state, model)
        counting = [effect for effect in counting if effect.applies(facts)]
    chosen = found(effects, "choose_phase") if model.chosen and phase in ("movement", "shooting") else []
    return (
        model.initiative
        + sum(effect.delta * _times(state, model, effect) for effect in counting)
        + sum(effect.delta if model.chosen == phase else effect.other for effect in chosen)
    )


def _times(state: State, model: Model, effect: Effect) -> int:
    return own_destroyed(state, model.side) if effect.per == "own_destroyed" else 1


def speed(state: State, model: Model) -> int:
    """The most moves it may make this turn (R12); 0 if it may not move."""
    wounds = tuple(wounds_of(state, model))
    if locked(wounds, "move"):
        return 0
    full = model.speed
    if model.is_tank:
        full = FAST_SPEED if keyword(state, model, "Fast") else TANK_SPEED
    return min([full, *(effect.delta for effect in wounds if effect.does == "set_speed")])


def may_shoot(state: State, model: Model) -> bool:
    """Not if it is Bailed Out, or jammed twice over (a model that is already Forward Firing may not shoot then)."""
    effects = tuple(wounds_of(state, model))
    jams = sum(FORWARD_FIRING in effect.names for effect in found(effects, "grant"))
    return not locked(effects, "shoot") and jams + (FORWARD_FIRING in model.keywords) < 2


def locked(effects: Iterable[Effect], act: str) -> bool:
    return any(effect.does == "lock" and act in effect.names for effect in effects)


def forward_firing(state: State, model: Model) -> bool:
    return keyword(state, model, FORWARD_FIRING)


def lettered(faces: tuple[int, ...]) -> list[tuple[str, int]]:
    """The dice of a roll with their letters: a is the first."""
    return [(chr(ord("a") + place), face) for place, face in enumerate(faces)]
