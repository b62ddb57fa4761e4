"""Target spotting and reporting by radio: who sees a target, and who reports it to a howitzer (R43, R44, A9, B14)."""

from __future__ import annotations

from rules.contract import gettext_noop as _
from rules.contract import say
from rules.kit.chapters import Chapter

from . import geometry
from .board import Board
from .geometry import Square
from .lookup import enemies_as_reported, impossible_of, refused, unit_of
from .state import Contact, Event, Miniature, State
from .words import all_called, called

CHAPTER = Chapter[State, Event]("Target spotting", "R43, R44")


def sees_over(board: Board, one: Square, other: Square) -> bool:
    """Whether no building lies under the ruler between two squares. As in direct sight, one corner does not block; two
    that meet do."""
    inside, corners = geometry.line(one, other)
    terrain = board.terrain
    if any(terrain.get(square) == "building" for square in inside):
        return False
    return not any(terrain.get(a) == terrain.get(b) == "building" for a, b in corners)


def in_contact(state: State, unit: Miniature, target: Miniature) -> bool:
    """Whether `unit` has visual contact with `target` from where both stand now. Both have to be on the board."""
    return sees_over(state.board, unit.at, target.at)


def can_report(state: State, unit: Miniature) -> bool:
    """R43: an active vehicle on the board, under option 8 with a radio (R44). Fixed weapons are not vehicles."""
    if not (unit.active and unit.on_board and unit.figures.is_vehicle):
        return False
    return unit.radio or not state.options["radio_needed"]


def contacts(state: State, side: str) -> dict[str, tuple[str, ...]]:
    """For every unit of a side that can report: the enemies in visual contact now. Both are in the order of the muster;
    units that see nobody have an empty tuple."""
    enemies = [unit for unit in state.units.values() if unit.side != side and unit.active and unit.on_board]
    return {
        unit.id: tuple(enemy.id for enemy in enemies if in_contact(state, unit, enemy))
        for unit in state.of_side(side)
        if can_report(state, unit)
    }


def reporter_by_board(
    state: State, unit: Miniature, target: Miniature, reporter: str, contact: Contact
) -> tuple[str, Contact]:
    """R43 by the board: who reports the target, and whether contact was held; both "" if the howitzer sees it."""
    if contact:
        raise refused(
            "R43",
            "contact",
            _("Whether contact was held is told by the board."),
            _("Leave it out, or report what the ruler shows at the table as well."),
        )
    if in_contact(state, unit, target):
        if reporter:
            raise refused(
                "R43",
                "reporter",
                say(_("%(unit)s sees %(target)s itself."), unit=unit.called, target=target.called),
                _("Leave the reporter out."),
            )
        return "", ""
    reporters = reporters_of(state, unit, target)
    if reporter:
        _check_reporter(state, unit, reporter)
        reporters = [one for one in reporters if one.id == reporter]
    if not reporters:
        raise refused(
            "R43",
            "reporter" if reporter else "target",
            say(_("Nobody there has %(target)s in sight to report it."), target=target.called),
            _("A vehicle with a radio that sees it at the end of the Movement Phase reports it by radio."),
        )
    best = next((one for one in reporters if held(state, one, target) == "held"), reporters[0])
    return best.id, held(state, best, target)


def reporter_by_table(state: State, unit: Miniature, reporter: str, contact: Contact) -> tuple[str, Contact]:
    """R43 as the table saw it."""
    if reporter:
        _check_reporter(state, unit, reporter)
    if bool(reporter) == bool(contact):
        return reporter, contact
    if reporter:
        raise refused(
            "R43",
            "contact",
            _("Whether contact was held from the start is not said."),
            _("Say “held”, or “new” where it was gained by movement this round."),
        )
    raise refused(
        "R43",
        "reporter",
        _("Who has contact with the target is not said."),
        say(_("Name the vehicle that reports it, or leave the contact out where %(unit)s sees it."), unit=unit.called),
    )


def _check_reporter(state: State, unit: Miniature, id: str) -> None:
    """R43, R44: a friendly unit that can report."""
    one = unit_of(state, id, "reporter")
    if one.side == unit.side and one.id != unit.id and can_report(state, one):
        return
    silent = one.figures.is_vehicle and not one.radio and bool(state.options["radio_needed"])
    there = all_called(friends(state, unit))
    raise refused(
        "R44" if silent and one.side == unit.side else "R43",
        "reporter",
        say(_("%(reporter)s cannot report a target to %(unit)s."), reporter=one.called, unit=unit.called),
        say(_("Name another active vehicle of its side that has a radio: %(units)s."), units=there),
    )


def friends(state: State, unit: Miniature) -> list[Miniature]:
    """The units that could report to it at all."""
    return [one for one in state.of_side(unit.side) if one.id != unit.id and can_report(state, one)]


def reporters_of(state: State, unit: Miniature, target: Miniature) -> list[Miniature]:
    """Those of them that see the target, by the board."""
    return [one for one in friends(state, unit) if in_contact(state, one, target)]


def held(state: State, reporter: Miniature, target: Miniature) -> Contact:
    """A9, B14: "held" if a unit of its side had the target in contact at the start (by option radio_same_vehicle, the
    reporter itself), otherwise "new". A unit that has been destroyed since counts, because it had reported. Only its
    enemies see a unit."""
    if state.options["radio_same_vehicle"]:
        return "held" if target.id in reporter.sees else "new"
    return "held" if any(target.id in one.sees for one in state.units.values()) else "new"


@CHAPTER.forbids
def impossible_contacts(state: State) -> None:
    """Contacts with units that are not enemies."""
    for unit in state.units.values():
        for id in unit.sees:
            if id not in state.units or state.units[id].side == unit.side:
                raise impossible_of(
                    unit,
                    "sees",
                    say(_("“%(other)s” is no enemy of %(unit)s."), other=called(state, id), unit=unit.called),
                    say(_("Enemies: %(units)s."), units=enemies_as_reported(state, enemies_of=unit.side)),
                )
