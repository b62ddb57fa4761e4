"""From the muster to the table before the first report."""

from __future__ import annotations

from functools import cache

import msgspec

from rules.contract import Fitting, Mustered, Unit
from rules.systems.modern_age import tables
from rules.systems.modern_age.catalogue import Entry, find, find_card, names
from rules.systems.modern_age.effects import Effect
from rules.systems.modern_age.forces import card_of, cost, fault_of_card
from rules.systems.modern_age.order import actors
from rules.systems.modern_age.state import Card, Condition, Model, State, attach


def start(muster: Mustered) -> State:
    """The battle as mustered. It holds every figure that a later report needs, so that the fold reads no table."""
    sides = tuple(sorted(muster.sides))
    state = State(
        edition=muster.edition,
        scenario=muster.scenario,
        options=muster.options,
        sides=sides,
        platoons={side: platoon_effects(muster.edition, muster.sides[side].platoon) for side in sides},
        deck=critical_cards(muster.edition),
        of_campaign=bool(muster.campaign),
        models={unit.id: _model(muster, unit) for unit in muster.units},
    )
    _open(state)
    return state


def _open(state: State) -> None:
    """Where play begins: with set-up rolls (R1, R2), with deployment on a given table (R45), or with models placed
    already (R44).

    Models that come damaged may be unable to move, or to shoot: then play begins in the first phase in which somebody
    can act.
    """
    if state.scenario not in (tables.ALPHA_66, tables.FIRST_GAME):
        state.phase = "terrain"
        return
    state.attacker = state.advantage = _preset_attacker(state)
    if state.scenario == tables.ALPHA_66:
        state.phase = "deployment"
        return
    for model in state.models.values():
        model.deployed = True
    state.phase = next((phase for phase in ("movement", "shooting") if actors(state, phase)), "command")


def _preset_attacker(state: State) -> str:
    """The side without the two T-64 (R45). Ruling: the first game names no Attacker, so its M1 Abrams attacks."""
    if state.scenario == tables.FIRST_GAME:
        return next(model.side for model in state.models.values() if model.model == tables.ABRAMS)
    side_of_each = [model.side for model in state.models.values()]
    return next(side for side in state.sides if side_of_each.count(side) == 1)


def platoon_effects(edition: str, name: str) -> tuple[Effect, ...]:
    entry = find(edition, ("platoon",), name)
    return entry.effects if entry else ()


@cache
def critical_cards(edition: str) -> dict[str, Entry]:
    """The house deck's cards by name, in the order of the catalogue. All battles share one dict, which nobody
    changes."""
    found = {name: find(edition, ("critical",), name) for name in names(edition, "critical")}
    return {name: entry for name, entry in found.items() if entry is not None}


def _model(muster: Mustered, unit: Unit) -> Model:
    edition, own = muster.edition, str(muster.options.get(tables.HOUSE_UNITS, ""))
    entry = find(edition, ("model",), unit.model, own)
    assert entry is not None, "the muster has checked the model"
    figures = entry.figures
    condition = msgspec.convert(unit.condition, Condition)
    cards = [_fitted(muster, unit.id, entry.article.nation, fitting) for fitting in unit.fittings]
    model = Model(
        id=unit.id,
        side=unit.side,
        name=unit.name or unit.model,
        model=unit.model,
        kind=figures["type"],
        nation=entry.article.nation,
        points=cost(entry, cards),
        initiative=figures["initiative"],
        attack=figures["attack"],
        rapid_fire=keyword_number(figures["keywords"], "Rapid Fire"),
        missiles=keyword_number(figures["keywords"], "Missiles"),
        defence=figures["defence"],
        capacity=figures["damage_capacity"],
        speed=figures["speed"],
        keywords=tuple(figures["keywords"]),
        cards={card.id: card for card in cards},
        damage=condition.damage,
        lost_before=condition.lost_cards,
        lost_cards=list(condition.lost_cards),
        skills=condition.skills or (),
    )
    for wound in condition.criticals:
        attach(model, wound)
    return model


def _fitted(muster: Mustered, unit: str, nation: str, fitting: Fitting) -> Card:
    """A fitting with its effects. A hidden card whose name was erased does nothing."""
    secrets, edition = muster.secrets, muster.edition
    waived = fault_of_card(unit, fitting.id) in muster.waivers
    entry = find_card(edition, fitting.name or secrets.get(f"{unit}/{fitting.id}", ""), nation, fitting.kind)
    if entry is None:
        return Card(fitting.id, fitting.kind, "", fitting.kind in tables.CREW_TYPES, waived=waived)
    card = card_of(entry, face_up=bool(fitting.name))
    card.id, card.waived = fitting.id, waived
    return card


def keyword_number(keywords: list[str], name: str) -> int:
    """The X of a keyword like "Rapid Fire (5)"; 0 without it."""
    found = [word for word in keywords if word.startswith(f"{name} (")]
    return int(found[0].partition("(")[2].rstrip(")")) if found else 0
