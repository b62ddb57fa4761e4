"""A battle of a campaign: what the map asks of it (house; R40 to R43), its outcome, and the clerk's work after it, by
house rules: wrecks, crews and repairs (RULES.md, "After the battle")."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import ClassVar, Literal

import msgspec

from rules.bounds import Key
from rules.contract import Command, Dice, Message, Outcome, Roll, UnitOutcome, ngettext, say
from rules.contract import gettext_noop as _
from rules.kit.chapters import Chapter
from rules.kit.upkeep import points_limit
from rules.systems.modern_age import tables
from rules.systems.modern_age.cards.lost import crew_aboard
from rules.systems.modern_age.missions.end import HOW
from rules.systems.modern_age.missions.objectives import objectives, points_of
from rules.systems.modern_age.missions.victory import destroyed_points, holds_field
from rules.systems.modern_age.order import repairable
from rules.systems.modern_age.refusals import refused, tank_of
from rules.systems.modern_age.state import AnyTime, Condition, Decision, Event, Model, State
from rules.systems.modern_age.tables import CREW_LIVES_ON, PATCH_UP_ON, RECOVER_ON, REPAIR_ON
from rules.systems.modern_age.words import faces
from rules.upkeep import Engagement, Proposal

CHAPTER = Chapter[State, Event]("After the battle")


def aftermath(state: State) -> Sequence[Command]:
    """The steps that are still open after the battle, in the order in which the clerk takes them; each is taken
    once."""
    return tuple(_steps(state)) if state.result else ()


def _steps(state: State) -> Iterator[Command]:
    for model in state.models.values():
        if wreck_open(model):
            yield Recover(unit=model.id)
        if crew_open(model):
            yield CrewFate(unit=model.id)
        if repair_open(model):
            yield RepairBetween(unit=model.id)


# -- wrecks ------------------------------------------------------------------------------------------------------------


class Recover(AnyTime, frozen=True, kw_only=True):
    """What becomes of a wreck: recovered by its owner or captured."""

    positional: ClassVar = ("unit",)
    unit: Key


class WreckHandled(Event, frozen=True, kw_only=True):
    """A wreck was recovered by its owner or is lost; `roll` if nobody held the field."""

    rules: ClassVar = ("house",)
    unit: str
    recovered: bool
    roll: Roll | None = None


def wreck_open(model: Model) -> bool:
    return model.fate == "destroyed" and model.recovered is None


@CHAPTER.decides
def recover(state: State, command: Recover, dice: Dice) -> Decision:
    """Whoever holds the field gets its wrecks. On a field that nobody holds a wreck is recovered on 4 and more."""
    model = _of(state, command.unit, wreck_open)
    holder = holds_field(state)
    roll = None if holder else dice.roll(f"aftermath/{model.id}/recover", 1)
    recovered = holder == model.side if roll is None else roll.numbers[0] >= RECOVER_ON
    yield WreckHandled(unit=model.id, recovered=recovered, roll=roll)


@CHAPTER.evolves
def wreck_handled(state: State, event: WreckHandled) -> None:
    state.models[event.unit].recovered = event.recovered


@CHAPTER.narrates
def tell_wreck_handled(event: WreckHandled) -> Message:
    if event.recovered:
        return say(_("The wreck of %(unit)s is recovered."), unit=event.unit)
    return say(_("The wreck of %(unit)s is lost to the enemy."), unit=event.unit)


# -- crews -------------------------------------------------------------------------------------------------------------


class CrewFate(AnyTime, frozen=True, kw_only=True):
    """Which crew cards survived the loss of their tank."""

    positional: ClassVar = ("unit",)
    unit: Key


class CrewFateRolled(Event, frozen=True, kw_only=True):
    """One die for each crew card aboard (`cards`, by id); `lost` are the names of those who did not survive."""

    rules: ClassVar = ("house",)
    unit: str
    cards: tuple[str, ...]
    lost: tuple[str, ...]
    roll: Roll


def crew_open(model: Model) -> bool:
    return model.fate in ("destroyed", "removed") and not model.crew_handled and bool(crew_aboard(model))


@CHAPTER.decides
def crew_fate(state: State, command: CrewFate, dice: Dice) -> Decision:
    """Each crew card aboard a destroyed tank survives on 3 and more."""
    model = _of(state, command.unit, crew_open)
    crew = crew_aboard(model)
    roll = dice.roll(f"aftermath/{model.id}/crew", len(crew))
    lost = tuple(card.name or card.id for card, face in zip(crew, roll.numbers, strict=True) if face < CREW_LIVES_ON)
    yield CrewFateRolled(unit=model.id, cards=tuple(card.id for card in crew), lost=lost, roll=roll)


@CHAPTER.evolves
def crew_fate_rolled(state: State, event: CrewFateRolled) -> None:
    model = state.models[event.unit]
    model.crew_handled = True
    model.lost_cards += event.lost


@CHAPTER.narrates
def tell_crew_fate_rolled(event: CrewFateRolled) -> Message:
    dice = faces(event.roll)
    if not event.lost:
        return say(_("The crew of %(unit)s comes back (%(dice)s)."), unit=event.unit, dice=dice)
    return say(
        _("Lost of the crew of %(unit)s: %(names)s (%(dice)s)."),
        unit=event.unit,
        names=", ".join(event.lost),
        dice=dice,
    )


# -- repairs -----------------------------------------------------------------------------------------------------------


class RepairBetween(AnyTime, frozen=True, kw_only=True):
    """Workshop time between two battles: critical cards, damage, recovered wrecks."""

    positional: ClassVar = ("unit",)
    unit: Key


class RepairedBetween(Event, frozen=True, kw_only=True):
    """Between battles: critical cards repaired (by id), the damage left, a wreck `in_service` again."""

    rules: ClassVar = ("house",)
    unit: str
    repaired: tuple[str, ...]
    damage: int
    in_service: bool
    roll: Roll


def repair_open(model: Model) -> bool:
    """Whether it is a survivor with damage, or a wreck that its owner has recovered."""
    survivor = model.fate in ("", "withdrawn") and (model.damage > 0 or bool(model.criticals))
    return not model.mended and (survivor or model.recovered is True)


@CHAPTER.decides
def repair_between(state: State, command: RepairBetween, dice: Dice) -> Decision:
    """A survivor: each repairable card is repaired on 4 and more, and half its damage, rounded up. A recovered wreck
    drives again on 4 and more, with damage of half its capacity, rounded up, and without critical cards; otherwise it
    stays a wreck."""
    model = _of(state, command.unit, repair_open)
    question = f"aftermath/{model.id}/repair"
    if model.recovered:
        roll = dice.roll(question, 1)
        drives = roll.numbers[0] >= PATCH_UP_ON
        cards = tuple(model.criticals) if drives else ()
        damage = (model.capacity + 1) // 2 if drives else model.damage
        yield RepairedBetween(unit=model.id, repaired=cards, damage=damage, in_service=drives, roll=roll)
        return
    tried = repairable(model)
    roll = dice.roll(question, len(tried))
    cards = tuple(key for key, face in zip(tried, roll.numbers, strict=True) if face >= REPAIR_ON)
    yield RepairedBetween(unit=model.id, repaired=cards, damage=model.damage // 2, in_service=False, roll=roll)


@CHAPTER.evolves
def repaired_between(state: State, event: RepairedBetween) -> None:
    model = state.models[event.unit]
    model.mended = True
    model.damage = event.damage
    for key in event.repaired:
        del model.criticals[key]
    model.in_service = event.in_service


@CHAPTER.narrates
def tell_repaired_between(event: RepairedBetween) -> Message:
    if event.in_service:
        return ngettext(
            "%(unit)s is made to drive again, with %(n)d damage.",
            "%(unit)s is made to drive again, with %(n)d damage.",
            event.damage,
            unit=event.unit,
        )
    return ngettext(
        "The workshop leaves %(unit)s with %(n)d damage.",
        "The workshop leaves %(unit)s with %(n)d damage.",
        event.damage,
        unit=event.unit,
    )


def _of(state: State, unit: str, is_open: Callable[[Model], bool]) -> Model:
    model = tank_of(state, unit)
    if not state.result:
        raise refused("house", _("The battle is not over."), _("Finish it first."))
    if not is_open(model):
        raise refused(
            "house",
            say(_("This step of the aftermath is not open for %(unit)s."), unit=model.name),
            _("Each step is taken once, and only where there is something to do."),
            "unit",
        )
    return model


CHAPTER.throws_for_nobody(WreckHandled, CrewFateRolled, RepairedBetween)  # the battle is over


HIGH_GROUND = ("hills", "mountains")
STRONGHOLDS = ("town",)


def engage(engagement: Engagement) -> Proposal:
    """The platoon that came is the Attacker, without a roll. If the edition does not have the mission, it is Tank
    Ace."""
    wanted = _mission(engagement)
    known = {scenario.key for scenario in tables.scenarios_of(engagement.edition)}
    roles: dict[str, bool | int | str] = {"roles": "by_side"} if engagement.kind == "assault" else {}
    return Proposal(
        scenario=wanted if wanted in known else tables.TANK_ACE,
        sides=(tables.ATTACKERS, tables.DEFENDERS),
        options=roles | points_limit(engagement, tables.OPTIONS, "point_limit"),
    )


def _mission(engagement: Engagement) -> str:
    """Either side may take high ground. A defender that is entrenched, in a town or behind a river has a line to
    hold."""
    if engagement.terrain in HIGH_GROUND:
        return tables.KING_OF_THE_HILL
    if engagement.kind == "meeting":
        return tables.FREE_FOR_ALL
    held = engagement.entrenched or engagement.river or engagement.terrain in STRONGHOLDS
    return tables.NO_RETREAT if held else tables.TANK_ACE


def outcome(state: State) -> Outcome:
    """Points are destroyed points (R40); the winner holds the field."""
    result = state.result
    return Outcome(
        over=result is not None,
        winner=result.winner if result else "",
        points={side: destroyed_points(state, side) for side in state.sides},
        field=holds_field(state),
        how=HOW[result.how] if result else None,
        units=tuple(_unit(state, model) for model in state.models.values()),
        objectives={side: points_of(state, side) for side in state.sides} if objectives(state) else msgspec.UNSET,
    )


def _unit(state: State, model: Model) -> UnitOutcome:
    return UnitOutcome(
        id=model.id,
        side=model.side,
        fate=_fate(model),
        condition=msgspec.to_builtins(condition(state, model)),
        feats=tuple(model.feats),
    )


def _fate(model: Model) -> Literal["fit", "damaged", "withdrawn", "wrecked", "lost"]:
    if model.fate == "removed" or model.recovered is False:
        return "lost"
    if model.fate == "destroyed" and not model.in_service:
        return "wrecked"
    if model.fate == "withdrawn":
        return "withdrawn"
    return "damaged" if model.damage or model.criticals else "fit"


def condition(state: State, model: Model) -> Condition:
    """The condition in which the model leaves the battle. Lost face-down cards are named once the battle is over."""
    return Condition(
        damage=model.damage,
        criticals=tuple(attached.wound for attached in model.criticals.values()),
        lost_cards=tuple(_lost_name(state, model, word) for word in model.lost_cards),
        fate=_lasting_fate(state, model),
        crew=_crew(model) if state.of_campaign else msgspec.UNSET,
        hull=True if state.of_campaign and model.recovered is False else msgspec.UNSET,
    )


def _crew(model: Model) -> Literal["wounded", "lost"] | msgspec.UnsetType:
    """The crew of a destroyed model is lost if none of its crew cards is left, otherwise wounded; so is a crew that
    lost a card in this battle. Nothing is said of a crew that is fit."""
    cards = [card for card in model.cards.values() if card.crew]
    gone = [card for card in cards if card.gone]
    if model.fate in ("destroyed", "removed"):
        return "lost" if cards and len(gone) == len(cards) else "wounded"
    return "wounded" if gone else msgspec.UNSET


def _lasting_fate(state: State, model: Model) -> Literal["", "destroyed", "removed", "withdrawn"]:
    """Withdrawn counts only within the battle; a wreck that drives again is in service."""
    match _fate(model):
        case "lost":
            return "removed"
        case "wrecked":
            return "destroyed"
        case "withdrawn":
            return "" if state.result else "withdrawn"
    return ""


def _lost_name(state: State, model: Model, word: str) -> str:
    card = model.cards.get(word)
    return card.name if state.result and card and card.name else word
