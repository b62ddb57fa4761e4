"""What a campaign asks of a battle on its map (house; R40 to R43), and what it learns of it."""

from __future__ import annotations

from typing import Literal

import msgspec

from rules.contract import Outcome, UnitOutcome
from rules.systems.modern_age import tables
from rules.systems.modern_age.missions.end import HOW
from rules.systems.modern_age.missions.objectives import objectives, points_of
from rules.systems.modern_age.missions.victory import destroyed_points, holds_field
from rules.systems.modern_age.state import Condition, Model, State
from rules.upkeep import Engagement, Proposal

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
        options=roles | _limit(engagement),
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


def _limit(engagement: Engagement) -> dict[str, bool | int | str]:
    """One limit for both sides, the higher one. The campaign holds each platoon to its own."""
    most = max(engagement.limits)
    option = next(one for one in tables.OPTIONS if one.name == "point_limit")
    return {option.name: min(max(most, option.least), option.most)} if most else {}


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
