"""What people call edges, objectives, heights, fates and results, everywhere the same."""

from __future__ import annotations

from rules.contract import Message, ngettext, say
from rules.contract import gettext_noop as _
from rules.kit.words import faces as faces
from rules.kit.words import named as named


def hits_said(hits: int, criticals: int) -> Message:
    return say(
        _("%(hits)s and %(criticals)s"),
        hits=ngettext("%(n)d hit", "%(n)d hits", hits),
        criticals=ngettext("%(n)d critical", "%(n)d criticals", criticals),
    )


EDGE_NAMES: dict[str, Message] = {
    "north": say(_("north")),
    "east": say(_("east")),
    "south": say(_("south")),
    "west": say(_("west")),
}
OBJECTIVE_NAMES: dict[str, Message] = {
    "centre": say(_("the centre of the table")),
    "attacker": say(_("the Attacker's objective")),
    "defender": say(_("the Defender's objective")),
    "first": say(_("the first objective")),
    "second": say(_("the second objective")),
}
ELEVATION_NAMES: dict[str, Message] = {"low": say(_("low")), "high": say(_("high"))}
KIND_NAMES: dict[str, Message] = {"tank": say(_("tank")), "helicopter": say(_("helicopter"))}
FATES = {"destroyed": say(_("destroyed")), "removed": say(_("removed")), "withdrawn": say(_("withdrawn"))}


def flying(told: Message, elevation: str) -> Message:
    if not elevation:
        return told
    return say(_("%(told)s It flies %(elevation)s."), told=told, elevation=named(ELEVATION_NAMES, elevation))
