"""How all rulebooks say what they have in common: dice, numbers of things, a unit's part of the sheet, and what units
are called: by the names people gave them, numbered where names repeat."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any, Protocol

from rules import lengths
from rules.contract import Fact, Icon, Message, Roll, Unit, UnitView, say
from rules.contract import gettext_noop as _

from .lookup import Named


def faces(roll: Roll | None) -> str:
    """What dice show, in a line."""
    return ", ".join(map(str, roll.values)) or "-" if roll else "-"


def named(names: Mapping[str, Message], word: str) -> Message:
    """What people call `word`; the word itself if it has no other name."""
    return names.get(word) or say(_("“%(name)s”"), name=word)


def distance(length: int, measure: str) -> Message:
    """A length as people read it. `measure`: the unit that the event states lengths in."""
    return lengths.told(length, "in" if "inch" in measure else "cm")


ICONS: Mapping[str, Icon] = {
    "heavy": "heavy",
    "light": "light",
    "tank destroyer": "destroyer",
    "assault gun": "casemate",
    "SP howitzer": "howitzer",
    "armoured car": "car",
    "recovery": "recovery",
}


def icon_of(role: str, *, turret: bool, moves: bool = True, soft: bool = False) -> Icon:
    """What the counter of a vehicle of this role shows (`rules.house_units` has the roles)."""
    if not moves:
        return "gun"
    if soft:
        return "truck"
    found = ICONS.get(role, "tank")
    return "casemate" if not turret and found in ("tank", "light", "heavy", "destroyer") else found


class Fielded(Named, Protocol):
    model: str


def view_of(
    unit: Fielded,
    in_play: bool,
    status: Message,
    facts: Iterable[Fact],
    *,
    icon: Icon = "tank",
    hurt: bool = False,
    acted: bool = False,
) -> UnitView:
    return UnitView(
        id=unit.id,
        side=unit.side,
        name=unit.name,
        model=unit.model,
        in_play=in_play,
        status=status,
        facts=tuple(facts),
        icon=icon,
        hurt=hurt and in_play,
        acted=acted and in_play,
    )


def phase_told(state: Any, over: object, names: Mapping[str, Message]) -> Message:
    """What is being played, by the `names` of the State's phases; or that nothing is, or that the battle is over."""
    if over:
        return say(_("Battle over"))
    return names[state.phase] if state.depth == "shots" else say(_("Shots are not reported"))


def name_in(units: Mapping[str, Named], id: str) -> str:
    """What a unit of a State is called; the id itself if there is none."""
    return units[id].name if id in units else id


def name_of(unit: Unit) -> str:
    """What a unit is called while it is mustered: its name, or its model's."""
    return unit.name or unit.model or unit.id


def told_apart(units: Iterable[Unit]) -> dict[str, str]:
    """A different name for every unit, by its id, in the order of the muster (see `numbered`)."""
    return numbered({unit.id: name_of(unit) for unit in units})


def numbered(plain: Mapping[str, str]) -> dict[str, str]:
    """The same names, all of them different: "Tiger 1" and "Tiger 2" if two are called "Tiger". Numbers that occur in
    a name of its own are skipped."""
    count = Counter(plain.values())
    taken = {name for name, n in count.items() if n == 1}
    last: Counter[str] = Counter()
    return {id: name if count[name] == 1 else _numbered(name, last, taken) for id, name in plain.items()}


def _numbered(name: str, last: Counter[str], taken: set[str]) -> str:
    while True:
        last[name] += 1
        called = f"{name} {last[name]}"
        if called not in taken:
            taken.add(called)
            return called
