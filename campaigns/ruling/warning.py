"""What is told before a platoon is reported, where the terms only warn of its faults. Pure."""

from __future__ import annotations

from campaigns.reports import Buy, ChangeCard, Enlist
from campaigns.ruling import buying, carding, enlisting
from campaigns.season import Season
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
            found = enlisting.flaws_of(season, command)
        case Buy() if command.platoon in season.platoons:
            found = buying.new_flaws(season, season.platoons[command.platoon], command)
        case ChangeCard() if command.platoon in season.platoons:
            platoon = season.platoons[command.platoon]
            known = not tuple(enlisting.not_in_catalogue(season, command, command.card))
            found = carding.new_flaws(season, platoon, command.card) if known else ()
        case _:
            return ()
    return tuple(flaw for flaw in found if flaw.key not in command.waivers)
