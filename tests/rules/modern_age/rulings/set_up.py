"""Rulings of the set-up: rolls, roles, objectives, deployment (R1, R2, R6, R37, R41 to R45)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rules.contract import Command, Event
from rules.systems.modern_age import tables
from rules.systems.modern_age.deployment import Deploy, Deployed, Redeployed, head_start
from rules.systems.modern_age.figures import facts_alone
from rules.systems.modern_age.missions.objectives import ObjectivePlaced
from rules.systems.modern_age.reserves import Arrived
from rules.systems.modern_age.setting_up import EdgeChosen, RoleChosen, RoleRolled, TerrainRolled
from rules.systems.modern_age.state import Model, State
from tests.rules.modern_age.rulings.sources import Ruling, by_initiative, counting, in_order

RULE = {
    tables.KING_OF_THE_HILL: "R41 king_of_the_hill:",
    tables.FREE_FOR_ALL: "R42 free_for_all:",
    tables.NO_RETREAT: "R43 no_retreat:",
}


def mustered(state: State) -> Iterator[str]:
    """What of the muster shows as the battle begins."""
    yield MISSIONS[state.scenario]
    for model in state.models.values():
        held = [card.kind for card in model.cards.values()]
        crew = sum(card.crew for card in model.cards.values())
        if not model.is_tank and held.count("Ammo") > 1:
            yield "B9 a helicopter's two Ammo slots"
        if held.count("Equipment") > 1:
            yield "R7 True Boy Scout: two Equipment cards"
        if model.is_tank and held.count("Ammo") > 1:
            yield "R7 Resourceful Loader: two copies of an Ammo card"
        if crew == 1 and any(one.does == "no_other_crew" for card in model.cards.values() for one in card.effects):
            yield "R7 Category C. Tank Crew: no other crew"
        if any(card.face_up for card in model.cards.values()):
            yield "R5 Alpha 66 and her crew start face up"
        if model.lost_before:
            yield "R4 a card lost before stays away"


MISSIONS = {
    tables.ALPHA_66: "R45 alpha_66: the mission",
    tables.FIRST_GAME: "R44 first_game: its models are placed",
    tables.TANK_ACE: "R40 Tank Ace",
    tables.KING_OF_THE_HILL: "R41 King of the Hill",
    tables.FREE_FOR_ALL: "R42 Free-for-All",
    tables.NO_RETREAT: "R43 No Retreat",
}


def _terrain(state: State, event: TerrainRolled, command: Command, events: Sequence[Event]) -> Iterator[str]:
    yield "R1 the higher die places the first Forest" if event.first else "B16 a tie for the first Forest"


def _role_rolled(state: State, event: RoleRolled, command: Command, events: Sequence[Event]) -> Iterator[str]:
    yield "R2 the higher die chooses its role" if event.chooser else "B16 a tie for the roles"


def _role(state: State, event: RoleChosen, command: Command, events: Sequence[Event]) -> Iterator[str]:
    if not state.chooser:
        yield "R2 who came attacks, without a roll"
    else:
        yield "R2 the winner attacks" if event.attacker == state.chooser else "R2 the winner defends"


def _edge(state: State, event: EdgeChosen, command: Command, events: Sequence[Event]) -> Iterator[str]:
    yield f"R2 the Defender's edge: {event.edge}"


def _objective(state: State, event: ObjectivePlaced, command: Command, events: Sequence[Event]) -> Iterator[str]:
    rule = RULE[state.scenario]
    yield f"{rule} the map has the objective" if not event.side else f"{rule} an objective is placed: {event.objective}"


# -- deployment --------------------------------------------------------------------------------------------------------


def _deployed(state: State, event: Deployed, command: Command, events: Sequence[Event]) -> Iterator[str]:
    model = state.models[event.unit]
    yield from in_order(state, model, "deployment")
    yield from by_initiative(state, model, "deployment", facts_alone(state, model))
    if event.reserve:
        waiting = any(friend.reserve for friend in state.models.values() if friend.side == model.side)
        yield f"R7 Paul Durand: a {'second' if waiting else 'first'} tank in reserve"
        return
    if not model.is_tank:
        assert isinstance(command, Deploy)
        yield f"R16 a helicopter is deployed: {event.elevation}"
        if not command.elevation:
            yield "B3 a helicopter is deployed low where nothing is said"
    yield "R6 a tank is deployed" if model.is_tank else "R6 a helicopter is deployed among the tanks"
    yield from _spearhead(state, model, event.moves)
    if state.scenario == tables.ALPHA_66 and model.side == state.attacker:
        yield "R45 alpha_66: the lone tank is deployed last"


def _spearhead(state: State, model: Model, moves: int) -> Iterator[str]:
    if most := head_start(state, model):
        how = "as far as its Speed" if moves == most else "less than its Speed" if moves else "not at all"
        yield f"R37 a Spearhead moves at once, {how}"
        yield from (one for one in counting(state, model, facts_alone(state, model), ("grant",)) if "Spearhead" in one)


def _redeployed(state: State, event: Redeployed, command: Command, events: Sequence[Event]) -> Iterator[str]:
    yield "R7 First Panzer: a tank is deployed anew"


def _arrived(state: State, event: Arrived, command: Command, events: Sequence[Event]) -> Iterator[str]:
    yield "R7 Paul Durand: a tank comes on with the first repairs"


RULINGS: dict[type[Event], Ruling] = {
    TerrainRolled: _terrain,
    RoleRolled: _role_rolled,
    RoleChosen: _role,
    EdgeChosen: _edge,
    ObjectivePlaced: _objective,
    Deployed: _deployed,
    Redeployed: _redeployed,
    Arrived: _arrived,
}
