"""Setting up (R1): the catalogue, who may come to the table, and the battle as mustered."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache

import msgspec

from rules.contract import Fitting, Muster, Mustered, Side, Unit, say
from rules.contract import gettext_noop as _
from rules.declarations import Article
from rules.kit import musters
from rules.kit.catalogue import article, rows
from rules.kit.options import drafted, settle_options

from . import tables
from .state import Condition, State, Vehicle
from .tables import refused

R1 = f"{tables.NUMBER} R1"


@cache
def articles(edition: str) -> tuple[Article, ...]:
    """Every vehicle and card of an edition (they are the same in all of them so far)."""
    return tuple(
        article(row, {name: int(row[name]) for name in ("attack", "armour") if row[name]}) for row in rows(__package__)
    )


@cache
def of_kind(edition: str, kind: str) -> dict[str, Article]:
    """By name."""
    return {one.name: one for one in articles(edition) if one.kind == kind}


def muster(command: Muster) -> Mustered:
    """The first event of a battle; `Refused` names the field at fault."""
    edition = musters.edition_of(command, tables.EDITIONS, R1)
    if command.scenario not in ("", "skirmish"):
        raise refused("R1", "scenario", say(_("There is no scenario “%(name)s”."), name=command.scenario))
    musters.check_two_sides(command, R1)
    carried = {unit.id: command.fittings.get(unit.id, ()) for unit in command.units}
    for unit in command.units:
        _check(unit, carried[unit.id], edition)
    return musters.mustered(
        command,
        edition=edition,
        scenario="skirmish",
        options=settle_options(tables.OPTIONS, command.options, R1),
        units=[_face_down(unit, carried[unit.id]) for unit in command.units],
        secrets={f"{unit}/card": cards[0] for unit, cards in carried.items() if cards},
    )


def _check(unit: Unit, carries: Sequence[str], edition: str) -> None:
    model = of_kind(edition, "vehicle").get(unit.model)
    if model is None:
        raise refused("R1", "units", say(_("There is no vehicle “%(name)s”."), name=unit.model))
    if len(carries) > 1:
        raise refused("R1", "fittings", say(_("%(unit)s carries more than one card."), unit=unit.name))
    for card in carries:
        if card not in of_kind(edition, "card"):
            raise refused("R1", "fittings", say(_("There is no card “%(name)s”."), name=card))
    condition = musters.condition_of(unit, Condition, R1)
    if condition.lost or condition.damage >= model.figures["armour"]:
        raise refused("R1", "units", say(_("%(unit)s is not fit to fight."), unit=unit.name))


def _face_down(unit: Unit, carries: Sequence[str]) -> Unit:
    return msgspec.structs.replace(unit, fittings=tuple(Fitting(id="card", kind="Card") for _card in carries))


def start(mustered: Mustered) -> State:
    models = of_kind(mustered.edition, "vehicle")
    fleet = {
        unit.id: Vehicle(
            id=unit.id,
            side=unit.side,
            name=unit.name,
            model=unit.model,
            attack=models[unit.model].figures["attack"],
            armour=models[unit.model].figures["armour"],
            damage=msgspec.convert(unit.condition, Condition).damage,
            card=mustered.secrets.get(f"{unit.id}/card", ""),
        )
        for unit in mustered.units
    }
    return State(edition=mustered.edition, sides=tuple(mustered.sides), options=dict(mustered.options), vehicles=fleet)


def draft(choose: Callable[[int], int]) -> Muster:
    """A legal battle, picked by `choose(n)` in 0..n-1."""
    edition = tables.EDITIONS[choose(len(tables.EDITIONS))]
    units: list[Unit] = []
    fittings: dict[str, tuple[str, ...]] = {}
    for side, model in (("blue", "Hare"), ("red", "Boar")):
        for number in range(1, 2 + choose(3)):
            unit = Unit(id=f"{side}-{number}", side=side, name=f"{model} {number}", model=model)
            units.append(unit)
            if choose(3):
                fittings[unit.id] = (("Smoke", "Decoy")[choose(2)],)
    return Muster(
        system="RULEBOOK_KEY",
        edition=edition,
        options=drafted(tables.OPTIONS, choose),
        sides={"blue": Side(players=("bob",)), "red": Side(players=("carol",))},
        units=tuple(units),
        fittings=fittings,
        seed="".join(f"{choose(16):x}" for _digit in range(64)),
    )
