"""What can be declared of a battle, in words. `possible` says which states no battle can be in."""

from __future__ import annotations

from rules.contract import gettext_noop as _
from rules.contract import say

FACTS = {
    "phase": say(_("Phase")),
    "turn": say(_("Turn")),
    "attacker": say(_("Attacker")),
    "advantage": say(_("Advantage")),
    "edge": say(_("Defender's edge")),
    "first": say(_("Places the first Forest")),
    "chooser": say(_("Chooses the role")),
    "tries": say(_("Tries of the set-up roll")),
    "shot": say(_("Attack being resolved")),
    "discards": say(_("Discarded critical cards")),
    "resuming": say(_("Who has Advantage has to be told")),
    "result": say(_("Result")),
    "models.*.damage": say(_("Damage")),
    "models.*.criticals": say(_("Critical cards")),
    "models.*.last_critical": say(_("Critical cards so far")),
    "models.*.lost_cards": say(_("Lost cards")),
    "models.*.fate": say(_("Fate")),
    "models.*.deployed": say(_("Deployed")),
    "models.*.moved": say(_("Has moved")),
    "models.*.moves": say(_("Speed token")),
    "models.*.fired": say(_("Has shot")),
    "models.*.extra_fired": say(_("Has shot its extra attack")),
    "models.*.fury_used": say(_("Has shot in its final fury")),
    "models.*.repair_done": say(_("Has repaired")),
    "models.*.doomed": say(_("Destroyed by, and in which report")),
    "models.*.feats": say(_("Service record of this battle")),
    "models.*.recovered": say(_("Wreck recovered")),
    "models.*.crew_handled": say(_("Crew seen to")),
    "models.*.mended": say(_("Repaired between battles")),
    "models.*.in_service": say(_("Drives again")),
    "models.*.cards.*.face_up": say(_("Card is face up")),
    "models.*.cards.*.gone": say(_("Card is out of the game")),
}

# Where the sheet shows them, where that is not the line of the same name.
LINES = {
    "phase": "phase",
    "turn": "round",
    "shot": "",
    "result": "outcome.winner",
    "models.*.criticals": "outcome.units.{0}.condition",
    "models.*.lost_cards": "outcome.units.{0}.condition",
    "models.*.fate": "units.{0}.status",
    "models.*.moves": "units.{0}.speed",
    "models.*.recovered": "outcome.units.{0}.fate",
    "models.*.in_service": "outcome.units.{0}.fate",
    "models.*.cards.*.face_up": "units.{0}.card-{1}",
    "models.*.cards.*.gone": "units.{0}.card-{1}",
}
