"""What people call what a battle leaves of a unit (`state.Condition`)."""

from __future__ import annotations

from rules.contract import Message, say
from rules.contract import gettext_noop as _

from .words import MOBILITY_NAMES

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
