"""What people call what a battle leaves of a vehicle (`state.Condition`)."""

from __future__ import annotations

from rules.contract import Message, say
from rules.contract import gettext_noop as _

from .see_units import GONE
from .words import EFFECT_NAMES

CONDITIONS: dict[str, Message] = {
    "out": say(_("Fate")),
    **{f"out.{fate}": words for fate, words in GONE.items()},
    "tracked": EFFECT_NAMES["tracked"],
    "gun_out": EFFECT_NAMES["gun_out"],
    "captured": say(_("captured")),
    "scrapped": say(_("scrapped")),
    "skill": say(_("ballistic skill")),
    "crew": say(_("Crew")),
    "crew.fit": say(_("crew fit")),
    "crew.lost": say(_("crew lost")),
}
