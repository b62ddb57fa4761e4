"""From the forces asked for, and what is wrong with them, to the table before the first report.

All faults of the forces, the deck and the platoons are named at once. Organisers may let faults pass, except those that
leave nothing to play with.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import msgspec

from rules.contract import Fitting, Message, Muster, Mustered, Refused, Unit, at_once, ngettext, say
from rules.contract import gettext_noop as _
from rules.declarations import Article, Scenario
from rules.kit import musters
from rules.kit.options import settle_options
from rules.kit.words import name_of

from . import platoons, tables
from .catalogue import MARK, figures_of, find, find_mark, house, names
from .decklist import Deck, Platoon, Wrong, deck_of, parse, sides_of, text_of
from .lookup import refused
from .state import Condition, Figures, State, Vehicle

MOST_UNITS = 60  # house: of a side, so that reports that list them all stay readable
SOVIET_HEAVY = 3  # R26: what crews of Soviet heavy tanks have without a mark


class Fielded(msgspec.Struct, frozen=True):
    """A vehicle with its line of the catalogue, the marks of its crew, and its condition after earlier battles."""

    unit: Unit
    article: Article
    marks: tuple[Article, ...]
    figures: Figures
    condition: Condition

    @property
    def points(self) -> int:
        return self.figures.points + sum(mark.points for mark in self.marks)

    @property
    def acts(self) -> bool:
        """B19: whether it drives or fires."""
        drives = self.figures.move > 0 and not self.condition.immobile
        return drives or (self.figures.armed and not self.condition.gun_out)


# -- one vehicle -------------------------------------------------------------------------------------------------------


def fielded(edition: str, unit: Unit, cards: Sequence[str], faults: list[Refused], own: str = "") -> Fielded | None:
    """The vehicle as the catalogue (or the club's `own` sheet) has it; None if it is in neither. Faults are added to
    `faults`."""
    article = find(edition, unit.model, own)
    if article is None:
        faults.append(musters.unknown_vehicle(unit, names(edition, own=own), tables.NUMBER, "A21"))
        return None
    marks = tuple(_marks(edition, unit, cards, faults))
    remedy = _("Field a vehicle that was not destroyed, abandoned or captured.")
    condition = musters.left_in_service(unit, Condition, tables.rule("section 5"), faults, _is_out, remedy)
    return Fielded(unit, article, marks, figures_of(edition, article.name, own), condition)


def _marks(edition: str, unit: Unit, cards: Sequence[str], faults: list[Refused]) -> Iterator[Article]:
    """R26: a crew has each mark once at most."""
    there: set[str] = set()
    for number, card in enumerate(cards, 1):
        mark = find_mark(edition, card)
        if mark is None:
            faults.append(
                refused(
                    "R26",
                    f"fittings.{unit.id}",
                    say(_("There is no crew mark “%(card)s”."), card=card),
                    say(_("Marks: %(marks)s."), marks=", ".join(names(edition, MARK))),
                    code="unknown",
                    fault=f"R26/unknown/{unit.id}/{number}",
                )
            )
        elif mark.key in there:
            faults.append(
                refused(
                    "R26",
                    f"fittings.{unit.id}",
                    say(_("The crew of %(unit)s is marked “%(card)s” twice."), unit=name_of(unit), card=mark.name),
                    _("Once at most."),
                    fault=f"R26/twice/{unit.id}/{number}",
                )
            )
        else:
            there.add(mark.key)
            yield mark


def _is_out(condition: Condition) -> bool:
    """A vehicle that left the table may come again, and so may a damaged one."""
    return condition.out in ("burning", "exploded", "abandoned") or condition.captured


def points_as_mustered(edition: str, model: str, cards: Sequence[str], own: str = "") -> int:
    """House: what a vehicle costs with the marks of its crew; 0 for a model that is not in the catalogue (any more)."""
    return figures_of(edition, model, own).points + points_of(edition, cards)


# -- the marks of its crew ---------------------------------------------------------------------------------------------


def marks_of(edition: str, fittings: Iterable[Fitting]) -> list[int]:
    """The modifiers of a crew's marks; marks that are not in the catalogue (any more) have none."""
    found = (find_mark(edition, one.name) for one in fittings if one.kind == MARK)
    return [int(mark.figures["morale"]) for mark in found if mark]


def points_of(edition: str, cards: Iterable[str]) -> int:
    """House: what marks cost."""
    return sum(mark.points for card in cards if (mark := find_mark(edition, card)))


def crew_morale(figures: Figures, marks: Iterable[int], condition: Condition, russian: bool) -> int:
    """B5: the best of the crew's bonuses, and all its penalties."""
    rows = [figures.morale, *marks, condition.morale or 0]
    if russian and figures.role == "heavy":
        rows.append(SOVIET_HEAVY)
    return max(0, *rows) + sum(row for row in rows if row < 0)


# -- a side ------------------------------------------------------------------------------------------------------------


def faults_of(sides: Sequence[str], units: Sequence[Fielded], options: Mapping[str, Any]) -> Iterator[Refused]:
    """What is wrong with the forces as a whole."""
    limit = int(options["points"])
    for side in sides:
        force = [one for one in units if one.unit.side == side]
        yield from faults_as_such(side, force)
        total = sum(one.points for one in force)
        if limit and total > limit:
            yield refused(
                "A21",
                "units",
                say(_("Points of %(side)s: %(total)s."), side=side, total=total),
                say(_("Field at most %(limit)s."), limit=limit),
                fault=f"A21/points/{side}",
                waivable=True,
            )


def faults_as_such(side: str, force: Sequence[Fielded]) -> Iterator[Refused]:
    """What is wrong with a force whatever its battle."""
    if len(force) > MOST_UNITS:
        yield refused(
            "house",
            "units",
            say(_("Vehicles of %(side)s: %(n)s."), side=side, n=len(force)),
            say(_("Field at most %(most)s a side."), most=MOST_UNITS),
            fault=f"house/size/{side}",
        )
    if force and not any(one.acts for one in force):
        yield refused(
            "B19",
            "units",
            say(_("No vehicle of %(side)s drives or fires: the battle is lost at once."), side=side),
            _("Field one that does."),
            fault=f"B19/active/{side}",
        )


def muster(command: Muster) -> Mustered:
    """The forces as they start, with their platoons spelled out. Raises `Refused` naming unit, option or line: all
    faults at once, except those that `command.waivers` let pass."""
    edition = musters.edition_of(command, tables.EDITIONS, tables.rule("R1"))
    key = musters.scenario_of(command, tables.SCENARIOS, tables.rule("R6"))
    scenario = next(one for one in tables.SCENARIOS if one.key == key)
    options = dict(sorted(settle_options(tables.OPTIONS, command.options, tables.rule("section 6")).items()))
    board = settle_options(tables.BOARD, command.board, tables.rule("A3"), "board")
    own = str(options.get(tables.HOUSE_UNITS, ""))
    house(edition, own)
    _sides(command, scenario)
    none_such, known = _("There is no vehicle “%(unit)s”."), _("Vehicles: %(units)s.")
    faults = list(musters.strays(command, tables.NUMBER, "R26", none_such, known))
    cards = command.fittings
    units = [one for unit in command.units if (one := fielded(edition, unit, cards.get(unit.id, ()), faults, own))]
    if len(units) == len(command.units):
        faults += faults_of(scenario.sides, units, options)
    faults += _faults_of_text(command, scenario, options, board)
    at_once(musters.not_waived(faults, command, tables.rule("A21")))
    division, _none = platoons.divide(str(board["platoons"]), deck_of(scenario.key, options), command.units)
    return musters.mustered(
        command,
        edition=edition,
        scenario=key,
        options=options,
        board={"platoons": platoons.write(division)},
        units=(musters.as_mustered(one.unit, one.article, one.marks) for one in units),
    )


def _sides(command: Muster, scenario: Scenario) -> None:
    """R5: the cards of the deck name the sides."""
    if set(command.sides) != set(scenario.sides):
        raise refused(
            "R5",
            "sides",
            say(_("The deck of this scenario is not for the sides %(sides)s."), sides=", ".join(sorted(command.sides))),
            say(_("Its sides: %(sides)s."), sides=", ".join(scenario.sides)),
        )


def _faults_of_text(
    command: Muster, scenario: Scenario, options: dict[str, Any], board: dict[str, Any]
) -> Iterator[Refused]:
    """A deck that cannot be read leaves the platoons unknown, so they are not checked."""
    wrong = list(faults_of_deck(scenario.key, options))
    yield from wrong or faults_of_platoons(
        str(board["platoons"]), deck_of(scenario.key, options), command.units, scenario
    )


# -- the texts of the deck and of the platoons -------------------------------------------------------------------------

MOST_FAULTS = 50  # shown at once; the rest is only counted


def faults_of_deck(scenario: str, options: Mapping[str, Any]) -> Iterator[Refused]:
    """R5: what is wrong with the text of the deck, by line."""
    yield from _told("R5", "options.deck", parse(text_of(scenario, options), sides_of(scenario))[1])


def faults_of_platoons(text: str, deck: Deck, units: Sequence[Unit], scenario: Scenario) -> Iterator[Refused]:
    """A3: what is wrong with the division into platoons, by line; and names that mean two things."""
    yield from _told("A3", "board.platoons", platoons.divide(text, deck, units)[1])
    known = {name for side in scenario.sides for name in platoons.names(deck, side)}
    for unit in units:
        if unit.id in known:
            yield refused(
                "A3",
                "units",
                say(_("A platoon of the deck is called “%(name)s”, too."), name=unit.id),
                _("Give the vehicle another id; its name may stay."),
                fault=f"A3/name/{unit.id}",
            )


def _told(rule: str, field: str, faults: Sequence[Wrong]) -> Iterable[Refused]:
    for fault in faults[:MOST_FAULTS]:
        yield refused(rule, field, _at(fault), fault.remedy, fault=f"{rule}/line/{fault.line}")
    if len(faults) > MOST_FAULTS:
        more = ngettext("There is %(n)s more fault.", "There are %(n)s more faults.", len(faults) - MOST_FAULTS)
        yield refused(rule, field, more, _("Mend those that are named first."), fault=f"{rule}/more")


def _at(fault: Wrong) -> Message:
    if not fault.line:
        return fault.text
    return say(_("Line %(line)s: %(what)s"), line=fault.line, what=fault.text)


# -- the table before the first report ---------------------------------------------------------------------------------


def start(muster: Mustered) -> State:
    """The battle as mustered. It holds every figure that a later report needs, so that the fold reads no table."""
    deck, sides = deck_of(muster.scenario, muster.options), sides_of(muster.scenario)
    division = platoons.divide(str(muster.board.get("platoons", "")), deck, muster.units)[0]
    units = {unit.id: _vehicle(muster, unit, division) for unit in muster.units}
    return State(
        edition=muster.edition,
        scenario=muster.scenario,
        sides=sides,
        options=muster.options,
        rows={side: _row(muster, place, side, units) for place, side in zip(("first", "second"), sides, strict=True)},
        units=units,
        deck=deck.cards,
    )


def _vehicle(muster: Mustered, unit: Unit, division: Mapping[str, Platoon]) -> Vehicle:
    """The vehicle as earlier battles left it. Its suppression has cleared, and if it left the table it has come again
    (section 5)."""
    figures = figures_of(muster.edition, unit.model, str(muster.options.get(tables.HOUSE_UNITS, "")))
    condition = msgspec.convert(unit.condition, Condition)
    russian = _nation(muster, unit, figures) == tables.RUSSIANS
    points = figures.points + points_of(muster.edition, [mark.name for mark in unit.fittings])
    return Vehicle(
        id=unit.id,
        side=unit.side,
        name=unit.name or unit.model,
        model=unit.model,
        figures=msgspec.structs.replace(figures, points=points),
        platoon=division[unit.id][1],
        morale=crew_morale(figures, marks_of(muster.edition, unit.fittings), condition, russian),
        russian=russian,
        gun_out=condition.gun_out,
        immobile=condition.immobile,
    )


def _nation(muster: Mustered, unit: Unit, figures: Figures) -> str:
    """A crew is of its vehicle's nation; by option of its side's, which is the side's name or the nation of its first
    vehicle."""
    if tables.chosen(muster.options, "nationality") == "vehicle":
        return figures.nation
    first = next(one.model for one in muster.units if one.side == unit.side)
    own = str(muster.options.get(tables.HOUSE_UNITS, ""))
    return tables.NATIONS.get(unit.side) or figures_of(muster.edition, first, own).nation


def _row(muster: Mustered, place: str, side: str, units: Mapping[str, Vehicle]) -> str:
    """A12: which support table a side uses, by option or by its first vehicle."""
    asked = str(muster.options[f"support_{place}"])
    if asked != "nation":
        return asked
    figures: Figures | None = next((unit.figures for unit in units.values() if unit.side == side), None)
    return "russian" if figures and figures.nation == tables.RUSSIANS else "german"
