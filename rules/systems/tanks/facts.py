"""What can be declared of a battle, in words. `possible` says which states no battle can be in."""

from __future__ import annotations

from rules.contract import gettext_noop as _
from rules.contract import say

FACTS = {
    "phase": say(_("Step")),
    "round": say(_("Round")),
    "rolled": say(_("Ties of the set-up roll")),
    "winner": say(_("Winner of the set-up roll")),
    "first": say(_("Moves first")),
    "deployed": say(_("Sides that have deployed")),
    "side": say(_("Whose turn it is")),
    "listed": say(_("Sides that have told their list")),
    "areas": say(_("Explosions and caps being told")),
    "contacts": say(_("Pairs of vehicles in contact")),
    "quiet": say(_("Nothing has been reported in this round")),
    "conceded": say(_("Conceded by")),
    "result": say(_("Result")),
    "units.*.presence": say(_("Presence")),
    "units.*.tracked": say(_("Tracked")),
    "units.*.gun_out": say(_("Main weapon damaged")),
    "units.*.stunned": say(_("Stunned, in ends of own turns")),
    "units.*.knocked": say(_("Knocked about, in ends of own turns")),
    "units.*.smoke": say(_("Smoke")),
    "units.*.reloading": say(_("Reloading, in ends of own turns")),
    "units.*.driven": say(_("Driven in its last Move step")),
    "units.*.used": say(_("Used of its Speed")),
    "units.*.turned": say(_("Degrees turned on the road")),
    "units.*.halted": say(_("Its move is over")),
    "units.*.ram": say(_("Has run into")),
    "units.*.ram_length": say(_("Driven up to the ram")),
    "units.*.touches": say(_("Stands in contact with")),
    "units.*.spotted": say(_("On the enemy's list")),
    "units.*.captured": say(_("Captured")),
    "units.*.scrapped": say(_("Scrapped")),
    "units.*.assessed": say(_("Seen to after the battle")),
    "units.*.feats": say(_("Service record of this battle")),
}

# Where the sheet shows them, where that is not the line of the same name.
LINES = {
    "phase": "phase",
    "round": "round",
    "rolled": "",
    "winner": "",
    "deployed": "",
    "side": "facts.turn",
    "listed": "",
    "areas": "",
    "contacts": "",
    "quiet": "",
    "conceded": "outcome.winner",
    "result": "outcome.winner",
    "units.*.presence": "units.{0}.status",
    "units.*.tracked": "units.{0}.mobility",
    "units.*.gun_out": "units.{0}.gun",
    "units.*.stunned": "units.{0}.mobility",
    "units.*.knocked": "units.{0}.mobility",
    "units.*.reloading": "units.{0}.gun",
    "units.*.used": "units.{0}.driven",
    "units.*.turned": "",
    "units.*.halted": "",
    "units.*.ram_length": "",
    "units.*.captured": "outcome.units.{0}.fate",
    "units.*.scrapped": "outcome.units.{0}.fate",
    "units.*.assessed": "",
}

# What a declaration types as it is measured (see `rules.lengths`): `used` is kept in halves of a tenth.
LENGTHS = {"units.*.driven": 10, "units.*.used": 20, "units.*.ram_length": 10}
