"""What people call what a battle leaves of a model (`state.Condition`)."""

from __future__ import annotations

from rules.contract import Message, say
from rules.contract import gettext_noop as _
from rules.systems.modern_age.grades import SKILL_NAMES
from rules.systems.modern_age.words import FATES

CONDITION_WORDS: dict[str, Message] = {
    "damage": say(_("damage")),
    **{f"fate.{fate}": words for fate, words in FATES.items()},
    "skills": say(_("Crew")),
    **{f"skills.{skill}": say(name) for skill, name in SKILL_NAMES.items()},
    "crew": say(_("Crew")),
    "crew.fit": say(_("crew fit")),
    "crew.wounded": say(_("crew wounded")),
    "crew.lost": say(_("crew lost")),
    "hull": say(_("its hull is left")),
}
