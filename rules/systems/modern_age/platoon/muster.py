"""From the forces asked for to those that fight: every fault is named at once (R3, R4, R44, R45), and some cards start
face down (R5).

Organisers may let faults pass, except those that leave nothing to play with.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from rules.contract import Fitting, Muster, Mustered, Refused, Unit, at_once, say
from rules.contract import gettext_noop as _
from rules.kit import musters
from rules.kit.options import settle_options
from rules.kit.words import name_of
from rules.systems.modern_age import tables
from rules.systems.modern_age.catalogue import Entry, find, find_card, house, names
from rules.systems.modern_age.forces import Carried, Fielded, card_of
from rules.systems.modern_age.missions.preset import faults_of_scenario, preset
from rules.systems.modern_age.refusals import refused
from rules.systems.modern_age.state import Card, Condition

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
                    say(_("The catalogue lists the cards there are.")),
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
