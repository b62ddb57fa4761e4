"""What people call units, directions, phases, areas and results, everywhere the same."""

from __future__ import annotations

import re
from collections.abc import Iterable

from rules.contract import Message, pgettext, say
from rules.contract import gettext_noop as _
from rules.kit.words import faces as faces
from rules.kit.words import named
from rules.messages import listed

from .geometry import COMPASS
from .state import Miniature, State

word_for = named  # `geometry.named` finds a square


def wreck_by_id(id: str) -> str | Message:
    """A wreck: a unit by its id, or one that lay on the board from the start (`forces.wreck_id`)."""
    return say(_("a wreck")) if re.fullmatch(r"wreck-[a-z]{1,2}[1-9][0-9]?", id) else id


def called_side(key: str) -> Message:
    """A side, as a value that the floors above replace by its name."""
    return say("%(side)s", side=key)


def each(ids: Iterable[str]) -> Message:
    """Units by their ids, or sides by their keys. Each is a value of its own, so that the floors above can replace it
    by a name."""
    return listed(say("%(unit)s", unit=id or "-") for id in [*ids] or ["-"])


COMPASS_NAMES: dict[str, Message] = {
    "N": say(_("north")),
    "NE": say(_("north-east")),
    "E": say(_("east")),
    "SE": say(_("south-east")),
    "S": say(_("south")),
    "SW": say(_("south-west")),
    "W": say(_("west")),
    "NW": say(_("north-west")),
}
PHASE_NAMES: dict[str, Message] = {
    "deployment": say(_("Deployment")),
    "first": say(_("Roll for the first turn")),
    "round": say(_("Between rounds")),
    "placing": say(_("Placing of the units")),
    "movement": say(_("Movement Phase")),
    "firing": say(_("Firing Phase")),
}
MOBILITY_NAMES: dict[str, Message] = {
    "mobile": say(_("mobile")),
    "semi": say(_("semi-immobilised")),
    "immobilised": say(_("immobilised")),
}
ZONE_NAMES: dict[str, Message] = {
    "front": say(pgettext("of a tank", "front")),
    "side": say(pgettext("of a tank", "side")),
    "rear": say(_("rear")),
    "top": say(_("top")),
    "tracks": say(_("tracks")),
}
TERRAIN_NAMES: dict[str, Message] = {
    "building": say(_("building")),
    "wall": say(_("wall")),
    "low": say(_("low barricade")),
    "high": say(_("high barricade")),
}
DRIVE_NAMES: dict[str, Message] = {
    "T": say(_("tracks")),
    "W": say(_("wheels")),
    "fixed": say(_("fixed weapon")),
}
GEAR_NAMES: dict[str, Message] = {"forward": say(_("forward")), "reverse": say(_("in reverse"))}


def direction(degrees: int) -> Message:
    """A direction in words, or in degrees between the eight."""
    if degrees % 45:
        return say(_("%(degrees)s°"), degrees=degrees)
    return COMPASS_NAMES[COMPASS[degrees // 45 % 8]]


def called(state: State, id: str) -> str | Message:
    """How a report calls a thing: a unit by its name, a wreck of the board by where it lies; otherwise the word
    itself."""
    if unit := state.units.get(id):
        return unit.called
    if (wreck := state.wrecks.get(id)) and wreck.square:
        return say(_("a wreck on %(square)s"), square=wreck.square)
    return id


def placed(unit: Miniature) -> str | Message:
    """Its name and its square, for choices: the square shows which Tiger is meant."""
    if not unit.on_board:
        return unit.called
    return say(_("%(unit)s on %(square)s"), unit=unit.called, square=unit.square)


def all_called(units: Iterable[Miniature]) -> Message | str:
    """Units by their names, with commas between; a dash for none."""
    names = [say("%(unit)s", unit=unit.called) for unit in units]
    return listed(names) if names else "-"


def as_reported(units: Iterable[Miniature]) -> str:
    """Units by their names, and how a report calls each: for a report that names one that is not there."""
    return ", ".join(unit.id if unit.id == unit.called else f"{unit.called} ({unit.id})" for unit in units) or "-"


CONDITIONS: dict[str, Message] = {
    "destroyed": say(_("destroyed")),
    "lost": say(_("lost")),
    "left": say(_("has left the board")),
    "injured": say(_("crew injured")),
    **{f"mobility.{mobility}": words for mobility, words in MOBILITY_NAMES.items()},
    "rounds": say(_("rounds of repair")),
    "gunnery": say(_("gunnery")),
    "haste": say(_("faster repairs")),
    "crew": say(_("Crew")),
    "crew.fit": say(_("crew fit")),
    "crew.wounded": say(_("crew wounded")),
    "crew.lost": say(_("crew lost")),
}
