"""Which vehicle belongs to which platoon of the deck (A3): "germans/panzers_a: tiger-1 tiger-2", a line for each
platoon, or dealt evenly; and which is the last tank of its platoon (R23, A8).

Reading never raises: the muster refuses a wrong text. The muster also spells the division out, so that a battle never
depends on how its vehicles were dealt.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import ClassVar

import msgspec

from rules.contract import Message, Unit, say
from rules.contract import gettext_noop as _
from rules.kit.chapters import Chapter

from . import editions
from .decklist import Deck, Platoon, Wrong
from .lookup import impossible
from .state import Decision, Event, State, Vehicle

FORCE = "force"  # house: the one platoon of a side whose deck names none


class Said(msgspec.Struct, frozen=True):
    """A line of a division: the platoon it names, and its vehicles."""

    number: int
    platoon: str
    units: tuple[str, ...]


def divide(text: str, deck: Deck, units: Sequence[Unit]) -> tuple[dict[str, Platoon], tuple[Wrong, ...]]:
    """The platoon of every vehicle, by id in the order of the muster, and everything that is wrong with the text. Wrong
    lines are ignored; vehicles that have no platoon because of that are dealt to one.

    Vehicles that the text does not name go, in the order of the muster, to the platoons of their side that have no
    line: in runs of as equal length as possible, the first ones longer.
    """
    known = {unit.id: unit for unit in units}
    platoons = {f"{side}/{name}": (side, name) for side in _sides(units) for name in names(deck, side)}
    faults: list[Wrong] = []
    said = [line for line in _lines(text, faults) if _is_known(line, platoons, faults)]
    found: dict[str, Platoon] = {}
    for line in said:
        for id in line.units:
            wrong = _fault(id, platoons[line.platoon], known, found)
            if wrong:
                faults.append(Wrong(line.number, *wrong))
            else:
                found[id] = platoons[line.platoon]
    taken = {platoons[line.platoon] for line in said}
    for side in _sides(units):
        found |= _dealt(side, [unit.id for unit in units if unit.side == side], deck, found, taken, faults)
    return {unit.id: found[unit.id] for unit in units}, tuple(faults)


def write(division: Mapping[str, Platoon]) -> str:
    """A division as text, a line for each platoon that has vehicles."""
    lines: dict[str, list[str]] = {}
    for id, (side, name) in division.items():
        lines.setdefault(f"{side}/{name}", []).append(id)
    return "".join(f"{platoon}: {' '.join(ids)}\n" for platoon, ids in lines.items())


def names(deck: Deck, side: str) -> tuple[str, ...]:
    return deck.platoons_of(side) or (FORCE,)


def _sides(units: Sequence[Unit]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(unit.side for unit in units))


# -- as people say it --------------------------------------------------------------------------------------------------


def _lines(text: str, faults: list[Wrong]) -> Iterator[Said]:
    for number, line in enumerate(text.splitlines(), 1):
        line = line.partition("#")[0].casefold().strip()
        platoon, colon, ids = line.partition(":")
        if colon:
            yield Said(number, platoon.strip(), tuple(ids.replace(",", " ").split()))
        elif line:
            told = say(_("“%(line)s” names no platoon."), line=line[:40])
            faults.append(Wrong(number, told, say(_("Write side/platoon, a colon, and its vehicles."))))


def _is_known(line: Said, platoons: Mapping[str, Platoon], faults: list[Wrong]) -> bool:
    if line.platoon in platoons:
        return True
    told = say(_("The deck has no platoon “%(platoon)s”."), platoon=line.platoon[:80])
    faults.append(Wrong(line.number, told, say(_("Platoons: %(platoons)s."), platoons=", ".join(platoons))))
    return False


def _fault(
    id: str, platoon: Platoon, known: Mapping[str, Unit], found: Mapping[str, Platoon]
) -> tuple[Message, Message] | None:
    side = platoon[0]
    if id not in known:
        told = say(_("There is no vehicle “%(unit)s”."), unit=id[:40])
        return told, say(_("Vehicles: %(units)s."), units=", ".join(known))
    if known[id].side != side:
        told = say(_("%(unit)s is not of %(side)s."), unit=id, side=side)
        return told, say(_("Name it with a platoon of %(side)s."), side=known[id].side)
    if id in found:
        told = say(_("%(unit)s is in %(platoon)s already."), unit=id, platoon=found[id][1])
        return told, say(_("Name each vehicle once."))
    return None


# -- those nobody has named --------------------------------------------------------------------------------------------


def _dealt(
    side: str,
    ids: Sequence[str],
    deck: Deck,
    found: Mapping[str, Platoon],
    taken: set[Platoon],
    faults: list[Wrong],
) -> dict[str, Platoon]:
    left = [id for id in ids if id not in found]
    free = [name for name in names(deck, side) if (side, name) not in taken]
    if left and not free:
        told = say(_("Every platoon of %(side)s has a line; in none: %(units)s."), side=side, units=", ".join(left))
        faults.append(Wrong(0, told, say(_("Name them, too, or leave out the line of a platoon for them."))))
    return dict(_in_runs(side, left, free or list(names(deck, side))))


def _in_runs(side: str, ids: Sequence[str], platoons: Sequence[str]) -> Iterator[tuple[str, Platoon]]:
    each, more = divmod(len(ids), len(platoons))
    sizes = (each + (place < more) for place in range(len(platoons)))
    dealt = iter(ids)
    for name, size in zip(platoons, sizes, strict=True):
        yield from ((next(dealt), (side, name)) for _n in range(size))


CHAPTER = Chapter[State, Event]("The last tank of a platoon", "R23")


class LastOfPlatoon(Event, frozen=True, kw_only=True):
    """The vehicle is the last of its platoon in play, and will test its morale for it (R23, A8)."""

    rules: ClassVar = ("R23", "A8")
    unit: str


def mark_last(state: State, of: Iterable[Vehicle]) -> Decision:
    """A8: marks the last vehicles of these platoons that are not marked yet; in edition 1, of any platoon."""
    platoons = {(unit.side, unit.platoon) for unit in of}
    for unit in list(state.units.values()):
        told = (unit.side, unit.platoon) in platoons or not editions.last_is_told_as_it_acts(state.edition)
        if told and not unit.lasting and is_last(state, unit):
            yield LastOfPlatoon(unit=unit.id)


def mark_again(state: State) -> Decision:
    """A8: by option the last of a platoon tests each time it activates."""
    if not state.options["last_tank_every_activation"]:
        return
    for unit in state.acting():
        if is_last(state, unit) and "last_tank" not in unit.tests:
            yield LastOfPlatoon(unit=unit.id)


def is_last(state: State, unit: Vehicle) -> bool:
    """Whether no other vehicle of its platoon is in play. A platoon of one has no last tank (A8)."""
    platoon = state.of_platoon(unit.side, unit.platoon)
    return unit.in_play and len(platoon) > 1 and sum(one.in_play for one in platoon) == 1


@CHAPTER.evolves
def last_of_platoon(state: State, event: LastOfPlatoon) -> None:
    unit = state.units[event.unit]
    unit.lasting = True
    unit.tests = (*(reason for reason in unit.tests if reason != "last_tank"), "last_tank")


CHAPTER.sentences({LastOfPlatoon: _("%(unit)s is the last of its platoon.")})


@CHAPTER.forbids
def impossible_lasts(state: State) -> None:
    for unit in state.units.values():
        if "last_tank" in unit.tests and not unit.lasting:
            text = _("Nobody has reported that %(unit)s is the last of its platoon.")
            remedy = _("Declare that it was reported, or the vehicle without this test.")
            raise impossible(f"units.{unit.id}.lasting", say(text, unit=unit.id), remedy)
