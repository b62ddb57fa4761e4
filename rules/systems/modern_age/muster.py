"""Is this a platoon the rulebook and its mission allow? (R3, R4, R44, R45, B8, B9). What starts face down is hidden."""

from __future__ import annotations

from typing import Any

import msgspec

from rules import dice as dicebox
from rules.contract import Fitting, Muster, Mustered, Side, Unit, say
from rules.contract import gettext_noop as _
from rules.options import settle_options

from . import tables
from .catalogue import GLOBAL, Entry, find, names
from .refusals import refused
from .scenarios import check_scenario, preset
from .start import card_of
from .state import Card, Condition


class Model(msgspec.Struct):
    """A unit being mustered: its model, its cards, what earlier battles left of it."""

    unit: Unit
    entry: Entry
    cards: list[Card]
    condition: Condition


def muster(command: Muster) -> Mustered:
    """The forces as they start. Raises `Refused` (003 R3 and following) naming unit, card or option.

    A card that an earlier battle took (the unit's `condition.lost_cards`) stays away without being asked for.
    """
    edition = _edition(command)
    scenario = _scenario(command)
    options = dict(sorted(settle_options(tables.options_of(edition), command.options, "003 section 6").items()))
    if len(command.sides) != 2:
        raise refused("R2", say(_("This game is for two sides.")), say(_("Name two.")), "sides")
    _check_fittings(command)
    command = preset(command, edition, scenario, options)
    models = [_model(edition, command, unit, options) for unit in command.units]
    for side, platoon in command.sides.items():
        _check_platoon(edition, side, platoon, [model for model in models if model.unit.side == side], scenario)
    check_scenario(scenario, options, models)
    hidden = sorted((f"{m.unit.id}/{card.id}", card.name) for m in models for card in m.cards if not card.face_up)
    return Mustered(
        system=tables.KEY,
        edition=edition,
        scenario=scenario,
        title=command.title,
        options=options,
        board=command.board,
        sides=dict(sorted(command.sides.items())),
        units=tuple(_as_mustered(model) for model in models),
        secrets=dict(hidden),
        seed=command.seed,
        commitment=dicebox.commitment(command.seed),
        campaign=command.campaign,
        confirm_within=command.confirm_within,
    )


def _edition(command: Muster) -> str:
    edition = command.edition or tables.EDITIONS[-1]
    if edition not in tables.EDITIONS:
        raise refused(
            "R1",
            say(_("There is no edition “%(edition)s”."), edition=edition),
            say(_("Editions: %(editions)s."), editions=", ".join(tables.EDITIONS)),
            "edition",
        )
    return edition


def _scenario(command: Muster) -> str:
    known = [scenario.key for scenario in tables.SCENARIOS]
    scenario = command.scenario or known[0]
    if scenario not in known:
        raise refused(
            "R39",
            say(_("There is no scenario “%(scenario)s”."), scenario=scenario),
            say(_("Scenarios: %(scenarios)s."), scenarios=", ".join(known)),
            "scenario",
        )
    return scenario


def _check_fittings(command: Muster) -> None:
    """Cards for a unit that is not there were meant for another: a misspelt id must not lose a tank its crew."""
    units = [unit.id for unit in command.units]
    for unit in sorted(command.fittings):
        if unit not in units:
            raise refused(
                "R3",
                say(_("There is no model “%(unit)s”."), unit=unit),
                say(_("Models: %(units)s."), units=", ".join(units)),
                f"fittings.{unit}",
            )


# -- one model ---------------------------------------------------------------------------------------------------------


def _model(edition: str, command: Muster, unit: Unit, options: dict[str, Any]) -> Model:
    entry = find(edition, ("model",), unit.model)
    if entry is None:
        raise refused(
            "R3",
            say(_("There is no model “%(model)s”."), model=unit.model),
            say(_("Models: %(models)s."), models=", ".join(names(edition, "model"))),
            "units",
        )
    _playable(entry, options)
    condition = _condition(unit, entry)
    cards = [_card(edition, unit, name, options) for name in command.fittings.get(unit.id, ())]
    cards = [(e, card) for e, card in cards if not {card.name, card.id} & set(condition.lost_cards)]
    _check_cards(unit, entry, cards)
    shown = any(effect.does == "discount" for _entry, card in cards for effect in card.effects)
    for _entry, card in cards:
        card.face_up = shown and (bool(card.crew_of) or any(e.does == "discount" for e in card.effects))
    return Model(unit, entry, [card for _entry, card in cards], condition)


def _playable(entry: Entry, options: dict[str, Any]) -> None:
    """Fan-made articles need the option; what the engine cannot play yet is refused by name, not played in part."""
    if entry.article.status == "fan_made" and not options["allow_fan_made"]:
        raise refused(
            "section 6",
            say(_("%(name)s is made by fans, and this battle does not allow that."), name=entry.name),
            say(_("Set the option “allow_fan_made”, or leave it out.")),
            "units",
        )


def _condition(unit: Unit, entry: Entry) -> Condition:
    try:
        condition = msgspec.convert(unit.condition, Condition)
    except msgspec.ValidationError as error:
        raise refused(
            "house",
            say(_("The condition of %(unit)s cannot be read: %(what)s."), unit=unit.id, what=str(error)),
            say(_("Give it as an earlier outcome states it; {} is brand new.")),
            "units",
        ) from None
    if condition.fate in ("destroyed", "removed") or condition.damage >= entry.figures["damage_capacity"]:
        raise refused(
            "house",
            say(_("%(unit)s is out of service."), unit=unit.id),
            say(
                _("Field a model whose damage is below its capacity of %(most)s."),
                most=entry.figures["damage_capacity"],
            ),
            "units",
        )
    return condition


def _card(edition: str, unit: Unit, name: str, options: dict[str, Any]) -> tuple[Entry, Card]:
    entry = find(edition, ("crew", "upgrade"), name)
    if entry is None:
        raise refused(
            "R3",
            say(_("There is no card “%(card)s”."), card=name),
            say(_("The catalogue lists the cards there are.")),
            f"fittings.{unit.id}",
        )
    _playable(entry, options)
    return entry, card_of(entry, face_up=False)


def _check_cards(unit: Unit, model: Entry, cards: list[tuple[Entry, Card]]) -> None:
    """R4, B9: nation, kind of model, crew slots, one card of each type."""
    field = f"fittings.{unit.id}"
    for entry, card in cards:
        if entry.article.nation not in (model.article.nation, GLOBAL):
            raise refused(
                "R3",
                say(_("%(card)s is of %(nation)s."), card=card.name, nation=entry.article.nation),
                say(_("Take cards of %(nation)s or global ones."), nation=model.article.nation),
                field,
            )
        if entry.figures["restricted_to"] and "tank" not in entry.figures["restricted_to"]:
            raise refused(
                "R4", say(_("%(card)s fits helicopters only."), card=card.name), say(_("Leave it out.")), field
            )
    types = [card.kind for _entry, card in cards]
    for kind in types:
        if types.count(kind) > 1:
            raise refused(
                "R4",
                say(_("%(unit)s has more than one card of type %(kind)s."), unit=unit.id, kind=kind),
                say(_("A model holds one card of each type.")),
                field,
            )
    crew, slots = sum(card.crew for _entry, card in cards), model.figures["crew_slots"]
    if crew > slots:
        raise refused(
            "R4",
            say(_("%(unit)s has %(crew)s crew cards for %(slots)s crew slots."), unit=unit.id, crew=crew, slots=slots),
            say(_("Leave some out.")),
            field,
        )


# -- one platoon -------------------------------------------------------------------------------------------------------


def _check_platoon(edition: str, side: str, platoon: Side, models: list[Model], scenario: str) -> None:
    """R3: one country, and a platoon card of it (the first game has none); each hero once (R4)."""
    nations = sorted({model.entry.article.nation for model in models})
    if len(nations) > 1:
        raise refused(
            "R3",
            say(_("The platoon of “%(side)s” mixes countries: %(nations)s."), side=side, nations=", ".join(nations)),
            say(_("Field one country.")),
            "units",
        )
    heroes = [card.name for model in models for card in model.cards if _is_hero(edition, card)]
    for name in heroes:
        if heroes.count(name) > 1:
            raise refused(
                "R4", say(_("The hero %(card)s is there twice."), card=name), say(_("Once at most.")), "fittings"
            )
    field = f"sides.{side}.platoon"
    if scenario == tables.FIRST_GAME:
        if platoon.platoon:
            raise refused("R44", say(_("The first game has no platoon cards.")), say(_("Leave it out.")), field)
        return
    entry = find(edition, ("platoon",), platoon.platoon)
    if entry is None or entry.article.nation != nations[0]:
        fitting = [n for n in names(edition, "platoon") if _nation(edition, n) == nations[0]]
        raise refused(
            "R3",
            say(_("“%(platoon)s” is no platoon card of %(nation)s."), platoon=platoon.platoon, nation=nations[0]),
            say(_("Platoon cards: %(platoons)s."), platoons=", ".join(fitting)),
            field,
        )


def _is_hero(edition: str, card: Card) -> bool:
    entry = find(edition, ("crew", "upgrade"), card.name)
    return bool(entry and entry.figures["hero"])


def _nation(edition: str, platoon: str) -> str:
    entry = find(edition, ("platoon",), platoon)
    return entry.article.nation if entry else ""


def _as_mustered(model: Model) -> Unit:
    """The unit with its cards: a face-down one shows its type only, and its name is among the secrets (R5)."""
    cards = tuple(Fitting(card.id, card.kind, card.name if card.face_up else "") for card in model.cards)
    return msgspec.structs.replace(model.unit, model=model.entry.name, fittings=cards)
