"""What people call what a battle leaves of a vehicle (`state.Condition`)."""

from __future__ import annotations

from rules.contract import Message, say
from rules.contract import gettext_noop as _

from .see_units import GONE
from .words import EFFECT_NAMES

CONDITIONS: dict[str, Message] = {
    "out": say(_("Fate")),
    **{f"out.{fate}": words for fate, words in GONE.items()},
    "gun_out": EFFECT_NAMES["gun_out"],
    "immobile": EFFECT_NAMES["immobile"],
    "captured": say(_("captured")),
    "morale": say(_("morale")),
    "crew": say(_("Crew")),
    "crew.fit": say(_("crew fit")),
    "crew.lost": say(_("crew lost")),
}
