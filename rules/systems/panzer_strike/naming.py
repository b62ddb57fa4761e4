"""What units are called in offers and refusals."""

from __future__ import annotations

from collections.abc import Iterable

from rules.contract import Message, say
from rules.contract import gettext_noop as _
from rules.messages import listed

from .state import Miniature, State


def called(state: State, id: str) -> str | Message:
    """What is called so in reports: a unit by its name, a wreck of the board by where it lies; else the word itself."""
    if unit := state.units.get(id):
        return unit.called
    if (wreck := state.wrecks.get(id)) and wreck.square:
        return say(_("a wreck on %(square)s"), square=wreck.square)
    return id


def placed(unit: Miniature) -> str | Message:
    """Its name and where it stands, for choices: which Tiger it is shows on the table."""
    if not unit.on_board:
        return unit.called
    return say(_("%(unit)s on %(square)s"), unit=unit.called, square=unit.square)


def all_called(units: Iterable[Miniature]) -> Message | str:
    """Units by their names, with commas between; a dash for none."""
    names = [say("%(unit)s", unit=unit.called) for unit in units]
    return listed(names) if names else "-"


def as_reported(units: Iterable[Miniature]) -> str:
    """Units by their names, each with what it is called in a report: for whoever has named one that is not there."""
    return ", ".join(unit.id if unit.id == unit.called else f"{unit.called} ({unit.id})" for unit in units) or "-"
