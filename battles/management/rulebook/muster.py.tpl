"""Who may come to the table: forces and options checked, cards laid face down; and a drafted battle."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from rules.contract import Fitting, Muster, Mustered, Refused, Side, Unit, say
from rules.contract import gettext_noop as _
from rules.options import settle_options
from rules.stream.dice import commitment
from rules.systems.RULEBOOK_KEY import tables
from rules.systems.RULEBOOK_KEY.catalogue import cards, vehicles
from rules.systems.RULEBOOK_KEY.state import Condition

SCENARIO = "skirmish"


def muster(command: Muster) -> Mustered:
    """The first event of a battle (R1); `Refused` names the field at fault."""
    edition = command.edition or tables.EDITIONS[-1]
    if edition not in tables.EDITIONS:
        known = ", ".join(tables.EDITIONS)
        raise _refused(
            "edition", _("There is no edition “%(edition)s”; known: %(known)s."), edition=edition, known=known
        )
    if command.scenario not in ("", SCENARIO):
        raise _refused("scenario", _("There is no scenario “%(scenario)s”."), scenario=command.scenario)
    if len(command.sides) != 2:
        raise _refused("sides", _("Two sides fight."))
    for unit in command.units:
        _check(unit, command.fittings.get(unit.id, ()), edition)
    carried = {unit.id: command.fittings[unit.id][0] for unit in command.units if command.fittings.get(unit.id)}
    return Mustered(
        system=command.system,
        edition=edition,
        scenario=SCENARIO,
        title=command.title,
        options=settle_options(tables.OPTIONS, command.options, tables.rule("R1")),
        board=command.board,
        sides=command.sides,
        units=tuple(_face_down(unit, unit.id in carried) for unit in command.units),
        secrets={f"{unit}/card": card for unit, card in carried.items()},
        seed=command.seed,
        commitment=commitment(command.seed),
        campaign=command.campaign,
        confirm_within=command.confirm_within,
    )


def _check(unit: Unit, carries: tuple[str, ...], edition: str) -> None:
    model = vehicles(edition).get(unit.model)
    if model is None:
        raise _refused("units", _("There is no vehicle “%(model)s”."), model=unit.model)
    if len(carries) > 1:
        raise _refused("fittings", _("%(unit)s carries more than one card."), unit=unit.name)
    for card in carries:
        if card not in cards(edition):
            raise _refused("fittings", _("There is no card “%(card)s”."), card=card)
    try:
        condition = msgspec.convert(unit.condition, Condition)
    except msgspec.ValidationError as error:
        raise _refused("units", _("%(unit)s: %(what)s."), unit=unit.name, what=str(error)) from None
    if condition.lost or condition.damage >= model.figures["armour"]:
        raise _refused("units", _("%(unit)s is not fit to fight."), unit=unit.name)


def _face_down(unit: Unit, carries: bool) -> Unit:
    return msgspec.structs.replace(unit, fittings=(Fitting(id="card", kind="Card"),) if carries else ())


def _refused(field: str, text: str, **values: str) -> Refused:
    return Refused(tables.rule("R1"), say(text, **values), field=field)


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
        options={
            "rounds": 1 + choose(12),
            "terrain": ("open", "woods")[choose(2)],
            "mending": bool(choose(2)),
        },
        sides={"blue": Side(players=("bob",)), "red": Side(players=("carol",))},
        units=tuple(units),
        fittings=fittings,
        seed="".join(f"{choose(16):x}" for _digit in range(64)),
    )
