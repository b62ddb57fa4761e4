"""What is told before a platoon is reported, where the terms only warn of its faults. Pure."""

from __future__ import annotations

from campaigns.season import enlistment, platoon_cards, purchases, roster
from campaigns.season.enlistment import Enlist
from campaigns.season.platoon_cards import ChangeCard
from campaigns.season.purchases import Buy
from campaigns.season.state import Season
from rules.contract import Command
from rules.upkeep import Flaw


def warnings(season: Season, command: Command) -> tuple[Flaw, ...]:
    """The faults a platoon would have by this report and has not already, but for those it lets pass; nothing where
    the terms refuse faults or look for none, and for what the rules refuse anyway. Cards that lie face down are named:
    for who reports them alone."""
    if season.terms["roster_check"] != "warn":
        return ()
    match command:
        case Enlist():
            found = enlistment.flaws_of(season, command)
        case Buy() if command.platoon in season.platoons:
            found = purchases.new_flaws(season, season.platoons[command.platoon], command)
        case ChangeCard() if command.platoon in season.platoons:
            platoon = season.platoons[command.platoon]
            known = not tuple(roster.not_in_catalogue(season, None, command.card))
            found = platoon_cards.new_flaws(season, platoon, command.card) if known else ()
        case _:
            return ()
    return tuple(flaw for flaw in found if flaw.key not in command.waivers)
