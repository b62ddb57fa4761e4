"""What a model may attack with, the cards that go with it, and its dice: how many, and which faces count (R21, R25,
R27, R34, R35, A6, B6)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from rules.contract import Message, say
from rules.contract import gettext_noop as _
from rules.systems.modern_age.effects import Does, Effect, Facts, found, total
from rules.systems.modern_age.figures import (
    Aim,
    circumstances,
    effects_of,
    effects_on,
    facts_alone,
    facts_of,
    is_doomed,
    keyword,
    locked,
    missiles,
    substitutes,
    wounds_of,
)
from rules.systems.modern_age.refusals import refused
from rules.systems.modern_age.shot import Weapon
from rules.systems.modern_age.state import Card, Model, State
from rules.systems.modern_age.tables import ANTI_AIR_DICE, CRITICAL_ON, HIT_ON, MISSILE_FACES

# What a card does when it is used with an attack of that weapon.
WITH: dict[Weapon, tuple[Does, ...]] = {
    "gun": ("attack",),
    "missiles": ("attack", "grant"),
    "fixed": ("fixed_attack",),
    "area": ("area_attack",),
}


class Means(msgspec.Struct, frozen=True):
    """A way to attack: a weapon, and the card used with it, if any."""

    weapon: Weapon
    card: Card | None = None

    def spent(self, model: Model) -> tuple[str, ...]:
        return (f"{model.id}/{self.card.id}",) if self.card else ()


def means_of(state: State, model: Model) -> Iterator[Means]:
    """The ways that a report may take, whether or not there is a target for them; only for the owner's eyes, because
    they tell of cards."""
    yield Means("gun")
    if missiles(state, model, facts_alone(state, model)):
        yield Means("missiles")
    for weapon in WITH:
        for card in model.cards.values():
            if shot_effect(card, WITH[weapon]):
                yield Means(weapon, card)


def shot_effect(card: Card, does: Sequence[Does]) -> Effect | None:
    """The effect of the card, if it is still there, that counts when it is used with an attack."""
    effects = (effect for effect in card.effects if effect.trigger == "shot" and effect.does in does)
    return None if card.gone else next(effects, None)


def check_means(state: State, aim: Aim, means: Means, extra: bool) -> None:
    """Raises `Refused` unless the attack may be made in this way. `extra`: it is the attack of a last stand."""
    if means.card:
        _check_card(state, aim, means)
    match means.weapon:
        case "gun":
            _check_gun(state, aim, means)
        case "missiles":
            _check_missiles(state, aim, extra)
        case "area" if not aim.target.is_tank:
            raise refused(
                "R7",
                say(_("An area attack is aimed at a tank, and %(target)s is none."), target=aim.target.name),
                _("Aim it at a tank, or attack otherwise."),
                "target",
            )


def _check_card(state: State, aim: Aim, means: Means) -> None:
    card = means.card
    assert card is not None
    effect = shot_effect(card, WITH[means.weapon])
    if effect is None or not effect.applies(facts_of(state, aim, aim.shooter)):
        text = _("%(card)s does nothing for this attack on %(target)s.")
        remedy = _("Leave it out, or use it with the weapon and at the target it is for.")
        field = "weapon" if means.weapon == "fixed" else "spend"
        raise refused("R7", say(text, card=card.name, target=aim.target.name), remedy, field)
    check_copies(state, aim.shooter, card)


def check_copies(state: State, model: Model, card: Card, field: str = "spend") -> None:
    """One of two copies of an Ammo card is used a turn (Resourceful Loader)."""
    if copy_used(state, model, card):
        raise refused(
            "R7",
            say(_("One of two cards “%(card)s” has been used this turn."), card=card.name),
            _("Keep the other for another turn."),
            field,
        )


def copy_used(state: State, model: Model, card: Card) -> bool:
    copies = [other for other in model.cards.values() if other.kind == "Ammo" and other.name == card.name]
    return len(copies) > 1 and any(copy.used == state.turn for copy in copies)


def _check_gun(state: State, aim: Aim, means: Means) -> None:
    if base_dice(state, aim) == 0:
        ways: list[Message] = []
        if missiles(state, aim.shooter, facts_alone(state, aim.shooter)):
            ways.append(say(_("use its missiles (weapon “missiles”)")))
        ways.append(say(_("hold its fire")))
        one_of = say(_("It may %(ways)s."), ways=ways[0])
        if len(ways) > 1:
            one_of = say(_("It may %(first)s or %(second)s."), first=ways[0], second=ways[1])
        text = _("%(unit)s has no gun that it could fire at %(target)s.")
        raise refused("A6", say(text, unit=aim.shooter.name, target=aim.target.name), one_of, "weapon")
    if means.card and aim.shooter.is_tank and not aim.target.is_tank:
        raise refused(
            "R27",
            say(_("%(card)s does not change a tank's dice against a helicopter."), card=means.card.name),
            _("Leave it out."),
            "spend",
        )


def _check_missiles(state: State, aim: Aim, extra: bool) -> None:
    """R34, R35: no missiles at its own kind close by, none in Final Fury, none on the move at full speed, and none if
    their mechanism is jammed. None of this limits the gun (B6)."""
    shooter, target = aim.shooter, aim.target
    if not missiles(state, shooter, facts_of(state, aim, shooter), aim.spent):
        raise refused(
            "R34",
            say(_("%(unit)s has no missiles for this attack."), unit=shooter.name),
            _("A card that gives it some has to be face up, or be named in “spend”; else fire the gun."),
            "weapon",
        )
    if extra or is_doomed(state, shooter):
        raise refused("R35", _("Missiles are too slow for Final Fury."), _("Fire the gun, or hold its fire."), "weapon")
    if locked(wounds_of(state, shooter), "missiles"):
        text, remedy = _("A critical card keeps %(unit)s from using missiles."), _("Fire the gun, or hold its fire.")
        raise refused("R34", say(text, unit=shooter.name), remedy, "weapon")
    if shooter.moves not in MISSILE_FACES and not keyword(state, shooter, "Predator"):
        text = _("With a speed-%(moves)s token no missiles can be used.")
        raise refused("R34", say(text, moves=shooter.moves), _("Fire the gun, or hold its fire."), "weapon")
    if aim.close and shooter.kind == target.kind:
        text = _("%(target)s is too close: missiles are not used within close range at a model of their own kind.")
        raise refused("R34", say(text, target=target.name), _("Fire the gun, or choose another target."), "close")


# -- what the table has to tell ----------------------------------------------------------------------------------------


def enemy_close_matters(state: State, model: Model, target: str) -> bool:
    """Another enemy or an objective close by counts only for Relentless, and only if there is one."""
    others = any(t.on_table and t.side != model.side and t.id != target for t in state.models.values())
    asks = any("enemy_or_objective_close" in effect.when for effect in effects_on(state, model))
    return asks and (others or bool(state.objectives))


def told_by_shooter(state: State, aim: Aim) -> list[str]:
    """The circumstances of the shooter that its cards and its platoon's rule depend on."""
    return [word for word in circumstances(effects_on(state, aim.shooter, aim.spent)) if word.startswith("shooter_")]


def told_by_target(state: State, aim: Aim) -> list[str]:
    """The circumstances of the target that its cards depend on. If the shooter is close, nobody asks whether an enemy
    is."""
    words = [word for word in circumstances(effects_on(state, aim.target, aim.spent)) if word.startswith("target_")]
    return [word for word in words if not (aim.close and word == "target_near_enemy")]


def check_told(told: Sequence[str], asked: Sequence[str]) -> None:
    for word in told:
        if word not in asked:
            raise refused(
                "R7",
                say(_("Nothing in play hangs on the circumstance “%(word)s”."), word=word),
                say(_("To be told here: %(words)s."), words=", ".join(asked) or "-"),
                "told",
            )
    if len(set(told)) < len(told):
        raise refused("R7", _("A circumstance is named twice."), _("Name it once."), "told")


def spotters(state: State, model: Model) -> list[Model]:
    """The friendly tanks whose line of sight a Stationary Artillery tank may use. Each has its card face up, which
    works once a turn."""
    if not model.is_tank or model.moves or not keyword(state, model, "Artillery"):
        return []
    friends = (x for x in state.models.values() if x.side == model.side and x.on_table and x.is_tank and x is not model)
    return [friend for friend in friends if spotting_card(state, friend)]


def spotting_card(state: State, model: Model) -> Card | None:
    cards = (card for card in model.cards.values() if card.face_up and not card.gone and card.used != state.turn)
    return next((card for card in cards if found(card.effects, "spot", Facts())), None)


def given_up(model: Model, card: Card, instead: str) -> Card | None:
    """The card that is discarded for the use of `card`: itself, or the one named in its place; None if none is. Raises
    `Refused` for a card that cannot take its place."""
    if not instead:
        return card if any(effect.trigger == "shot" and effect.cost == "self" for effect in card.effects) else None
    choices = substitutes(model, card)
    for other in choices:
        if other.id == instead:
            return other
    raise refused(
        "R7",
        say(_("“%(card)s” cannot be discarded in place of %(other)s."), card=instead, other=card.name),
        say(_("In its place: %(cards)s."), cards=", ".join(other.id for other in choices) or "-"),
        "instead",
    )


CHANGED_BY_NO_CARD = ("fixed", "area")  # weapons that are a card's own dice


def attack_dice(state: State, aim: Aim) -> int:
    """R25, R27, R34: the base, own effects, the target's effects; not below 0 (A6).

    A card's fixed dice are what it says, and nothing changes them. Against a helicopter a tank fires machine guns or
    Rapid Fire, whose dice no crew or upgrade card changes, neither its own nor an enemy's (R27, A12); smoke is such a
    card too. Its platoon's rule and its critical cards do change them.
    """
    if aim.weapon in CHANGED_BY_NO_CARD:
        return _of_card(state, aim)
    shooter, target = aim.shooter, aim.target
    facts = facts_of(state, aim, shooter)
    if aim.weapon == "gun" and shooter.is_tank and not target.is_tank:
        effects = (*state.platoons[shooter.side], *wounds_of(state, shooter))
        return max(0, base_dice(state, aim) + total(effects, "attack", facts))
    own = total(effects_of(state, shooter, "attack", aim.spent), "attack", facts)
    hampered = effects_of(state, target, "enemy_attack", aim.spent)
    from_target = total(hampered, "enemy_attack", facts_of(state, aim, target)) if hampered else 0
    return max(0, base_dice(state, aim) + own + from_target + _in_smoke(state, aim))


def base_dice(state: State, aim: Aim) -> int:
    """The dice of a gun or of missiles before effects; 0 if the model has none for that target (A6)."""
    shooter, target = aim.shooter, aim.target
    if aim.weapon == "missiles":
        return missiles(state, shooter, facts_of(state, aim, shooter), aim.spent)
    if shooter.rapid_fire and (target.defence == 0 or not target.is_tank):
        return shooter.rapid_fire
    if shooter.is_tank and not target.is_tank:
        return ANTI_AIR_DICE
    return shooter.attack


def _of_card(state: State, aim: Aim) -> int:
    """The dice of the card with which it shoots; if it has several, the largest."""
    effects = effects_on(state, aim.shooter, aim.spent)
    does = ("fixed_attack", "second_shot") if aim.weapon == "fixed" else ("area_attack",)
    return max((effect.delta for effect in effects if effect.does in does), default=0)


def _in_smoke(state: State, aim: Aim) -> int:
    """What smoke takes from the attacks of a model that is in it."""
    taken = 0
    for boost in aim.shooter.boosts:
        if boost.does == "smoke":
            source = state.models[boost.unit].cards[boost.card]
            taken += sum(effect.delta for effect in source.effects if effect.does == "smoke")
    return taken


def hits_on(state: State, aim: Aim) -> int:
    """The lowest face that hits: 4 (R25), what a card says, or by the speed token for missiles (R34)."""
    return _lowest(state, aim, "hit_on", HIT_ON, 0)


def critical_on(state: State, aim: Aim) -> int:
    """The lowest face that is a critical: 6, what a card says, or 7 (none) for missiles on the move (R34)."""
    return _lowest(state, aim, "critical_on", CRITICAL_ON, 1)


def _lowest(state: State, aim: Aim, does: Does, printed: int, column: int) -> int:
    """`column` of `MISSILE_FACES`: 0 for hits, 1 for criticals."""
    if aim.weapon == "missiles" and not _steady(state, aim):
        return MISSILE_FACES[aim.shooter.moves][column]
    effects = found(effects_on(state, aim.shooter, aim.spent), does, facts_of(state, aim, aim.shooter))
    return min([printed, *(effect.delta for effect in effects)])


def _steady(state: State, aim: Aim) -> bool:
    """Missiles shoot as normal from a Stationary model and from a Predator."""
    return aim.shooter.moves == 0 or keyword(state, aim.shooter, "Predator")


def score(model: Model, faces: tuple[int, ...], hit_on: int, critical_on: int) -> tuple[int, int, int]:
    """(hits, criticals, criticals made of a hit): Brutal turns one hit into a critical (R37)."""
    criticals = sum(face >= critical_on for face in faces)
    hits = sum(face >= hit_on for face in faces) - criticals
    forced = min(1, hits) if "Brutal" in model.keywords else 0
    return hits - forced, criticals + forced, forced
