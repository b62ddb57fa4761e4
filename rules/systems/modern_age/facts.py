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
    "tanks.*.damage": say(_("Damage")),
    "tanks.*.criticals": say(_("Critical cards")),
    "tanks.*.last_critical": say(_("Critical cards so far")),
    "tanks.*.lost_cards": say(_("Lost cards")),
    "tanks.*.fate": say(_("Fate")),
    "tanks.*.deployed": say(_("Deployed")),
    "tanks.*.moved": say(_("Has moved")),
    "tanks.*.moves": say(_("Speed token")),
    "tanks.*.fired": say(_("Has shot")),
    "tanks.*.extra_fired": say(_("Has shot its extra attack")),
    "tanks.*.fury_used": say(_("Has shot in its final fury")),
    "tanks.*.repair_done": say(_("Has repaired")),
    "tanks.*.doomed": say(_("Destroyed by, and in which report")),
    "tanks.*.feats": say(_("Service record of this battle")),
    "tanks.*.recovered": say(_("Wreck recovered")),
    "tanks.*.crew_handled": say(_("Crew seen to")),
    "tanks.*.mended": say(_("Repaired between battles")),
    "tanks.*.in_service": say(_("Drives again")),
    "tanks.*.cards.*.face_up": say(_("Card is face up")),
    "tanks.*.cards.*.gone": say(_("Card is out of the game")),
}

# Where the sheet shows them, where that is not the line of the same name.
LINES = {
    "phase": "phase",
    "turn": "round",
    "shot": "",
    "result": "outcome.winner",
    "tanks.*.criticals": "outcome.units.{0}.condition",
    "tanks.*.lost_cards": "outcome.units.{0}.condition",
    "tanks.*.fate": "units.{0}.status",
    "tanks.*.moves": "units.{0}.speed",
    "tanks.*.recovered": "outcome.units.{0}.fate",
    "tanks.*.in_service": "outcome.units.{0}.fate",
    "tanks.*.cards.*.face_up": "units.{0}.card-{1}",
    "tanks.*.cards.*.gone": "units.{0}.card-{1}",
}
