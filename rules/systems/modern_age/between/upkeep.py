"""What campaigns do with models between battles. The numbers are meant for platoons of about 100 points."""

from __future__ import annotations

from rules.contract import Message, say
from rules.contract import gettext_noop as _
from rules.systems.modern_age.grades import SKILL_NAMES, TERM, post
from rules.systems.modern_age.words import FATES
from rules.upkeep import Upkeep

from .owned import ROSTER_FAN_MADE, flaws, price_of
from .sickbay import crew, heal
from .workshop import TERMS, hull, jobs, mend

# What people call the condition that a battle leaves a model in (`state.Condition`).
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
UPKEEP = Upkeep(
    terms=(*TERMS, TERM, ROSTER_FAN_MADE),
    defaults={
        "muster_points": 100,
        "purse": 20,
        "per_round": 10,
        "per_win": 10,
        "per_draw": 6,
        "per_loss": 4,
        "minimum_force": 60,
        "tow_points": 2,
        "spare_crew_points": 3,
    },
    scored=0,
    jobs=jobs,
    mend=mend,
    hull=hull,
    crew=crew,
    heal=heal,
    post=post,
    price=price_of,
    flaws=flaws,
)
