"""What house rules that are to be amended would change beside the standings: battles read again by them, and with rules
from the start all of the season that is decided again."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from battles.presenters.preview import ChangedLine, Left, Ruling
from battles.reports import Report
from campaigns import handler, rereading
from campaigns.presenters.revisions import in_words
from campaigns.rereading import Readings
from campaigns.revision_preview import foresee, history_of
from campaigns.season.house_rules import Amend
from rules.adjudicate import Who
from rules.contract import Command, Refused, Unfallen

SHOWN = 60  # rulings of the season


class Amending(msgspec.Struct, frozen=True):
    """`again`: how many reports of the season are decided again; `rulings`: what would be told otherwise, the first of
    `count`; `sheet`: figures, and places on the map, that would stand otherwise; `items`: what could not stand."""

    readings: Readings
    again: int = 0
    count: int = 0
    rulings: tuple[Ruling, ...] = ()
    sheet: tuple[ChangedLine, ...] = ()
    items: tuple[Left, ...] = ()


def amending(stream: str, report: Report, command: Command, who: Who, names: Mapping[str, str]) -> Amending | None:
    """None for what amends nothing."""
    if not isinstance(command, Amend):
        return None
    season, told, rows = handler.replay(stream)
    readings = rereading.of_command(season, command)
    if not command.from_start:
        return Amending(readings)
    history = history_of(told, rows)
    try:
        found = in_words(foresee(history, report, who), season, history, who.id, names)
    except (Refused, Unfallen):  # nothing has been told yet that could be told again
        return Amending(readings)
    others = tuple(one for one in found.changes if one.position)  # beside the amendment itself
    return Amending(readings, found.again, len(others), others[:SHOWN], found.sheet, found.items)
