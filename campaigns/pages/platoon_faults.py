"""The faults of a platoon, in words for its reader."""

from __future__ import annotations

import msgspec
from django.utils.translation import gettext as _

from battles.sentences import words
from campaigns.presenters import story
from campaigns.season import Platoon, Season
from campaigns.season.roster import BUDGET, faults_of
from campaigns.season.vehicles import present


class Stood(msgspec.Struct, frozen=True):
    """A fault: what is wrong, what would be right, by which rule, and the reason for which it was let pass ("" if it
    was only warned of)."""

    text: str
    remedy: str
    rule: str
    reason: str


def faults(season: Season, platoon: Platoon, reader: str) -> list[Stood]:
    """The faults that the platoon enlisted or bought with, as they are now: what was mended since is none. Readers who
    may not know its cards get a text without them."""
    if not platoon.flaws:
        return []
    owned = [season.owned(one) for one in present(season, platoon)]
    if not season.known_to(platoon.key, reader):
        owned = [msgspec.structs.replace(one, cards=()) for one in owned]
    known = {flaw.key: flaw for flaw in faults_of(season, platoon.card, owned)}
    names = story.names_in_refusals(season, reader)
    found = []
    for key in platoon.flaws:
        flaw, reason = known.get(key), platoon.waivers.get(key, "")
        if flaw is not None:
            remedy = words(flaw.remedy, names) if flaw.remedy else ""
            found.append(Stood(words(flaw.text, names), remedy, flaw.rule, reason))
        elif key == BUDGET:
            text = _("It enlisted for more than the %(most)s points a platoon may cost.")
            found.append(Stood(text % {"most": season.terms["muster_points"]}, "", "campaign", reason))
        elif not season.known_to(platoon.key, reader):
            found.append(Stood(_("Something about its models or cards."), "", key.partition("/")[0], reason))
    return found
