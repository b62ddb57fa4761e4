"""A model attacks, or holds its fire (R20, R21)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Annotated, ClassVar, Literal

import msgspec

from rules.bounds import DiceFaces, Key
from rules.contract import Choice, Command, Dice, DiceCommand, Field, Message, Pick, Refused, Spoken, ngettext, say
from rules.contract import gettext_noop as _
from rules.kit.chapters import Chapter
from rules.systems.modern_age.attack.answers import (
    Answers,
    Cancels,
    Circumstances,
    Defence,
    DieLetters,
    DrawnCards,
    Rerolled,
    foresight,
)
from rules.systems.modern_age.attack.sequence import note_fired, resolve
from rules.systems.modern_age.cards.use import used
from rules.systems.modern_age.choices import (
    KEEP,
    KEEP_OWN,
    ahead,
    in_bulk,
    instead_field,
    mine,
    of_model,
    pick_field,
    picks_field,
    unit_picks,
)
from rules.systems.modern_age.editions import asks_for_hidden_cards
from rules.systems.modern_age.figures import Aim, is_doomed
from rules.systems.modern_age.order import actors, may_fire, nothing_asked
from rules.systems.modern_age.refusals import cards_of, names_of, refused
from rules.systems.modern_age.shot import KeyOrNone
from rules.systems.modern_age.state import Decision, Event, FollowUp, Model, State
from rules.systems.modern_age.turns import acting, advance

from .attack_roll import Plan, check_circumstances, enemies, enemy_on_table, roll_attack, shooter_of, tanks_beside
from .smoke import smoke_choices
from .targets import Targets, circumstances, dice_field, groups
from .weapons import Means, check_means, given_up, means_of, spotters, spotting_card

CHAPTER = Chapter[State, Event]("Shooting", "R20, R21")
CardKeys = Annotated[tuple[Key, ...], msgspec.Meta(max_length=12)]


class Fire(DiceCommand, frozen=True, kw_only=True):
    """A model attacks. Reporting it says that sight and arc were there (R21 to R24).

    cover, close, side_shot: what the table shows of target and shooter; enemy_close: another enemy than the target
    is within close range of the shooter. dice: the attack as first rolled, die a, b, c ...; stationary, stabiliser:
    which of those dice were re-rolled by which rule, rerolled: what they then showed; swap: one critical became two
    hits; defence: the defence dice; shooter_cancels, target_cancels: how many criticals the shooter's fours and fives
    and the target's sixes take (as near as can be; left out: as few, as many as can be); criticals: cards drawn.
    A report may stop at any step; what it does not answer is asked for. A later answer passes over re-roll and swap.

    weapon: "gun" for the attack value, the machine guns against a helicopter (R27) or Rapid Fire; "missiles" (R34);
    "fixed" or "area" for the dice of a card. told: circumstances that cards in play hang on. spend: cards of the
    shooter's used for this attack; instead: a card discarded in place of the Ammo card among them. others: the tanks
    close to the target of an area attack. spotter: the model whose line of sight an Artillery tank uses. keep_hidden:
    no face-down card of the shooter's is turned up before the damage; with the defence dice reported, none of the
    target's. That, and target_cancels, says who holds the target's seat. keep_own: none of the shooter's at all.
    """

    positional: ClassVar = ("unit", "target")
    rolls: ClassVar = ("dice", "rerolled", "defence")
    spoken: ClassVar = (
        Spoken("keep_hidden", of="target", rule="R5", beside="defence", alone="keep_own"),
        Spoken("target_cancels", of="target", rule="R32", beside="defence"),
    )
    unit: Key
    target: Key
    cover: bool = False
    close: bool = False
    side_shot: bool = False
    enemy_close: bool = False
    dice: DiceFaces | None = None
    stationary: DieLetters | None = None
    stabiliser: DieLetters | None = None
    rerolled: DiceFaces | None = None
    swap: bool | None = None
    defence: DiceFaces | None = None
    shooter_cancels: Cancels | None = None
    target_cancels: Cancels | None = None
    criticals: DrawnCards = ()
    weapon: Literal["gun", "missiles", "fixed", "area"] = "gun"
    told: Circumstances = ()
    spend: CardKeys = ()
    instead: KeyOrNone = ""
    others: Annotated[tuple[Key, ...], msgspec.Meta(max_length=12)] = ()
    spotter: KeyOrNone = ""
    keep_hidden: bool = False
    keep_own: bool | msgspec.UnsetType = msgspec.UNSET


@CHAPTER.decides
def fire(state: State, command: Fire, dice: Dice) -> Decision:
    """A card that is used with the attack is turned up, and discarded if it says so. Then the dice are rolled, and the
    attack is resolved as far as the report goes."""
    model = shooter_of(state, command.unit)
    answers = answers_in(command)
    target, means = enemy_on_table(state, model, command.target), _means(state, model, command)
    aim = aim_with(model, target, command, means)
    check_means(state, aim, means, extra=model.fired)
    check_circumstances(state, aim, command.told)
    gone = given_up(model, means.card, command.instead) if means.card else None
    others = _others(state, means, command)
    spotter = _spotter(state, model, command.spotter)
    if means.card:
        yield used(model, means.card, gone)
    if spotter:
        card = spotting_card(state, spotter)
        assert card is not None
        yield used(spotter, card)
    act = "final-fury" if model.fired else "shooting"
    plan = Plan(
        aim=aim,
        question=f"t{state.turn}/{act}/{model.id}/attack",
        extra=model.fired,
        others=others,
        spotter=command.spotter,
        shooter_cancels=command.shooter_cancels,
    )
    yield roll_attack(state, plan, command.dice, dice)
    yield from resolve(state, answers, dice)


def aim_with(model: Model, target: Model, command: Fire | FireAgain, means: Means) -> Aim:
    return Aim(
        shooter=model,
        target=target,
        cover=command.cover,
        close=command.close,
        side_shot=command.side_shot,
        enemy_close=command.enemy_close,
        told=frozenset(command.told),
        weapon=means.weapon,
        spent=means.spent(model),
        first=not model.fired,
    )


class FireAgain(FollowUp, frozen=True, kw_only=True):
    """The second attack of a card, right after the first (Connor Styles, Jurgen Schmidt); fields as in `Fire`."""

    positional: ClassVar = ("unit", "target")
    rolls: ClassVar = ("dice",)
    unit: Key
    target: Key
    card: Key
    cover: bool = False
    close: bool = False
    side_shot: bool = False
    enemy_close: bool = False
    weapon: Literal["gun", "missiles"] = "gun"
    told: Circumstances = ()
    dice: DiceFaces | None = None


def _means(state: State, model: Model, command: Fire) -> Means:
    """The weapon and the card used with it. A card that is a weapon and is not spent need not be named."""
    if command.weapon == "fixed":
        if command.spend:
            raise refused("R7", _("Nothing is spent for this attack."), _("Leave it out."), "spend")
        for means in means_of(state, model):
            if means.weapon == "fixed":
                return means
        raise _no_card(model, "weapon")
    cards = [model.cards[key] for key in command.spend if key in model.cards and not model.cards[key].gone]
    if len(cards) != len(command.spend) or len(cards) > 1 or (command.weapon == "area" and not cards):
        raise _no_card(model, "spend")
    if not cards and command.instead:
        raise refused("R7", _("No card is spent for this attack."), _("Leave “instead” out, too."), "instead")
    return Means(command.weapon, cards[0] if cards else None)


def _no_card(model: Model, field: str) -> Refused:
    there = cards_of(card for card in model.cards.values() if not card.gone)
    return refused(
        "R7",
        say(_("%(unit)s has no such card to attack with."), unit=model.name),
        say(_("Name one card that is still there and made for such an attack, of: %(cards)s."), cards=there),
        field,
    )


def _others(state: State, means: Means, command: Fire) -> tuple[str, ...]:
    """The further targets of an area attack: every tank close to the target, of either side."""
    if command.others and means.weapon != "area":
        raise _other(say(_("This attack has one target.")), ())
    there = tanks_beside(state, command.target)
    for unit in command.others:
        if unit not in [model.id for model in there]:
            raise _other(say(_("“%(unit)s” is no tank beside the target."), unit=unit), there)
    if len(set(command.others)) < len(command.others):
        raise _other(say(_("A tank is named twice.")), there)
    return command.others


def _other(text: Message, there: Iterable[Model]) -> Refused:
    return refused("R7", text, say(_("Name tanks close to the target: %(units)s."), units=names_of(there)), "others")


def _spotter(state: State, model: Model, unit: str) -> Model | None:
    """A friendly tank whose line of sight is used (Artillery Observer). The table knows what it sees."""
    if not unit:
        return None
    found = spotters(state, model)
    for spotter in found:
        if spotter.id == unit:
            return spotter
    raise refused(
        "R7",
        say(_("%(unit)s cannot use the line of sight of “%(spotter)s”."), unit=model.name, spotter=unit),
        say(
            _("A Stationary Artillery tank may use, once a turn, that of a tank with such a card face up: %(units)s."),
            units=names_of(found),
        ),
        "spotter",
    )


# -- what a report of the dice says beyond them ------------------------------------------------------------------------


def answers_in(command: Fire) -> Answers:
    """The answers in a `Fire`. Refuses re-rolled faces without the dice they belong to, cancels without defence, and
    answers to dice that Leaguer still has to roll."""
    _check_foresight(command)
    rerolls = command.stationary is not None or command.stabiliser is not None
    if command.rerolled is not None and not rerolls:
        raise refused(
            "R26",
            _("Re-rolled dice were reported, but not which ones."),
            _("Name them by letter (a is the first) under “stationary” or “stabiliser”."),
            "rerolled",
        )
    if command.defence is None and (command.criticals or command.target_cancels is not None):
        raise refused(
            "R32",
            _("What follows the defence roll was reported without it."),
            _("Report the defence dice too, or leave the rest out."),
            "defence",
        )
    again = Rerolled(command.stationary or (), command.stabiliser or (), command.rerolled, "rerolled")
    return Answers(
        reroll=again if rerolls else None,
        swap=command.swap,
        defence=None if command.defence is None else Defence(command.defence, command.target_cancels, "defence"),
        drawn=command.criticals,
        keeps=_kept_by(command),
    )


def _kept_by(command: Fire) -> frozenset[str]:
    """`keep_hidden` beside the defence dice speaks for both sides."""
    both = command.keep_hidden and command.defence is not None
    shooter = command.keep_hidden or command.keep_own is True
    return frozenset(("shooter", "target") if both else ("shooter",) if shooter else ())


def _check_foresight(command: Fire) -> None:
    """Refusing an answer to Leaguer's dice would tell how they fall before the attack is made, so such answers are
    refused first."""
    later = ("defence", "swap", "rerolled", "stabiliser", "stationary")
    if command.dice is None and (told := [name for name in later if getattr(command, name) is not None]):
        raise foresight("dice", told[-1])
    rerolled = command.stationary or command.stabiliser
    if rerolled and command.rerolled is None and (told := [n for n in later[:2] if getattr(command, n) is not None]):
        raise foresight("rerolled", told[-1])


# -- no attack ---------------------------------------------------------------------------------------------------------


class HoldFire(Command, frozen=True, kw_only=True):
    """A model whose turn to shoot has come does not shoot."""

    positional: ClassVar = ("unit",)
    unit: Key


class FireHeld(Event, frozen=True, kw_only=True):
    rules: ClassVar = ("R20",)
    unit: str
    extra: bool = False


@CHAPTER.decides
def hold(state: State, command: HoldFire, dice: Dice) -> Decision:
    model = acting(state, command.unit, "shooting", "R20")
    yield FireHeld(unit=model.id, extra=model.fired)
    yield from advance(state)


@CHAPTER.evolves
def fire_held(state: State, event: FireHeld) -> None:
    state.acted = True
    note_fired(state.models[event.unit], event.extra)


CHAPTER.sentences({FireHeld: _("%(unit)s holds its fire.")})


# -- what may be reported ----------------------------------------------------------------------------------------------


@CHAPTER.offers
def attacks(state: State, side: str) -> Iterator[Choice]:
    if state.phase != "shooting" or not nothing_asked(state):
        return
    for model in mine(actors(state), side):
        if may_fire(state, model):
            yield from fire_choices(state, model)
        label = say(_("%(unit)s holds its fire"), unit=model.name)
        yield of_model(model, "HoldFire", label, readily=500, bulk=HOLDING)


HOLDING = in_bulk(ngettext("%(n)d holds its fire", "%(n)d hold their fire", 1))
WEAPONS = {
    "gun": say(_("fires")),
    "missiles": say(_("fires missiles")),
    "fixed": say(_("attacks by a card")),
}
# What a `Fire` may carry beyond the attack dice, for tables that have rolled all of it already (see the command).
AT_ONCE = (
    ahead("stationary", say(_("Dice re-rolled for being Stationary, by letter"))),
    ahead("stabiliser", say(_("Dice re-rolled by a stabiliser, by letter"))),
    ahead("rerolled", say(_("Faces of the re-rolled dice"))),
    ahead("swap", say(_("Result changed"))),
    ahead("defence", say(_("Defence dice"))),
    ahead("shooter_cancels", say(_("Criticals the shooter's choice cancels"))),
    ahead("target_cancels", say(_("Criticals the target's choice cancels"))),
    ahead("criticals", say(_("Critical cards drawn"))),
)


def _at_once(state: State) -> tuple[Field, ...]:
    return (*AT_ONCE, KEEP, KEEP_OWN) if asks_for_hidden_cards(state.edition) else AT_ONCE


def fire_choices(state: State, model: Model) -> Iterator[Choice]:
    """Every way to attack, each with the targets it is good for; and smoke."""
    for means in means_of(state, model):
        yield from _attacks(state, model, means)
    yield from smoke_choices(state, model)


def _attacks(state: State, model: Model, means: Means) -> Iterator[Choice]:
    for group in groups(state, model, means, enemies(state, model), model.fired):
        if means.weapon == "area":
            for target in group.models:
                yield _fire_choice(state, model, means, Targets(group.near, group.another_near, [target]))
        else:
            yield _fire_choice(state, model, means, group)


def _fire_choice(state: State, model: Model, means: Means, group: Targets) -> Choice:
    """Fixed values are given. An area attack names its target, so that the tanks beside it can be offered."""
    given: dict[str, object] = {} if means.weapon == "gun" else {"weapon": means.weapon}
    if means.card and means.weapon != "fixed":
        given["spend"] = [means.card.id]
    fields: list[Field] = []
    if means.weapon == "area":
        given["target"] = group.models[0].id
        beside = tanks_beside(state, group.models[0].id)
        fields.append(picks_field("others", say(_("Tanks close to the target")), unit_picks(beside)))
    else:
        fields.append(pick_field("target", say(_("Target")), unit_picks(group.models), required=True))
    fields += circumstances(state, model, means, group)
    if means.card:
        fields += instead_field(model, means.card.id)
    if there := spotters(state, model):
        picks = (Pick("", say(_("its own")), readily=300), *unit_picks(there))
        fields.append(pick_field("spotter", say(_("Line of sight")), picks))
    fields.append(dice_field(state, model, means, group))
    label, readily = _label(state, model, means, group), 3000 if means.card else 1000
    return of_model(model, "Fire", label, *fields, *_at_once(state), given=given, readily=readily)


def _label(state: State, model: Model, means: Means, group: Targets) -> Message:
    if means.card and means.weapon == "area":
        text = _("%(unit)s attacks %(target)s and what is close to it: %(card)s")
        return say(text, unit=model.name, target=group.models[0].name, card=means.card.name)
    if means.card:
        text = _("%(unit)s %(fires)s: %(card)s")
        return say(text, unit=model.name, fires=WEAPONS[means.weapon], card=means.card.name)
    if is_doomed(state, model):
        return say(_("%(unit)s fires in Final Fury"), unit=model.name)
    if means.weapon == "missiles":
        return say(_("%(unit)s fires missiles"), unit=model.name)
    return say(_("%(unit)s fires"), unit=model.name)
