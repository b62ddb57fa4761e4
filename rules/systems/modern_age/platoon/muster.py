"""From the forces asked for to those that fight: every fault is named at once (R3, R4, R44, R45), and some cards start
face down (R5). Then the table before the first report.

Organisers may let faults pass, except those that leave nothing to play with.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from copy import copy
from functools import cache, lru_cache

import msgspec

from rules.contract import Fitting, Muster, Mustered, Refused, Unit, at_once, say
from rules.contract import gettext_noop as _
from rules.kit import musters
from rules.kit.options import settle_options
from rules.kit.words import name_of
from rules.systems.modern_age import tables
from rules.systems.modern_age.catalogue import Entry, find, find_card, house, names
from rules.systems.modern_age.effects import Effect
from rules.systems.modern_age.forces import Carried, Fielded, card_of, cost, fault_of_card
from rules.systems.modern_age.missions.preset import faults_of_scenario, preset
from rules.systems.modern_age.order import actors
from rules.systems.modern_age.refusals import refused
from rules.systems.modern_age.state import Card, Condition, Model, State, attach

from .faults import faults_of


def muster(command: Muster) -> Mustered:
    """The forces as they start. Raises `Refused` (003 R3 and following) naming unit, card or option: all faults at
    once, except those that `command.waivers` let pass.

    A card that an earlier battle took (the unit's `condition.lost_cards`) is left out.
    """
    edition = musters.edition_of(command, tables.EDITIONS, "003 R1", code="refused")
    scenario = musters.scenario_of(command, tables.scenarios_of(edition), "003 R39", code="refused")
    options = _options(command, edition)
    musters.check_two_sides(command, "003 R2")
    own = str(options.get(tables.HOUSE_UNITS, ""))
    house(edition, own)  # refuses a sheet that cannot be read
    command = preset(command, edition, scenario, options)
    none_such, known = _("There is no model “%(unit)s”."), _("Models: %(units)s.")
    faults = list(musters.strays(command, tables.NUMBER, "R3", none_such, known))
    fielded = [one for unit in command.units if (one := _fielded(edition, command, unit, faults, own))]
    faults += faults_of(edition, command.sides, fielded, scenario, options)
    if len(fielded) == len(command.units):
        faults += faults_of_scenario(scenario, options, fielded)
    at_once(musters.not_waived(faults, command, "003 R3"))
    hidden = sorted((f"{m.unit.id}/{card.id}", card.name) for m in fielded for card in m.cards if not card.face_up)
    return musters.mustered(
        command,
        edition=edition,
        scenario=scenario,
        options=options,
        units=map(_as_mustered, fielded),
        secrets=dict(hidden),
    )


def _options(command: Muster, edition: str) -> dict[str, bool | int | str]:
    """All options of the edition. Options that a later edition declares may be left out, and then stay out."""
    known = {option.name for option in tables.options_of(edition)}
    later = {option.name: option.default for option in tables.OPTIONS if option.name not in known}
    asked = {name: value for name, value in command.options.items() if name not in later or value != later[name]}
    return dict(sorted(settle_options(tables.options_of(edition), asked, "003 section 6").items()))


# -- one model ---------------------------------------------------------------------------------------------------------


def _fielded(edition: str, command: Muster, unit: Unit, faults: list[Refused], own: str) -> Fielded | None:
    """The unit with its model and cards. If neither the catalogue nor the club's `own` sheet has the model, or if it
    cannot drive any more, that is added to `faults` and the unit is left out."""
    entry = find(edition, ("model",), unit.model, own)
    if entry is None:
        faults.append(
            refused(
                "R3",
                say(_("There is no model “%(model)s”."), model=unit.model),
                say(_("Models: %(models)s."), models=", ".join(names(edition, "model", own))),
                "units",
                f"R3/unknown/{unit.id}",
            )
        )
        return None
    try:
        condition = _condition(unit, entry)
    except Refused as out_of_service:
        faults.append(out_of_service)
        return None
    mustered = tuple(_cards(edition, command, unit, entry.article.nation, faults))
    return Fielded(unit, entry, mustered, tuple(left_of(mustered, condition)), condition)


def _condition(unit: Unit, entry: Entry) -> Condition:
    condition = musters.condition_of(unit, Condition, "003 house")
    if condition.fate in ("destroyed", "removed") or condition.damage >= entry.figures["damage_capacity"]:
        raise refused(
            "house",
            say(_("%(unit)s is out of service."), unit=name_of(unit)),
            say(
                _("Field a model whose damage is below its capacity of %(most)s."),
                most=entry.figures["damage_capacity"],
            ),
            "units",
            f"house/condition/{unit.id}",
        )
    return condition


def _cards(edition: str, command: Muster, unit: Unit, nation: str, faults: list[Refused]) -> list[Carried]:
    """The cards it was given, face down beside it."""
    found: list[Carried] = []
    for number, name in enumerate(command.fittings.get(unit.id, ()), 1):
        entry = find_card(edition, name, nation)
        if entry is None:
            faults.append(
                refused(
                    "R3",
                    say(_("There is no card “%(card)s”."), card=name),
                    _("The catalogue lists the cards there are."),
                    f"fittings.{unit.id}",
                    f"R3/unknown/{unit.id}/{number}",
                )
            )
        else:
            found.append(Carried(entry, card_of(entry, face_up=False, before=[one.card for one in found])))
    return found


def left_of(mustered: Iterable[Carried], condition: Condition) -> list[Carried]:
    """The cards that earlier battles left. Each lost one is known by its id, or else by its name."""
    left = list(mustered)
    for word in condition.lost_cards:
        gone = next((one for one in left if one.card.id == word), None)
        gone = gone or next((one for one in left if one.card.name == word), None)
        if gone is not None:
            left.remove(gone)
    _turn_up([one.card for one in left])
    return left


def _turn_up(cards: Sequence[Card]) -> None:
    """R5: cards with the eye mark start face up. The catalogue knows the mark of one card only: Alpha 66, with her
    crew."""
    if any(_discounts(card) for card in cards):
        for card in cards:
            card.face_up = bool(card.crew_of) or _discounts(card)


def _discounts(card: Card) -> bool:
    return any(effect.does == "discount" for effect in card.effects)


def _as_mustered(model: Fielded) -> Unit:
    """The unit with its cards. A face-down card shows only its type, and its name is among the secrets (R5)."""
    cards = tuple(Fitting(card.id, card.kind, card.name if card.face_up else "") for card in model.cards)
    return msgspec.structs.replace(model.unit, model=model.entry.name, fittings=cards)


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
    figures, keywords = entry.figures, tuple(entry.figures["keywords"])
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
        rapid_fire=keyword_number(keywords, "Rapid Fire"),
        missiles=keyword_number(keywords, "Missiles"),
        defence=figures["defence"],
        capacity=figures["damage_capacity"],
        speed=figures["speed"],
        keywords=keywords,
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
    name = fitting.name or muster.secrets.get(f"{unit}/{fitting.id}", "")
    card = copy(_printed(muster.edition, name, nation, fitting.kind))
    card.id, card.face_up = fitting.id, bool(fitting.name and card.name)
    card.waived = bool(muster.waivers) and fault_of_card(unit, fitting.id) in muster.waivers
    return card


@lru_cache(maxsize=1024)
def _printed(edition: str, name: str, nation: str, kind: str) -> Card:
    """Nobody changes it: a battle reads fifty cards, mostly the same."""
    entry = find_card(edition, name, nation, kind)
    return card_of(entry, face_up=False) if entry else Card("", kind, "", kind in tables.CREW_TYPES)


@lru_cache(maxsize=1024)
def keyword_number(keywords: tuple[str, ...], name: str) -> int:
    """The X of a keyword like "Rapid Fire (5)"; 0 without it."""
    found = [word for word in keywords if word.startswith(f"{name} (")]
    return int(found[0].partition("(")[2].rstrip(")")) if found else 0
